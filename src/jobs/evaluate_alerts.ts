import { evaluate_rule } from '#alerts/evaluate.ts'
import { today_in } from '#domain/windows.ts'
import { job } from '#engine/job.ts'

/** An evaluation reads months of figures. */
const STATEMENT_TIMEOUT_MS = 60_000

export const evaluate_alerts = job({
  about: 'Evaluate the alert rules of an organization.',
  payload: {},
  once: () => 'evaluate_alerts',
  attempts_max: 5,
  group: 'long',
  async run(_, { org_id, parts, now: clock, signal, log, in_org }) {
    const org = await parts.directory.org(org_id)
    if (!org) return
    const rules = await in_org((db) =>
      db.selectFrom('alert_rules').select('rule_id').where('enabled', '=', true).orderBy('rule_id').execute(),
    )
    const { connectors, directory } = parts
    let failed: unknown
    for (const { rule_id } of rules) {
      signal.throwIfAborted()
      const now = clock()
      const context = {
        org,
        now,
        today: today_in(org.time_zone, now),
        connectors,
        shared: <T>(name: string, read: () => Promise<T>) => directory.shared(name, read),
      }
      // A rule that fails does not stop the others. The job is retried for it.
      await in_org((db) => evaluate_rule({ ...context, db }, rule_id), {
        statement_timeout_ms: STATEMENT_TIMEOUT_MS,
      }).catch((error: unknown) => {
        log.error({ err: error, rule_id }, 'an alert rule was not evaluated')
        failed = error
      })
    }
    if (failed) throw failed
  },
})
