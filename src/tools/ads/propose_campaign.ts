import { z } from 'zod'
import { look_at_change } from '#engine/approvals/propose.ts'
import { refuse } from '#engine/outcomes.ts'
import { tool } from '#engine/tool.ts'
import { has_no_repeats } from '#lib/lists.ts'
import {
  type AdPlatform,
  ad_platform,
  place_for_new,
  proposal_fields,
  propose_change,
  spent_a_day,
} from '#tools/proposals.ts'

const BRIEF_CHARS_MAX = 4_000
const REACH_MAX = 10_000_000_000

const categories = ['none', 'housing', 'employment', 'financial', 'politics'] as const
type Category = (typeof categories)[number]

/** How each platform takes the declaration. */
const declared: Record<AdPlatform, (categories: readonly Category[]) => Record<string, unknown>> = {
  mx: (of) => ({ special_ad_categories: of.map((one) => words.mx[one]) }),
  gx: (of) => ({ eu_political_advertising: of.includes('politics') }),
  tx(of) {
    // TikTok's rules for ads allow none (general knowledge, 2026-11).
    if (of.includes('politics')) refuse('TikTok takes no political ads. Choose another platform.')
    return { special_industries: of.map((one) => words.tx[one]) }
  },
}
const words = {
  mx: {
    housing: 'HOUSING',
    employment: 'EMPLOYMENT',
    financial: 'FINANCIAL_PRODUCTS_SERVICES',
    politics: 'ISSUES_ELECTIONS_POLITICS',
  },
  tx: { housing: 'HOUSING', employment: 'EMPLOYMENT', financial: 'CREDIT' },
} satisfies Record<string, Partial<Record<Category, string>>> as Record<'mx' | 'tx', Partial<Record<Category, string>>>

export const propose_campaign = tool({
  about: 'Propose a whole ad campaign. A person approves it in the dashboard; it is created paused.',
  keywords: {
    es: 'campaña nueva',
    en: 'new campaign',
    pt: 'campanha nova',
  },
  scopes: ['actions:approve'],
  effect: 'propose',
  open_world: true,
  input: {
    platform: ad_platform,
    spec: z
      .record(z.string().max(100), z.unknown())
      .describe(
        'name, daily_budget, account_id. mx: objective, countries, creative. gx: as shown. tx: objective, location_ids, identity, creatives.',
      ),
    brief_text: z.string().trim().max(BRIEF_CHARS_MAX).optional().describe('Purpose.'),
    estimated_reach: z
      .int('must be a whole number')
      .min(0, 'must not be negative')
      .refine((given) => given <= REACH_MAX, `must be at most ${REACH_MAX}`)
      .optional()
      .describe("The proposer's guess."),
    declared_categories: z
      .array(z.enum(categories, `must be among ${categories.join(', ')}`))
      .max(categories.length)
      .refine(has_no_repeats, 'must not repeat a category')
      .refine((given) => !given.includes('none') || given.length === 1, 'must have none alone, or the categories')
      .default([])
      .describe('Special ad categories, which the approver signs.'),
  },
  result: { bundleId: z.uuid().describe('The action_id of the bundle.'), ...proposal_fields },
  example: {
    platform: 'gx',
    spec: {
      name: 'Sofas',
      daily_budget: '350',
      final_url: 'https://shop.example',
      headlines: ['Sofas', 'Oak', 'New'],
      descriptions: ['Oak.', 'New.'],
      keywords: [{ text: 'sofa' }],
    },
  },
  async look({ platform, spec, declared_categories }, context) {
    const { account_id, ...input } = spec
    if (account_id !== undefined && typeof account_id !== 'string')
      return refuse('spec.account_id must be text, as list_connections_detail shows it.')
    const place = await context.reading((db) => place_for_new(db, platform, account_id))
    const signed = declared[platform](declared_categories.filter((one) => one !== 'none'))
    return look_at_change(context, { ...place, action: 'create_campaign', input: { ...input, ...signed } })
  },
  async run({ brief_text, estimated_reach, declared_categories }, context) {
    const declaration = {
      brief_text: brief_text ?? null,
      estimated_reach: estimated_reach ?? null,
      declared_categories,
    }
    const account_spends = await spent_a_day(context, context.look_result)
    const said = { reason: undefined, declaration, account_spends }
    const { action_id, ...proposal } = await propose_change(context, said)
    return { bundleId: action_id, ...proposal }
  },
})
