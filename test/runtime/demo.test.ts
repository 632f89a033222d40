import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { empty_database, type TestDatabase } from '#test/database.ts'
import { write_three_orders } from '#test/three_orders.ts'

const DEMO = join(import.meta.dirname, '../../scripts/demo.ts')
const READY_MS = 120_000
let database: TestDatabase
let folder: string
let child: ChildProcess

interface Demo {
  ready: {
    url: string
    key: string
    agent_key: string
    org_id: string
    sandbox_url: string
    mail_url: string
    sign_in: { email: string; password: string }
  }
  out: () => string
  err: () => string
  exit: Promise<number | null>
}

async function start_demo(...args: string[]): Promise<Demo> {
  const env = { ...process.env, DATABASE_URL: database.url, DATA_DIR: join(folder, 'data'), PORT: '0', LOG_LEVEL: '' }
  child = spawn(process.execPath, [DEMO, '--json', '--orders', join(folder, 'csv'), ...args], { env })
  let out = ''
  let err = ''
  child.stdout!.on('data', (chunk) => (out += chunk))
  child.stderr!.on('data', (chunk) => (err += chunk))
  const exit = new Promise<number | null>((done) => child.once('close', done))
  const deadline = performance.now() + READY_MS
  while (!out.includes('\n')) {
    assert.ok(child.exitCode === null && performance.now() < deadline, `the demo is not ready: ${err}`)
    await sleep(50)
  }
  return { ready: JSON.parse(out), out: () => out, err: () => err, exit }
}

/** The reference has the key filled in, for names of this machine only, and real answers. */
async function shows_key_and_answers({ ready: { url, key } }: Demo) {
  const page = await (await fetch(`${url}/docs/`)).text()
  assert.ok(page.includes(key))
  const { port } = new URL(url)
  const of_other_name = await new Promise<string>((done, fail) => {
    get({ port, path: '/docs/', headers: { host: `rebound.example:${port}` } }, async (answer) => {
      done((await Array.fromAsync(answer)).join(''))
    }).once('error', fail)
  })
  assert.ok(of_other_name.length > 0 && !of_other_name.includes(key))
  const deadline = performance.now() + READY_MS
  for (;;) {
    const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as Document
    const { example } = document.paths['/api/v1/query_orders']!.post.responses[200].content['application/json']
    if (example) return assert.equal(example.ok, true)
    assert.ok(performance.now() < deadline, 'no real answer in the document')
    await sleep(100)
  }
}

/** The printed person is an admin of the organization, and others can sign up: their email goes to the sandbox. */
async function signs_in({ ready: { url, org_id, mail_url, sign_in } }: Demo) {
  const post = (path: string, body: object, cookie = '') =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
  const signed_in = await post('/api/auth/sign-in/email', sign_in)
  assert.equal(signed_in.status, 200)
  const cookie = signed_in.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ')
  const me = (await (await post('/api/v1/get_me', {}, cookie)).json()) as { result: { organizations: object[] } }
  const [{ role, org_id: found }] = me.result.organizations as [{ role: string; org_id: string }]
  assert.deepEqual([found, role], [org_id, 'admin'])
  const email = `${randomUUID()}@example.com`
  assert.equal((await post('/api/auth/sign-up/email', { email, name: 'Eva', password: sign_in.password })).status, 200)
  const deadline = performance.now() + READY_MS
  for (;;) {
    const mails = (await (await fetch(mail_url)).json()) as { to: string; text: string }[]
    if (mails[0]?.to === email) return assert.ok(mails[0].text.includes(`${url}/api/auth/verify-email?token=`))
    assert.ok(performance.now() < deadline, 'no email in the sandbox')
    await sleep(100)
  }
}

interface Document {
  paths: Record<
    string,
    { post: { responses: { 200: { content: { 'application/json': { example?: { ok: boolean } } } } } } }
  >
}

