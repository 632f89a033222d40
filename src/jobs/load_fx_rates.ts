import { read_reference_rates } from '#domain/reference_rates.ts'
import { add_days, today_in } from '#domain/windows.ts'
import { scheduled_job } from '#engine/job.ts'
import { type InSystem, SERVES_DAYS, store_rates } from './load_fx_rates_store.ts'

const ECB_URL = 'https://www.ecb.europa.eu/stats/eurofxref'
const WHOLE_HISTORY = 'eurofxref-hist.xml'
const LAST_90_DAYS = 'eurofxref-hist-90d.xml'
/** The short file covers this number of past days, minus a margin. Older tables need the whole history. */
const SHORT_FILE_REACHES_DAYS = 80
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
    log.info({ file, newest, rows: await store_rates(in_system, 'ecb', rates) }, 'stored reference rates')
  },
})

/** Immediately while no stored rate is valid. Otherwise once an hour, after the publication time of today's rates. */
function is_due(until: string, today: string, now: Date): boolean {
  if (until < add_days(today, -SERVES_DAYS)) return true
  return until < today && now.getUTCHours() >= PUBLISHED_HOUR_UTC && now.getUTCMinutes() < 10
}

/** The newest day with published rates, or '' when there is none. */
async function stored_until(in_system: InSystem): Promise<string> {
  const newest = await in_system((db) =>
    db
      .selectFrom('fx_rates')
      .select((rates) => rates.fn.max('rate_date').as('day'))
      .where('currency', '<>', 'EUR')
      .where('source', '=', 'ecb')
      .executeTakeFirst(),
  )
  return newest?.day ?? ''
}
