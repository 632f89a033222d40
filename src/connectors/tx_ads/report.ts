// Daily figures of campaigns, ad groups and ads (/report/integrated/get/, read 2026-11). One advertiser a request, because the days of
// several are those of UTC.
import { z } from 'zod'
import { decimal, micros } from '#domain/money.ts'
import { ad_days, type Days } from '../ads.ts'
import { read_list } from './api.ts'

const amount = z.union([z.string().regex(/^-?\d+(\.\d+)?$/), z.number()]).transform(String)
/** '-' stands for a claim that the platform does not have. */
const claim = z.union([amount, z.literal('-').transform(() => '0')])

// The claims that count: purchases on the site, in the app, and in TikTok's own shop. They are different sales, so they are added.
// `conversion` counts whatever goal each ad group has, and is not offered for campaigns.
const counts = ['complete_payment', 'total_purchase', 'onsite_shopping'] as const
const values = ['total_complete_payment_rate', 'total_purchase_value', 'total_onsite_shopping_value'] as const
const claims = Object.fromEntries([...counts, ...values].map((name) => [name, claim])) as Record<
  (typeof counts | typeof values)[number],
  typeof claim
>

const dimensions = z.object({ stat_time_day: z.string() })
const metrics = z.object({
  spend: amount,
  impressions: amount,
  clicks: amount,
  reach: z.union([amount, z.literal('-').transform(() => null)]).nullish(),
  ...claims,
})
type Ids = Partial<Record<'campaign_id' | 'adgroup_id' | 'ad_id', string>>
interface Line {
  dimensions: z.infer<typeof dimensions> & Ids
  metrics: z.infer<typeof metrics> & Ids
}

/** A line has its level's own id as dimension, and the ids above it as metrics. A metric that is missing is an error, not a zero. */
const line_of = (id: string, above: string[]) => {
  const ids = Object.fromEntries(above.map((name) => [name, z.string()]))
  return z.object({
    dimensions: dimensions.extend({ [id]: z.string() }),
    metrics: metrics.extend(ids),
  }) as unknown as z.ZodType<Line>
}

const measured = ['spend', 'impressions', 'clicks', 'reach', ...counts, ...values]
const levels = {
  advertiser: { data_level: 'AUCTION_ADVERTISER', by: 'advertiser_id', more: [], status: undefined },
  campaign: { data_level: 'AUCTION_CAMPAIGN', by: 'campaign_id', more: [], status: 'campaign_status' },
  ad_group: { data_level: 'AUCTION_ADGROUP', by: 'adgroup_id', more: ['campaign_id'], status: 'adgroup_status' },
  ad: { data_level: 'AUCTION_AD', by: 'ad_id', more: ['campaign_id', 'adgroup_id'], status: 'ad_status' },
}

function read_level(level: keyof typeof levels, { api, account, from, to }: Days) {
  const { data_level, by, more, status } = levels[level]
  return read_list(api, '/report/integrated/get/', line_of(by, more), {
    advertiser_id: account.account_id,
    report_type: 'BASIC',
    data_level,
    dimensions: JSON.stringify([by, 'stat_time_day']),
    metrics: JSON.stringify([...measured, ...more]),
    start_date: from,
    end_date: to,
    // Reports leave out deleted objects unless the level's own status asks for all. The advertiser has none.
    filtering: status && JSON.stringify([{ field_name: status, filter_type: 'IN', filter_value: '["STATUS_ALL"]' }]),
  })
}

const date_of = ({ dimensions }: Line) => dimensions.stat_time_day.slice(0, 10)
const sum = (amounts: string[]): bigint => amounts.reduce((total, one) => total + micros(one), 0n)
const claimed = ({ metrics }: Line, names: readonly (keyof typeof claims)[]) => sum(names.map((name) => metrics[name]))

function day_of(item: Line) {
  const { dimensions, metrics } = item
  return {
    date: date_of(item),
    campaign_id: dimensions.campaign_id ?? metrics.campaign_id ?? '',
    ad_group_id: dimensions.adgroup_id ?? metrics.adgroup_id,
    ad_id: dimensions.ad_id,
    spend: metrics.spend,
    impressions: metrics.impressions,
    clicks: metrics.clicks,
    conversions: decimal(claimed(item, counts)),
    conversion_value: decimal(claimed(item, values)),
    reach: metrics.reach,
  }
}

async function* read_account(days: Days) {
  for await (const page of read_level('advertiser', days))
    yield page.map((item) => ({ date: date_of(item), ...item.metrics }))
}

/** Kinds of campaigns that no list and no report of campaigns contains, such as GMV Max. Only the advertiser's total does. */
const UNLISTED = 'other campaigns of the account (GMV Max)'
const added = ['spend', 'impressions', 'clicks', ...counts, ...values] as const
/** Half the last digit of a row, as the platform rounds money to hundredths. */
const ROUNDING = 5_000n

/**
 * The days of campaigns, and what the advertiser's total has beyond them, so that no spend is missing. The total is read first, because
 * figures of the current day grow between two requests.
 */
async function* read_campaigns(days: Days) {
  const totals: Line[] = []
  for await (const page of read_level('advertiser', days)) totals.push(...page)
  // By campaign, because a page can repeat a line of the page before.
  const listed = new Map<string, Map<string, Line>>()
  for await (const page of read_level('campaign', days)) {
    for (const item of page)
      listed.set(date_of(item), (listed.get(date_of(item)) ?? new Map()).set(item.dimensions.campaign_id, item))
    yield page
  }
  yield totals.flatMap((total) => rest_of(total, [...(listed.get(date_of(total))?.values() ?? [])]))
}

function rest_of({ dimensions, metrics }: Line, parts: Line[]): Line[] {
  const rest = (name: (typeof added)[number]) => micros(metrics[name]) - sum(parts.map((part) => part.metrics[name]))
  if (rest('spend') <= ROUNDING * BigInt(parts.length + 1)) return []
  const left = Object.fromEntries(added.map((name) => [name, decimal(rest(name) < 0n ? 0n : rest(name))]))
  return [{ dimensions: { ...dimensions, campaign_id: UNLISTED }, metrics: { ...metrics, ...left, reach: null } }]
}

export const days = ad_days<Line>({
  window: {
    history_days: 365,
    history_source: 'https://business-api.tiktok.com/portal/docs?id=1740302848100353: 365 days a report (read 2026-11)',
    // The longest attribution window: 28 days after a click (TikTok attribution windows, read 2026-11).
    overlap_days: 28,
  },
  // The longest range with `stat_time_day`.
  slice_days: { campaign: 30, ad_group: 30, ad: 30 },
  read: (level, source) => (level === 'campaign' ? read_campaigns(source) : read_level(level, source)),
  day: day_of,
  // Groups and ads do not reach the total, because GMV Max has none.
  total: { levels: ['campaign'], read: read_account },
})
