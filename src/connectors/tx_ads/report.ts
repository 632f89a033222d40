// Daily figures of campaigns, ad groups and ads (/report/integrated/get/, read 2026-11). One advertiser a request, because the days of
// several are those of UTC.
import { z } from 'zod'
import { is_refusal, is_too_much } from '#engine/vendors/refusal.ts'
import { type AdDay, ad_days, type Days, sum_of } from '../ad_days.ts'
import { both } from '../ad_sums.ts'
import { all_of, mapped } from '../records.ts'
import { in_parts, or_otherwise } from '../reports.ts'
import { read_list } from './api.ts'
import { campaigns_with_automated } from './structure.ts'

const amount = z.union([z.string().regex(/^-?\d+(\.\d+)?$/), z.number()]).transform(String)
/** '-' stands for what the platform does not have, which is no zero. */
const known = z.union([amount, z.literal('-').transform(() => null)])
const delivered = z.object({ spend: amount, impressions: amount, clicks: amount })

// The claims that count: purchases on the site, in the app, and in TikTok's own shop. They are different sales, so they are added.
// `conversion` counts whatever goal each ad group has, and is not offered for campaigns.
const counts = ['complete_payment', 'total_purchase', 'onsite_shopping'] as const
const values = ['total_complete_payment_rate', 'total_purchase_value', 'total_onsite_shopping_value'] as const
const named = <K extends string, F extends z.ZodType>(names: readonly K[], field: F) =>
  Object.fromEntries(names.map((name) => [name, field])) as Record<K, F>
const measured = delivered.extend({ reach: known.nullish(), ...named([...counts, ...values], known) })

