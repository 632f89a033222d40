// What a terminal sends, with the embedded PostgreSQL, which nothing else stops. Ctrl-C reaches a process of npm twice: the terminal signals
// every process of its group, and npm forwards its own signal to the process that it runs. A closed terminal repeats SIGHUP likewise.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { processes_of } from '#db/embedded/place.ts'
import { type Foreground, signal_twice, start_in_foreground, until } from '#test/foreground.ts'
import { project_for_newer_node } from '#test/older_node.ts'

const ROOT = join(import.meta.dirname, '../..')
const MAIN = join(ROOT, 'src/main.ts')
/** A person who presses Ctrl-C again means it. */
const PRESSED_AGAIN_MS = 1_500

let folder: string
let data_dir: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tablero-signals-'))
  await chmod(folder, 0o755)
  data_dir = join(folder, 'data')
})
after(async () => {
  for (const pid of (await processes_of(cluster())) ?? []) process.kill(pid, 'SIGKILL') // of a test that failed
  await rm(folder, { recursive: true, force: true })
})

const cluster = () => join(data_dir, 'postgres/cluster')

const start = (...args: string[]) =>
  start_in_foreground(args, {
    env: {
      DATA_DIR: data_dir,
      PORT: '0',
      FX_DAILY_RATES_URL: 'http://127.0.0.1:1/{date}',
      FX_RATES_URL: 'http://127.0.0.1:1',
    },
  })

async function is_ready(started: Foreground) {
  await until(() => started.output().includes('Tablero is ready'), started)
  return started
}

/** The children of a stopped PostgreSQL end a moment after it. */
const ENDS_WITHIN_MS = 2_000

async function nothing_is_left({ output }: Foreground) {
  const deadline = performance.now() + ENDS_WITHIN_MS
  while ((await processes_of(cluster()))?.length && performance.now() < deadline) await sleep(50)
  assert.deepEqual(await processes_of(cluster()), [], output())
}

const skip = process.platform !== 'linux' && 'it reads /proc'

test('Ctrl-C while the database is being started stops both', { skip }, async () => {
  const started = start(MAIN)
  await until(() => existsSync(join(cluster(), 'postmaster.pid')), started)
  await signal_twice(started, 'SIGINT')
  assert.equal(await started.ended, 0, started.output())
  await nothing_is_left(started)
})

test('one Ctrl-C, which npm forwards, stops the process in order, and its PostgreSQL', { skip }, async () => {
  const started = await is_ready(start(MAIN))
  assert.ok((await processes_of(cluster()))!.length > 0)
  await signal_twice(started, 'SIGINT')
  assert.equal(await started.ended, 0, started.output())
  await nothing_is_left(started)
})

test('a closed terminal stops everything, also below an older Node', { skip }, async () => {
  const bin = await project_for_newer_node(join(folder, 'project'))
  const started = await is_ready(start(bin, 'start'))
  await signal_twice(started, 'SIGHUP', PRESSED_AGAIN_MS)
  assert.equal(await started.ended, 0, started.output())
  await nothing_is_left(started)
})

test('one Ctrl-C, which npm forwards, stops a command and its PostgreSQL', { skip }, async () => {
  const bin = join(ROOT, 'bin/tablero')
  const made = start(bin, 'org', 'create', 'Casa')
  assert.equal(await made.ended, 0, made.output())
  await nothing_is_left(made)
  const started = start(bin, 'sql', 'select pg_sleep(12)')
  await until(() => runs('select pg_sleep(12)'), started)
  await signal_twice(started, 'SIGINT')
  assert.equal(await started.ended, 130, started.output())
  await nothing_is_left(started)
})

/** Whether the statement is running in the embedded server. */
async function runs(statement: string): Promise<boolean> {
  const { port, password } = JSON.parse(await readFile(join(data_dir, 'postgres/postgres.json'), 'utf8'))
  const client = new pg.Client(`postgres://tablero:${password}@127.0.0.1:${port}/postgres`)
  try {
    await client.connect()
    const { rowCount } = await client.query('select from pg_stat_activity where query = $1', [statement])
    return rowCount! > 0
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
