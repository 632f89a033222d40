// The daily figures that all ad platforms have: by campaign, group and ad, and the figures of campaigns by country and by device.
import { minor_digits, written_digits } from '#domain/money.ts'
import { type Device, device_of } from '#domain/places.ts'
import { type Account, type DailyTotal, type Rows, type WindowStream, window_stream } from '#engine/connector.ts'
import { without_copies } from './ad_copies.ts'
import {
  type AccountDay,
  type AdDay,
  type AdLevel,
  type AdPart,
  added,
  added_parts,
  added_places,
  campaign_of,
  combined,
  type Line,
  lines_in,
  lines_of_account,
  row_of,
  type Sums,
  sums_of,
} from './ad_lines.ts'

export type { AccountDay, AdDay, AdLevel, AdPart } from './ad_lines.ts'
export { figures_of, sum_of } from './ad_lines.ts'
export type Days = Parameters<WindowStream<never, never>['read']>[0]
type DayTable = 'campaign_daily' | 'ad_group_daily' | 'ad_daily' | 'campaign_country_daily' | 'campaign_device_daily'

interface Declared<Part extends AdPart> {
  window: Omit<WindowStream<never, never>['window'], 'slice_days'>
  /** The version of the reading of a level, where it is not that of the window. */
  readings?: Partial<Record<AdLevel | AdPart, WindowStream<never, never>['window']['reading']>>
  /** Days of one request, where they are not 30. */
  slice_days?: Partial<Record<AdLevel | AdPart, number>>
  /** Hours after the end of a day until the platform has all of it, by level. */
  late_hours?: Partial<Record<AdLevel | AdPart, number>>
  read: (level: AdLevel | Part, days: Days) => AsyncIterable<AdDay[]>
  /** The platform can leave out claims of a campaign that it gives for its ad groups. */
  leaves_out_claims?: true
  /** An ad can have the figures of another ad too. */
  copies_ads?: true
  /** Lines of an object come by `place`, and are added up. What one of them does not know is unknown. */
  adds_places?: true
  /** Absent: the platform gives no figures of an account by day. */
  total?: {
    /** The levels that reach the account's own figures. */
    levels: readonly (AdLevel | AdPart)[]
    /** The last digit to which the platform rounds the money of a row, in micros. Default: `last_digit_of`. Counts are exact. */
    last_digit?: DailyTotal['measures'][string]['last_digit']
    /** The measures that the account's own figures have. Default: all. */
    measures?: readonly Total[]
    read: (days: Days) => AsyncIterable<AccountDay[]>
  }
  /** Name of the line with what the account's own figures have beyond the campaigns that reports contain. */
  unlisted?: string
  /** The ISO code of a vendor's word for a country. Default: the word itself, where it is a code. */
  country?: (part: string) => string | undefined
  /** The vendor's words for devices that are not in the common list, with the source. Any other word is another device. */
  devices?: Record<string, Device>
  /** The vendor's own word for ad groups in the name of their stream. */
  ad_groups?: string
  /** The further dimensions that the vendor gives by day and campaign. Default: all. */
  parts?: readonly Part[]
}

/** Days of one request. All countries of its campaigns are in memory while they are added up. */
const SLICE_DAYS: Partial<Record<AdLevel | AdPart, number>> = { country: 10 }
const EVERY_PART: readonly AdPart[] = ['country', 'device']

/** The streams of daily figures. Levels are read separately and never added up. */
export function ad_days<Part extends AdPart = AdPart>(declared: Declared<Part>) {
  const {
    window,
    readings,
    slice_days,
    late_hours,
    total,
    unlisted,
    country = iso_code,
    devices,
    ad_groups = 'ad_group',
    parts = EVERY_PART as readonly Part[],
  } = declared
  type Level = AdLevel | Part
  const lines_of = async function* (level: Level, days: Days) {
    const lines = lines_in(declared.read(level, days))
    yield* declared.adds_places ? added_places(lines) : lines
  }
  const stream = <const T extends DayTable>(
    level: Level,
    table: T,
    own: (day: Line['day']) => object,
    read: (days: Days) => AsyncIterable<Line[]> = (days) => lines_of(level, days),
  ) =>
    window_stream<Line, T>({
      into: [table],
      every: '1h',
      window: {
        ...window,
        reading: readings?.[level] ?? window.reading,
        late_hours: late_hours?.[level],
        slice_days: slice_days?.[level] ?? SLICE_DAYS[level] ?? 30,
      },
      ...(total?.levels.includes(level) && {
        total: {
          ...total_of(total, declared.adds_places),
          ...(level === 'campaign' && unlisted && { remainder: { campaign_id: unlisted } }),
        },
      }),
      read,
      rows: (line, { account }) => ({ [table]: { ...row_of(line, account), ...own(line.day) } }) as unknown as Rows<T>,
    })
  const part = (level: Part, code: (part: string) => string | undefined) =>
    stream(
      level,
      `campaign_${level}_daily`,
      (day) => ({ [level]: day.part }),
      (days) => added_parts(lines_of(level, days), code),
    )
  const code_of: Record<AdPart, (word: string) => string | undefined> = {
    country,
    device: (word) => devices?.[word] ?? device_of(word),
  }
  const reach_of = ({ reach }: Line['day']) => ({ reach: reach ? BigInt(reach) : null })
  return {
    campaign_daily: stream('campaign', 'campaign_daily', reach_of, (days) => {
      const campaigns = with_claims_below(
        lines_of('campaign', days),
        () => lines_of('ad_group', days),
        declared.leaves_out_claims,
      )
      return unlisted === undefined || !total
        ? campaigns
        : with_unlisted({ name: unlisted, last_digit: digit_of(total, days.account) }, total.read(days), campaigns)
    }),
    [`${ad_groups}_daily`]: stream('ad_group', 'ad_group_daily', ({ ad_group_id }) => ({ ad_group_id })),
    ad_daily: stream(
      'ad',
      'ad_daily',
      (day) => ({ ad_group_id: day.ad_group_id, ad_id: day.ad_id, ...reach_of(day) }),
      (days) => {
        const ads = lines_of('ad', days)
        return declared.copies_ads ? without_copies(ads, () => lines_of('ad_group', days)) : ads
      },
    ),
    ...Object.fromEntries(parts.map((level) => [`${level}_daily`, part(level, code_of[level])])),
  }
}

