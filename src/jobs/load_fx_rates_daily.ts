import { sql } from 'kysely'
import { read_daily_rates } from '#domain/daily_rates.ts'
import type { ReferenceRate } from '#domain/reference_rates.ts'
import { today_in } from '#domain/windows.ts'
import { type ScheduledJobContext, scheduled_job } from '#engine/job.ts'
import { type InSystem, SERVES_DAYS, store_rates } from './load_fx_rates_store.ts'

/** The package and its documented fallback (github.com/fawazahmed0/exchange-api, CC0, read 2026-11). */
const URLS = [
  'https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@{date}/v1/currencies/eur.min.json',
  'https://{date}.currency-api.pages.dev/v1/currencies/eur.min.json',
]
/** The package has no older days. */
const FIRST_DAY = '2024-03-02'
/** Days that one run reads, the newest first. A new installation has all days after a few hours. */
const DAYS_A_RUN = 70
const REDIRECTS_MAX = 3

export const load_fx_rates_daily = scheduled_job({
  about: 'Store daily exchange rates of currencies that the European Central Bank does not publish.',
  attempts_max: 3,
  cron: '*/10 * * * *',
  async run({ in_system, log, now, ...context }) {
    const today = today_in('UTC', now())
    const days = await missing_days(in_system, today)
    const found: ReferenceRate[] = []
    for (const day of days) found.push(...((await rates_of(day, context)) ?? []))
    if (found.length > 0)
      log.info({ days: days.length, rows: await store_rates(in_system, 'currency-api', found) }, 'stored daily rates')
  },
})

/**
 * The newest days without rates of this source. A day that the source left out keeps the rates of the day before, so it is not
 * requested again once later days are stored. Every file contains ARS, which the bank never publishes.
 */
async function missing_days(in_system: InSystem, today: string): Promise<string[]> {
  const { rows } = await in_system((db) =>
    sql<{ day: string }>`
      with stored as (select date, rate_date = date as is_published from fx_rates where currency = 'ARS' and source = 'currency-api')
      select day::date::text as day from generate_series(${FIRST_DAY}::date, ${today}::date, interval '1 day') day
      where not exists (select from stored where date = day::date and is_published)
        and not (exists (select from stored where date = day::date) and exists (
          select from stored where is_published and date > day::date and date <= day::date + ${sql.lit(SERVES_DAYS)}))
      order by day desc limit ${DAYS_A_RUN}`.execute(db),
  )
  return rows.map(({ day }) => day)
}

/** The rates of a day. Null: the source has no file of this day. */
async function rates_of(day: string, { parts, signal }: Pick<ScheduledJobContext, 'parts' | 'signal'>) {
  const urls = (parts.fx_daily_rates_url ? [parts.fx_daily_rates_url] : URLS).map((url) =>
    url.replaceAll('{date}', day),
  )
  let reason: unknown
  for (const url of urls) {
    try {
      const { status, text } = await parts.outbound.fetch({ url, redirects: REDIRECTS_MAX, signal })
      if (status === 404) return null
      if (status === 200) return read_daily_rates(text, day)
      reason = new Error(`${url} answered with status ${status}`)
    } catch (error) {
      signal.throwIfAborted()
      reason = error
    }
  }
  throw reason
}
