// Reads whether the platform carried out the steps that were sent.
import type { Database } from '#db/pool.ts'
import type { Found } from '#engine/action.ts'
import { differences_of, type Settled, settle, without_refused } from '#engine/actions/compare.ts'
import {
  declared_of,
  end,
  end_too_late,
  is_too_late,
  type Pass,
  pause_s_of,
  source_of,
  wait_again,
  wait_unread,
} from '#engine/actions/pass.ts'
import { type StoredStep, set_execution, set_step } from '#engine/actions/table.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { WRITE_TIMEOUT_MS } from '#engine/vendors/write.ts'

/** The platform can receive a request for so long after its sender gave it up. */
const TRAVEL_MS = 30_000

type Next = 'next' | 'ended'

interface Look {
  is: Settled
  found?: Found
}

/**
 * Whether the platform shows what a step makes, although it was not sent by this record: a restored backup does not know what was sent
 * after it. `unsure`: something has the name, or the address, and no mark says whether it comes from this change.
 */
export async function look_before_sending(pass: Pass, step: StoredStep): Promise<Next | 'absent' | 'unsure'> {
  const look = await look_at(pass, step)
  if (!look) return 'ended'
  if (!look.found) return 'absent'
  if (look.is === 'done') {
    pass.is_unchecked = false
    await mark_done(pass, step, look)
    return 'next'
  }
  if (pass.execution.target.address !== undefined) return 'unsure'
  await differs(pass, step, look)
  return 'ended'
}

/** A step that nobody answered. Only when the platform shows it, the next step is sent. */
export async function settle_step(pass: Pass, step: StoredStep): Promise<Next> {
  const time = time_of(pass, step)
  const look = await look_at(pass, step)
  if (!look) return 'ended'
  if (look.is === 'done') {
    await mark_done(pass, step, look)
    return 'next'
  }
  if (time !== 'over') {
    await wait_unshown(pass, step, look, time)
    return 'ended'
  }
  const is_first = step.position === 0
  if (look.is === 'not_done') {
    const reason = 'The platform did not answer, and does not show the change.'
    const set_failed = (db: Database) => set_step(db, step, { state: 'failed' })
    await end(pass, is_first ? 'failed' : 'partly', 'not_applied', reason, set_failed)
  } else await differs(pass, step, look)
  return 'ended'
}

/** All steps were sent. The execution ends when the platform shows every one, or when it has had the time to. */
export async function look_at_steps(pass: Pass): Promise<void> {
  const sent = pass.execution.steps.filter(({ state }) => state === 'accepted')
  for (const step of sent) {
    const time = time_of(pass, step)
    const look = await look_at(pass, step)
    if (!look) return
    if (look.is === 'done') await mark_done(pass, step, look)
    else if (time !== 'over') return wait_unshown(pass, step, look, time)
    else return differs(pass, step, look)
  }
  const { refused_parts } = pass.execution
  if (refused_parts.length === 0) return void (await end(pass, 'executed'))
  const reason = refused_parts.map(({ part, reason }) => `${part}: ${reason}`).join(' ')
  await end(pass, 'partly', 'part_refused', reason)
}

/** What the platform showed of the steps of all passes. A step that was done in an earlier pass is not read again. */
const all_shown = ({ execution }: Pass, values: Found['values'] | undefined) => ({
  ...(execution.found as object | null),
  ...values,
})

/** The platform answers, and does not show the step yet. A later pass looks again, at the latest when the time is over. */
async function wait_unshown(pass: Pass, step: StoredStep, { found }: Look, time: Time): Promise<void> {
  if (time === 'overdue') {
    const overdue_since = pass.now().toISOString()
    Object.assign(step, { overdue_since })
    await pass.store(`overdue ${step.name}`, (db) => set_step(db, step, { overdue_since }))
  }
  const left_s = Math.max(0, over_at_ms(pass, step) - pass.now().getTime()) / 1000
  const wait_s = Math.min(pause_s_of(pass.execution), left_s + 1)
  await wait_again(pass, 'checking', undefined, wait_s, { unread_since: null, found: all_shown(pass, found?.values) })
}

async function differs(pass: Pass, step: StoredStep, { found }: Look): Promise<void> {
  const { execution } = pass
  // What the step made is left behind, also where only the reading gives its id.
  const made = { ...step.made, ...found?.made }
  const values = all_shown(pass, found?.values)
  Object.assign(step, { made })
  await pass.store('differs', async (db) => {
    await set_step(db, step, { made })
    await set_execution(db, execution.execution_id, { found: values })
  })
  await end(pass, 'executed_differently', 'read_back_differs', 'The platform shows other values than those approved.')
}

/** Undefined: the platform cannot be read now. A later pass looks again. */
async function look_at(pass: Pass, step: StoredStep): Promise<Look | undefined> {
  const { execution } = pass
  const declared = declared_of(pass, step)
  try {
    const found = await declared.look(source_of(pass, step))
    // Refused parts are missing for a known reason. All others have to be there.
    const made = without_refused(execution.differences, execution.refused_parts)
    const own = differences_of(made, step.name, execution.steps[0]!.name)
    return { is: settle(own, found), found }
  } catch (error) {
    if (!(error instanceof VendorRefusal)) throw error
    if (pass.is_unchecked) await not_read(pass, error)
    else await wait_unread(pass, error.message)
    return undefined
  }
}

/** Nothing was sent. A refusal that does not pass ends the change, as one of the preview does. */
function not_read(pass: Pass, { kind, message, retry_after_s }: VendorRefusal): Promise<undefined> {
  if (is_too_late(pass)) return end_too_late(pass)
  return kind === 'throttled' || kind === 'unavailable'
    ? wait_again(pass, 'queued', message, retry_after_s)
    : end(pass, 'failed', 'refused', message)
}

async function mark_done(pass: Pass, step: StoredStep, { found }: Look): Promise<void> {
  const { execution } = pass
  const made = { ...step.made, ...found?.made }
  Object.assign(step, { state: 'done', made })
  const values = all_shown(pass, found?.values)
  Object.assign(execution, { found: values, unread_since: null })
  await pass.store(`done ${step.name}`, async (db) => {
    await set_step(db, step, { state: 'done', made })
    await set_execution(db, execution.execution_id, { found: values, unread_since: null })
  })
}

/** overdue: the time is over by the clock, and no reading has missed the step after it. over: a reading has, and as much time has passed. */
type Time = 'runs' | 'overdue' | 'over'

/**
 * Whether the platform has had the time to receive the step and to show it. The time passes twice, because a clock can jump forward once, and
 * the clock of another machine can be ahead. Asked before the look: a process that was stopped after its look knows nothing of later.
 */
function time_of(pass: Pass, step: StoredStep): Time {
  if (pass.now().getTime() <= over_at_ms(pass, step)) return 'runs'
  return step.overdue_since === null ? 'overdue' : 'over'
}

const over_at_ms = ({ open }: Pass, { sent_at, overdue_since }: StoredStep): number =>
  Date.parse(overdue_since ?? sent_at!) + WRITE_TIMEOUT_MS + TRAVEL_MS + open.action.visible_within.s * 1000
