// What a terminal sends, with the embedded PostgreSQL, which nothing else stops. Ctrl-C reaches a process of npm twice: the terminal signals
// every process of its group, and npm forwards its own signal to the process that it runs. A closed terminal repeats SIGHUP likewise.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { processes_of } from '#db/embedded/place.ts'
import { project_for_newer_node } from '#test/older_node.ts'
import { node_environment } from '#test/processes.ts'

const ROOT = join(import.meta.dirname, '../..')
const MAIN = join(ROOT, 'src/main.ts')
const WAIT_MAX_MS = 120_000
const NPM_FORWARDS_MS = 20
/** A person who presses Ctrl-C again means it. */
const PRESSED_AGAIN_MS = 1_500
const POLL_MS = 20

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

interface Started {
  child: ChildProcess
  output(): string
  /** The status, or the name of the signal that ended the process. */
  ended: Promise<number | string | null>
}

/** A process group of its own, as the foreground group of a terminal. */
function start(...args: string[]): Started {
  const child = spawn(process.execPath, args, {
    detached: true,
    env: {
      ...node_environment,
      DATA_DIR: data_dir,
      PORT: '0',
      FX_DAILY_RATES_URL: 'http://127.0.0.1:1/{date}',
      FX_RATES_URL: 'http://127.0.0.1:1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (output += chunk))
  const ended = new Promise<number | string | null>((done) =>
    child.once('close', (code, signal) => done(code ?? signal)),
  )
  return { child, output: () => output, ended }
}

async function until(holds: () => boolean | Promise<boolean>, { child, output }: Started) {
  const deadline = performance.now() + WAIT_MAX_MS
  while (!(await holds())) {
    assert.ok(child.exitCode === null && performance.now() < deadline, `it did not come so far: ${output()}`)
    await sleep(POLL_MS)
  }
}

async function send_twice({ child }: Started, signal: NodeJS.Signals, after_ms = NPM_FORWARDS_MS) {
  process.kill(-child.pid!, signal)
  await sleep(after_ms)
  child.kill(signal)
}

async function is_ready(process: Started) {
  await until(() => process.output().includes('Tablero is ready'), process)
  return process
}

async function nothing_is_left({ output }: Started) {
  assert.deepEqual(await processes_of(cluster()), [], output())
}

const skip = process.platform !== 'linux' && 'it reads /proc'

test('Ctrl-C while the database is being started stops both', { skip }, async () => {
  const started = start(MAIN)
  await until(() => existsSync(join(cluster(), 'postmaster.pid')), started)
  await send_twice(started, 'SIGINT')
  assert.equal(await started.ended, 0, started.output())
  await nothing_is_left(started)
})

test('one Ctrl-C, which npm forwards, stops the process in order, and its PostgreSQL', { skip }, async () => {
  const started = await is_ready(start(MAIN))
  assert.ok((await processes_of(cluster()))!.length > 0)
  await send_twice(started, 'SIGINT')
  assert.equal(await started.ended, 0, started.output())
  await nothing_is_left(started)
})

test('a closed terminal stops everything, also below an older Node', { skip }, async () => {
  const bin = await project_for_newer_node(join(folder, 'project'))
  const started = await is_ready(start(bin, 'start'))
  await send_twice(started, 'SIGHUP', PRESSED_AGAIN_MS)
  assert.equal(await started.ended, 0, started.output())
  await nothing_is_left(started)
})

test('one Ctrl-C, which npm forwards, stops a command and its PostgreSQL', { skip }, async () => {
  const bin = join(ROOT, 'bin/tablero')
  const made = start(bin, 'org', 'create', 'Casa')
  assert.equal(await made.ended, 0, made.output())
  await nothing_is_left(made)
  const started = start(bin, 'sql', 'select pg_sleep(3)')
  await until(() => runs('select pg_sleep(3)'), started)
  await send_twice(started, 'SIGINT')
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
