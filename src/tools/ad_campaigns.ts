// The figures of ads, and the campaigns of one ad platform: the code that `query_mx_campaigns` and its siblings share.
import { sql } from 'kysely'
import { z } from 'zod'
import { of_org } from '#db/organization.ts'
import { exact_micros, money_number } from '#domain/exact.ts'
import type { PlatformKey } from '#domain/platforms.ts'
import type { Dates } from '#domain/windows.ts'
import { listed } from '#engine/lists.ts'
import { outside_text, platform_word } from '#engine/texts.ts'
import type { Context } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { total_field, with_total } from '#figures/sources/totals.ts'
import { by_campaign, campaign_names, is_counted } from '#figures/sums/warehouse.ts'
import { is_word, refuse_unknown_status } from '#tools/statuses.ts'

/** The figures of a campaign, a group, an ad or a creative. */
export const ad_figures = f.figures({
  spend: f.money('What the ads cost.'),
  impressions: f.count('Times shown.'),
  clicks: f.count('Clicks.'),
  conversions: f.count('Conversions the platform claims.'),
  conversion_value: f.money('Sales value the platform claims; no sales figure.'),
  roas: f.roas('conversion_value'),
})

const campaign = f.rows_by(
  {
    campaign_id: platform_word(),
    name: outside_text().nullable().describe('Name of the campaign.'),
    status: platform_word().nullable().describe('The platform’s own word.'),
    account: outside_text().nullable().describe('Ad account.'),
    daily_budget: z
      .number()
      .nullable()
      .describe('In budget_currency, as last read. null: it has none of its own, or it is not read.'),
    budget_currency: platform_word().nullable().describe('Currency of the ad account.'),
  },
  ad_figures,
)
/** A change of a budget by a percentage needs the present one. */
const named = {
  ...campaign_names,
  columns: {
    ...campaign_names.columns,
    daily_budget: sql`c.daily_budget_micros::text`,
    budget_currency: sql`c.currency::text`,
  },
}
const campaigns = listed(
  'campaigns',
  campaign.row,
  'Narrow the dates, or ask query_data for one campaign.',
  'Campaigns with figures in the period, highest spend first.',
)

const totals = z.strictObject(ad_figures.fields).describe('Of all that match, whatever the limit.')
const before_list = { ...f.period_fields, currency: f.currency, totals }
const after_list = { ...total_field, ...f.provenance }
/** The result of a tool that lists ads in any form, with the totals of all of them. */
export const ads_result = <Fields extends object>(list: { fields: Fields }) =>
  ({ ...before_list, ...list.fields, ...after_list }) as unknown as typeof before_list &
    Omit<Fields, 'total'> &
    typeof after_list

/** The answer of such a tool: a list of lines, and the totals of the whole. */
export const ads_answer = <List extends { total: number }, Shared>(
  list: List,
  whole: Parameters<typeof ad_figures.values>[0],
  { shared, currency }: { shared: Shared; currency: string },
) => ({ totals: ad_figures.values(whole, currency), ...with_total(list, whole.current), ...shared })

export const campaign_result = ads_result(campaigns)

export async function list_campaigns(
  context: Context,
  platform: PlatformKey,
  { limit, status, ...dates }: Dates & { limit: number; status?: string },
) {
  const { currency } = context.org
  const where = status ? is_word(sql`c.status`, status) : undefined
  const { found, shared } = await f.answer(context, f.period_of(dates, context), {
    found: { of: f.on_platform(f.ads, platform), by: by_campaign, named: { ...named, where } },
  })
  // The words of a list that is not read are not known.
  if (status && found.lines.length === 0 && found.unread.length === 0) {
    const { counted } = found.sources
    const rows = sql`${of_org('ad_campaigns', 'c')} where c.platform = ${platform} and ${is_counted(counted, 'c.connection_id', 'c.account_id')}`
    await refuse_unknown_status(context, status, { rows, word: sql`c.status` })
  }
  const rows = found.lines.toSorted(f.highest('spend')).slice(0, limit)
  const list = campaign.of(rows, currency).map((row, at) => ({ ...row, daily_budget: budget_of(rows[at]!.key) }))
  return ads_answer(campaigns.of(list, found.total), found, { shared, currency })
}

function budget_of({ daily_budget: micros, budget_currency }: Record<string, string | null>): number | null {
  return micros && budget_currency ? money_number(exact_micros(BigInt(micros)), budget_currency) : null
}
