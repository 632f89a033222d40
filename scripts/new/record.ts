import { in_area, keywords_of, questions_of, scope_of, suites_of, words_of } from './area.ts'
import { steps_of_contract } from './contract.ts'
import { with_last_line } from './lists.ts'
import { new_migration, rights_step, singular, with_rights } from './table.ts'
import type { Plan } from './unit.ts'

export function plan_record(path: string, root: string): Plan {
  const [area, name] = path.split('/') as [string, string]
  const one = singular(name)
  const tools = [`create_${one}`, `update_${one}`, `get_${one}`, `list_${name}`, `delete_${one}`]
  const { files, lists } = in_area({ area, name, entry: `...${name}.tools`, tools }, root)
  const migration = new_migration(name, root, [
    ['notes', 'text,'],
    ['is_active', 'boolean not null default true,'],
  ])
  return {
    files: {
      [`src/tools/${area}/${name}.ts`]: record_ts(area, name, one),
      [`src/tools/${area}/${name}.test.ts`]: test_ts(area, name, one),
      [migration.file]: migration.text,
      ...files,
    },
    lists: {
      ...lists,
      ...with_rights(name),
      [ONLY_ADDING]: (text) => with_last_line(text, 'const ONLY_ADDING = [', `  'create_${one}',`),
    },
    generates: true,
    next: [
      `src/tools/${area}/${name}.ts and ${migration.file} already work, with a name, notes and a switch. Replace the fields with your own.`,
      `Write the keywords, and questions in ${questions_of(area)}: how people ask for the records, in their own words and in three languages.`,
      ...steps_of_contract(area, tools, root),
      rights_step(name),
      `npm test -- src/tools/${area}/${name}.test.ts, then npm run gen again, because each field is a column.`,
      `npm test -- ${suites_of(area)} test/security/roles.test.ts test/mcp/search.test.ts --test-update-snapshots, then npm run verify.`,
    ],
  }
}

/** Names the tools that clients may call without asking their person. */
const ONLY_ADDING = 'test/contract/mcp.test.ts'

const record_ts = (area: string, name: string, one: string) => `import { z } from 'zod'
import { only_where, record } from '#engine/record.ts'

export const ${name} = record({
  one: '${words_of(one)}',
  many: '${name}',
  table: '${name}',
  id: '${one}_id',
  scopes: { read: ['${scope_of(area, 'read')}'], write: ['${scope_of(area, 'write')}'] },
  ${keywords_of(name)}
  fields: {
    name: z.string().trim().min(1).max(100).describe('What people call it.'),
    notes: z.string().trim().min(1).max(5_000).nullable().describe('What people need to know about it.'),
    is_active: z.boolean().default(true).describe('Whether it is in use.'),
  },
  long: ['notes'],
  tools: {
    create_${one}: { does: 'create', about: 'Creates one of the ${words_of(name)}.', example: { name: 'First' } },
    update_${one}: {
      does: 'update',
      about: 'Changes one of the ${words_of(name)}; what is not given stays.',
      example: { is_active: false },
    },
    get_${one}: { does: 'get', about: 'One of the ${words_of(name)} with its notes.' },
    list_${name}: {
      does: 'list',
      about: 'The ${words_of(name)} of the organization, newest first.',
      limit: 50,
      filters: { active_only: only_where('is_active', 'Only those in use.') },
    },
    delete_${one}: { does: 'delete', about: 'Deletes one of the ${words_of(name)}.' },
  },
})
`

const test_ts = (area: string, name: string, one: string) => `import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, test_app } from '#test/app.ts'
import { ${area} } from './index.ts'

let app: TestApp
before(async () => {
  app = await test_app({ areas: { ${area} }, seeded: false })
})
after(() => app.close())

async function ask(tool: string, input: object) {
  const { status, body } = await app.rest(tool, input, { key: app.keys.acme })
  assert.equal(status, 200, JSON.stringify(body))
  return body.result
}

test('one of the ${words_of(name)} is created, changed, listed, shown and deleted', async () => {
  const { ${one}_id } = await ask('create_${one}', { name: 'First', notes: 'Read this' })
  await ask('update_${one}', { ${one}_id, is_active: false })
  assert.equal((await ask('list_${name}', {})).total, 1)
  assert.equal((await ask('list_${name}', { active_only: true })).total, 0)
  const { name, notes, is_active } = await ask('get_${one}', { ${one}_id })
  assert.deepEqual({ name, notes, is_active }, { name: 'First', notes: 'Read this', is_active: false })
  await ask('delete_${one}', { ${one}_id })
  assert.equal((await ask('list_${name}', {})).total, 0)
})
`
