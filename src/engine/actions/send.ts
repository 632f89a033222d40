// Sends one step: stores that it is being sent, sends it once, and stores the answer.
import type { Database } from '#db/pool.ts'
import type { Accepted } from '#engine/action.ts'
import { declared_of, end, is_org_ended, type Pass, PassStopped, source_of, wait_again } from '#engine/actions/pass.ts'
import { type StoredStep, set_execution, set_step } from '#engine/actions/table.ts'
import { type Objection, objection } from '#engine/approvals/execution.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import type { Written } from '#engine/vendors/write.ts'

/** next: the following step may be sent. ended: the execution has ended, or a later pass continues. */
type Next = 'next' | 'ended'

/** What speaks against the change since its last preview. A request can wait for minutes for the limits of the platform. */
class Objected extends Error {
  readonly no: Objection
  constructor(no: Objection) {
    super(no.sentence)
    this.no = no
  }
}

export async function send_step(pass: Pass, step: StoredStep): Promise<Next> {
  const { execution, open, now, store } = pass
  const { execution_id } = execution
  const set = (changes: Partial<StoredStep>) => Object.assign(step, changes)
  const source = source_of(pass, step)
  const before_sending = () =>
    store(`sending ${step.name}`, async (db) => {
      if (await is_org_ended(db)) throw new PassStopped('org_ended')
      const no = is_first(pass) && (await objection(db, execution_id))
      if (no) throw new Objected(no)
      set({ state: 'sending', sent_at: now().toISOString() })
      await set_step(db, step, { state: 'sending', sent_at: step.sent_at })
      await set_execution(db, execution_id, { state: 'sending', reason: null })
    })
  let written: Written
  try {
    written = await open.write(declared_of(pass, step).request(source), before_sending)
  } catch (error) {
    if (error instanceof Objected) {
      await end(pass, 'failed', error.no.cause, error.no.sentence)
      return 'ended'
    }
    if (!(error instanceof VendorRefusal)) throw error
    if (step.state === 'sending') written = { is: 'unanswered', reason: error.message }
    else return not_sent(pass, error)
  }
  pass.parts.after_point?.(`sent ${step.name}`)
  if (written.is === 'refused') return refused(pass, step, written)
  if (written.is === 'unanswered') return unanswered(pass, step, written.reason)
  return accepted(pass, step, written.body)
}

/** Nothing was sent: the limits are used up, the platform cannot be reached for a token, or the sign-in was refused. */
async function not_sent(pass: Pass, error: VendorRefusal): Promise<Next> {
  if (error.kind === 'throttled' || error.kind === 'unavailable')
    await wait_again(pass, is_first(pass) ? 'queued' : 'sending', error.message, error.retry_after_s)
  else await end(pass, is_first(pass) ? 'failed' : 'partly', is_first(pass) ? 'refused' : 'step_refused', error.message)
  return 'ended'
}

const is_first = ({ execution }: Pass) =>
  execution.steps.every(({ state }) => state === 'waiting' || state === 'refused')

/** The platform said no, so it did nothing. A mere limit of calls lets a later pass send the step. */
async function refused(pass: Pass, step: StoredStep, written: Extract<Written, { is: 'refused' }>): Promise<Next> {
  const { reason, is_limited, wait_s } = written
  const state = is_limited ? 'waiting' : 'refused'
  Object.assign(step, { state })
  const set = (db: Database) => set_step(db, step, { state, answer: reason, answered_at: pass.now().toISOString() })
  if (is_limited) {
    await pass.store(`limited ${step.name}`, set)
    await wait_again(pass, is_first(pass) ? 'queued' : 'sending', reason, wait_s)
  } else await end(pass, is_first(pass) ? 'failed' : 'partly', is_first(pass) ? 'refused' : 'step_refused', reason, set)
  return 'ended'
}

async function unanswered(pass: Pass, step: StoredStep, reason: string): Promise<Next> {
  Object.assign(step, { state: 'unanswered' })
  await pass.store(`unanswered ${step.name}`, async (db) => {
    await set_step(db, step, { state: 'unanswered', answer: reason })
    await set_execution(db, step.execution_id, { state: 'checking', looks: 0 })
  })
  pass.execution.looks = 0
  return 'next'
}

async function accepted(pass: Pass, step: StoredStep, body: unknown): Promise<Next> {
  const { execution, store, now } = pass
  let read: Accepted
  try {
    read = declared_of(pass, step).accepted?.(body, source_of(pass, step)) ?? {}
  } catch {
    return unanswered(pass, step, `The answer could not be read: ${JSON.stringify(body)}`)
  }
  const made = { ...read.made }
  const refused_parts = [...execution.refused_parts, ...(read.refused_parts ?? [])]
  Object.assign(step, { state: 'accepted', made })
  Object.assign(execution, { refused_parts, looks: 0 })
  await store(`accepted ${step.name}`, async (db) => {
    const answer = JSON.stringify(body) ?? ''
    await set_step(db, step, { state: 'accepted', made, answer, answered_at: now().toISOString() })
    await set_execution(db, step.execution_id, { state: 'checking', refused_parts, looks: 0 })
  })
  return 'next'
}
