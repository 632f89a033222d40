import { z } from 'zod'
import { is_currency } from '#domain/money.ts'
import { look_at_change } from '#engine/approvals/propose.ts'
import { tool } from '#engine/tool.ts'
import {
  ad_platform,
  basis_of_campaign,
  id_of,
  place_of_campaign,
  proposal_fields,
  propose_change,
  reason,
} from '#tools/proposals.ts'

/** A micro, the smallest amount. */
const BUDGET_MIN = 0.000_001
/** Larger amounts are a mistake, and JSON numbers above it lose digits. */
const BUDGET_MAX = 1_000_000_000
const TOO_PRECISE = /\.\d{6}0*[1-9]/

export const propose_update_budget = tool({
  about: 'Propose another daily budget for an ad campaign. Nothing changes until a person approves exactly this.',
  keywords: {
    es: 'presupuesto diario',
    en: 'daily budget',
    pt: 'orçamento diário',
  },
  scopes: ['ads:write'],
  effect: 'propose',
  open_world: true,
  input: {
    platform: ad_platform,
    campaign_id: id_of('The campaign, by its id at the platform.'),
    new_daily_budget: z
      .number('must be a number')
      .min(BUDGET_MIN, 'must be above 0; propose_pause_campaign stops a campaign')
      .max(BUDGET_MAX, `must be at most ${BUDGET_MAX}`)
      .refine((amount) => !TOO_PRECISE.test(decimal_text(amount)), 'must have at most 6 decimals')
      .describe("In the currency of the campaign's account."),
    currency: z
      .string()
      .refine(is_currency, 'must be a currency of ISO 4217, such as MXN')
      .optional()
      .describe('Checked: it must be that of the account. Nothing is converted.'),
    reason: reason.optional(),
  },
  result: { action_id: z.uuid(), ...proposal_fields },
  example: { platform: 'gx', campaign_id: '20000000001', new_daily_budget: 350.5, currency: 'MXN' },
  async look({ platform, campaign_id, new_daily_budget, currency }, context) {
    const place = await context.reading((db) => place_of_campaign(db, platform, campaign_id))
    const input = { campaign_id, daily_budget: decimal_text(new_daily_budget), ...(currency && { currency }) }
    return look_at_change(context, { ...place, action: 'set_daily_budget', input })
  },
  async run({ campaign_id, reason }, context) {
    const basis = await basis_of_campaign(context, context.look_result, campaign_id)
    return propose_change(context, { reason, basis })
  },
})

/** The digits that the caller wrote. The shortest form of a number has an exponent only below a micro. */
function decimal_text(amount: number): string {
  const text = String(amount)
  return text.includes('e') ? amount.toFixed(12) : text
}
