import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { empty_database, type TestDatabase } from '#test/database.ts'

/** Time to stop: SHUTDOWN_SECONDS is one, and the rest allows for a busy machine. */
const STOPPED_MS = 20_000
const REFUSED_MS = 30_000
const MAIN = join(import.meta.dirname, '../../src/main.ts')
let database: TestDatabase
let folder: string
let child: ChildProcess | undefined
let first: Started
const children: ChildProcess[] = []

interface Started {
  url: string
  log: () => string
  exit: Promise<number | null>
}

async function start(env: Record<string, string> = {}): Promise<Started> {
  const process_env = {
    ...process.env,
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'info',
    ...env,
  }
  const started = spawn(process.execPath, [MAIN], { env: process_env, stdio: ['ignore', 'pipe', 'pipe'] })
  child = started
  children.push(started)
  let log = ''
  for (const stream of [started.stdout!, started.stderr!]) stream.on('data', (chunk) => (log += chunk))
  const exit = new Promise<number | null>((done) => started.once('close', done))
  const deadline = performance.now() + 90_000
  let url: string | undefined
  while (!url && started.exitCode === null && performance.now() < deadline) {
    url = /"url":"([^"]+)"/.exec(log)?.[1]
    await sleep(25)
  }
  return { url: url ?? '', log: () => log, exit }
}

/** Returns when the server has accepted the request: a request on a later connection is answered only after that. */
async function is_taken(begun: ClientRequest, url: string) {
  const [socket] = (await once(begun, 'socket')) as [Socket]
  if (socket.connecting) await once(socket, 'connect')
  await (await fetch(`${url}/healthz`)).text()
}

async function until_refused(port: number) {
  const deadline = performance.now() + REFUSED_MS
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const end = await new Promise((done) =>
      socket.once('connect', () => done('')).once('error', ({ code }: NodeJS.ErrnoException) => done(code)),
    )
    socket.destroy()
    if (end === 'ECONNREFUSED') return
    assert.ok(performance.now() < deadline, `new connections are still taken after ${REFUSED_MS} ms`)
    await sleep(50)
  }
}

before(async () => {
  database = await empty_database()
  folder = await mkdtemp(join(tmpdir(), 'tablero-process-'))
})
after(async () => {
  for (const one of children) one.kill('SIGKILL')
  await database.drop()
  await rm(folder, { recursive: true })
})

test('an empty database becomes a Tablero that is alive and ready; only its owner can read the generated key', async () => {
  first = await start()
  assert.equal((await fetch(`${first.url}/healthz`)).status, 200)
  assert.equal((await fetch(`${first.url}/readyz`)).status, 200)
  assert.equal((await stat(join(folder, 'master.key'))).mode & 0o777, 0o600)
})

test('a stopping process answers a request that it has started to receive, and accepts no new connection', async () => {
  const { url, exit } = first
  const slow = request(`${url}/api/v1/query_orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': 2 },
  })
  const status = new Promise<number>((done, fail) =>
    slow.once('response', (answer) => done(answer.statusCode!)).once('error', fail),
  )
  slow.write('{')
  await is_taken(slow, url)
  child!.kill('SIGTERM')
  await until_refused(Number(new URL(url).port))
  slow.end('}')
  assert.equal(await status, 401)
  assert.equal(await exit, 0)
})

test('a request that never ends delays the stop by at most SHUTDOWN_SECONDS', async () => {
  const { url, exit, log } = await start({ DRAIN_SECONDS: '0', SHUTDOWN_SECONDS: '1' })
  const endless = request(`${url}/api/v1/query_orders`, { method: 'POST', headers: { 'content-length': 2 } })
  endless.on('error', () => undefined)
  endless.write('{')
  await is_taken(endless, url)
  const asked = performance.now()
  child!.kill('SIGTERM')
  assert.equal(await exit, 1)
  assert.ok(performance.now() - asked < STOPPED_MS)
  assert.match(log(), /did not end within 1 s/)
})

test('an invalid configuration or a port in use ends the process with a sentence and status 1', async (context: TestContext) => {
  const wrong = await start({ PORT: 'http', ROLE: 'boss' })
  assert.equal(await wrong.exit, 1)
  assert.equal(wrong.log(), 'PORT must be a whole number from 0 to 65535.\nROLE must be one of api, worker, all.\n')
  const absent = new URL(database.url)
  absent.pathname = '/absent'
  const lost = await start({ DATABASE_URL: absent.href, LOG_LEVEL: 'silent' })
  assert.equal(await lost.exit, 1)
  assert.match(
    lost.log(),
    /^The database refused the connection: database "absent" does not exist\. Check DATABASE_URL\.\n$/,
  )
  const holder = createServer().listen(0, '127.0.0.1')
  context.after(() => holder.close())
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  const second = await start({ HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'silent' })
  assert.equal(await second.exit, 1)
  assert.match(second.log(), /^Port \d+ is in use\. Set PORT/)
})
