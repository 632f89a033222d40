import { sql } from 'kysely'
import { type ReferenceRate, read_reference_rates } from '#domain/reference_rates.ts'
import { add_days, today_in } from '#domain/windows.ts'
import { type ScheduledJobContext, scheduled_job } from '#engine/job.ts'

const ECB_URL = 'https://www.ecb.europa.eu/stats/eurofxref'
const WHOLE_HISTORY = 'eurofxref-hist.xml'
const LAST_90_DAYS = 'eurofxref-hist-90d.xml'
/** The short file covers this number of past days, minus a margin. Older tables need the whole history. */
const SHORT_FILE_REACHES_DAYS = 80
/** A rate is valid until the next one, but at most for this number of days. After that, the currency has no rate. */
const SERVES_DAYS = 7
// The bank publishes rates at about 16:00 in Frankfurt on working days.
const PUBLISHED_HOUR_UTC = 14
const REDIRECTS_MAX = 3

export const load_fx_rates = scheduled_job({
  about: "Store the European Central Bank's reference rates.",
  attempts_max: 3,
  cron: '*/10 * * * *',
  async run({ in_system, log, now: clock, parts, signal }) {
    const now = clock()
    const today = today_in('UTC', now)
    const until = await stored_until(in_system)
    if (!is_due(until, today, now)) return
    const file = until >= add_days(today, -SHORT_FILE_REACHES_DAYS) ? LAST_90_DAYS : WHOLE_HISTORY
    const url = `${parts.fx_rates_url ?? ECB_URL}/${file}`
    const { status, text } = await parts.outbound.fetch({ url, redirects: REDIRECTS_MAX, signal })
    if (status !== 200) throw new Error(`${url} answered with status ${status}`)
    const rates = read_reference_rates(text)
    const newest =
      rates
        .map(({ date }) => date)
        .sort()
        .at(-1) ?? ''
    // Time zones east of UTC are at most one day ahead.
    if (newest > add_days(today, 1)) throw new Error(`${url} has rates of ${newest}, which is yet to come`)
    log.info({ file, newest, rows: await store(in_system, rates) }, 'stored reference rates')
  },
})

/** Immediately while no stored rate is valid. Otherwise once an hour, after the publication time of today's rates. */
function is_due(until: string, today: string, now: Date): boolean {
  if (until < add_days(today, -SERVES_DAYS)) return true
  return until < today && now.getUTCHours() >= PUBLISHED_HOUR_UTC && now.getUTCMinutes() < 10
}

type InSystem = ScheduledJobContext['in_system']

/** The newest day with published rates, or '' when there is none. */
async function stored_until(in_system: InSystem): Promise<string> {
  const newest = await in_system((db) =>
    db
      .selectFrom('fx_rates')
      .select((rates) => rates.fn.max('rate_date').as('day'))
      .where('currency', '<>', 'EUR')
      .executeTakeFirst(),
  )
  return newest?.day ?? ''
}

/** Stores a row for every calendar day. A published rate replaces a carried one, never the reverse. */
async function store(in_system: InSystem, published: ReferenceRate[]): Promise<number> {
  const days = new Set(published.map(({ date }) => date))
  const rates = [...published, ...[...days].map((date) => ({ currency: 'EUR', date, per_eur: '1' }))]
  const { numAffectedRows } = await in_system((db) =>
    sql`
      insert into fx_rates (currency, date, per_eur, rate_date)
      select currency, date + n, per_eur, case currency when 'EUR' then date + n else date end
      from (
        select *, least(lead(date) over (partition by currency order by date) - date, ${sql.lit(SERVES_DAYS + 1)}) - 1 as last
        from unnest(
          ${rates.map(({ currency }) => currency)}::text[],
          ${rates.map(({ date }) => date)}::date[],
          ${rates.map(({ per_eur }) => per_eur)}::numeric[]
        ) as published (currency, date, per_eur)
      ) served, generate_series(0, last) n
      on conflict (currency, date) do update set per_eur = excluded.per_eur, rate_date = excluded.rate_date
      where excluded.rate_date >= fx_rates.rate_date
        and (fx_rates.per_eur, fx_rates.rate_date) is distinct from (excluded.per_eur, excluded.rate_date)`.execute(db),
  )
  return Number(numAffectedRows ?? 0)
}
