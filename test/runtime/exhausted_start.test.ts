// A start that lacks disk space, memory or a right of the database ends with the sentence, and without a stack.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { exhaustion_of, is_disk_full, NamedDiskFull } from '#db/exhausted.ts'
import { empty_database, type TestDatabase } from '#test/database.ts'
import { sentence_of } from '../../src/cli/sentences.ts'

const root = join(import.meta.dirname, '../..')
const programs = { 'the demo': 'scripts/demo.ts', Tablero: 'src/main.ts' }
const STARTS_MS = 100_000

async function started_with(program: string, url: string, folder: string) {
  const env = { ...process.env, DATABASE_URL: url, DATA_DIR: join(folder, 'data'), PORT: '0', LOG_LEVEL: '' }
  const child = spawn(process.execPath, [program], { cwd: root, env, signal: AbortSignal.timeout(STARTS_MS) })
  let said = ''
  child.stderr.on('data', (text) => (said += text))
  const [code] = await once(child, 'close')
  return { code, said }
}

suite('a start without what the database server needs', () => {
  let database: TestDatabase
  let folder: string
  before(async () => {
    database = await empty_database()
    folder = await mkdtemp(join(tmpdir(), 'tablero-exhausted-'))
  })
  after(async () => {
    await rm(folder, { recursive: true })
    await database.drop()
  })

  /** What the program prints to standard error while each change of the schema fails with this SQLSTATE. */
  async function started(program: string, code: string) {
    await database.owner.query(
      `create or replace function lacking() returns event_trigger language plpgsql as $$
       begin raise exception 'could not extend file' using errcode = '${code}'; end $$;
       create event trigger lacking on ddl_command_start when tag in ('CREATE TABLE', 'CREATE SCHEMA') execute function lacking()`,
    )
    try {
      return await started_with(program, database.url, folder)
    } finally {
      await database.owner.query('drop event trigger lacking')
    }
  }

  for (const [name, program] of Object.entries(programs))
    for (const [code, sentence] of [
      ['53100', 'The database server has no disk space left, or cannot use its disk.'],
      ['53200', 'The database server has no memory left.'],
    ] as const)
      test(`${name} ends with a sentence under ${code}`, async () => {
        const ended = await started(program, code)
        assert.equal(ended.code, 1, ended.said)
        assert.ok(ended.said.includes(sentence), ended.said)
        assert.equal(ended.said.trimEnd().split('\n').length, 1, ended.said)
      })
})

test('a start whose database refuses a right says what a superuser must run, and nothing else', async () => {
  const database = await empty_database()
  const folder = await mkdtemp(join(tmpdir(), 'tablero-rights-'))
  const owner = `rightless_${process.pid}`
  const url = Object.assign(new URL(database.url), { username: owner, password: 'rightless' })
  const name = url.pathname.slice(1)
  await database.owner.query(
    `create role ${owner} login password 'rightless'; alter database ${name} owner to ${owner}`,
  )
  try {
    for (const program of Object.values(programs)) {
      const { code, said } = await started_with(program, url.href, folder)
      assert.equal(code, 1, said)
      assert.match(said, new RegExp(`^The role "${owner}" may not create or grant roles .* with admin option;\\n$`))
    }
  } finally {
    await database.owner.query(
      `alter database ${name} owner to current_user; drop owned by ${owner}; drop role ${owner}`,
    )
    await rm(folder, { recursive: true, force: true })
    await database.drop()
  }
})

test('the disk that a start names is in the sentence of each program', () => {
  const full = new NamedDiskFull('The disk of data is full. Free some.', { cause: { code: 1 } })
  const at_start = new Error('The start failed.', { cause: full })
  assert.deepEqual(
    [sentence_of(full), exhaustion_of(at_start), is_disk_full(at_start)],
    [full.message, full.message, true],
  )
})
