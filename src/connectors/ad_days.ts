// The daily figures that all ad platforms have: by campaign, group and ad, and the figures of campaigns by country and by device.
import { decimal, micros, minor_digits, written_digits } from '#domain/money.ts'
import { type Device, device_of } from '#domain/places.ts'
import { type Account, type DailyTotal, type Rows, type WindowStream, window_stream } from '#engine/connector.ts'

export type AdLevel = 'campaign' | 'ad_group' | 'ad'
/** The figures of campaigns by one more dimension. */
export type AdPart = 'country' | 'device'

/** A day of a campaign, group or ad as the vendor reports it. Amounts are in the account's currency. */
export interface AdDay {
  date: string
  campaign_id: string
  ad_group_id?: string
  ad_id?: string
  /** The vendor's own word for the country or the device. */
  part?: string
  /** A further dimension of the vendor. Its lines are added up. */
  place?: string
  spend: string | { micros: bigint }
  impressions: string
  clicks: string
  /** The platform gives the claims of this campaign for its ad groups only, so they are added from these. */
  has_claims_below?: boolean
  /** What the platform claims. null: it does not give claims for such a line. */
  conversions: string | null
  conversion_value: string | number | null
  /** Different people of one day. Never added up over days. */
  reach?: string | null
}

/** The account's own figures of a day. */
export type AccountDay = Pick<AdDay, 'date' | 'spend' | 'impressions' | 'clicks'> &
  Partial<Pick<AdDay, 'conversions' | 'conversion_value'>>

export type Days = Parameters<WindowStream<never, never>['read']>[0]
type DayTable = 'campaign_daily' | 'ad_group_daily' | 'ad_daily' | 'campaign_country_daily' | 'campaign_device_daily'

