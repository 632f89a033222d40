import { today_in } from '#domain/windows.ts'
import { job } from '#engine/job.ts'
import { evaluate } from '#rules/evaluate.ts'
import { rules } from '#rules/index.ts'
import { announce, keep, resolve_disconnected } from '#rules/store.ts'

/** Rules read months of figures. */
const STATEMENT_TIMEOUT_MS = 60_000
/** Syncs of many connections end one after the other. The rules do not run after each of them. */
const AGAIN_AFTER_MS = 3_600_000

export const find_recommendations = job({
  about: 'Ask the rules of recommendations about an organization.',
  payload: {},
  once: () => 'find_recommendations',
  attempts_max: 5,
  group: 'long',
  async run(_, { org_id, parts, now: clock, signal, log, in_org }) {
    const org = await parts.directory.org(org_id)
    if (!org) return
    const { connectors, directory } = parts
    const since = new Date(clock().getTime() - AGAIN_AFTER_MS).toISOString()
    const fresh = await in_org((db) =>
      db.selectFrom('rule_verdicts').select('rule').where('evaluated_at', '>', since).execute(),
    )
    const evaluated = new Set(fresh.map(({ rule }) => rule))
    let failed: unknown
    for (const [name, rule] of Object.entries(rules)) {
      signal.throwIfAborted()
      if (evaluated.has(name)) continue
      const now = clock()
      const context = {
        ...{ org, now, today: today_in(org.time_zone, now), connectors },
        shared: <T>(of: string, read: () => Promise<T>) => directory.shared(of, read),
      }
      // A rule that fails does not stop the others. The job is retried for it.
      try {
        await in_org(async (db) => keep({ ...context, db }, name, rule, await evaluate({ ...context, db }, rule)), {
          statement_timeout_ms: STATEMENT_TIMEOUT_MS,
        })
      } catch (error) {
        log.error({ err: error, rule: name }, 'a rule was not evaluated')
        failed = error
      }
    }
    await in_org(async (db) => {
      await resolve_disconnected(db, clock())
      await announce(db, org_id, clock())
    })
    if (failed) throw failed
  },
})
