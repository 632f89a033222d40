// Conversion into the reporting currency, in SQL. PostgreSQL first sums amounts by date and currency, then multiplies each sum by
// the exchange rate of its date. Numerics are exact. The only rounding is to 10^-12 of a unit.
import { type RawBuilder, sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import { exact_micros, money_number } from '#domain/exact.ts'
import type { Org } from '#engine/access/directory.ts'
import type { FigureContext } from '#engine/tool.ts'
import type { Side } from '#figures/figure.ts'
import { as_money, listed_by, type Message, message, named } from '#messages/message.ts'

/** A day without an exchange rate uses the last earlier one, which may be at most this number of days old. */
const RATE_GAP_DAYS = 7
/** Digits of a rate in answers. */
const RATE_DIGITS = 8

type Fragment = RawBuilder<unknown>

/** The public rate of a currency on the date of `d`: units for one euro. */
const public_rate = (currency: Fragment) => sql`
  select r.per_eur, r.rate_date <> d.on_date as is_filled,
    case r.source when 'ecb' then 'European Central Bank' else r.source end as source
  from fx_rates r
  where r.currency = ${currency} and r.date <= d.on_date
    and r.date >= d.on_date - ${sql.lit(RATE_GAP_DAYS)} and r.rate_date >= d.on_date - ${sql.lit(RATE_GAP_DAYS)}
  order by r.date desc limit 1`

/** The organization's own rate of a currency: the one that started last and has not ended. */
const own_rate = (currency: Fragment) => sql`
  select o.per_currency, o.units, o.kind, o.units * case o.per_currency when 'EUR' then 1 else base.per_eur end as per_eur
  from ${of_org('org_fx_rates', 'o')} left join lateral (${public_rate(sql`o.per_currency`)}) base on true
  where o.currency = ${currency} and o.valid_from <= d.on_date and (o.valid_until is null or o.valid_until >= d.on_date)
  order by o.valid_from desc limit 1`

/** The name of a source that both rates have is written once. */
const source_of = (reporting: string) => sql`
  case when d.in_currency = 'EUR' or a.source = b.source then b.source
    when ${reporting} = 'EUR' then a.source else a.source || ' and ' || b.source end`

/**
 * The exchange rates for the currencies and dates of rows `g`, each read once: an amount times `rep` / `own` is in the reporting
 * currency. Rows in the reporting currency have no date.
 */
export function rates_of_g({ currency: reporting, has_own_rates }: Pick<Org, 'currency' | 'has_own_rates'>): Fragment {
  const days = sql`(select distinct in_currency, on_date from g where on_date is not null) d`
  if (has_own_rates) return own_or_public_rates(days, reporting)
  // Most organizations have no own rates. Looking for them takes longer than many questions.
  return sql`
    select d.in_currency, d.on_date, a.per_eur as own, b.per_eur as rep, a.is_filled or b.is_filled as is_filled,
      ${source_of(reporting)} as source
    from ${days} left join lateral (${public_rate(sql`d.in_currency`)}) a on true
      left join lateral (${public_rate(sql`${reporting}`)}) b on true`
}

/** An own rate between the two currencies is used as it is. Other own rates replace one side. */
function own_or_public_rates(days: Fragment, reporting: string): Fragment {
  const side = (currency: Fragment, alias: string) => sql`
    left join lateral (${own_rate(currency)}) ${sql.ref(`${alias}_own`)} on true
    left join lateral (${public_rate(currency)}) ${sql.ref(`${alias}_public`)} on true
    cross join lateral (
      select coalesce(${sql.ref(`${alias}_own.per_eur`)}, ${sql.ref(`${alias}_public.per_eur`)}) as per_eur,
        ${sql.ref(`${alias}_own.per_eur`)} is null and ${sql.ref(`${alias}_public.is_filled`)} as is_filled,
        case when ${sql.ref(`${alias}_own.per_eur`)} is null then ${sql.ref(`${alias}_public.source`)} else ${sql.ref(`${alias}_own.kind`)} end as source
    ) ${sql.ref(alias)}`
  return sql`
    select d.in_currency, d.on_date, pair.*
    from ${days}
    ${side(sql`d.in_currency`, 'a')} ${side(sql`${reporting}`, 'b')}
    cross join lateral (
      select a_own.units as own, 1::numeric as rep, false as is_filled, a_own.kind as source, 1 as rank
      where a_own.per_currency = ${reporting}
      union all
      select 1, b_own.units, false, b_own.kind, 2 where b_own.per_currency = d.in_currency
      union all
      select a.per_eur, b.per_eur, a.is_filled or b.is_filled, ${source_of(reporting)}, 3
      order by rank limit 1
    ) pair`
}

export const join_rates = sql`left join rates on rates.in_currency = g.in_currency and rates.on_date = g.on_date`

/** The rates that converted rows of `g`, as one JSON value, by currency and source. */
export const rates_used_in_g = sql`(
  select jsonb_agg(to_jsonb(u)) from (
    select in_currency as currency, source, min(rep / own)::text as lowest, max(rep / own)::text as highest,
      count(*) filter (where is_filled) as filled_days
    from rates where own is not null and rep is not null group by in_currency, source) u)`

/** A column of `g`, from micros to integer 10^-12 units of the reporting currency. null: an exchange rate is missing. A zero needs none. */
export function converted(column: string, reporting: string): Fragment {
  const of = sql.ref(`g.${column}`)
  return sql`case when g.in_currency = ${reporting} or ${of} = 0 then ${of}::numeric * 1000000
    else ${of}::numeric * 1000000.000000 * rates.rep / rates.own end`
}

export const rate_is_missing = (reporting: string) =>
  sql`(g.in_currency <> ${reporting} and (rates.own is null or rates.rep is null))`

/** Organizations with their currency whose rows needed exchange rates. They are asked with rates immediately. */
const converting = new Set<string>()
const CONVERTING_MAX = 10_000

/**
 * Most organizations have all amounts in their reporting currency, and looking for rates takes longer than their sums. So rows are
 * summed without rates first. If there is an amount in another currency, they are summed again.
 */
export async function converted_rows<Row extends { in_currency: string | null; is_of_all?: boolean }>(
  { db, org }: Pick<FigureContext, 'db' | 'org'>,
  has_money: boolean,
  query: (converts: boolean) => RawBuilder<Row>,
): Promise<Row[]> {
  const key = `${org.org_id} ${org.currency}`
  if (!has_money || !converting.has(key)) {
    const { rows } = await query(false).execute(db)
    const is_in_currency = ({ in_currency, is_of_all }: Row) => is_of_all === false || in_currency === org.currency
    if (!has_money || rows.every(is_in_currency)) return rows
    if (converting.size >= CONVERTING_MAX) converting.clear()
    converting.add(key)
  }
  return (await query(true).execute(db)).rows
}

/** A sum of a segment of the days. */
interface Summed {
  name: string
  segment: number
}

/** A rate as PostgreSQL returns it. */
interface RateRow {
  currency: string
  source: string
  lowest: string
  highest: string
  filled_days: number
}

/** The exchange rates of a currency from one source. */
export interface RateUsed {
  currency: string
  lowest: number
  highest: number
  source: string
  filled_days: number
}

export type MissingBefore = 'rate.missing_before' | 'rate.missing_year_before'

/** Collects amounts without an exchange rate, and the rates that converted the others. */
export class FxUse {
  readonly #missing = new Map<string, { micros: bigint; name: string; is_before: boolean }>()
  #is_incomplete = false
  #used: RateRow[] = []

  /** The first segment with days of the window itself. Earlier segments belong to the periods that it is compared with. */
  readonly #first_segment: number
  /** The message about amounts of earlier segments. */
  readonly #missing_before: MissingBefore

  constructor(first_segment = 0, missing_before: MissingBefore = 'rate.missing_before') {
    this.#first_segment = first_segment
    this.#missing_before = missing_before
  }

  add({ name, segment }: Summed, currency: string | null, missing_micros: bigint): void {
    if (currency === null || missing_micros === 0n) return
    const is_before = segment < this.#first_segment
    const key = `${currency} ${name}${is_before ? ' before' : ''}`
    this.#missing.set(key, { name, is_before, micros: (this.#missing.get(key)?.micros ?? 0n) + missing_micros })
    this.#is_incomplete ||= !is_before
  }

  use(rates: RateRow[] | null | undefined): void {
    if (rates) this.#used = rates
  }

  get used(): readonly RateRow[] {
    return this.#used
  }

  get missing(): string[] {
    return [...this.#missing.keys()].map(currency_of)
  }

  /** True if an amount of a side has no exchange rate, so that its sum is only a part. */
  misses_rates(side: Side): boolean {
    if (side === 'current') return this.#is_incomplete
    const of_side: MissingBefore = side === 'previous' ? 'rate.missing_before' : 'rate.missing_year_before'
    return this.#missing_before === of_side && [...this.#missing.values()].some(({ is_before }) => is_before)
  }

  /**
   * Notes in alphabetical order, independent of the order of rows. `stated`: what notes about the same platforms state already. Details
   * repeat the amounts of their whole.
   */
  notes({ org }: Pick<FigureContext, 'org'>, stated = new Set<string>()): Message[] {
    return in_order(this.#missing).flatMap(([key, { name, is_before, micros }]) => {
      const currency = currency_of(key)
      const kind = is_before ? this.#missing_before : 'rate.missing'
      if (stated.has(`${kind} ${key}`)) return []
      stated.add(`${kind} ${key}`)
      return message(kind, {
        amount: as_money(money_number(exact_micros(micros), currency), currency),
        sum: named('sum', name, name.replaceAll('_', ' ')),
        currency: org.currency,
      })
    })
  }
}

const currency_of = (key: string) => key.slice(0, 3)

/** True if a currency has a rate on some days and none on others, so that sums of some days have what those of others leave out. */
export function has_gaps(parts: readonly FxUse[]): boolean {
  const used = new Set(parts.flatMap((of) => of.used.map(({ currency }) => currency)))
  return parts.some(({ missing }) => missing.some((currency) => used.has(currency)))
}

/** One note about the days of all parts of an answer that use the last rate before them. */
export function filled_notes(parts: readonly FxUse[]): Message[] {
  const days = new Map<string, number>()
  for (const { currency, filled_days } of rates_used(parts) ?? [])
    if (filled_days > 0) days.set(currency, (days.get(currency) ?? 0) + filled_days)
  const gaps = in_order(days).map(([currency, count]) => message('rate.filled_days', { currency, count }))
  return gaps.length === 0 ? [] : [message('rate.filled', { currencies: listed_by(', ', gaps) })]
}

/** The rates of all parts of an answer, each currency and source once. Undefined when nothing was converted. */
export function rates_used(parts: readonly FxUse[]): RateUsed[] | undefined {
  const rates = new Map<string, RateUsed>()
  for (const { currency, source, filled_days, ...range } of parts.flatMap(({ used }) => used)) {
    const [lowest, highest] = [shown_rate(range.lowest), shown_rate(range.highest)]
    const known = rates.get(`${currency} ${source}`) ?? { lowest, highest, filled_days }
    rates.set(`${currency} ${source}`, {
      currency,
      lowest: Math.min(known.lowest, lowest),
      highest: Math.max(known.highest, highest),
      source,
      filled_days: Math.max(known.filled_days, filled_days),
    })
  }
  return rates.size === 0 ? undefined : in_order(rates).map(([, rate]) => rate)
}

const shown_rate = (text: string) => Number(Number(text).toPrecision(RATE_DIGITS))
const in_order = <Of>(of: Map<string, Of>) => [...of].sort(([one], [other]) => (one < other ? -1 : 1))
