// Gates and scaffolds that need a database. The results are the same on every PostgreSQL that Tablero supports.
import assert from 'node:assert/strict'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { migrate } from '#db/migrate.ts'
import { empty_database, type TestDatabase, test_database } from '#test/database.ts'
import { type ProjectCopy, project_copy } from '#test/project_copy.ts'
import { type Gate, ROOT, run_program } from '../../scripts/gates/gate.ts'
import { generated_on } from '../../scripts/gates/generated.ts'

let database: TestDatabase
let copy: ProjectCopy
let generated: Gate | undefined

before(async () => {
  ;[database, copy] = await Promise.all([test_database(), project_copy()])
})

after(async () => {
  await copy?.remove()
  await database?.drop()
})

const gate = () => (generated ??= generated_on(database.url))

test('generated files are equal to the output of npm run gen', async () => {
  const { faults } = await gate().run(ROOT)
  assert.deepEqual(faults, [])
})

test('the gate finds a generated file that was changed by hand', async () => {
  const files = [
    'dashboard/src/api/tools.ts',
    'docs/configuration.md',
    'docs/openapi.json',
    'docs/schema.md',
    'docs/tools.md',
    'src/db/schema.ts',
  ]
  for (const file of files) await appendFile(join(copy.root, file), '\n')
  const { faults } = await gate().run(copy.root)
  assert.deepEqual(
    faults,
    files.map((file) => `${file} is not what npm run gen writes`),
  )
})

test('the migration of a scaffold runs, and its table has forced row security', async () => {
  const { code, output } = await run_program(copy.root, ['scripts/new.ts', '--no-gen', 'table', 'postcards'])
  assert.equal(code, 0, output)
  const empty = await empty_database()
  const client = new pg.Client({ connectionString: empty.url })
  try {
    const applied = await migrate(empty.url, { folder: join(copy.root, 'migrations') })
    assert.match(applied.at(-1)!, /^\d{4}_postcards\.sql$/)
    await client.connect()
    const { rows } = await client.query(
      `select relforcerowsecurity as forced, obj_description(oid, 'pg_class') as about from pg_class where relname = 'postcards'`,
    )
    assert.equal(rows[0].forced, true)
    assert.ok(rows[0].about)
  } finally {
    await client.end()
    await empty.drop()
  }
})
