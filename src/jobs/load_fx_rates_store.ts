// Stores exchange rates of a source. Every calendar day gets a row, because a rate is valid until the next one.
import { sql } from 'kysely'
import type { ReferenceRate } from '#domain/reference_rates.ts'
import type { ScheduledJobContext } from '#engine/job.ts'

type RateSource = 'ecb' | 'currency-api'
export type InSystem = ScheduledJobContext['in_system']

/** A rate is valid until the next one, but at most for this number of days. After that, the currency has no rate. */
export const SERVES_DAYS = 7

/**
 * Stores a row for every calendar day. A published rate replaces a carried one of its source, never the reverse. A rate of the bank,
 * also a carried one, replaces a rate of the other source, never the reverse.
 */
export async function store_rates(
  in_system: InSystem,
  source: RateSource,
  published: ReferenceRate[],
): Promise<number> {
  const days = new Set(published.map(({ date }) => date))
  const euros = source === 'ecb' ? [...days].map((date) => ({ currency: 'EUR', date, per_eur: '1' })) : []
  const rates = [...published, ...euros]
  const { numAffectedRows } = await in_system((db) =>
    sql`
      insert into fx_rates (currency, date, per_eur, rate_date, source)
      select currency, date + n, per_eur, case currency when 'EUR' then date + n else date end, ${source}
      from (
        select *, least(lead(date) over (partition by currency order by date) - date, ${sql.lit(SERVES_DAYS + 1)}) - 1 as last
        from unnest(
          ${rates.map(({ currency }) => currency)}::text[],
          ${rates.map(({ date }) => date)}::date[],
          ${rates.map(({ per_eur }) => per_eur)}::numeric[]
        ) as published (currency, date, per_eur)
      ) served, generate_series(0, last) n
      on conflict (currency, date) do update
      set per_eur = excluded.per_eur, rate_date = excluded.rate_date, source = excluded.source
      where case when excluded.source = fx_rates.source then excluded.rate_date >= fx_rates.rate_date else excluded.source = 'ecb' end
        and (fx_rates.per_eur, fx_rates.rate_date, fx_rates.source)
          is distinct from (excluded.per_eur, excluded.rate_date, excluded.source)`.execute(db),
  )
  return Number(numAffectedRows ?? 0)
}
