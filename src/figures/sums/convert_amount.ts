// One amount in the reporting currency, at the newest rate.
import { sql } from 'kysely'
import type { FigureContext } from '#engine/tool.ts'
import { join_rates, rates_of_g } from '#figures/sums/fx.ts'

const INT8_MAX = 9_223_372_036_854_775_807n

/** Converts micros of a currency into micros of the reporting currency, rounded to a micro. null: there is no exchange rate, or no number that large. */
export const converting =
  ({ db, org, today }: Pick<FigureContext, 'db' | 'org' | 'today'>) =>
  async (amount: bigint, currency: string): Promise<bigint | null> => {
    if (currency === org.currency) return amount
    const { rows } = await sql<{ micros: bigint | null }>`
      with g as (select ${amount}::numeric as micros, ${currency}::text as in_currency, ${today}::date as on_date),
        rates as (${rates_of_g(org)}),
        found as (select round(g.micros * rates.rep / rates.own) as micros from g ${join_rates})
      select case when abs(micros) <= ${INT8_MAX}::numeric then micros::bigint end as micros from found`.execute(db)
    return rows[0]?.micros ?? null
  }
