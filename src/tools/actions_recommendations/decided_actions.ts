// Changes at platforms that were decided about, newest first: their rows and how these are read.
import { sql } from 'kysely'
import { z } from 'zod'
import { of_org } from '#db/organization.ts'
import type { Database } from '#db/pool.ts'
import type { StoredAction } from '#engine/approvals/table.ts'
import { count_of_all, total_of } from '#engine/lists.ts'
import { action_fields, matching, refuse_unknown_agent, shown_action } from './actions.ts'
import { end_fields, ends_of } from './ends.ts'

export const decided = ['executed', 'rejected', 'failed', 'expired', 'approved'] as const
export type Decided = (typeof decided)[number]

export const decided_fields = {
  ...action_fields,
  status: z.enum(decided).describe('approved: decided, and not carried out yet.'),
  ...end_fields,
}

interface Wanted {
  status?: Decided | undefined
  agent_slug?: string | undefined
  /** Only older ones than this action. */
  before?: string | undefined
  limit: number
}

const is_older_than = (action_id: string) => sql<boolean>`
  (created_at, action_id) < (select b.created_at, b.action_id from ${of_org('actions', 'b')} where b.action_id = ${action_id})`

/** `total` counts all that match, without the limit. */
export async function read_decided(db: Database, { status, before, limit, ...wanted }: Wanted) {
  const rows = await matching(db.selectFrom('actions'), wanted)
    .selectAll()
    .select(count_of_all)
    .where('status', 'in', status === undefined ? [...decided] : [status])
    .$if(before !== undefined, (query) => query.where(is_older_than(before!)))
    .orderBy('created_at', 'desc')
    .orderBy('action_id', 'desc')
    .limit(limit)
    .execute()
  if (rows.length === 0) await refuse_unknown_agent(db, wanted)
  const actions = rows as unknown as StoredAction[]
  const end_of = await ends_of(db, actions)
  return {
    rows: actions.map((action) => ({
      ...shown_action(action),
      status: action.status as Decided,
      ...end_of(action),
    })),
    total: total_of(rows),
  }
}
