// The rows of actions in lists, and conditions on them.
import type { SelectQueryBuilder } from 'kysely'
import { z } from 'zod'
import type { Database } from '#db/pool.ts'
import type { DB } from '#db/schema.ts'
import type { StoredAction } from '#engine/approvals/table.ts'
import { refuse } from '#engine/outcomes.ts'
import { LONG_TEXT_CHARS_MAX, outside_text, own_text, platform_word, public_text } from '#engine/texts.ts'
import { change_fields, shown_change } from '#tools/proposals.ts'
import { there_are } from '#tools/statuses.ts'

const SLUG_CHARS_MAX = 100
/** Examples of the words of `action_type`. */
export const ACTION_TYPES = 'pause_campaign, set_daily_budget, create_campaign, answer_question'
export const slug = (about: string) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(SLUG_CHARS_MAX, `must have at most ${SLUG_CHARS_MAX} characters`)
    .optional()
    .describe(about)

export const action_filters = {
  agent_slug: slug('Only proposals of this AI agent.'),
}
export const action_type = slug(`Only this kind of change, such as ${ACTION_TYPES}.`)

export const action_fields = {
  action_id: z.uuid(),
  action_type: own_text(),
  platform: own_text(),
  target: outside_text().describe('Name of what changes.'),
  target_id: platform_word().nullable().describe('null: the action makes it.'),
  account: outside_text(),
  about: public_text(LONG_TEXT_CHARS_MAX).nullable().describe("What it responds to, such as a buyer's question."),
  ...change_fields,
  reason: outside_text().nullable(),
  proposed_by: own_text().describe('user:, key:, oauth: or agent:, with the id.'),
  agent_slug: own_text().nullable(),
  created_at: z.iso.datetime(),
}

export const shown_action = (action: StoredAction) => ({
  action_id: action.action_id,
  action_type: action.action_type,
  platform: action.platform,
  target: action.target.name,
  target_id: action.target.id,
  account: action.account_name,
  about: action.target.about ?? null,
  ...shown_change(action),
  reason: action.reason,
  proposed_by: action.proposed_by,
  agent_slug: action.agent_slug,
  created_at: action.created_at,
})

type ActionQuery = SelectQueryBuilder<DB, 'actions', object>

export const matching = (
  query: ActionQuery,
  { agent_slug, action_type }: { agent_slug?: string; action_type?: string },
) =>
  query
    .$if(agent_slug !== undefined, (of) => of.where('agent_slug', '=', agent_slug!))
    .$if(action_type !== undefined, (of) => of.where('action_type', '=', action_type!))

/**
 * Refuses an agent that no proposal names, with those there are: an empty list would say that nothing of it waits. For lists without
 * any row, because it reads all rows.
 */
export async function refuse_unknown_agent(db: Database, { agent_slug: given }: { agent_slug?: string | undefined }) {
  if (given === undefined) return
  const found = await db
    .selectFrom('actions')
    .select('agent_slug')
    .distinct()
    .where('agent_slug', 'is not', null)
    .orderBy('agent_slug')
    .execute()
  const agents = found.map(({ agent_slug }) => agent_slug!)
  if (agents.includes(given)) return
  if (agents.length === 0) refuse('No proposal of this organization names an agent. Leave agent_slug out.')
  refuse(`No proposal names the agent '${given}'. ${there_are(agents)}`)
}

export const long_text = () => outside_text(LONG_TEXT_CHARS_MAX)
