// One pass over an execution: what it works with, and how it ends.
import { isDeepStrictEqual } from 'node:util'
import { in_org } from '#db/org.ts'
import type { Database } from '#db/pool.ts'
import type { Step, StepSource } from '#engine/action.ts'
import { steps_of } from '#engine/action.ts'
import { changed_since } from '#engine/actions/compare.ts'
import {
  type ActionParts,
  type ExecutionPlace,
  is_open,
  type NoPlace,
  type OpenPlace,
  open_other_place,
  open_place,
} from '#engine/actions/place.ts'
import { is_later, preview } from '#engine/actions/preview.ts'
import {
  type Cause,
  type Execution,
  lock_marks,
  marks_of,
  read_execution,
  type State,
  type StoredStep,
  set_execution,
} from '#engine/actions/table.ts'
import { end_action, objection, report_unknown } from '#engine/approvals/execution.ts'

/** An approved change that could not begin for this long ends. */
const BEGIN_WITHIN_MS = 24 * 3_600_000
/** A platform that cannot be read for this long makes the state unknown. Reading continues. */
const UNREAD_MS = 24 * 3_600_000
const PAUSE_FIRST_S = 2
const PAUSE_MAX_S = 3600

export interface Pass {
  parts: ActionParts
  place: ExecutionPlace
  execution: Execution
  open: OpenPlace
  /** The own connection ended. Another one of the account reads whether the platform shows the change, and sends nothing. */
  only_reads: boolean
  /** The steps, for what was last seen. */
  declared: readonly Step<unknown, unknown>[]
  /** Nothing was sent, as far as the record knows, so the target is read again before the first step is sent. */
  is_unchecked: boolean
  now: () => Date
  /** Runs a transaction of the organization. `point` names what is stored then. Throws PassStopped, and stores nothing. */
  store: (point: string, work: (db: Database) => Promise<void>) => Promise<void>
}

/** An organization that was ended changes nothing. Taken back, it continues. */
export async function is_org_ended(db: Database): Promise<boolean> {
  const { ended_at } = await db.selectFrom('orgs').select('ended_at').executeTakeFirstOrThrow()
  return ended_at !== null
}

/**
 * The pass stores nothing more. taken_over: another process has worked on this execution or ended it. A process can lose the session of its
 * lock and not know it, so each transaction asks whether the steps are as this pass left them. org_ended: its organization was ended.
 */
export class PassStopped extends Error {
  constructor(why: 'taken_over' | 'org_ended') {
    super(why)
  }
}

/** Undefined: nothing can be done in this pass. Why is stored. */
export async function begin_pass(parts: ActionParts, place: ExecutionPlace): Promise<Pass | undefined> {
  const execution = await in_org(parts.pool, place, (db) => read_execution(db, place.execution_id))
  if (!execution || execution.ended_at !== null) return undefined
  const now = () => parts.clock.now()
  let marks: string | undefined = marks_of(execution.steps)
  const store: Pass['store'] = async (point, work) => {
    marks = await in_org(parts.pool, place, async (db) => {
      if ((await lock_marks(db, place.execution_id)) !== marks) throw new PassStopped('taken_over')
      await work(db)
      return lock_marks(db, place.execution_id)
    })
    parts.after_point?.(point)
  }
  const { connection_id, account_id, action, org_id } = execution
  const wanted = { org_id, connection_id, account_id, action, signal: place.signal }
  const is_untouched = execution.steps.every(({ state }) => state === 'waiting')
  const base = { execution, now, store }
  const own = await open_place(parts, wanted)
  if (!is_open(own) && is_untouched) return end(base, 'failed', own.cause, `${own.missing} Nothing was sent.`)
  const open = is_open(own) ? own : await open_other_place(parts, wanted)
  if (!open) return wait_unread(base, unreadable(own as NoPlace, execution))
  const declared = steps_seen(open, execution)
  return { parts, place, execution, open, only_reads: open !== own, declared, is_unchecked: is_untouched, now, store }
}

const steps_seen = ({ action }: OpenPlace, { seen, input }: Execution) =>
  steps_of(action, seen as unknown, input as unknown)

const unreadable = ({ missing }: NoPlace, { account_id }: Execution) =>
  `${missing} Any connection with the account ${account_id} shows whether the change was carried out.`

type Base = Pick<Pass, 'execution' | 'now' | 'store'>

export const is_too_late = ({ execution, now }: Pick<Pass, 'execution' | 'now'>): boolean =>
  now().getTime() - Date.parse(execution.created_at) > BEGIN_WITHIN_MS

export const end_too_late = (base: Base): Promise<undefined> =>
  end(base, 'failed', 'too_late', 'The change could not begin within a day. Nothing was sent.')

