// What an action says of its decision and of its end.
import { z } from 'zod'
import type { Database } from '#db/pool.ts'
import { what_to_check } from '#engine/approvals/notices.ts'
import type { StoredAction } from '#engine/approvals/table.ts'
import { sentence } from '#engine/sentence.ts'
import { own_text } from '#engine/texts.ts'
import { long_text } from './actions.ts'
import { impact_field, impacts_of } from './impact_fields.ts'

export const end_fields = {
  phase: own_text().nullable().describe('Of an approved one: queued, sending, checking or unknown.'),
  decided_by: own_text().nullable().describe('A person, a key of a person, or guardrail:<id>@<version>. null: nobody.'),
  decided_at: z.iso.datetime().nullable(),
  decision_reason: long_text().nullable(),
  cause: own_text()
    .nullable()
    .describe(
      'Why it failed: refused, target_changed, not_applied … Of an expired one: replaced, disconnected, or null.',
    ),
  cause_text: long_text()
    .nullable()
    .describe('The same in a sentence, often of the platform. Of an approved one: what it waits for.'),
  to_check: sentence('While unknown: what a person checks at the platform.').optional(),
  read_back: z.unknown().describe('The fields as the platform showed them afterwards. null: it was not read.'),
  left_behind: z.unknown().describe('What a change left at the platform that ended otherwise than approved.'),
  ended_at: z.iso.datetime().nullable(),
  can_be_undone: z.boolean(),
  impact: impact_field,
  undoes: z.uuid().nullable().describe('The action that this one undoes.'),
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** For each action: its decision and its end. */
export async function ends_of(db: Database, actions: readonly StoredAction[]) {
  const ids = actions.flatMap(({ execution_id }) => execution_id ?? [])
  const executions = await db
    .selectFrom('action_executions')
    .select(['execution_id', 'state', 'reason', 'found', 'left_behind'])
    .where('execution_id', 'in', ids.length > 0 ? ids : [NO_ID])
    .execute()
  const impacts = await impacts_of(
    db,
    actions.map(({ action_id }) => action_id),
  )
  const of = new Map(executions.map((one) => [one.execution_id, one]))
  return (action: StoredAction) => {
    const execution = of.get(action.execution_id ?? NO_ID)
    const running = action.status === 'approved' ? execution : undefined
    return {
      phase: running?.state ?? null,
      decided_by: action.decided_by,
      decided_at: action.decided_at,
      decision_reason: action.decision_reason,
      cause: action.cause,
      cause_text: action.cause_text ?? running?.reason ?? null,
      ...(running?.state === 'unknown' && { to_check: what_to_check(action) }),
      read_back: execution?.found ?? null,
      left_behind: execution?.left_behind ?? [],
      ended_at: action.ended_at,
      can_be_undone: action.inverse !== null,
      impact: impacts.get(action.action_id) ?? [],
      undoes: action.undoes,
    }
  }
}
