import { in_area, keywords_of, questions_of, scope_of, suites_of } from './area.ts'
import { contract_of, steps_of_contract } from './contract.ts'
import { with_last_line } from './lists.ts'
import type { Plan } from './unit.ts'

const READS = /^(get|list|query|revisar|analizar|diagnosticar|search)_/

export function plan_tool(path: string, root: string): Plan {
  const [area, name] = path.split('/') as [string, string]
  const is_read = READS.test(name)
  const scopes = contract_of(area, root)[name]?.scopes ?? [scope_of(area, is_read ? 'read' : 'write')]
  const { files, lists } = in_area({ area, name, tools: [name] }, root)
  return {
    files: {
      [`src/tools/${area}/${name}.ts`]: is_read ? read_tool(name, scopes) : write_tool(name, scopes),
      ...files,
    },
    lists: is_read ? lists : { ...lists, [INPUTS]: (text) => with_last_line(text, NAMED_INPUTS, input_of(name)) },
    generates: true,
    next: [
      `src/tools/${area}/${name}.ts already works, with connections as an example. Replace them with your own data.`,
      `Write the keywords, and questions in ${questions_of(area)}: how people ask for the tool, in their own words and in three languages.`,
      ...steps_of_contract(area, [name], root),
      ...(is_read
        ? []
        : [
            `Its line in ${INPUTS} names an existing connection. Change the line together with the input.`,
            'A tool that only adds leaves out destructive and gets a line in ONLY_ADDING of test/contract/mcp.test.ts.',
          ]),
      `npm test -- ${suites_of(area)} test/contract/published.test.ts test/mcp/search.test.ts --test-update-snapshots, then npm run gen.`,
    ],
  }
}

const INPUTS = 'test/contract/inputs.ts'
const NAMED_INPUTS = 'const named: Record<string, Make> = {'

/** The suites of the area call the tool with this input, because the id of its example is invented. */
const input_of = (name: string) =>
  `  ${name}: async (app, seed) => ({ connection_id: await connection_of(app, seed, 'sx'), name: 'Main shop' }),`

const quoted = (scopes: readonly string[]) => scopes.map((scope) => `'${scope}'`).join(', ')

const read_tool = (name: string, scopes: readonly string[]) => `import { z } from 'zod'
import { list_tool } from '#engine/list_tool.ts'
import { count_of_all, counted_rows, limit } from '#engine/lists.ts'
import { outside_text } from '#engine/texts.ts'

export const ${name} = list_tool({
  about: 'One or two sentences by which an agent chooses ${name}.',
  ${keywords_of(name)}
  scopes: [${quoted(scopes)}],
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

const write_tool = (name: string, scopes: readonly string[]) => `import { z } from 'zod'
import { own_id } from '#engine/fields.ts'
import { refuse } from '#engine/outcomes.ts'
import { outside_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'

export const ${name} = tool({
  about: 'One or two sentences by which an agent chooses ${name}.',
  ${keywords_of(name)}
  scopes: [${quoted(scopes)}],
  effect: 'write',
  destructive: true,
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
