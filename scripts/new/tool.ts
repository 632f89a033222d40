import type { Scope } from '#domain/scopes.ts'
import { in_area, keywords_of, questions_of, scope_of, suites_of } from './area.ts'
import type { Plan } from './unit.ts'

const READS = /^(get|list|query|revisar|analizar|diagnosticar|search)_/

export function plan_tool(path: string, root: string): Plan {
  const [area, name] = path.split('/') as [string, string]
  const is_read = READS.test(name)
  const scope = scope_of(area, is_read ? 'read' : 'write')
  const { files, lists } = in_area({ area, name, tools: [name] }, root)
  return {
    files: {
      [`src/tools/${area}/${name}.ts`]: is_read ? read_tool(name, scope) : write_tool(name, scope),
      ...files,
    },
    lists,
    generates: true,
    next: [
      `src/tools/${area}/${name}.ts already works, with connections as an example. Replace them with your own data.`,
      `Write the keywords, and questions in ${questions_of(area)}: how people ask for the tool, in their own words and in three languages.`,
      `npm test -- ${suites_of(area)} test/contract/published.test.ts test/mcp/search.test.ts --test-update-snapshots, then npm run gen.`,
      ...(is_read ? [] : ['If the example must name an existing record, add a line to test/contract/inputs.ts.']),
    ],
  }
}

const read_tool = (name: string, scope: Scope) => `import { z } from 'zod'
import { counted_rows, list_tool } from '#engine/list_tool.ts'
import { count_of_all, limit } from '#engine/lists.ts'
import { outside_text } from '#engine/texts.ts'

export const ${name} = list_tool({
  about: 'One or two sentences by which an agent chooses ${name}.',
  ${keywords_of(name)}
  scopes: ['${scope}'],
  input: { limit: limit(50) },
  list: 'connections',
  row: {
    connection_id: z.uuid(),
    name: outside_text().describe('Name the organization gave it.'),
  },
  hint: 'Raise limit.',
  async read({ limit }, { db }) {
    const found = await db
      .selectFrom('connections')
      .select(['connection_id', 'name', count_of_all])
      .orderBy('connection_id')
      .limit(limit)
      .execute()
    return counted_rows(found)
  },
})
`

const write_tool = (name: string, scope: Scope) => `import { z } from 'zod'
import { own_id } from '#engine/fields.ts'
import { refuse } from '#engine/outcomes.ts'
import { outside_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'

export const ${name} = tool({
  about: 'One or two sentences by which an agent chooses ${name}.',
  ${keywords_of(name)}
  scopes: ['${scope}'],
  effect: 'write',
  input: {
    connection_id: own_id('connection_id', 'a connection').describe('Connection to rename.'),
    name: z.string().trim().min(1).max(100).describe('Its new name.'),
  },
  result: { connection_id: z.uuid(), name: outside_text() },
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
