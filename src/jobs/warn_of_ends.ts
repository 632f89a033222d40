import { days_until } from '#domain/access_ends.ts'
import { scheduled_job } from '#engine/job.ts'

/** Days before the end from which the log says so, each day: a log does not know what it said before a day on which no job ran. */
const WARNED_FROM_DAYS = 30

export const warn_of_ends = scheduled_job({
  about: 'Warn the operator of secrets of apps that end soon.',
  attempts_max: 1,
  cron: '5 6 * * *',
  async run({ log, now, parts }) {
    for (const [platform, { secret_ends }] of Object.entries(parts.apps)) {
      if (!secret_ends) continue
      const days = days_until(secret_ends, now())
      if (days <= 0)
        log.error({ platform, secret_ends }, 'the secret of the app has ended: create a new one at the vendor')
      else if (days <= WARNED_FROM_DAYS) log.warn({ platform, secret_ends, days }, 'the secret of the app ends soon')
    }
  },
})
