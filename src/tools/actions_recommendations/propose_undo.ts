import { z } from 'zod'
import type { Database } from '#db/pool.ts'
import { look_at_change } from '#engine/approvals/propose.ts'
import { read_action, type StoredAction } from '#engine/approvals/table.ts'
import { own_id } from '#engine/fields.ts'
import { refuse } from '#engine/outcomes.ts'
import { tool } from '#engine/tool.ts'
import { place_again, proposal_fields, propose_change } from '#tools/proposals.ts'

export const propose_undo = tool({
  about: 'Propose to restore what was before an executed change, while the platform still shows what it set.',
  scopes: ['actions:read', 'ads:write'],
  effect: 'propose',
  internal: true,
  open_world: true,
  input: { action_id: own_id('action_id', 'an action') },
  result: { action_id: z.uuid(), ...proposal_fields },
  example: { action_id: '01980000-0000-7000-8000-000000000000' },
  async look({ action_id }, context) {
    const { done, found, place } = await context.reading(async (db) => {
      const executed = await executed_action(db, action_id)
      return { ...executed, place: await place_again(db, executed.done) }
    })
    const looked = await look_at_change(context, { ...place, ...done.inverse! })
    const changed = looked.preview.differences.filter(({ field, before }) => before !== value_after(done, found, field))
    if (changed.length > 0)
      refuse(
        `It was changed since (${changed.map(({ field }) => field).join(', ')}), so undoing it would undo that too.`,
      )
    return looked
  },
  run: ({ action_id }, context) => propose_change(context, { undoes: action_id }),
})

/** The value that the platform showed afterwards. Of a field that was not read, the approved one. */
const value_after = ({ differences }: StoredAction, found: Record<string, unknown>, wanted: string) =>
  wanted in found ? found[wanted] : differences.find(({ field }) => field === wanted)?.after

/** A change that the platform carried out, also with other values than those approved. */
async function executed_action(db: Database, action_id: string) {
  const action = await read_action(db, { action_id })
  if (!action || !(action.status === 'executed' || action.cause === 'read_back_differs'))
    return refuse('No executed action has this action_id. list_action_history shows them.')
  if (!action.inverse) return refuse('This change cannot be undone. Propose a new change to what you want instead.')
  const { found } = await db
    .selectFrom('action_executions')
    .select('found')
    .where('execution_id', '=', action.execution_id!)
    .executeTakeFirstOrThrow()
  const differs = action.cause === 'read_back_differs'
  return { done: action, found: differs ? ((found ?? {}) as Record<string, unknown>) : {} }
}
