import { z } from 'zod'
import type { Database } from '#db/pool.ts'
import { today_in } from '#domain/windows.ts'
import { job } from '#engine/job.ts'
import type { FigureContext } from '#engine/tool.ts'
import { evaluate } from '#rules/evaluate.ts'
import { fresh_rules } from '#rules/fresh.ts'
import { rules } from '#rules/index.ts'
import type { Rule } from '#rules/rule.ts'
import { announce, keep, resolve_disconnected } from '#rules/store.ts'

/** Rules read months of figures. */
const STATEMENT_TIMEOUT_MS = 60_000
/** Syncs of many connections end one after the other. The rules do not run after each of them. */
const AGAIN_AFTER_MS = 3_600_000

export const find_recommendations = job({
  about: 'Ask the rules of recommendations about an organization.',
  /** A connection that has just stored what rules lacked. */
  payload: { connection_id: z.uuid().optional() },
  once: ({ connection_id }) => connection_id ?? 'find_recommendations',
  attempts_max: 5,
  group: 'long',
  async run({ connection_id }, { org_id, parts, now: clock, signal, log, in_org }) {
    const org = await parts.directory.org(org_id)
    if (!org) return
    const { connectors, directory } = parts
    const since = new Date(clock().getTime() - AGAIN_AFTER_MS)
    const evaluated = await in_org(async (db) =>
      fresh_rules(db, { since, currency: await currency_of(db), connection_id }),
    )
    let failed: unknown
    for (const [name, rule] of Object.entries(rules)) {
      signal.throwIfAborted()
      if (evaluated.has(name)) continue
      const now = clock()
      const context = {
        org,
        now,
        today: today_in(org.time_zone, now),
        connectors,
        shared: <T>(of: string, read: () => Promise<T>) => directory.shared(of, read),
      }
      // A rule that fails does not stop the others. The job is retried for it.
      try {
        await in_org((db) => ask({ ...context, db }, name, rule), { statement_timeout_ms: STATEMENT_TIMEOUT_MS })
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

/** The cache of organizations can still have the currency before a change. */
const currency_of = async (db: Database) =>
  (await db.selectFrom('orgs').select('currency').executeTakeFirstOrThrow()).currency

async function ask(given: FigureContext, name: string, rule: Rule): Promise<void> {
  const { db } = given
  const context = { ...given, org: { ...given.org, currency: await currency_of(db) } }
  const verdict = await evaluate(context, rule)
  // Amounts of a currency that was changed meanwhile would replace those that the next run has stated.
  if ((await currency_of(db)) === context.org.currency) await keep(context, name, rule, verdict)
}
