// What a new campaign of TikTok takes.
// Sources: CampaignCreateBody and AdApi of the SDK, and the pages 'Create an ad group' and 'Create ads' (v1.3, read 2026-11).
import { z } from 'zod'
import { has_no_repeats } from '#lib/lists.ts'
import { amount_text } from '../ad_actions.ts'

interface Objective {
  optimization_goal: string
  billing_event: string
  needs_pixel?: true
  /** The first day on which TikTok creates no manual campaigns with this objective. */
  ends_on?: string
}

/** Announced for manual campaigns (tool list of an agency's API client, read 2026-11; TikTok itself has not been read). */
const MANUAL_ENDS_ON = '2027-01-01'
export const objectives: Record<string, Objective> = {
  TRAFFIC: { optimization_goal: 'CLICK', billing_event: 'CPC' },
  REACH: { optimization_goal: 'REACH', billing_event: 'CPM' },
  VIDEO_VIEWS: { optimization_goal: 'ENGAGED_VIEW', billing_event: 'CPV' },
  WEB_CONVERSIONS: {
    optimization_goal: 'CONVERT',
    billing_event: 'OCPM',
    needs_pixel: true,
    ends_on: MANUAL_ENDS_ON,
  },
}
/** Objectives that need more than this action has: a catalog, an app, a form. */
export const others = ['PRODUCT_SALES', 'APP_PROMOTION', 'LEAD_GENERATION']
export const known = Object.keys(objectives).join(', ')

/** The categories that TikTok knows (general knowledge; CampaignCreateBody has the field, SDK v1.3, read 2026-11). */
const special_industries = ['HOUSING', 'EMPLOYMENT', 'CREDIT'] as const

const NAME_CHARS = 400
/** TikTok refuses them in names and texts (pages 'Update a campaign' and 'Create ads', read 2026-11). */
const EMOJI = /\p{Emoji_Presentation}|\uFE0F/u
const without_emoji = (text: z.ZodString) => text.refine((given) => !EMOJI.test(given), 'must not have emoji')
const name = without_emoji(z.string().min(1).max(NAME_CHARS))
const id = z.string().regex(/^[\w./-]{1,100}$/, 'must be an id')
export const input = z.object({
  name,
  objective: z.string().max(60).describe(`One of ${known}.`),
  daily_budget: amount_text,
  currency: z.string().length(3).optional(),
  ad_group_name: name.optional(),
  special_industries: z.array(z.enum(special_industries)).max(special_industries.length).default([]),
  location_ids: z
    .array(id)
    .min(1)
    .max(100)
    .refine(has_no_repeats, 'must not repeat a place')
    .describe("TikTok's ids of places."),
  pixel_id: id.optional(),
  optimization_event: z.string().max(60).optional().describe('The event that counts, for WEB_CONVERSIONS.'),
  identity: z
    .object({
      type: z.enum(['CUSTOMIZED_USER', 'AUTH_CODE', 'TT_USER', 'BC_AUTH_TT']),
      id,
      authorized_bc_id: id.optional(),
    })
    .strict(),
  creatives: z
    .array(
      z
        .object({
          video_id: id,
          cover_image_id: id,
          text: without_emoji(z.string().min(1).max(100)),
          landing_page_url: z.url({ protocol: /^https?$/ }).max(2_000),
          call_to_action: z
            .enum(['LEARN_MORE', 'SHOP_NOW', 'SIGN_UP', 'CONTACT_US', 'DOWNLOAD_NOW'])
            .default('LEARN_MORE'),
        })
        .strict(),
    )
    .min(1)
    .max(10),
})
export type Input = z.output<typeof input>
