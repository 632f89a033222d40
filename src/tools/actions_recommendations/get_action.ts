import { z } from 'zod'
import type { Database } from '#db/pool.ts'
import { NO_ACTION } from '#engine/approvals/decide.ts'
import { person_behind } from '#engine/approvals/deciders.ts'
import { approval_settings, why_a_code_of } from '#engine/approvals/settings.ts'
import { read_action, type StoredAction } from '#engine/approvals/table.ts'
import { own_id } from '#engine/fields.ts'
import { restored_within } from '#engine/notifications/stored.ts'
import { refuse } from '#engine/outcomes.ts'
import { outside_text, own_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import { status } from '#tools/proposals.ts'
import { action_fields, long_text, shown_action } from './actions.ts'
import { end_fields, ends_of } from './ends.ts'
import { others_of, others_waiting } from './others_waiting.ts'
import { staleness } from './stale.ts'

const name = (about: string) => outside_text().nullable().describe(about)

export const get_action = tool({
  about: 'One change at a platform with everything that is stored of it, whatever its status.',
  scopes: ['actions:read'],
  effect: 'read',
  internal: true,
  input: { action_id: own_id('action_id', 'an action') },
  result: {
    ...action_fields,
    status,
    ...end_fields,
    proposer_name: name('The person who proposed, or for whom a program did. null: nobody is known.'),
    decider_name: name('The person who decided. null: nobody is known.'),
    input: z.unknown().describe('What the platform gets, such as the texts of a new campaign.'),
    warnings: z.array(long_text()),
    basis: z.unknown().describe('The figures when it was proposed, with their sources.'),
    declaration: z.unknown().describe('Of a new campaign: brief, estimated reach, declared categories.'),
    is_tainted: z.boolean().describe('The proposer had read external text.'),
    stale: z
      .boolean()
      .nullable()
      .describe('A sync or an own change has shown another value than before. null: neither did.'),
    others_waiting,
    needs_code: own_text()
      .nullable()
      .describe('Why an approval by who asks needs a one-time code. null: it needs none.'),
    needs_second_person: z.boolean().describe('Who asks has proposed the change, and a second person must approve it.'),
    undone_by: z.uuid().nullable().describe('The newest action that undoes this one, unless it came to nothing.'),
    replaced_by: z.uuid().nullable().describe('The newer proposal that took the place of this one.'),
    history: z
      .array(
        z.strictObject({
          status,
          changed_at: z.iso.datetime(),
          actor: own_text().describe(
            'platform: the platform. clock: the time for a decision, or the connection, was over.',
          ),
          note: long_text().nullable(),
        }),
      )
      .describe('Every status, oldest first.'),
  },
  example: { action_id: '01980000-0000-7000-8000-000000000000' },
  async run({ action_id }, { db, caller, now }) {
    const action = (await read_action(db, { action_id })) ?? refuse(NO_ACTION)
    const settings = await approval_settings(db)
    const name_of = await names_of(db, [action.proposed_by_user_id, action.decided_by_user_id])
    const is_open = action.status === 'pending'
    const asking = { user_id: person_behind(caller), now }
    return {
      ...shown_action(action),
      status: action.status,
      ...(await ends_of(db, [action]))(action),
      proposer_name: name_of(action.proposed_by_user_id),
      decider_name: name_of(action.decided_by_user_id),
      input: action.input,
      warnings: action.warnings,
      basis: restored_within(action.basis),
      declaration: action.declaration,
      is_tainted: action.is_tainted,
      stale: is_open ? (await staleness({ db }, [action]))(action) : null,
      others_waiting: is_open ? (await others_of({ db, now }, [action]))(action) : [],
      needs_code: (is_open && (await why_a_code_of(db, settings, action, asking))) || null,
      needs_second_person:
        is_open &&
        settings.demands_second_approver &&
        asking.user_id !== undefined &&
        asking.user_id === action.proposed_by_user_id,
      undone_by: await undone_by(db, action),
      replaced_by: action.replaced_by,
      history: await history_of(db, action_id),
    }
  },
})

/** Names of members. A person who has left is nobody here. */
async function names_of(db: Database, ids: readonly (string | null)[]) {
  const known = ids.filter((id) => id !== null)
  if (known.length === 0) return () => null
  const members = await db.selectFrom('members').select(['user_id', 'name']).where('user_id', 'in', known).execute()
  const names = new Map(members.map(({ user_id, name }) => [user_id, name]))
  return (id: string | null) => (id === null ? null : (names.get(id) ?? null))
}

async function undone_by(db: Database, { action_id }: StoredAction): Promise<string | null> {
  const found = await db
    .selectFrom('actions')
    .select('action_id')
    .where('undoes', '=', action_id)
    .where('status', 'in', ['pending', 'approved', 'executed'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.action_id ?? null
}

async function history_of(db: Database, action_id: string) {
  const changes = await db
    .selectFrom('action_changes')
    .select(['status', 'changed_at', 'actor', 'note'])
    .where('action_id', '=', action_id)
    .execute()
  return changes
    .map((change) => ({ ...change, status: change.status as StoredAction['status'] }))
    .sort((a, b) => place_of(a.status) - place_of(b.status))
}

/** Two statuses can have the same time. */
const place_of = (status: StoredAction['status']) => (status === 'pending' ? 0 : status === 'approved' ? 1 : 2)
