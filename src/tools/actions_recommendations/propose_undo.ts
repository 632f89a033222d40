import { z } from 'zod'
import type { Database } from '#db/pool.ts'
import { look_at_change } from '#engine/approvals/propose.ts'
import { read_action, type StoredAction } from '#engine/approvals/table.ts'
import { own_id } from '#engine/fields.ts'
import { refuse } from '#engine/outcomes.ts'
import { tool } from '#engine/tool.ts'
import { proposal_fields, propose_change } from '#tools/proposals.ts'

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
    const done = await context.reading((db) => executed_action(db, action_id))
    const { platform, connection_id, account_id, inverse } = done
    const looked = await look_at_change(context, { platform, connection_id, account_id, ...inverse! })
    const changed = looked.preview.differences.filter(({ field, before }) => before !== value_after(done, field))
    if (changed.length > 0)
      refuse(
        `It was changed since (${changed.map(({ field }) => field).join(', ')}), so undoing it would undo that too.`,
      )
    return looked
  },
  run: ({ action_id }, context) => propose_change(context, { undoes: action_id }),
})

const value_after = ({ differences }: StoredAction, wanted: string) =>
  differences.find(({ field }) => field === wanted)?.after

async function executed_action(db: Database, action_id: string): Promise<StoredAction> {
  const action = await read_action(db, { action_id })
  if (action?.status !== 'executed')
    return refuse('No executed action has this action_id. list_action_history shows them.')
  return action.inverse ? action : refuse('This change cannot be undone.')
}