interface Declared<Part extends AdPart> {
  window: Omit<WindowStream<never, never>['window'], 'slice_days'>
  /** Days of one request, where they are not 30. */
  slice_days?: Partial<Record<AdLevel | AdPart, number>>
  /** Hours after the end of a day until the platform has all of it, by level. */
  late_hours?: Partial<Record<AdLevel | AdPart, number>>
  read: (level: AdLevel | Part, days: Days) => AsyncIterable<AdDay[]>
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
/** Added lines that are stored together. */
const PAGE_LINES = 5_000

/** The streams of daily figures. Levels are read separately and never added up. */
export function ad_days<Part extends AdPart = AdPart>(declared: Declared<Part>) {
  const {
    window,
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
    for await (const page of declared.read(level, days)) yield page.map(exact)
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
        late_hours: late_hours?.[level],
        slice_days: slice_days?.[level] ?? SLICE_DAYS[level] ?? 30,
      },
      ...(total?.levels.includes(level) && {
        total: {
          ...total_of(total),
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
      const campaigns = with_claims_below(lines_of('campaign', days), () => lines_of('ad_group', days))
      return unlisted === undefined || !total
        ? campaigns
        : with_unlisted({ name: unlisted, last_digit: digit_of(total, days.account) }, total.read(days), campaigns)
    }),
    [`${ad_groups}_daily`]: stream('ad_group', 'ad_group_daily', ({ ad_group_id }) => ({ ad_group_id })),
    ad_daily: stream('ad', 'ad_daily', (day) => ({ ad_group_id: day.ad_group_id, ad_id: day.ad_id, ...reach_of(day) })),
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

function total_of({
  read,
  last_digit = last_digit_of,
  measures: given = EVERY_TOTAL,
}: NonNullable<Declared<AdPart>['total']>): DailyTotal {
  const only = <Of>(of: Record<Total, Of>) => Object.fromEntries(given.map((name) => [name, of[name]]))
  return {
    measures: only<DailyTotal['measures'][string]>({ spend_micros: { last_digit }, impressions: {}, clicks: {} }),
    async read(days) {
      const found = []
      for await (const page of read(days))
        for (const { date, spend, impressions, clicks } of page)
          found.push({ date, measures: only<bigint | string>({ spend_micros: micros_of(spend), impressions, clicks }) })
      return found
    },
  }
}

// ---- exact figures -------------------------------------------------------------------------------------------------------

const measures = ['spend', 'impressions', 'clicks', 'conversions', 'conversion_value'] as const
type Sums = Record<(typeof measures)[number], bigint | null>

/** A day with its measures as whole numbers: counts, and micros of money and of conversions, which can be fractions. */
interface Line {
  day: Omit<AdDay, keyof Sums>
  sums: Sums
}

const micros_of = (amount: AdDay['spend']): bigint => (typeof amount === 'string' ? micros(amount) : amount.micros)
/** The exact sum of amounts, as text. */
export const sum_of = (amounts: readonly string[]): string =>
  decimal(amounts.reduce((total, amount) => total + micros(amount), 0n))
const claim_of = (claim: string | number | null = null) => (claim === null ? null : micros(claim))

const sums_of = ({ spend, impressions, clicks, conversions, conversion_value }: AccountDay): Sums => ({
  spend: micros_of(spend),
  impressions: BigInt(impressions),
  clicks: BigInt(clicks),
  conversions: claim_of(conversions),
  conversion_value: claim_of(conversion_value),
})
const exact = (day: AdDay): Line => ({ day, sums: sums_of(day) })
/** The columns that all daily figures of ads have. */
export const figures_of = (day: AdDay, account: Account) => row_of(exact(day), account)
const campaign_of = ({ day: { date, campaign_id } }: Line): string => [date, campaign_id].join()

function row_of({ day: { campaign_id, date }, sums }: Line, { account_id, currency }: Account) {
  return {
    account_id,
    campaign_id,
    date,
    currency,
    spend_micros: sums.spend,
    impressions: sums.impressions,
    clicks: sums.clicks,
    conversions: sums.conversions === null ? null : decimal(sums.conversions),
    conversion_value_micros: sums.conversion_value,
  }
}

/** Combines each measure of two. What one of them does not know stays unknown. */
const combined = (one: Sums, other: Sums, by: (one: bigint, other: bigint) => bigint): Sums =>
  Object.fromEntries(
    measures.map((name) => {
      const [a, b] = [one[name], other[name]]
      return [name, a === null || b === null ? null : by(a, b)]
    }),
  ) as Sums
const added = (lines: readonly Line[]): Sums =>
  lines.map(({ sums }) => sums).reduce((sum, one) => combined(sum, one, (a, b) => a + b))

/**
 * Adds up the vendor's parts that have one code, such as two kinds of phones. A part without a code is left out: it belongs to what the
 * platform does not report at this level.
 */
async function* added_parts(pages: AsyncIterable<Line[]>, code: (part: string) => string | undefined) {
  // By the vendor's own part, because a page can repeat a line of the page before.
  const own = new Map<string, Line>()
  for await (const page of pages)
    for (const line of page) {
      const { date, campaign_id, ad_group_id, part, place } = line.day
      own.set([date, campaign_id, ad_group_id, part, place].join(), line)
    }
  const coded = own.values().flatMap(({ day, sums }) => {
    const part = code(day.part ?? '')
    return part === undefined ? [] : [{ day: { ...day, part }, sums }]
  })
  const groups = Map.groupBy(coded, ({ day }) => [day.date, day.campaign_id, day.part].join())
  const sums = [...groups.values()].map((lines) => ({ day: lines[0]!.day, sums: added(lines) }))
  for (let at = 0; at < sums.length; at += PAGE_LINES) yield sums.slice(at, at + PAGE_LINES)
}

const unknown = { conversions: null, conversion_value: null }

/** Adds claims that only ad groups have to the days of their campaigns. Without ad groups they are unknown. */
async function* with_claims_below(campaigns: AsyncIterable<Line[]>, ad_groups: () => AsyncIterable<Line[]>) {
  let claims: Map<string, Pick<Sums, keyof typeof unknown>> | undefined
  for await (const page of campaigns) {
    if (page.some(({ day }) => day.has_claims_below)) claims ??= await by_campaign(ad_groups())
    yield page.map((line) =>
      line.day.has_claims_below
        ? { ...line, sums: { ...line.sums, ...(claims?.get(campaign_of(line)) ?? unknown) } }
        : line,
    )
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
    if ((rest.spend ?? 0n) * 2n <= last_digit * BigInt(lines.length + 1)) return []
    return [{ day: { date: total.date, campaign_id: name }, sums: rest }]
  })
}