/** The key of an agent is accepted by tools that read. Of those that write, only the scan of a page accepts it, as the demo prints. */
async function only_reads({ ready: { url, agent_key } }: Demo) {
  const outcome = async (tool: string, input: object) => {
    const answer = await fetch(`${url}/api/v1/${tool}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${agent_key}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    return ((await answer.json()) as { outcome?: string }).outcome
  }
  assert.notEqual(await outcome('get_kpi_summary', { days_back: 30 }), 'denied_scope')
  for (const tool of ['trigger_sync', 'disconnect_platform', 'propose_update_budget', 'approve_action'])
    assert.equal(await outcome(tool, {}), 'denied_scope', tool)
  assert.notEqual(await outcome('run_pagescore_scan', {}), 'denied_scope')
}

async function revenue({ ready }: Demo, from: string, to: string): Promise<[number, string]> {
  const answer = await fetch(`${ready.url}/api/v1/get_kpi_summary`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ready.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ date_from: from, date_to: to }),
  })
  const { result } = (await answer.json()) as { result: { store_revenue: number; currency: string } }
  assert.equal(answer.status, 200)
  return [result.store_revenue, result.currency]
}

/** The syncs that a start of the demo began, which the schedule did not. */
async function syncs_of_starts(): Promise<string[]> {
  const { rows } = await database.owner.query("select run_id from sync_runs where trigger = 'operator' order by run_id")
  return rows.map(({ run_id }) => run_id)
}

before(async () => {
  database = await empty_database()
  folder = await mkdtemp(join(tmpdir(), 'tablero-demo-'))
  await write_three_orders(join(folder, 'csv'))
})
afterEach(() => child?.kill('SIGKILL'))
after(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

test('the first start reads the orders and prints one line; a later start finds the organization, the key and the data', async () => {
  const first = await start_demo()
  assert.deepEqual(Object.keys(first.ready).sort(), [
    ...['agent_key', 'key', 'mail_url', 'org_id', 'sandbox_url', 'sign_in', 'url'],
  ])
  await signs_in(first)
  assert.deepEqual(await revenue(first, '2018-03-01', '2018-03-31'), [160.05, 'BRL'])
  assert.deepEqual(await revenue(first, '2018-01-01', '2018-12-31'), [183.28, 'BRL'])
  await only_reads(first)
  await shows_key_and_answers(first)
  const exceeded = await fetch(`${first.ready.sandbox_url}/control/violations`)
  assert.deepEqual(await exceeded.json(), { violations: [] })
  const read_by_first = await syncs_of_starts()
  assert.equal(read_by_first.length, 1)
  child.kill('SIGTERM')
  assert.equal(await first.exit, 0)
  assert.match(first.err(), /Reading data over HTTP from 1 platforms/)
  assert.equal(first.out().trim().split('\n').length, 1)

  const second = await start_demo('--currency', 'USD')
  for (const name of ['org_id', 'key', 'agent_key', 'sign_in'] as const)
    assert.deepEqual(second.ready[name], first.ready[name])
  await signs_in(second)
  assert.deepEqual(await syncs_of_starts(), read_by_first)
  const [usd, currency] = await revenue(second, '2018-03-01', '2018-03-31')
  assert.equal(currency, 'USD')
  assert.ok(usd > 0 && usd < 160.05)
  child.kill('SIGTERM')
  assert.equal(await second.exit, 0)
})

test('a start after an interrupted first load is ready without waiting, and says what is still coming', async () => {
  const other = await empty_database()
  try {
    const env = {
      ...process.env,
      DATABASE_URL: other.url,
      DATA_DIR: join(folder, 'new', 'data'),
      MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      PORT: '0',
      LOG_LEVEL: '',
    }
    const start = () => {
      child = spawn(process.execPath, [DEMO, '--orders', join(folder, 'csv')], { env })
      return child
    }
    const killed = start()
    await printed(killed, /Reading (?:data over HTTP|the older history)/)
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    // Before the signal came, the three orders may have been read. Before the second start asks, the schedule could read them.
    await other.owner.query("update connections set last_sync_at = null, next_sync_at = now() + interval '1 hour'")
    const text = await printed(start(), /Ctrl-C stops it/)
    assert.match(text, /Agent's key +svc_\w+ +\(reads, and can measure pages;/)
    // A link that a command prints leads to this demo, also where the port is not the usual one.
    const [, url] = /^ {2}URL +(\S+)/m.exec(text)!
    assert.match(text, new RegExp(`^ {2}BASE_URL=${url} SANDBOX_URL=\\S+ npx tablero --data-dir `, 'm'))
    assert.match(text, /The first start was interrupted\. The last 60 days of these are still being read: sx\./)
    // A closed terminal: nothing reads the output any more.
    const exit = new Promise((done) => child.once('exit', done))
    child.stdout!.destroy()
    child.stderr!.destroy()
    child.kill('SIGHUP')
    assert.equal(await exit, 0)
  } finally {
    await other.drop()
  }
})

function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
  let text = ''
  return new Promise((done, fail) => {
    const late = setTimeout(() => fail(new Error(`it never printed ${pattern}: ${text}`)), READY_MS)
    child.once('close', () => clearTimeout(late))
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk) => {
        text += chunk
        if (pattern.test(text)) done(text)
      })
    child.once('exit', (code) => fail(new Error(`ended with ${code}: ${text}`)))
  })
}

test('only its owner can read the key file, and each data set has its own data folder', async () => {
  const [place] = await readdir(join(folder, 'data'))
  assert.match(place!, /^demo-orders-[0-9a-f]{8}$/)
  const key_file = join(folder, 'data', place!, 'demo.key')
  assert.equal((await stat(key_file)).mode & 0o777, 0o600)
  assert.match(await readFile(key_file, 'utf8'), /^svc_/)
})

test('another master key than that of the stored demo is reported in a sentence', async () => {
  const env = { ...process.env, DATABASE_URL: database.url, DATA_DIR: join(folder, 'newer'), PORT: '0', LOG_LEVEL: '' }
  child = spawn(process.execPath, [DEMO, '--orders', join(folder, 'csv')], { env })
  let err = ''
  child.stderr!.on('data', (chunk) => (err += chunk))
  assert.equal(await new Promise((done) => child.once('close', done)), 1)
  assert.match(
    err,
    /^The database has Store of csv of a demo with another master key\. Start with the DATA_DIR [^\n]*\n$/,
  )
})

test('a missing folder, and a folder without orders, are reported in a sentence', async () => {
  const cases: [string, RegExp][] = [
    [join(folder, 'absent'), /^--orders .*absent is not a folder\.\n$/],
    [join(folder, 'data'), /^There is no olist_\w+\.csv below .*data\.\nThe sandbox did not start\.\n$/],
  ]
  for (const [orders, sentence] of cases) {
    const env = { ...process.env, DATABASE_URL: database.url, DATA_DIR: join(folder, 'other'), PORT: '0' }
    child = spawn(process.execPath, [DEMO, '--orders', orders], { env })
    let err = ''
    child.stderr!.on('data', (chunk) => (err += chunk))
    assert.equal(await new Promise((done) => child.once('close', done)), 1)
    assert.match(err, sentence)
    assert.doesNotMatch(err, / {4}at /)
  }
})
