// Conversion into the reporting currency, in SQL: amounts are summed by date and currency first, then each sum is multiplied by
// the rate of its date. Exact numerics; the one rounding here is to 10^-12 of a unit.
import { type RawBuilder, sql } from 'kysely'
import { exact_micros, money_number } from '#domain/exact.ts'
import type { Context } from '#engine/tool.ts'

/** A day without a rate takes the last one before it, published at most so many days ago. */
const RATE_GAP_DAYS = 7

/** Joins the two rates to rows called `g` that have a currency and a date. */
export function rate_joins(reporting: string): RawBuilder<unknown> {
  const rate = (currency: RawBuilder<unknown>, alias: string) => sql`
    left join lateral (
      select r.per_eur, r.rate_date from fx_rates r
      where g.in_currency <> ${reporting} and r.currency = ${currency} and r.date <= g.on_date
        and r.date >= g.on_date - ${sql.lit(RATE_GAP_DAYS)} and r.rate_date >= g.on_date - ${sql.lit(RATE_GAP_DAYS)}
      order by r.date desc limit 1
    ) ${sql.ref(alias)} on true`
  return sql`${rate(sql`g.in_currency`, 'own')} ${rate(sql`${reporting}`, 'rep')}`
}

/** The column of `g`, micros, as integer 10^-12 units of the reporting currency; null where a rate is missing. */
export function converted(column: string, reporting: string): RawBuilder<unknown> {
  const of = sql.ref(`g.${column}`)
  return sql`case when g.in_currency = ${reporting} then ${of}::numeric * 1000000
    else ${of}::numeric * 1000000.000000 * rep.per_eur / own.per_eur end`
}

export const rate_is_missing = (reporting: string) =>
  sql`(g.in_currency <> ${reporting} and (own.per_eur is null or rep.per_eur is null))`
export const rate_is_filled = (reporting: string) =>
  sql`(g.in_currency <> ${reporting} and (own.rate_date <> g.on_date or rep.rate_date <> g.on_date))`

/** What could not be converted, and what was converted with an older rate; grows while rows are read. */
export class FxUse {
  readonly #missing = new Map<string, { micros: bigint; what: string }>()
  readonly #filled = new Map<string, number>()

  add(what: string, currency: string | null, missing_micros: bigint, filled_days: number): void {
    if (currency === null) return
    if (missing_micros !== 0n) {
      const key = `${currency} ${what}`
      this.#missing.set(key, { what, micros: (this.#missing.get(key)?.micros ?? 0n) + missing_micros })
    }
    this.#filled.set(currency, Math.max(this.#filled.get(currency) ?? 0, filled_days))
  }

  notes({ org }: Pick<Context, 'org'>): string[] {
    const left_out = [...this.#missing].map(([key, { what, micros }]) => {
      const currency = key.slice(0, 3)
      return `${money_number(exact_micros(micros), currency)} ${currency} of ${what} is left out of the totals: there is no exchange rate to ${org.currency} for its dates.`
    })
    const filled = [...this.#filled].filter(([, days]) => days > 0)
    const gaps = filled.map(([currency, days]) => `${currency} (${days} ${days === 1 ? 'day' : 'days'})`)
    return gaps.length === 0
      ? left_out
      : [...left_out, `Days without a published exchange rate use the last one before them: ${gaps.join(', ')}.`]
  }
}