/** Before anything is sent. False: the time or the approval is over, the target is not as it was approved, or it cannot be read now. */
export async function still_holds(pass: Pass): Promise<boolean> {
  const { parts, place, execution, open } = pass
  const no = is_too_late(pass) ? 'too_late' : await in_org(parts.pool, place, (db) => objection(db, place.execution_id))
  if (no) {
    await (no === 'too_late' ? end_too_late(pass) : end(pass, 'failed', no.cause, no.sentence))
    return false
  }
  const { action, account } = open
  const { org_id, connection_id, account_id, input, mark } = execution
  const wanted = { org_id, connection_id, account_id, action: execution.action, signal: place.signal }
  const fresh = await preview(parts, { ...wanted, input, mark })
  if ('refused' in fresh) {
    if (is_later(fresh)) await wait_again(pass, 'queued', fresh.refused, fresh.retry_after_s)
    else await end(pass, 'failed', fresh.cause ?? 'refused', fresh.refused)
    return false
  }
  /** What no difference shows. The approval was one of this target, and of the amount that a resumed campaign spends. */
  const others = ({ target, seen }: Pick<Execution, 'target' | 'seen'>): Record<string, unknown> =>
    JSON.parse(
      JSON.stringify({ ...target, ...action.stands_on?.(seen), daily_budget: action.spend?.({ account, seen }) }),
    )
  const [was, is] = [others(execution), others(fresh as Pick<Execution, 'target' | 'seen'>)]
  const names = new Set([...Object.keys(was), ...Object.keys(is)])
  const changed = [
    ...changed_since(execution.differences, fresh.differences),
    ...[...names].filter((name) => !isDeepStrictEqual(was[name], is[name])),
  ]
  if (changed.length > 0) {
    const fields = changed.join(', ')
    await end(pass, 'failed', 'target_changed', `It was changed meanwhile (${fields}). Nothing was sent.`)
    return false
  }
  execution.seen = fresh.seen as never
  Object.assign(pass, { declared: steps_seen(open, execution), is_unchecked: false })
  await pass.store('checked', (db) => set_execution(db, execution.execution_id, { seen: fresh.seen, looks: 0 }))
  return true
}

/** A step that made something, or that the platform carried out before it refused a later one. */
const is_left = ({ made, state: of_step }: StoredStep, { state, cause }: { state: State; cause: Cause | undefined }) =>
  Object.keys(made).length > 0 ||
  (state === 'partly' && cause !== 'part_refused' && (of_step === 'accepted' || of_step === 'done'))

/** Ends the execution. What earlier steps made is named. `last` is stored with the end: a killed process leaves both or none. */
export async function end(
  { execution, now, store }: Base,
  state: Extract<State, 'executed' | 'executed_differently' | 'partly' | 'failed'>,
  cause?: Cause,
  reason?: string,
  last?: (db: Database) => Promise<void>,
): Promise<undefined> {
  const left = state === 'executed' ? [] : execution.steps.filter((step) => is_left(step, { state, cause }))
  const { execution_id } = execution
  const at = now().toISOString()
  const why = { cause: cause ?? null, reason: reason ?? null }
  await store(`ended ${state}`, async (db) => {
    await last?.(db)
    await set_execution(db, execution_id, {
      state,
      ...why,
      left_behind: left.map(({ name, made }) => ({ step: name, ...made })),
      ended_at: at,
      again_at: null,
    })
    await end_action(db, { execution_id, is_executed: state === 'executed', ...why, at })
  })
  return undefined
}

/** Seconds until the next pass. The pauses grow. */
export const pause_s_of = ({ looks }: Execution): number =>
  Math.min(PAUSE_MAX_S, PAUSE_FIRST_S * 2 ** Math.min(looks, 12))

/** A later pass continues. */
export async function wait_again(
  { execution, now, store }: Base,
  state: State,
  reason?: string,
  wait_s?: number,
  more: Parameters<typeof set_execution>[2] = {},
): Promise<undefined> {
  const looks = execution.looks + 1
  const pause_s = wait_s ?? pause_s_of(execution)
  const { execution_id } = execution
  await store(`waits ${state}`, async (db) => {
    if (state === 'unknown') await report_unknown(db, { execution_id, reason: reason ?? null, at: now() })
    await set_execution(db, execution_id, {
      state,
      looks,
      reason: reason ?? null,
      again_at: new Date(now().getTime() + pause_s * 1000).toISOString(),
      ...more,
    })
  })
  return undefined
}

/** The platform could not be read after something was sent. */
export function wait_unread(base: Base, reason: string): Promise<undefined> {
  const { execution, now } = base
  const unread_since = execution.unread_since ?? now().toISOString()
  const is_unknown = now().getTime() - Date.parse(unread_since) > UNREAD_MS
  return wait_again(base, is_unknown ? 'unknown' : 'checking', reason, undefined, { unread_since })
}

export const declared_of = ({ declared }: Pass, { position }: StoredStep) => declared[position]!

/** What a step works with: the ids that all earlier steps made. */
export const source_of = ({ open, execution }: Pass, { position }: StoredStep): StepSource<unknown, unknown> => ({
  api: open.api,
  account: open.account,
  settings: open.settings,
  input: execution.input,
  seen: execution.seen,
  mark: execution.mark,
  made: Object.assign({}, ...execution.steps.filter((one) => one.position <= position).map(({ made }) => made)),
})
