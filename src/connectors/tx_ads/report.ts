// Daily figures of campaigns, ad groups and ads (/report/integrated/get/, read 2026-11). One advertiser a request, because the days of
// several are those of UTC.
import { z } from 'zod'
import { decimal, micros } from '#domain/money.ts'
import { type AdDay, ad_days, type Days } from '../ad_days.ts'
import { read_list } from './api.ts'

const amount = z.union([z.string().regex(/^-?\d+(\.\d+)?$/), z.number()]).transform(String)
/** '-' stands for a claim that the platform does not have. */
const claim = z.union([amount, z.literal('-').transform(() => '0')])
const delivered = z.object({ spend: amount, impressions: amount, clicks: amount })

// The claims that count: purchases on the site, in the app, and in TikTok's own shop. They are different sales, so they are added.
// `conversion` counts whatever goal each ad group has, and is not offered for campaigns.
const counts = ['complete_payment', 'total_purchase', 'onsite_shopping'] as const
const values = ['total_complete_payment_rate', 'total_purchase_value', 'total_onsite_shopping_value'] as const
const claims = Object.fromEntries([...counts, ...values].map((name) => [name, claim])) as Record<
  (typeof counts | typeof values)[number],
  typeof claim
>
const measured = delivered.extend({
  reach: z.union([amount, z.literal('-').transform(() => null)]).nullish(),
  ...claims,
})

/** A line has its level's own id and parts as dimensions, and the ids above it as metrics. */
interface Line {
  dimensions: { stat_time_day: string } & Record<string, string | undefined>
  metrics: z.infer<typeof delivered> & Partial<z.infer<typeof measured>> & { campaign_id?: string; adgroup_id?: string }
}
interface Level {
  data_level: string
  by: string[]
  /** The filter without which reports leave out deleted objects. The advertiser has none. */
  status?: string
  above?: string[]
  metrics?: z.ZodObject
}
const campaign: Level = { data_level: 'AUCTION_CAMPAIGN', by: ['campaign_id'], status: 'campaign_status' }
const ad_group: Level = { data_level: 'AUCTION_ADGROUP', by: ['adgroup_id'], status: 'adgroup_status' }
// Reports of the audience have no purchases (stitchdata.com, ad_insights_by_country, read 2026-11).
const audience: Level = { ...campaign, metrics: delivered }
const levels = {
  account: { data_level: 'AUCTION_ADVERTISER', by: ['advertiser_id'] },
  campaign,
  ad_group: { ...ad_group, above: ['campaign_id'] },
  ad: { data_level: 'AUCTION_AD', by: ['ad_id'], status: 'ad_status', above: ['campaign_id', 'adgroup_id'] },
  country: { ...audience, by: ['campaign_id', 'country_code'] },
  device: { ...audience, by: ['campaign_id', 'platform'] },
} satisfies Record<string, Level>

const all_text = (names: string[]) => Object.fromEntries(names.map((name) => [name, z.string()]))

async function* read(name: keyof typeof levels, { api, account, from, to }: Days): AsyncIterable<AdDay[]> {
  const { data_level, by, status, above = [], metrics = measured }: Level = levels[name]
  const dimensions = ['stat_time_day', ...by]
  // A metric that is missing is an error, not a zero.
  const line = z.object({ dimensions: z.object(all_text(dimensions)), metrics: metrics.extend(all_text(above)) })
  const pages = read_list(api, '/report/integrated/get/', line as unknown as z.ZodType<Line>, {
    advertiser_id: account.account_id,
    report_type: metrics === delivered ? 'AUDIENCE' : 'BASIC',
    data_level,
    dimensions: JSON.stringify([...by, 'stat_time_day']),
    metrics: JSON.stringify([...Object.keys(metrics.shape), ...above]),
    start_date: from,
    end_date: to,
    filtering: status && JSON.stringify([{ field_name: status, filter_type: 'IN', filter_value: '["STATUS_ALL"]' }]),
  })
  for await (const page of pages) yield page.map(day_of)
}

function day_of({ dimensions, metrics }: Line): AdDay {
  const { stat_time_day, campaign_id = metrics.campaign_id, adgroup_id = metrics.adgroup_id, ad_id } = dimensions
  const claimed = (names: readonly (keyof typeof claims)[]) =>
    metrics.complete_payment === undefined
      ? null
      : decimal(names.reduce((total, name) => total + micros(metrics[name] ?? '0'), 0n))
  return {
    date: stat_time_day.slice(0, 10),
    campaign_id: campaign_id ?? '',
    ad_group_id: adgroup_id,
    ad_id,
    part: dimensions.country_code ?? dimensions.platform,
    spend: metrics.spend,
    impressions: metrics.impressions,
    clicks: metrics.clicks,
    conversions: claimed(counts),
    conversion_value: claimed(values),
    reach: metrics.reach,
  }
}

export const days = ad_days({
  window: {
    history_days: 365,
    history_source: 'https://business-api.tiktok.com/portal/docs?id=1740302848100353: 365 days a report (read 2026-11)',
    // The longest attribution window: 28 days after a click (TikTok attribution windows, read 2026-11).
    overlap_days: 28,
  },
  read,
  // Groups, ads and audiences do not reach the total, because GMV Max has none.
  total: { levels: ['campaign'], read: (of) => read('account', of) },
  // Kinds of campaigns that no list and no report of campaigns contains, such as GMV Max. Only the advertiser's total does.
  unlisted: 'other campaigns of the account (GMV Max)',
  // Dimension `platform` of audience reports (third-party connectors, read 2026-11). Android tablets are not told apart.
  devices: { ANDROID: 'mobile', IOS: 'mobile', IPHONE: 'mobile', IPAD: 'tablet', PC: 'desktop' },
})
