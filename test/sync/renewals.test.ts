// Refresh tokens that work once, renewed by many processes that are killed at any moment. RENEWALS=1000 RENEWING=16 runs it whole.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { mpa } from '#connectors/mpa/index.ts'
import { in_org } from '#db/org.ts'
import { create_engine } from '#engine/engine.ts'
import { create_connection } from '#engine/vendors/connections.ts'
import type { Place } from '#engine/vendors/secrets.ts'
import { silent_log } from '#lib/log.ts'
import { create_org } from '#test/access.ts'
import { TEST_KEY, type TestDatabase, test_database, test_pool } from '#test/database.ts'

const RENEWALS = Number(process.env.RENEWALS ?? 60)
const PROCESSES = Number(process.env.RENEWING ?? 3)
/** A lost token ends a connection, so there are enough for all kills. */
const CONNECTIONS = Math.ceil(RENEWALS / 10)
const KILLED_AFTER_RENEWALS = 7
/** The platform needs this time before and after it accepts a token, so that kills hit every moment. */
const SLOW_MS = 15
const USES = 4

/** What the platform knows of a sign-in. */
interface Grant {
  n: number
  refresh_token: string
  access_token: string
  /** Each access token answers few requests, so that calls renew often. */
  uses_left: number
}

/** The platform: of each sign-in, only the newest refresh token counts, and it works once. */
class Platform {
  readonly grants = new Map<string, Grant>()
  readonly accepted = new Map<string, number>()
  /** Tokens that came again after they had been accepted, with how often. */
  readonly repeated = new Map<string, number>()
  renewals = 0
  readonly server = createServer((request, response) => void this.#answer(request, response))

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    await sleep(Math.random() * SLOW_MS)
    const [status, body] = request.url!.includes('/oauth/token')
      ? this.#renew(new URLSearchParams(Buffer.concat(chunks).toString()).get('refresh_token') ?? '')
      : this.#me((request.headers.authorization ?? '').slice('Bearer '.length))
    await sleep(Math.random() * SLOW_MS)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  #renew(token: string): [number, object] {
    const [name = ''] = token.split('.')
    const grant = this.grants.get(name)
    if (grant?.refresh_token !== token) {
      if (this.accepted.has(token)) this.repeated.set(token, (this.repeated.get(token) ?? 0) + 1)
      return [400, { error: 'invalid_grant', message: 'the token was used' }]
    }
    this.accepted.set(token, (this.accepted.get(token) ?? 0) + 1)
    this.renewals += 1
    const n = grant.n + 1
    Object.assign(grant, {
      n,
      refresh_token: `${name}.refresh.${n}`,
      access_token: `${name}.access.${n}`,
      uses_left: USES,
    })
    return [200, { access_token: grant.access_token, refresh_token: grant.refresh_token, expires_in: 21_600 }]
  }

  #me(token: string): [number, object] {
    const grant = this.grants.get(token.split('.')[0]!)
    if (grant?.access_token !== token || grant.uses_left === 0) return [401, { error: 'unauthorized' }]
    grant.uses_left -= 1
    return [200, { ok: true }]
  }
}

let database: TestDatabase
const platform = new Platform()
const places: Place[] = []
before(async () => {
  database = await test_database()
  const pool = test_pool(database, { max: 4 })
  const engine = await create_engine({
    ...{ pool, log: silent_log(), areas: {}, jobs: {}, base_url: 'http://tablero.test' },
    ...{ master_key: TEST_KEY, connectors: { mpa } },
  })
  const org_id = await create_org(pool, { name: 'Renewed' })
  for (let n = 0; n < CONNECTIONS; n++) {
    const secrets = { client_id: 'app', client_secret: 'app-secret', refresh_token: `seller${n}.refresh.0` }
    platform.grants.set(`seller${n}`, { n: 0, refresh_token: secrets.refresh_token, access_token: '', uses_left: 0 })
    const connection_id = await in_org(pool, { org_id }, (db) =>
      create_connection(db, engine, { org_id, platform: 'mpa', name: `seller ${n}`, secrets, settings: {} }),
    )
    places.push({ org_id, connection_id })
  }
  await engine.close()
  await pool.end()
  await new Promise<void>((done) => platform.server.listen(0, '127.0.0.1', done))
})
after(async () => {
  platform.server.closeAllConnections()
  platform.server.close()
  await database?.drop()
})

/** Connections that have to be connected again, as callers learned it. */
const lost = new Set<string>()
/** Connections of which a call has ended. */
const seen = new Set<string>()

async function start(): Promise<ChildProcess> {
  const { port } = platform.server.address() as AddressInfo
  const usable = places.filter(({ connection_id }) => !lost.has(connection_id))
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname, 'renewing_process.ts'),
      database.url,
      `http://127.0.0.1:${port}`,
      JSON.stringify(usable),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const lines = createInterface({ input: child.stdout! })
  const ready = once(lines, 'line')
  lines.on('line', (line) => {
    const { connection_id, end } = JSON.parse(line)
    seen.add(connection_id)
    if (end === 'revoked') lost.add(connection_id)
    else if (connection_id) assert.equal(end, 'answered')
  })
  await ready
  return child
}

test('processes that are killed at any moment use no token twice, and say at the next call which connections lost theirs', async (t) => {
  const children = await Promise.all(Array.from({ length: PROCESSES }, start))
  let kills = 0
  for (let next = KILLED_AFTER_RENEWALS; platform.renewals < RENEWALS; await sleep(5)) {
    if (platform.renewals < next) continue
    next += KILLED_AFTER_RENEWALS
    const at = Math.floor(Math.random() * children.length)
    children[at]!.kill('SIGKILL')
    kills += 1
    children[at] = await start()
  }
  for (const child of children) child.kill('SIGKILL')
  kills += children.length
  // One process asks for each connection once more, so that a token that was lost last is noticed too.
  seen.clear()
  const last = await start()
  const is_known = ({ connection_id }: Place) => seen.has(connection_id) || lost.has(connection_id)
  const deadline = performance.now() + 60_000
  while (!places.every(is_known) && performance.now() < deadline) await sleep(20)
  last.kill('SIGKILL')

  t.diagnostic(
    `${platform.renewals} renewals, ${kills} kills, ${lost.size} of ${places.length} connections lost their token, ${platform.repeated.size} tokens came again`,
  )
  assert.ok([...platform.accepted.values()].every((times) => times === 1))
  // A token comes again only when the process that had used it was killed before it stored the next one. Then its connection says so.
  assert.ok(platform.repeated.size <= kills, `${platform.repeated.size} tokens came again after ${kills} kills`)
  const name_of = (connection_id: string) =>
    `seller${places.findIndex((place) => place.connection_id === connection_id)}`
  assert.deepEqual(
    [...new Set([...lost].map(name_of))].sort(),
    [...new Set([...platform.repeated.keys()].map((token) => token.split('.')[0]))].sort(),
  )
  assert.deepEqual(
    places.filter((place) => !is_known(place)),
    [],
    'each connection answers, or says that it lost its token',
  )
  assert.ok(lost.size < places.length, 'some connections still work')
})
