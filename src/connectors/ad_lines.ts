// The lines of daily figures of ads, as whole numbers that add up.
import { decimal, micros } from '#domain/money.ts'
import type { Account } from '#engine/connector.ts'
import { mapped } from './records.ts'

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
  Partial<Pick<AdDay, 'conversions' | 'conversion_value' | 'place'>>

const measures = ['spend', 'impressions', 'clicks', 'conversions', 'conversion_value'] as const
export type Sums = Record<'spend' | 'impressions' | 'clicks', bigint> &
  Record<'conversions' | 'conversion_value', bigint | null>

/** A day with its measures as whole numbers: counts, and micros of money and of conversions, which can be fractions. */
export interface Line {
  day: Omit<AdDay, keyof Sums>
  sums: Sums
}

const micros_of = (amount: AdDay['spend']): bigint => (typeof amount === 'string' ? micros(amount) : amount.micros)
/** The exact sum of amounts, as text. */
export const sum_of = (amounts: readonly string[]): string =>
  decimal(amounts.reduce((total, amount) => total + micros(amount), 0n))
const claim_of = (claim: string | number | null = null) => (claim === null ? null : micros(claim))

export const sums_of = ({ spend, impressions, clicks, conversions, conversion_value }: AccountDay): Sums => ({
  spend: micros_of(spend),
  impressions: BigInt(impressions),
  clicks: BigInt(clicks),
  conversions: claim_of(conversions),
  conversion_value: claim_of(conversion_value),
})
const exact = (day: AdDay): Line => ({ day, sums: sums_of(day) })
export const lines_in = (pages: AsyncIterable<AdDay[]>) => mapped(pages, exact)
/** The columns that all daily figures of ads have. */
export const figures_of = (day: AdDay, account: Account) => row_of(exact(day), account)
export const campaign_of = ({ day: { date, campaign_id } }: Line): string => [date, campaign_id].join()

export function row_of({ day: { campaign_id, date }, sums }: Line, { account_id, currency }: Account) {
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
export const combined = (one: Sums, other: Sums, by: (one: bigint, other: bigint) => bigint): Sums =>
  Object.fromEntries(
    measures.map((name) => {
      const [a, b] = [one[name], other[name]]
      return [name, a === null || b === null ? null : by(a, b)]
    }),
  ) as Sums
export const added = (lines: readonly Line[]): Sums =>
  lines.map(({ sums }) => sums).reduce((sum, one) => combined(sum, one, (a, b) => a + b))

/** Lines that are added up are stored together. */
const PAGE_LINES = 5_000

/** Adds up the lines that are of one object, day and part. `as_added`: what a line is added to. Undefined: it is left out. */
async function* added_up(
  pages: AsyncIterable<Line[]>,
  as_added: (day: Line['day']) => Line['day'] | undefined,
): AsyncIterable<Line[]> {
  // By the vendor's own part, because a page can repeat a line of the page before.
  const own = new Map<string, Line>()
  for await (const page of pages)
    for (const line of page) {
      const { part, place } = line.day
      own.set([object_of(line), part, place].join(), line)
    }
  const known = own.values().flatMap(({ day, sums }) => {
    const to = as_added(day)
    return to === undefined ? [] : [{ day: to, sums }]
  })
  const groups = Map.groupBy(known, (line) => [object_of(line), line.day.part].join())
  const sums = [...groups.values()].map((lines) => ({ day: lines[0]!.day, sums: added(lines) }))
  for (let at = 0; at < sums.length; at += PAGE_LINES) yield sums.slice(at, at + PAGE_LINES)
}

const object_of = ({ day: { date, campaign_id, ad_group_id, ad_id } }: Line): string =>
  [date, campaign_id, ad_group_id, ad_id].join()

/**
 * Adds up the vendor's parts that have one code, such as two kinds of phones. A part without a code is left out: it belongs to what the
 * platform does not report at this level.
 */
export const added_parts = (pages: AsyncIterable<Line[]>, code: (part: string) => string | undefined) =>
  added_up(pages, ({ ad_group_id: _, ...day }) => {
    const part = code(day.part ?? '')
    return part === undefined ? undefined : { ...day, part }
  })

/** Lines of the account itself, without a campaign. */
export const lines_of_account = (pages: AsyncIterable<AccountDay[]>) =>
  mapped(pages, (day) => exact({ campaign_id: '', conversions: null, conversion_value: null, ...day }))

/** Adds up the lines of each object and day. */
export const added_places = (pages: AsyncIterable<Line[]>) => added_up(pages, (day) => day)
