import { z } from 'zod'
import { type Acted, type ActorNames, read_calls } from '#engine/audit/list.ts'
import { REFUSED_ACCESS, UNKNOWN_RUN } from '#engine/audit/refused.ts'
import { search_text } from '#engine/lists.ts'
import { type Outcome, outcomes } from '#engine/outcomes.ts'
import { pages } from '#engine/pages.ts'
import { outside_text, own_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'

const NAMES = Object.keys(outcomes) as Outcome[]

/** Calls of other organizations that do not act on this one. Who they are is not shown: who declines a request stays unknown to the agency. */
const APART = new Set([...REFUSED_ACCESS, 'decline_access_request'])

const call = z.strictObject({
  call: own_text().describe('The number of the call.'),
  called_at: own_text(),
  actor: own_text().nullable().describe('null: a caller of an organization that does not act on this one.'),
  actor_name: outside_text().nullable().describe('The key, app or person, while it exists.'),
  caller_org: z
    .strictObject({ org_id: z.uuid(), name: outside_text().nullable() })
    .nullable()
    .describe(
      'The other organization whose key or person called, such as an agency. null: this one, or one that does not act on it.',
    ),
  wanted_org_id: z.uuid().nullable().describe('The other organization that the caller named in vain.'),
  tool: own_text(),
  transport: own_text(),
  outcome: z.enum(NAMES),
  attempts: z.int().describe('Refused attempts that the record stands for.'),
  duration_ms: z.number(),
  request_id: own_text(),
})

const calls = pages('calls', call, {
  before: z
    .string()
    .regex(/^[1-9]\d{0,17}$/, 'must be the next_before of an answer')
    .describe('Only older ones than this call.'),
  id_of: ({ call }) => call,
  rows: 50,
  rows_max: 200,
})

export const list_calls = tool({
  about: 'Recorded calls of people, keys and agents, also those of an agency, a page at a time, newest first.',
  scopes: ['admin:*'],
  effect: 'read',
  internal: true,
  input: {
    tool: search_text('A part of the name of the tool.').optional(),
    outcome: z.enum(NAMES).optional(),
    ...calls.input,
  },
  result: calls.fields,
  async run({ before, ...asked }, { db, names_of_actors }) {
    const found = await read_calls(db, {
      ...asked,
      before: before ? BigInt(before) : undefined,
      limit: asked.limit + 1,
    })
    const names = await names_of_actors(found)
    return calls.of(
      found.map((row) => shown(row, names)),
      asked.limit,
    )
  },
})

function shown(row: Acted, names: ActorNames) {
  const { caller_org_id } = row
  const is_apart = caller_org_id !== null && APART.has(row.tool)
  const is_other = caller_org_id !== null && !is_apart
  return {
    call: String(row.seq),
    called_at: row.called_at,
    actor: is_apart ? null : row.actor,
    actor_name: is_apart ? null : (names.actor(row) ?? null),
    caller_org: is_other ? { org_id: caller_org_id, name: names.org(caller_org_id) ?? null } : null,
    // A run was asked for, and not an organization, so its owner is not the caller's to know.
    wanted_org_id: row.tool === UNKNOWN_RUN ? null : row.wanted_org_id,
    tool: row.tool,
    transport: row.transport,
    outcome: row.outcome as Outcome,
    attempts: row.attempts ?? 1,
    duration_ms: row.duration_ms,
    request_id: row.request_id,
  }
}
