// What a person or an agent gives for a new campaign of Meta, and what Meta does not create (AdAccount, POST campaigns, api_specs, read 2026-11).
import { z } from 'zod'
import type { ActionRefused } from '#engine/action.ts'
import { has_no_repeats } from '#lib/lists.ts'
import { amount_text } from '../ad_actions.ts'

/** What ad sets of an objective are optimized for. Sales need a pixel. */
export const objectives: Record<string, { optimization_goal: string; needs_pixel?: true }> = {
  OUTCOME_TRAFFIC: { optimization_goal: 'LINK_CLICKS' },
  OUTCOME_AWARENESS: { optimization_goal: 'REACH' },
  OUTCOME_SALES: { optimization_goal: 'OFFSITE_CONVERSIONS', needs_pixel: true },
}

/**
 * Objectives with which no version since v17.0 creates campaigns
 * (developers.facebook.com/blog/post/2023/02/13/outcome-driven-ad-experiences-update, read 2026-11).
 */
const ended_objectives = {
  since: '2023-05-23',
  names:
    'APP_INSTALLS BRAND_AWARENESS CONVERSIONS EVENT_RESPONSES LEAD_GENERATION LINK_CLICKS LOCAL_AWARENESS MESSAGES OFFER_CLAIMS PAGE_LIKES POST_ENGAGEMENT PRODUCT_CATALOG_SALES REACH STORE_VISITS VIDEO_VIEWS'.split(
      ' ',
    ),
}

const NAME_CHARS_MAX = 200
const name = z.string().min(1).max(NAME_CHARS_MAX)
const id = z.string().regex(/^\d{1,30}$/, 'must be an id, with digits only')
export const input = z.object({
  name,
  objective: z
    .string()
    .max(60)
    .describe(`One of ${Object.keys(objectives).join(', ')}.`),
  daily_budget: amount_text,
  currency: z.string().length(3).optional(),
  special_ad_categories: z
    .array(z.enum(['HOUSING', 'EMPLOYMENT', 'FINANCIAL_PRODUCTS_SERVICES', 'ISSUES_ELECTIONS_POLITICS']))
    .max(4)
    .default([])
    .describe('The declaration that Meta requires. Empty: none of them applies.'),
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/, 'must be a country of ISO 3166-1'))
    .min(1)
    .max(25)
    .refine(has_no_repeats, 'must not repeat a country'),
  ad_set_name: name.optional(),
  pixelId: id.optional().describe('The pixel whose purchases count, for OUTCOME_SALES.'),
  creative: z
    .object({
      pageId: id.describe('The Facebook page that the ad speaks for.'),
      imageHash: z.string().regex(/^[0-9a-f]{16,64}$/i, 'must be the hash of a picture of the account'),
      message: z.string().min(1).max(2_000),
      headline: z.string().min(1).max(255).optional(),
      link: z.url({ protocol: /^https?$/ }).max(2_000),
      call_to_action: z.enum(['LEARN_MORE', 'SHOP_NOW', 'SIGN_UP', 'CONTACT_US', 'GET_OFFER']).default('LEARN_MORE'),
    })
    .strict(),
})
export type Input = z.output<typeof input>

/** Why Meta would not create it. */
export function fault_of({ objective, pixelId }: Input): ActionRefused | undefined {
  if (ended_objectives.names.includes(objective))
    return {
      refused: `Meta creates no campaigns with the objective ${objective} any more. Choose one of ${Object.keys(objectives).join(', ')}.`,
      rule_begins_on: ended_objectives.since,
    }
  const known = objectives[objective]
  if (!known) return { refused: `'${objective}' is no objective. Choose one of ${Object.keys(objectives).join(', ')}.` }
  if (known.needs_pixel && !pixelId) return { refused: `${objective} needs pixelId: the pixel whose purchases count.` }
  return undefined
}