/** A line has its level's own id and its part as dimensions, and the ids above it as metrics. */
type Id = 'campaign_id' | 'adgroup_id' | 'ad_id'
interface Line {
  dimensions: { stat_time_day: string } & { [K in Id | 'country_code' | 'platform']?: string }
  metrics: z.infer<typeof delivered> & Partial<z.infer<typeof measured>> & { [K in Id]?: string }
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

/**
 * What was bought in the auction, and what was bought by reservation. A report has one of them (`service_type` and `data_level` of
 * /report/integrated/get/, read 2026-11), and audiences are read of the auction.
 */
type Service = 'AUCTION' | 'RESERVATION'
type LevelName = keyof typeof levels

const NO_RESERVATIONS = 'Campaigns bought by reservation are missing, because the platform refuses them'
const NO_AUTOMATED =
  'Of an advertiser with 20,000 ads or more, the platform reports only campaigns that are named. Smart+ campaigns are missing, because the app may not list them'
const NO_TOTAL =
  'The platform gives no total of an advertiser with 20,000 ads or more. Campaigns that only the total contains, such as GMV Max, are missing.'

/** Campaigns of a report that is limited to some (docs?id=1740302848100353, read 2026-11). */
const CAMPAIGNS_MAX = 100

/** Where the report of all campaigns is too much, that of some of them is read. */
async function* read(level: LevelName, days: Days): AsyncIterable<AdDay[]> {
  yield* read_service(level, 'AUCTION', days)
  const { part }: Level = levels[level]
  if (part) return
  try {
    yield* read_service(level, 'RESERVATION', days)
  } catch (error) {
    if (!without_reservations(days, error)) throw error
  }
}

const read_service = (level: LevelName, service: Service, days: Days): AsyncIterable<AdDay[]> =>
  or_otherwise(report(level, service, days), {
    read: async () => in_parts(await campaigns_of(days), CAMPAIGNS_MAX, (ids) => report(level, service, days, ids)),
  })

/** The advertiser's own figures, of both services. Where a report is too much, they are unknown. */
async function* read_account(days: Days): AsyncIterable<AdDay[]> {
  try {
    const auction = await own_days('AUCTION', days)
    const reserved = await own_days('RESERVATION', days).catch((error) => without_reservations(days, error))
    if (reserved)
      yield [...Map.groupBy([...auction, ...reserved], ({ date }) => date).values()].map((of) => of.reduce(both))
  } catch (error) {
    if (!is_too_much(error)) throw error
    days.lacks?.({ reason: NO_TOTAL })
  }
}

/** By day, because a page can repeat a line of the page before. */
async function own_days(service: Service, days: Days): Promise<AdDay[]> {
  const found = await all_of(report('account', service, days))
  return [...new Map(found.map((day) => [day.date, day])).values()]
}

/** A read of rows says that it lacks reservations, and has no line of them. Undefined: a total without them is none. */
function without_reservations({ lacks }: Days, error: unknown): AdDay[] | undefined {
  if (!is_refusal(error, 'denied', 'refused')) throw error
  lacks?.({ reason: `${NO_RESERVATIONS}: ${error.message}` })
  return lacks && []
}

async function campaigns_of(days: Days): Promise<string[]> {
  const pages = campaigns_with_automated(days, z.object({ campaign_id: z.string() }), (error) => {
    if (!days.lacks) throw error
    days.lacks({ reason: `${NO_AUTOMATED}: ${error.message}`, is_suspect: true, is_denied: true })
  })
  return [...new Set((await all_of(pages)).map(({ campaign_id }) => String(campaign_id)))]
}

function report(
  level: LevelName,
  service: Service,
  { api, account, from, to }: Days,
  campaigns?: string[],
): AsyncIterable<AdDay[]> {
  const { of, above = [], part }: Level = levels[level]
  const dimensions = [`${of}_id`, 'stat_time_day', ...(part ? [part] : [])]
  // A metric that is missing is an error, not a zero.
  const metrics = (part ? delivered : measured).extend(named(above, z.string()))
  // Reports leave out deleted objects unless the level's own status asks for all. The advertiser has none.
  const filter = (field_name: string, values: string[]) => ({
    field_name,
    filter_type: 'IN',
    filter_value: JSON.stringify(values),
  })
  const filtering = [filter(`${of}_status`, ['STATUS_ALL']), ...(campaigns ? [filter('campaign_ids', campaigns)] : [])]
  const line = z.object({ dimensions: z.object(named(dimensions, z.string())), metrics })
  const pages = read_list(api, '/report/integrated/get/', line as unknown as z.ZodType<Line>, {
    advertiser_id: account.account_id,
    report_type: part ? 'AUDIENCE' : 'BASIC',
    service_type: service,
    data_level: `${service}_${of.toUpperCase()}`,
    dimensions: JSON.stringify(dimensions),
    metrics: JSON.stringify(Object.keys(metrics.shape)),
    start_date: from,
    end_date: to,
    filtering: of === 'advertiser' ? undefined : JSON.stringify(filtering),
  })
  return mapped(pages, day_of)
}

const sum_of_known = (metrics: Line['metrics'], names: readonly (typeof counts | typeof values)[number][]) => {
  const found = names.flatMap((name) => metrics[name] ?? [])
  return found.length === 0 ? null : sum_of(found)
}

function day_of({ dimensions, metrics }: Line): AdDay {
  const ids: Line['dimensions'] = { ...metrics, ...dimensions }
  return {
    ...metrics,
    date: ids.stat_time_day.slice(0, 10),
    campaign_id: ids.campaign_id ?? '',
    ad_group_id: ids.adgroup_id,
    ad_id: ids.ad_id,
    part: ids.country_code ?? ids.platform,
    conversions: sum_of_known(metrics, counts),
    conversion_value: sum_of_known(metrics, values),
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
  late_hours: { country: 16, device: 16 },
  // Groups, ads and audiences do not reach the total, because GMV Max has none.
  total: { levels: ['campaign'], read: read_account },
  // Kinds of campaigns that no list and no report of campaigns contains, such as GMV Max. Only the advertiser's total does.
  unlisted: 'other campaigns of the account (GMV Max)',
  // Dimension `platform` of audience reports (third-party connectors, read 2026-11). Android tablets have no word of their own.
  devices: { ANDROID: 'mobile', IOS: 'mobile', PC: 'desktop' },
})
