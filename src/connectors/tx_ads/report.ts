// Daily figures of campaigns, ad groups and ads (/report/integrated/get/, read 2026-11). One advertiser a request, because the days of
// several are those of UTC.
import { z } from 'zod'
import { is_too_much, VendorRefusal } from '#engine/vendors/refusal.ts'
import { type AdDay, ad_days, type Days, sum_of } from '../ad_days.ts'
import { batches } from '../ads.ts'
import { read_list } from './api.ts'
import { every_campaign } from './structure.ts'

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

/** A line has its level's own id and its part as dimensions, and the ids above it as metrics. */
interface Line {
  dimensions: { stat_time_day: string } & Record<string, string | undefined>
  metrics: z.infer<typeof delivered> & Partial<z.infer<typeof measured>> & { campaign_id?: string; adgroup_id?: string }
}
interface Level {
  of: 'advertiser' | 'campaign' | 'adgroup' | 'ad'
  above?: string[]
  /** A dimension of the audience. Its reports have no sales in the app and in the shop (docs?id=1759239462689793, read 2026-11). */
  part?: string
}
const levels = {
  account: { of: 'advertiser' },
  campaign: { of: 'campaign' },
  ad_group: { of: 'adgroup', above: ['campaign_id'] },
  ad: { of: 'ad', above: ['campaign_id', 'adgroup_id'] },
  country: { of: 'campaign', part: 'country_code' },
  device: { of: 'campaign', part: 'platform' },
} satisfies Record<string, Level>

const text_fields = (names: string[]) => Object.fromEntries(names.map((name) => [name, z.string()]))

/** Campaigns of a report that is limited to some (docs?id=1740302848100353, read 2026-11). */
const CAMPAIGNS_MAX = 100

/** Where the report of all campaigns is too much, those of fewer campaigns are read. */
async function* read(level: keyof typeof levels, days: Days, campaigns?: string[]): AsyncIterable<AdDay[]> {
  try {
    yield* report(level, days, campaigns)
  } catch (error) {
    if (!is_too_much(error)) throw error
    // The advertiser's own figures cannot be limited to campaigns, so they are unknown.
    if (level === 'account') return
    for (const fewer of await narrowed(days, campaigns, error as Error)) yield* read(level, days, fewer)
  }
}

async function narrowed(days: Days, campaigns: string[] | undefined, { message }: Error): Promise<string[][]> {
  if (campaigns?.length === 1) throw new VendorRefusal('refused', message)
  if (campaigns) return batches(campaigns, Math.ceil(campaigns.length / 2))
  const ids = new Set<string>()
  const record = z.object({ campaign_id: z.string() })
  for await (const page of every_campaign(days, record))
    for (const { campaign_id } of page) ids.add(String(campaign_id))
  return batches([...ids], CAMPAIGNS_MAX)
}

async function* report(level: keyof typeof levels, { api, account, from, to }: Days, campaigns?: string[]) {
  const { of, above = [], part }: Level = levels[level]
  const dimensions = [`${of}_id`, 'stat_time_day', ...(part ? [part] : [])]
  // A metric that is missing is an error, not a zero.
  const metrics = (part ? delivered : measured).extend(text_fields(above))
  // Reports leave out deleted objects unless the level's own status asks for all. The advertiser has none.
  const filter = (field_name: string, values: string[]) => ({
    field_name,
    filter_type: 'IN',
    filter_value: JSON.stringify(values),
  })
  const filtering = [filter(`${of}_status`, ['STATUS_ALL']), ...(campaigns ? [filter('campaign_ids', campaigns)] : [])]
  const line = z.object({ dimensions: z.object(text_fields(dimensions)), metrics })
  const pages = read_list(api, '/report/integrated/get/', line as unknown as z.ZodType<Line>, {
    advertiser_id: account.account_id,
    report_type: part ? 'AUDIENCE' : 'BASIC',
    data_level: `AUCTION_${of.toUpperCase()}`,
    dimensions: JSON.stringify(dimensions),
    metrics: JSON.stringify(Object.keys(metrics.shape)),
    start_date: from,
    end_date: to,
    filtering: of === 'advertiser' ? undefined : JSON.stringify(filtering),
  })
  for await (const page of pages) yield page.map(day_of)
}

function day_of({ dimensions, metrics }: Line): AdDay {
  const { stat_time_day, campaign_id = metrics.campaign_id, adgroup_id = metrics.adgroup_id, ad_id } = dimensions
  const claimed = (names: readonly (keyof typeof claims)[]) =>
    metrics.complete_payment === undefined ? null : sum_of(names.map((name) => metrics[name] ?? '0'))
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
    // The platform keeps every day. A report of days has 30 at most.
    history_days: 1_120,
    history_source: 'https://business-api.tiktok.com/portal/docs?id=1738864850353154: no limit (read 2026-11)',
    // The longest attribution window: 28 days after a click (TikTok attribution windows, read 2026-11).
    overlap_days: 28,
  },
  read,
  // Audience reports come up to 16 hours late (docs?id=1738864894606337, read 2026-11).
  late_days: { country: 1, device: 1 },
  // Groups, ads and audiences do not reach the total, because GMV Max has none.
  total: { levels: ['campaign'], read: (of) => read('account', of) },
  // Kinds of campaigns that no list and no report of campaigns contains, such as GMV Max. Only the advertiser's total does.
  unlisted: 'other campaigns of the account (GMV Max)',
  // Dimension `platform` of audience reports (third-party connectors, read 2026-11). Android tablets have no word of their own.
  devices: { ANDROID: 'mobile', IOS: 'mobile', PC: 'desktop' },
})
