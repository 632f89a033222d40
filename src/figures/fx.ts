// Conversion into the reporting currency, in SQL. PostgreSQL first sums amounts by date and currency, then multiplies each sum by
// the exchange rate of its date. Numerics are exact. The only rounding is to 10^-12 of a unit.
import { type RawBuilder, sql } from 'kysely'
import { exact_micros, money_number } from '#domain/exact.ts'
import type { Context } from '#engine/tool.ts'

/** A day without an exchange rate uses the last earlier one, which may be at most this number of days old. */
const RATE_GAP_DAYS = 7

/** The exchange rates for the currencies and dates of rows `g`, each read once. Rows in the reporting currency have no date. */
export function rates_of_g(reporting: string): RawBuilder<unknown> {
  const rate = (currency: RawBuilder<unknown>, alias: string) => sql`
    left join lateral (
      select r.per_eur, r.rate_date from fx_rates r
      where r.currency = ${currency} and r.date <= d.on_date
        and r.date >= d.on_date - ${sql.lit(RATE_GAP_DAYS)} and r.rate_date >= d.on_date - ${sql.lit(RATE_GAP_DAYS)}
      order by r.date desc limit 1
    ) ${sql.ref(alias)} on true`
  return sql`
    select d.in_currency, d.on_date, own.per_eur as own, rep.per_eur as rep,
      own.rate_date <> d.on_date or rep.rate_date <> d.on_date as is_filled
    from (select distinct in_currency, on_date from g where on_date is not null) d
    ${rate(sql`d.in_currency`, 'own')} ${rate(sql`${reporting}`, 'rep')}`
}

export const join_rates = sql`left join rates on rates.in_currency = g.in_currency and rates.on_date = g.on_date`

/** A column of `g`, from micros to integer 10^-12 units of the reporting currency. null: an exchange rate is missing. */
export function converted(column: string, reporting: string): RawBuilder<unknown> {
  const of = sql.ref(`g.${column}`)
  return sql`case when g.in_currency = ${reporting} then ${of}::numeric * 1000000
    else ${of}::numeric * 1000000.000000 * rates.rep / rates.own end`
}

export const rate_is_missing = (reporting: string) =>
  sql`(g.in_currency <> ${reporting} and (rates.own is null or rates.rep is null))`

/** A sum of a segment of the days. */
interface Summed {
  name: string
  segment: number
}

/** Collects amounts without an exchange rate, and amounts that were converted with an older rate. */
export class FxUse {
  readonly #missing = new Map<string, { micros: bigint; what: string }>()
  readonly #filled = new Map<string, number>()

  /** The first segment with days of the window itself. Earlier segments belong to the periods that it is compared with. */
  readonly #first_segment: number

  constructor(first_segment = 0) {
    this.#first_segment = first_segment
  }

  add({ name, segment }: Summed, currency: string | null, missing_micros: bigint, filled_days: number): void {
    if (currency === null) return
    if (missing_micros !== 0n) {
      const spoken = name.replaceAll('_', ' ')
      const what = segment < this.#first_segment ? `${spoken} in the previous period` : spoken
      const key = `${currency} ${what}`
      this.#missing.set(key, { what, micros: (this.#missing.get(key)?.micros ?? 0n) + missing_micros })
    }
    this.#filled.set(currency, Math.max(this.#filled.get(currency) ?? 0, filled_days))
  }

  /** True if some amount is left out of the sums. */
  get misses_rates(): boolean {
    return this.#missing.size > 0
  }

  /** Notes in alphabetical order, independent of the order of rows. */
  notes({ org }: Pick<Context, 'org'>): string[] {
    const left_out = in_order(this.#missing).map(([key, { what, micros }]) => {
      const currency = key.slice(0, 3)
      return `${money_number(exact_micros(micros), currency)} ${currency} of ${what} is left out of the totals: there is no exchange rate to ${org.currency} for its dates.`
    })
    const filled = in_order(this.#filled).filter(([, days]) => days > 0)
    const gaps = filled.map(([currency, days]) => `${currency} (${days} ${days === 1 ? 'day' : 'days'})`)
    return gaps.length === 0
      ? left_out
      : [...left_out, `Days without a published exchange rate use the last one before them: ${gaps.join(', ')}.`]
  }
}

const in_order = <Of>(of: Map<string, Of>) => [...of].sort(([one], [other]) => (one < other ? -1 : 1))
