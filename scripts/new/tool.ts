import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Scope, scopes } from '#engine/access/scopes.ts'
import { listed } from './lists.ts'
import type { Plan } from './unit.ts'

const READS = /^(get|list|query|revisar|analizar|diagnosticar|search)_/

export function plan_tool(path: string, root: string): Plan {
  const [area, name] = path.split('/') as [string, string]
  const is_read = READS.test(name)
  const scope = scope_of(area, is_read ? 'read' : 'write')
  const area_index = `src/tools/${area}/index.ts`
  const line = { name, from: `#tools/${area}/${name}.ts`, before: 'tools: {' }
  const is_new_area = !existsSync(join(root, area_index))
  const prompts = `test/mcp/prompts/${area}.json`
  const is_first_asked = !existsSync(join(root, prompts))
  return {
    files: {
      [`src/tools/${area}/${name}.ts`]: is_read ? read_tool(name, scope) : write_tool(name, scope),
      ...(is_new_area && { [area_index]: listed(new_area(area), line) }),
      ...(is_first_asked && { [prompts]: asked('{}', name) }),
    },
    lists: {
      ...(is_new_area
        ? {
            'src/tools/index.ts': (text) =>
              listed(text, { name: area, from: `#tools/${area}/index.ts`, before: 'areas: Record<string, Area> = {' }),
          }
        : { [area_index]: (text) => listed(text, line) }),
      ...(!is_first_asked && { [prompts]: (text) => asked(text, name) }),
    },
    next: [
      `src/tools/${area}/${name}.ts works as it is, on connections: put in what it is about.`,
      `How people ask for it, in their words and three languages: its keywords, and prompts in ${prompts}.`,
      'npm test -- test/contract/every_tool.test.ts test/contract/catalog.test.ts test/mcp/search.test.ts, then npm run gen',
      'and node test/mcp/tokens.test.ts --write, which notes what it costs an agent.',
      ...(is_read ? [] : ['Where its example has to name a record that exists: a line in test/contract/inputs.ts.']),
    ],
  }
}

const words_of = (name: string) => name.replaceAll('_', ' ')

/** Prompts by which search over tools finds it: the words of its name, until its author knows better ones. */
function asked(text: string, name: string): string {
  const words = words_of(name)
  const prompts = {
    es: [words, `Necesito ${words}`],
    en: [words, `I need ${words}`],
    pt: [words, `Preciso de ${words}`],
  }
  return `${JSON.stringify({ ...JSON.parse(text), [name]: prompts }, null, 2)}\n`
}

const keywords_of = (name: string) =>
  `keywords: { es: '${words_of(name)}', en: '${words_of(name)}', pt: '${words_of(name)}' },`

/** The area's own scope where there is one. */
function scope_of(area: string, ability: 'read' | 'write'): Scope {
  const own = `${area}:${ability}` as Scope
  return scopes.includes(own) ? own : `connections:${ability}`
}

const new_area = (area: string) => `import { area } from '#engine/tool.ts'

export const ${area} = area({
  title: '${area.charAt(0).toUpperCase()}${area.slice(1).replaceAll('_', ' ')}',
  tools: {},
})
`

const read_tool = (name: string, scope: Scope) => `import { z } from 'zod'
import { count_of_all, limit, listed } from '#engine/lists.ts'
import { tool } from '#engine/tool.ts'

const connections = listed(
  'connections',
  z.strictObject({
    connection_id: z.uuid(),
    name: z.string().describe('Name the organization gave it.'),
  }),
  'Raise limit.',
)

export const ${name} = tool({
  about: 'One or two sentences by which an agent chooses ${name}.',
  ${keywords_of(name)}
  scopes: ['${scope}'],
  effect: 'read',
  input: { limit: limit(50) },
  result: connections.fields,
  async run({ limit }, { db }) {
    const found = await db
      .selectFrom('connections')
      .select(['connection_id', 'name'])
      .select(count_of_all)
      .orderBy('connection_id')
      .limit(limit)
      .execute()
    return connections.of_counted(found)
  },
})
`

const write_tool = (name: string, scope: Scope) => `import { z } from 'zod'
import { refuse } from '#engine/outcomes.ts'
import { tool } from '#engine/tool.ts'

export const ${name} = tool({
  about: 'One or two sentences by which an agent chooses ${name}.',
  ${keywords_of(name)}
  scopes: ['${scope}'],
  effect: 'write',
  input: {
    connection_id: z.uuid('must be the connection_id of a connection, a UUID').describe('Connection to rename.'),
    name: z.string().trim().min(1).max(100).describe('Its new name.'),
  },
  result: { connection_id: z.uuid(), name: z.string() },
  example: { connection_id: '01980000-0000-7000-8000-000000000000', name: 'Main shop' },
  async run({ connection_id, name }, { db }) {
    const row = await db
      .updateTable('connections')
      .set({ name })
      .where('connection_id', '=', connection_id)
      .returning(['connection_id', 'name'])
      .executeTakeFirst()
    if (!row) refuse('No connection has this connection_id. list_connections shows them.')
    return row
  },
})
`
