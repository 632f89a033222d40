import { randomUUIDv7 } from 'node:crypto'
import { in_system } from '#db/org.ts'
import { DELETE_ORG_MS_MAX } from '#engine/access/orgs.ts'
import { append_calls, INSTALLATION, input_hash } from '#engine/audit/chain.ts'
import { withdraw_access } from '#engine/connecting/withdraw.ts'
import { job } from '#engine/job.ts'
import { delete_ended, deletion_of } from '#engine/people/ending.ts'
import { disconnect_all } from '#engine/vendors/connections.ts'
import { logged_error } from '#engine/vendors/refusal.ts'
import { remove_registrations } from '#engine/webhooks/register.ts'

/** A platform that does not answer for this time keeps its access: the organization is deleted all the same. */
const PLATFORMS_ANSWER_MS = 12 * 3_600_000
export const delete_org = job({
  about: 'End the access of an ended organization at its platforms, and delete the organization with all of its rows.',
  payload: {},
  once: () => 'delete_org',
  // `delete_ended_orgs` starts it again each hour.
  attempts_max: 3,
  group: 'waiting',
  on_ended: true,
  async run(_payload, { org_id, in_org, parts, now, signal, log }) {
    const started = performance.now()
    const due = await in_org((db) => deletion_of(db))
    if (due === undefined || due > now().getTime()) return // somebody took it back
    const connections = await in_org((db) => disconnect_all(db, now()))
    let failed = 0
    for (const { connection_id } of connections) {
      signal.throwIfAborted()
      try {
        await remove_registrations(parts, { org_id, connection_id }, signal)
        await withdraw_access(parts, { org_id, connection_id }, signal)
      } catch (error) {
        failed += 1
        log.warn(
          { ...logged_error(error), connection_id },
          'a platform did not end the access of an ended organization',
        )
      }
    }
    if (failed > 0 && now().getTime() < due + PLATFORMS_ANSWER_MS)
      throw new Error(`${failed} platforms did not end the access of an ended organization`)
    await in_system(
      parts.pool,
      async (db) => {
        if (!(await delete_ended(db, org_id))) return
        const record = {
          request_id: randomUUIDv7(),
          actor: 'job:delete_org',
          tool: 'delete_org',
          transport: 'job',
          outcome: 'ok' as const,
          input_hash: input_hash({}),
          called_at: now().toISOString(),
          duration_ms: performance.now() - started,
        }
        await append_calls(
          db,
          parts,
          [org_id, INSTALLATION].map((place) => ({ ...record, org_id: place })),
        )
      },
      { statement_timeout: DELETE_ORG_MS_MAX },
    )
    log.info({ org_id }, 'an ended organization was deleted')
  },
})
