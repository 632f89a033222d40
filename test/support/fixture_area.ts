// Tools for tests only. Each tool does one thing that the engine or a transport must handle.
import { sql } from 'kysely'
import { z } from 'zod'
import { refuse } from '#engine/outcomes.ts'
import { outside_text } from '#engine/texts.ts'
import { area, tool } from '#engine/tool.ts'

export const SECRET_OF_A_FAULT = 'password=hunter2'

const fixture_read = tool({
  about: 'Reads the names of the connections of the organization.',
  scopes: ['connections:read', 'billing:read'],
  effect: 'read',
  rate: 10,
  input: {
    text: z.string().max(50).describe('Returned unchanged.').default('none'),
    times: z.int().min(1).max(5).describe('How often.').optional(),
    depth: z.array(z.unknown()).describe('Anything.').optional(),
  },
  result: { text: outside_text(), names: z.array(outside_text()) },
  example: { text: 'hello', times: 2 },
  async run({ text }, { db }) {
    const rows = await db.selectFrom('connections').select('name').orderBy('name').execute()
    return { text, names: rows.map(({ name }) => name) }
  },
})

const fixture_write = tool({
  about: 'Writes a contact and states how many there are.',
  scopes: ['crm:write'],
  effect: 'write',
  destructive: true,
  idempotent: true,
  open_world: true,
  input: { full_name: z.string().min(1).describe('Name of the contact.') },
  result: { contacts: z.int() },
  example: { full_name: 'Ada' },
  async run({ full_name }, { db }) {
    await db.insertInto('contacts').values({ full_name }).execute()
    const { count } = await db
      .selectFrom('contacts')
      .select(db.fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow()
    return { contacts: Number(count) }
  },
})

const fixture_lies = tool({
  about: 'Declares that it reads, and writes.',
  scopes: ['crm:read'],
  effect: 'read',
  input: {},
  result: {},
  async run(_, { db }) {
    await db.insertInto('contacts').values({ full_name: 'never' }).execute()
    return {}
  },
})

const fixture_spends = tool({
  about: 'Costs four hundred credits, and refuses on demand.',
  scopes: ['reports:run'],
  effect: 'write',
  spends: 400,
  input: { refused: z.boolean().default(false).describe('Whether to refuse.') },
  result: { done: z.boolean() },
  async run({ refused }) {
    if (refused) refuse('It was asked to refuse.')
    return { done: true }
  },
})

const fixture_breaks = tool({
  about: 'Throws an error with text that callers must not see.',
  scopes: [],
  effect: 'read',
  input: {},
  result: {},
  async run(_, { db }) {
    await sql`select ${SECRET_OF_A_FAULT} from a_table_that_is_not_there`.execute(db)
    return {}
  },
})

const fixture_breaks_its_word = tool({
  about: 'Returns an answer that violates its schema.',
  scopes: [],
  effect: 'read',
  input: {},
  result: { count: z.int() },
  run: async () => ({ count: SECRET_OF_A_FAULT as never }),
})

const fixture_slow = tool({
  about: 'Takes a second.',
  scopes: [],
  effect: 'read',
  input: {},
  result: { done: z.boolean() },
  async run(_, { db }) {
    await sql`select pg_sleep(1)`.execute(db)
    return { done: true }
  },
})

const fixture_internal = tool({
  about: 'Exists for dashboard users only.',
  scopes: [],
  effect: 'read',
  internal: true,
  input: {},
  result: { org_name: outside_text() },
  run: async (_input, { org }) => ({ org_name: org.name }),
})

export const fixtures = area({
  title: 'Fixtures',
  module: 'module_tasks',
  tools: {
    fixture_breaks,
    fixture_breaks_its_word,
    fixture_internal,
    fixture_lies,
    fixture_read,
    fixture_slow,
    fixture_spends,
    fixture_write,
  },
})
