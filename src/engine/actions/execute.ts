// Carries out an approved change. Each pass does what can be done now, and stores every step before and after it is sent. So a pass can
// end or be killed anywhere, and the next one continues: in the same call, or in the job `continue_actions`.
import { during_lock } from '#db/held_locks.ts'
import { in_org } from '#db/org.ts'
import type { Database } from '#db/pool.ts'
import { begin_pass, end, is_org_ended, type Pass, PassStopped, still_holds } from '#engine/actions/pass.ts'
import type { ActionParts, ExecutionPlace } from '#engine/actions/place.ts'
import { send_step } from '#engine/actions/send.ts'
import { look_at_steps, look_before_sending, settle_step } from '#engine/actions/settle.ts'
import { type Execution, read_execution, type StoredStep } from '#engine/actions/table.ts'

/** Waits between passes of one call. Later ones are the job's. */
const PAUSES_S = [0, 1, 2, 4, 8]

/** Continues until the change has ended, or has to wait for long. Undefined: there is no such execution. */
export async function execute(parts: ActionParts, place: ExecutionPlace): Promise<Execution | undefined> {
  for (const pause_s of PAUSES_S) {
    const before = await in_org(parts.pool, place, (db: Database) => read_execution(db, place.execution_id))
    if (!before || before.ended_at !== null || (await in_org(parts.pool, place, is_org_ended))) return before
    const wait_ms = Date.parse(before.again_at!) - parts.clock.now().getTime()
    if (wait_ms > Math.max(...PAUSES_S) * 1000) return before
    if (pause_s > 0) await parts.clock.sleep(Math.max(pause_s * 1000, wait_ms), place.signal)
    if ((await pass_over(parts, place, before)) === 'stopped') break
  }
  return in_org(parts.pool, place, (db) => read_execution(db, place.execution_id))
}

/** Holds the lock of the target, and no session while the platform is waited for. No two processes work on one target at the same time. */
async function pass_over(parts: ActionParts, place: ExecutionPlace, { org_id, target_key }: Execution) {
  try {
    return await during_lock(parts.pool.org, `action:${org_id}:${target_key}`, async () => {
      const pass = await begin_pass(parts, place)
      if (pass) await advance(pass)
      return 'passed'
    })
  } catch (error) {
    if (error instanceof PassStopped) return 'stopped'
    throw error
  }
}

const UNSENT = 'The connection ended before everything was sent, and the rest was not sent.'

/** Sends what was not sent, in order. A step that nobody answered is settled before the next one is sent. */
async function advance(pass: Pass): Promise<void> {
  for (const step of pass.execution.steps) {
    if (step.state === 'waiting' && pass.only_reads) return void (await end(pass, 'partly', 'disconnected', UNSENT))
    if (step.state === 'waiting' && (await begin_step(pass, step)) !== 'next') return
    if ((step.state === 'sending' || step.state === 'unanswered') && (await settle_step(pass, step)) !== 'next') return
  }
  await look_at_steps(pass)
}

/** Sends a step, unless the platform shows already what it makes, or the target is not as it was approved. */
async function begin_step(pass: Pass, step: StoredStep): Promise<'next' | 'ended'> {
  const made = pass.execution.target.id === null ? await look_before_sending(pass, step) : 'absent'
  if (made === 'next' || made === 'ended') return made
  if (pass.is_unchecked && !(await still_holds(pass))) return 'ended'
  if (made === 'absent') return send_step(pass, step)
  const { name } = pass.execution.target
  const reason = `The platform shows '${name}' already, with other values than those approved. Nothing was sent.`
  await end(pass, 'failed', 'target_changed', reason)
  return 'ended'
}