const HUNDREDTH = 10_000n
const WHOLE = 1_000_000n

/** In micros. Platforms round the money of a row to hundredths, or to the unit of a currency that has none, or is written without. */
export const last_digit_of = (currency = 'USD'): bigint =>
  Math.min(minor_digits(currency), written_digits(currency)) < 2 ? WHOLE : HUNDREDTH

const digit_of = ({ last_digit = last_digit_of }: NonNullable<Declared<AdPart>['total']>, { currency }: Account) =>
  typeof last_digit === 'bigint' ? last_digit : last_digit(currency)

const iso_code = (part: string) => (/^[A-Z]{2}$/.test(part) ? part : undefined)

type Total = 'spend_micros' | 'impressions' | 'clicks'
const EVERY_TOTAL: readonly Total[] = ['spend_micros', 'impressions', 'clicks']

function total_of(
  { read, last_digit = last_digit_of, measures: given = EVERY_TOTAL }: NonNullable<Declared<AdPart>['total']>,
  adds_places: true | undefined,
): DailyTotal {
  const only = <Of>(of: Record<Total, Of>) => Object.fromEntries(given.map((name) => [name, of[name]]))
  return {
    measures: only<DailyTotal['measures'][string]>({ spend_micros: { last_digit }, impressions: {}, clicks: {} }),
    async read(days) {
      const found = []
      const lines = lines_of_account(read(days))
      for await (const page of adds_places ? added_places(lines) : lines)
        for (const { day, sums } of page)
          found.push({ date: day.date, measures: only<bigint>({ ...sums, spend_micros: sums.spend }) })
      return found
    },
  }
}

// ---- claims and campaigns that reports leave to others -----------------------------------------------------------------------------

const unknown = { conversions: null, conversion_value: null }

type Claims = Pick<Sums, keyof typeof unknown>

/** Adds claims that only ad groups have to the days of their campaigns. `leaves_out`: so can those of a campaign that claims nothing be. */
async function* with_claims_below(
  campaigns: AsyncIterable<Line[]>,
  ad_groups: () => AsyncIterable<Line[]>,
  leaves_out: true | undefined,
) {
  let claims: Map<string, Claims> | undefined
  const claims_below = (line: Line): Partial<Claims> => {
    const found = claims?.get(campaign_of(line))
    // Without ad groups they are unknown.
    if (line.day.has_claims_below) return found ?? unknown
    return found?.conversions && claims_nothing(line) ? found : {}
  }
  const claims_nothing = ({ sums }: Line) => leaves_out && sums.conversions === 0n
  for await (const page of campaigns) {
    if (page.some((line) => line.day.has_claims_below || claims_nothing(line)))
      claims ??= await by_campaign(ad_groups())
    yield page.map((line) => ({ ...line, sums: { ...line.sums, ...claims_below(line) } }))
  }
}

async function by_campaign(ad_groups: AsyncIterable<Line[]>) {
  // By ad group, because a page can repeat a line of the page before.
  const own = new Map<string, Line>()
  for await (const page of ad_groups)
    for (const line of page) own.set([campaign_of(line), line.day.ad_group_id].join(), line)
  const claims = [...Map.groupBy(own.values(), campaign_of)].map(([campaign, lines]) => {
    const { conversions, conversion_value } = added(lines)
    return [campaign, { conversions, conversion_value }] as const
  })
  return new Map(claims)
}

/**
 * The days of campaigns, and what the account's own figures have beyond them, so that no spend is missing. The account is read first,
 * because figures of the current day grow between two requests.
 */
async function* with_unlisted(
  { name, last_digit }: { name: string; last_digit: bigint },
  totals: AsyncIterable<AccountDay[]>,
  campaigns: AsyncIterable<Line[]>,
) {
  const days: AccountDay[] = []
  for await (const page of totals) days.push(...page)
  // By campaign, because a page can repeat a line of the page before.
  const listed = new Map<string, Line>()
  for await (const page of campaigns) {
    for (const line of page) listed.set(campaign_of(line), line)
    yield page
  }
  yield days.flatMap((total): Line[] => {
    const lines = [...listed.values()].filter(({ day }) => day.date === total.date)
    const whole = sums_of(total)
    const rest = lines.length === 0 ? whole : combined(whole, added(lines), (a, b) => (a > b ? a - b : 0n))
    // Each row is wrong by half its last digit at most.
    if (rest.spend * 2n <= last_digit * BigInt(lines.length + 1)) return []
    return [{ day: { date: total.date, campaign_id: name }, sums: rest }]
  })
}
