// A change by an operator takes effect within a second in every process. The test has three processes: one that receives changes,
// one that can no longer listen, and one whose connection is silent but not closed.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Role } from '#domain/roles.ts'
import { scopes as all_scopes } from '#domain/scopes.ts'
import { create_key, create_org, revoke_key, set_client, set_module, set_org } from '#test/access.ts'
import { test_database } from '#test/database.ts'
import { add_member } from '#test/people.ts'

/** Calls that start later than this after a change must see the change. */
const FELT_MS = 1_000
const ASKED_EVERY_MS = 20
const TIMEOUT_MS = 5_000

type Mode = 'open' | 'cut' | 'silent'

/** A proxy in front of PostgreSQL. It can close or silence the connections that listen. */
async function wire_to(url: string) {
  const { hostname, port } = new URL(url)
  let mode: Mode = 'open'
  const sockets = new Set<Socket>()
  const listening = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => other.destroy())
      socket.on('data', (chunk) => {
        if (socket === near && chunk.includes('listen tablero_directory')) listening.add(near)
        if (!listening.has(near) || mode === 'open') return other.write(chunk)
        if (mode === 'cut') near.destroy() // in mode 'silent', data is dropped without an error
      })
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const through = new URL(url)
  through.port = String((server.address() as { port: number }).port)
  return {
    url: through.href,
    is_heard: () => [...listening].some((socket) => !socket.destroyed),
    /** Changes the mode of all connections that listen, also of new ones. */
    become(wanted: Mode) {
      mode = wanted
      if (wanted !== 'silent') for (const socket of listening) socket.destroy()
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

interface Process {
  about: string
  wire: Awaited<ReturnType<typeof wire_to>>
  url: string
}

const spoilt: Record<string, Mode> = {
  'a process that receives changes': 'open',
  'a process that can no longer listen': 'cut',
  'a process whose connection is silent': 'silent',
}
let owner: pg.Pool
const undo: (() => unknown)[] = []
let processes: Process[]
let org_id: string
let agency_org_id: string

async function start(about: string, database_url: string): Promise<Process> {
  const wire = await wire_to(database_url)
  const child = spawn(process.execPath, [join(import.meta.dirname, 'api_process.ts'), wire.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  undo.push(wire.close, () => child.kill('SIGKILL') && ended)
  const [line] = await Promise.race([once(child.stdout, 'data'), ended.then(() => assert.fail(`${about} ended`))])
  return { about, wire, url: String(line).trim() }
}

before(async () => {
  const database = await test_database()
  owner = new pg.Pool({ connectionString: database.url, max: 4 })
  owner.on('error', () => {})
  undo.push(database.drop, () => owner.end())
  org_id = await create_org(owner, { name: 'acme' })
  agency_org_id = await create_org(owner, { name: 'agency', kind: 'agency' })
  await set_client(owner, agency_org_id, org_id, true)
  processes = await Promise.all(Object.keys(spoilt).map((about) => start(about, database.url)))
})
after(async () => {
  for (const step of undo.reverse()) await step()
})

interface As {
  key: string
  org_id?: string
}

async function call(tool: string, { url }: Process, { key, org_id: named }: As) {
  const headers = { authorization: `Bearer ${key}`, ...(named ? { 'x-svc-org': named } : {}) }
  const answer = await fetch(`${url}/api/v1/${tool}`, { method: 'POST', headers })
  // biome-ignore lint/suspicious/noExplicitAny: each tool has its own answer
  return { status: answer.status, body: (await answer.json()) as any }
}

type Look = (one: Process, as: As) => Promise<unknown>
const status_of: Look = async (one, as) => (await call('fixture_read', one, as)).status
const summary_of: Look = async (one, as) => (await call('get_kpi_summary', one, as)).body.result.summary

/** The latest start of a call that did not see the change yet, in ms after the change. -1 when there was none. */
async function felt_after(look: () => Promise<unknown>, { about }: Process, wanted: unknown, changed_at: number) {
  let last = -1
  for (;;) {
    const asked = performance.now() - changed_at
    if ((await look()) === wanted) return last
    last = asked
    assert.ok(last < TIMEOUT_MS, `${about}: not ${wanted} ${Math.round(last)} ms later`)
    await sleep(ASKED_EVERY_MS)
  }
}

interface Change {
  as(): Promise<As>
  /** What a caller sees. Default: the status of a call, 200 before the change. */
  look?: Look
  before?: unknown
  after: unknown
  change(as: As): Promise<unknown>
}

const prefix_of = ({ key }: As) => key.slice(0, 14)
const own_key = async () => ({ key: (await create_key(owner, { org_id, name: 'test', scopes: all_scopes })).key })
/** Its owner is a new member of the agency. */
const agency_key_of = async (role: Role) => {
  const user_id = await add_member(owner, { org_id: agency_org_id, role })
  if (role !== 'admin')
    await owner.query(`insert into agency_access (org_id, client_org_id, user_id, role) values ($1, $2, $3, 'admin')`, [
      ...[agency_org_id, org_id, user_id],
    ])
  const { key, key_id } = await create_key(owner, { org_id: agency_org_id, name: 'test', scopes: all_scopes })
  await owner.query('update api_keys set user_id = $1 where key_id = $2', [user_id, key_id])
  return { key, org_id }
}
const set_scopes = (as: As, scopes: string) =>
  owner.query('update api_keys set scopes = $2::text[] where prefix = $1', [prefix_of(as), scopes])

/** As the product does: the table is on every machine of a distributed engine, and cannot announce its changes. */
async function ended(sql: string): Promise<void> {
  await owner.query(sql, [org_id])
  await owner.query(`select pg_notify('tablero_directory', '')`)
}

const changes: Record<string, Change> = {
  'a key is revoked': {
    as: own_key,
    after: 401,
    async change(as) {
      const { rows } = await owner.query('select key_id from api_keys where prefix = $1', [prefix_of(as)])
      await revoke_key(owner, { org_id, key_id: rows[0].key_id })
    },
  },
  'a scope is taken': { as: own_key, after: 403, change: (as) => set_scopes(as, '{billing:read}') },
  'a colleague of an agency loses a client': {
    as: () => agency_key_of('viewer'),
    after: 403,
    change: () => ended('delete from agency_access where client_org_id = $1'),
  },
  'an agency loses a client': {
    as: () => agency_key_of('admin'),
    after: 403,
    change: () => set_client(owner, agency_org_id, org_id, false),
  },
  'a module is switched off': {
    as: own_key,
    after: 404,
    change: () => set_module(owner, org_id, 'module_tasks', false),
  },
  'the language is changed': {
    as: own_key,
    look: summary_of,
    before: 'No figures are known for this period; see notes.',
    after: 'No se conoce ninguna cifra de este periodo; consulta las notas.',
    change: () => set_org(owner, org_id, { language: 'es' }),
  },
}

for (const [about, { as, look = status_of, before: first = 200, after: then, change }] of Object.entries(changes))
  test(`${about}: every process applies it within a second`, async (context) => {
    const caller = await as()
    for (const one of processes) {
      // The call is made twice, so that the key is cached.
      for (let time = 0; time < 2; time++) assert.equal(await look(one, caller), first, one.about)
      one.wire.become(spoilt[one.about]!)
    }
    await change(caller)
    const changed_at = performance.now()
    const took = await Promise.all(processes.map((one) => felt_after(() => look(one, caller), one, then, changed_at)))
    context.diagnostic(
      processes
        .map(({ about }, at) => `${about}: ${took[at]! < 0 ? 'at once' : `within ${Math.round(took[at]!)} ms`}`)
        .join(', '),
    )
    // Entries that were cached before the connection was lost are not used after it is restored.
    for (const one of processes) {
      one.wire.become('open')
      while (!one.wire.is_heard()) await sleep(ASKED_EVERY_MS)
    }
    for (let time = 0; time < 5; time++) {
      for (const one of processes) assert.equal(await look(one, caller), then, one.about)
      await sleep(ASKED_EVERY_MS)
    }
    for (const [at, ms] of took.entries()) assert.ok(ms < FELT_MS, `${processes[at]!.about}: ${Math.round(ms)} ms`)
  })
