// The rows of executions and their steps. Every function works in an open transaction of the organization.
import type { Selectable } from 'kysely'
import type { Database } from '#db/pool.ts'
import type { ActionExecutions, ActionSteps } from '#db/schema.ts'
import type { Difference, RefusedPart, Target } from '#engine/action.ts'
import type { Preview } from '#engine/actions/preview.ts'
import { refuse } from '#engine/outcomes.ts'
import { cut_text, visible_text } from '#lib/text.ts'

export type Execution = Omit<Selectable<ActionExecutions>, 'input' | 'target' | 'differences' | 'refused_parts'> & {
  input: Record<string, unknown>
  target: Target
  differences: Difference[]
  refused_parts: RefusedPart[]
  steps: StoredStep[]
}
export type StoredStep = Omit<Selectable<ActionSteps>, 'made'> & { made: Record<string, string> }

export type State =
  | 'queued'
  | 'sending'
  | 'checking'
  | 'unknown'
  | 'executed'
  | 'executed_differently'
  | 'partly'
  | 'failed'
export type Cause =
  | 'refused'
  | 'target_changed'
  | 'already_so'
  | 'not_applied'
  | 'disconnected'
  | 'too_late'
  | 'read_back_differs'
  | 'step_refused'
  | 'part_refused'
  | 'guardrail'
  | 'approval_ended'
  | 'digest'

const REASON_CHARS_MAX = 1_000
const ANSWER_CHARS_MAX = 4_000

export interface NewExecution {
  org_id: string
  connection_id: string
  account_id: string
  action: string
  preview: Omit<Preview, 'spend'>
  now: Date
}

/** Stores a previewed change that somebody approved. Refuses it while another change of the same target is open. */
export async function begin_execution(db: Database, made: NewExecution): Promise<string> {
  const { preview, now, ...place } = made
  const { target, mark, differences, seen, inverse, input } = preview
  const at = now.toISOString()
  const stored = await db
    .insertInto('action_executions')
    .values({
      ...place,
      mark,
      target_key: target_key_of(preview),
      input: JSON.stringify(input),
      target: JSON.stringify(target),
      differences: JSON.stringify(differences),
      seen: JSON.stringify(seen),
      inverse: inverse && JSON.stringify(inverse),
      created_at: at,
      again_at: at,
    })
    .onConflict((conflict) => conflict.columns(['org_id', 'target_key']).where('ended_at', 'is', null).doNothing())
    .returning('execution_id')
    .executeTakeFirst()
  if (!stored) return refuse_second(db, preview)
  const { execution_id } = stored
  await db
    .insertInto('action_steps')
    .values(preview.steps.map((name, position) => ({ org_id: place.org_id, execution_id, position, name })))
    .execute()
  return execution_id
}

/** What the open change waits for can be something that a person has to do. */
async function refuse_second(db: Database, preview: NewExecution['preview']): Promise<never> {
  const open = await db
    .selectFrom('action_executions')
    .select('reason')
    .where('target_key', '=', target_key_of(preview))
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  const waits = open?.reason ? ` ${open.reason}` : ''
  refuse(
    `Another change of '${preview.target.name}' is being carried out.${waits} Wait for its end, then propose again.`,
  )
}

/**
 * Names the target among those of the organization, whichever connection reads its account. What an action makes is its own target,
 * unless only one can have its address.
 */
export const target_key_of = ({ target, mark }: Pick<Preview, 'target' | 'mark'>): string =>
  `${target.kind}:${target.account_id}:${target.id ?? (target.address === undefined ? mark : `/${target.address}`)}`

/** A change that a later pass can still settle. */
export const in_progress = ({ ended_at }: Pick<Execution, 'ended_at'>): boolean => ended_at === null

/** Undefined: the organization has no such execution. */
export async function read_execution(db: Database, execution_id: string): Promise<Execution | undefined> {
  const found = await db
    .selectFrom('action_executions')
    .selectAll()
    .where('execution_id', '=', execution_id)
    .executeTakeFirst()
  if (!found) return undefined
  return { ...found, steps: await steps_in(db, execution_id) } as unknown as Execution
}

/** What happened to each step, as text. Processes that work on the same execution compare it. */
export const marks_of = (steps: readonly Pick<StoredStep, 'state' | 'sent_at'>[]): string =>
  steps.map(({ state, sent_at }) => `${state} ${sent_at}`).join(', ')

/** Holds an execution that has not ended, and returns the marks of its steps. Undefined: it has ended. */
export async function lock_marks(db: Database, execution_id: string): Promise<string | undefined> {
  const open = await db
    .selectFrom('action_executions')
    .select('execution_id')
    .where('execution_id', '=', execution_id)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return open && marks_of(await steps_in(db, execution_id))
}

const steps_in = (db: Database, execution_id: string) =>
  db.selectFrom('action_steps').selectAll().where('execution_id', '=', execution_id).orderBy('position').execute()

export async function set_step(
  db: Database,
  { execution_id, position }: Pick<StoredStep, 'execution_id' | 'position'>,
  { made, answer, ...changes }: Partial<Omit<StoredStep, 'org_id' | 'execution_id' | 'position'>>,
): Promise<void> {
  await db
    .updateTable('action_steps')
    .set({
      ...changes,
      ...(made && { made: JSON.stringify(made) }),
      ...(answer !== undefined && { answer: answer && cut_text(visible_text(answer), ANSWER_CHARS_MAX) }),
    })
    .where('execution_id', '=', execution_id)
    .where('position', '=', position)
    .execute()
}

/** Changes an execution that has not ended. */
export async function set_execution(
  db: Database,
  execution_id: string,
  changes: {
    state?: State
    cause?: Cause | null
    reason?: string | null
    seen?: unknown
    found?: unknown
    refused_parts?: unknown
    left_behind?: unknown
    looks?: number
    unread_since?: string | null
    again_at?: string | null
    ended_at?: string
  },
): Promise<void> {
  const { reason, ...others } = changes
  const json = (['seen', 'found', 'refused_parts', 'left_behind'] as const).filter((name) => others[name] !== undefined)
  await db
    .updateTable('action_executions')
    .set({
      ...others,
      ...Object.fromEntries(json.map((name) => [name, JSON.stringify(others[name])])),
      ...(reason !== undefined && { reason: reason && cut_text(visible_text(reason), REASON_CHARS_MAX) }),
    } as never)
    .where('execution_id', '=', execution_id)
    .where('ended_at', 'is', null)
    .execute()
}
