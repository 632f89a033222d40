import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type PostgresOptions, type PostgresServer, start_postgres as start_kept } from '#db/embedded/server.ts'

const WRITER = join(import.meta.dirname, 'server_writer.ts')
const KILLS = Number(process.env.TABLERO_TEST_KILLS ?? 8)
const folders: string[] = []
const servers: PostgresServer[] = []
/** A new folder for each test, in which a start has to create the cluster. */
let data_dir: string
/** A folder with a cluster, for all tests that only need a server. Creating one takes a second. */
let used_dir: string

/** The server is stopped after every result of the test, because an open server keeps the process alive. */
async function start_postgres(options: PostgresOptions): Promise<PostgresServer> {
  const server = await start_kept(options)
  servers.push(server)
  return server
}

async function open_folder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tablero-server-'))
  await chmod(folder, 0o755)
  folders.push(folder)
  return folder
}

before(async () => {
  used_dir = await open_folder()
})
beforeEach(async () => {
  data_dir = await open_folder()
})
after(async () => {
  for (const { stop } of servers) await stop()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** A small disk of its own, which only root can have. */
const can_mount = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0

test('a start on a full disk says which disk is full', { skip: !can_mount && 'needs the right to mount' }, async () => {
  assert.equal(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=755', 'tmpfs', data_dir]).status, 0)
  try {
    await assert.rejects(start_postgres({ data_dir, disposable: true }), {
      message: `The disk of ${data_dir} is full. PostgreSQL needs space there to start. Free some, and start again.`,
    })
  } finally {
    spawnSync('umount', [data_dir])
  }
})

const postmaster_pid = async (folder: string) =>
  Number((await readFile(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0])

function start_writer(...args: string[]): { child: ChildProcess; lines: string[]; ended: Promise<unknown> } {
  const child = spawn(process.execPath, [WRITER, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const lines: string[] = []
  let rest = ''
  child.stdout!.on('data', (chunk) => {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop()!
    lines.push(...parts)
  })
  child.stderr!.on('data', (chunk) => lines.push(`fault: ${chunk}`))
  return { child, lines, ended: new Promise((done) => child.once('close', done)) }
}

/** Long enough for a start of the server on a machine that is busy with other work. */
const WAIT_MAX_MS = 120_000

async function until(holds: () => boolean | Promise<boolean>, what: string) {
  const deadline = performance.now() + WAIT_MAX_MS
  while (!(await holds())) {
    assert.ok(performance.now() < deadline, `Waited ${WAIT_MAX_MS / 1000} s for: ${what}`)
    await sleep(20)
  }
}

/** An ended process keeps its id until its parent has noticed the end. */
const ends = (pid: number) =>
  until(() => {
    try {
      process.kill(pid, 0)
      return false
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ESRCH')
      return true
    }
  }, `the end of process ${pid}`)

test('a second start finds the data on the same port, and no process remains after a stop', async () => {
  const first = await start_postgres({ data_dir: used_dir })
  await query(first.url, 'create table kept as select 1 as id')
  const pid = await postmaster_pid(used_dir)
  // Its own binaries: "npm ci" beside a running server deletes those of the package.
  if (process.platform === 'linux')
    assert.ok((await readlink(`/proc/${pid}/exe`)).startsWith(`${await realpath(used_dir)}/postgres/bin/`))
  await first.stop()
  await ends(pid)
  const second = await start_postgres({ data_dir: used_dir })
  assert.equal(second.url, first.url)
  assert.deepEqual(await query(second.url, 'select id from kept'), [{ id: 1 }])
  await second.stop()
})

test('the password is required, and only its owner can read it', async () => {
  const { url, stop } = await start_postgres({ data_dir: used_dir, disposable: true })
  const wrong_url = new URL(url)
  wrong_url.password = 'guess'
  await assert.rejects(query(wrong_url.href, 'select 1'), /password authentication failed/)
  assert.equal((await stat(join(used_dir, 'postgres/postgres.json'))).mode & 0o777, 0o600)
  await stop()
})

test('a start beside a running server, or of one, says that the password is not that of the database', async () => {
  const first = await start_postgres({ data_dir, disposable: true })
  const file = join(data_dir, 'postgres/postgres.json')
  const kept = await readFile(file, 'utf8')
  const wrong = () => writeFile(file, JSON.stringify({ ...JSON.parse(kept), password: 'guess' }))
  const refused = { message: new RegExp(`^PostgreSQL in .* refuses the password in ${file}`) }
  await wrong()
  await assert.rejects(start_postgres({ data_dir, disposable: true }), refused)
  assert.deepEqual(await query(first.url, 'select 1 as id'), [{ id: 1 }])
  const pid = await postmaster_pid(data_dir)
  await first.stop()
  await ends(pid)
  await assert.rejects(start_postgres({ data_dir, disposable: true }), refused)
  assert.ok(!existsSync(join(data_dir, 'postgres/cluster/postmaster.pid')), 'no server remains')
  await writeFile(file, kept)
  const again = await start_postgres({ data_dir, disposable: true })
  assert.deepEqual(await query(again.url, 'select 1 as id'), [{ id: 1 }])
  await again.stop()
})

test('two concurrent starts share one server, which ends with the last of them', async () => {
  const both = await Promise.all([
    start_postgres({ data_dir, disposable: true }),
    start_postgres({ data_dir, disposable: true }),
  ])
  assert.equal(both[0].url, both[1].url)
  const pid = await postmaster_pid(data_dir)
  await both[0].stop()
  assert.deepEqual(await query(both[1].url, 'select 1 as id'), [{ id: 1 }])
  await both[1].stop()
  await ends(pid)
})

test('each of two data folders has its own server', async () => {
  const other = await start_postgres({ data_dir: used_dir, disposable: true })
  const { url, stop } = await start_postgres({ data_dir, disposable: true })
  assert.notEqual(url, other.url)
  await query(url, 'create table mine (id int)')
  await assert.rejects(query(other.url, 'select * from mine'), /does not exist/)
  await Promise.all([stop(), other.stop()])
})

test(`after each of ${KILLS} kills at any moment the next start works, and no acknowledged row is lost`, async () => {
  const acknowledged: number[] = []
  for (let round = 0; round < KILLS; round++) {
    const { child, lines, ended } = start_writer(data_dir)
    // Early rounds end during initdb and the first start. Later ones wait for writes, regardless of the machine's speed.
    if (round < KILLS / 2) await sleep(150 + (round * 1200) / KILLS)
    else await until(() => lines.length > 5, 'acknowledged rows')
    await sleep(Math.random() * 100)
    child.kill('SIGKILL')
    await ended
    assert.deepEqual(
      lines.filter((line) => line.startsWith('fault')),
      [],
    )
    acknowledged.push(...lines.filter((line) => /^\d+$/.test(line)).map(Number))
  }
  const { url, stop } = await start_postgres({ data_dir })
  await query(url, 'create table if not exists acknowledged (n bigserial)')
  const stored = new Set((await query(url, 'select n from acknowledged')).map(({ n }) => Number(n)))
  assert.ok(acknowledged.length > 0, 'no round was long enough for a write')
  assert.deepEqual(
    acknowledged.filter((n) => !stored.has(n)),
    [],
  )
  await stop()
  assert.deepEqual((await readdir(join(data_dir, 'postgres'))).sort(), ['bin', 'cluster', 'postgres.json', 'start.log'])
})

test('the next start recovers after a kill of both Tablero and the server', async () => {
  const { child, lines, ended } = start_writer(used_dir)
  await until(() => lines.length > 20, 'rows')
  process.kill(await postmaster_pid(used_dir), 'SIGKILL')
  child.kill('SIGKILL')
  await ended
  const last = Number(lines.filter((line) => /^\d+$/.test(line)).at(-1))
  const { url, stop } = await start_postgres({ data_dir: used_dir })
  const [{ n }] = (await query(url, 'select max(n) as n from acknowledged')) as [{ n: string }]
  assert.ok(Number(n) >= last)
  await stop()
})

test('a start succeeds when the number in postmaster.pid belongs to another program', async () => {
  const first = await start_postgres({ data_dir: used_dir })
  const file = join(used_dir, 'postgres/cluster/postmaster.pid')
  const lines = (await readFile(file, 'utf8')).split('\n')
  await first.stop()
  await writeFile(file, [String(process.pid), ...lines.slice(1)].join('\n'))
  const second = await start_postgres({ data_dir: used_dir })
  assert.deepEqual(await query(second.url, 'select 1 as id'), [{ id: 1 }])
  await second.stop()
})

test('a server that dies under a running Tablero is restarted', async () => {
  const { url, stop } = await start_postgres({ data_dir: used_dir })
  const pid = await postmaster_pid(used_dir)
  process.kill(pid, 'SIGKILL')
  await until(async () => (await query(url, 'select 1 as id').catch(() => [])).length === 1, 'the server again')
  assert.notEqual(await postmaster_pid(used_dir), pid)
  await stop()
})

for (const [state, leave] of Object.entries({ reaped: a_process_that_ended, 'not reaped': a_zombie }))
  test(`a server that was killed just before its stop, and is ${state}, does not block the stop`, async (context) => {
    const { stop } = await start_postgres({ data_dir: used_dir })
    const file = join(used_dir, 'postgres/cluster/postmaster.pid')
    const words = await readFile(file, 'utf8')
    const dead = await leave()
    context.after(dead.forget)
    process.kill(Number(words.split('\n')[0]), 'SIGKILL')
    writeFileSync(file, words.replace(/^\d+/, String(dead.pid)))
    const began = performance.now()
    await stop()
    assert.ok(performance.now() - began < 30_000, 'the stop waited for a dead process')
  })

async function a_process_that_ended() {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  return { pid: child.pid, forget() {} }
}

/** Its parent process became another program, which does not reap it. */
async function a_zombie() {
  const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 600'], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  return { pid: Number(line.toString()), forget: () => parent.kill('SIGKILL') }
}

test('a cluster of another PostgreSQL version is rejected with a sentence that says what to do', async () => {
  await writeFile(join(used_dir, 'postgres/cluster/PG_VERSION'), '17\n')
  await assert.rejects(start_postgres({ data_dir: used_dir }), /made by PostgreSQL 17; this Tablero brings 18/)
  await writeFile(join(used_dir, 'postgres/cluster/PG_VERSION'), '18\n')
})

test('a missing postgres.json is an error, and is not overwritten', async () => {
  await rm(join(used_dir, 'postgres/postgres.json'))
  await assert.rejects(start_postgres({ data_dir: used_dir }), /postgres\.json with its password is missing/)
})

test('when only root can access the folder, the cluster is created where PostgreSQL can access it, and the next start finds it', {
  skip: process.getuid?.() !== 0 && 'needs root',
}, async () => {
  const shared_dir = await open_folder()
  await chmod(data_dir, 0o700)
  const inner = join(data_dir, 'data')
  await mkdir(inner)
  const first = await start_postgres({ data_dir: inner, shared_dir })
  await query(first.url, 'create table kept as select 1 as id')
  await first.stop()
  assert.ok(!existsSync(join(inner, 'postgres/cluster')))
  assert.equal((await readdir(join(shared_dir, 'clusters'))).length, 1)
  const second = await start_postgres({ data_dir: inner, shared_dir })
  assert.deepEqual(await query(second.url, 'select id from kept'), [{ id: 1 }])
  await second.stop()
})
