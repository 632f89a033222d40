// Refresh tokens that work once, renewed by many processes that are killed at each step of a renewal and at random times. RENEWALS=1000
// RENEWING=16 runs it whole. RENEWAL_SEED: other times.
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
import type { ConnectionPlace } from '#engine/vendors/secrets.ts'
import { silent_log } from '#lib/log.ts'
import { create_org } from '#test/access.ts'
import { TEST_KEY, type TestDatabase, test_database, test_pool } from '#test/database.ts'
import { chance } from '../../sandbox/world/random.ts'

const RENEWALS = Number(process.env.RENEWALS ?? 60)
const PROCESSES = Number(process.env.RENEWING ?? 3)
const SEED = Number(process.env.RENEWAL_SEED ?? 1)
/** A lost token ends a connection, so there are enough for all kills. */
const CONNECTIONS = Math.ceil(RENEWALS / 5)
const KILLED_AFTER_RENEWALS = 7
/** The platform needs this time before and after it accepts a token, so that kills hit every moment. */
const SLOW_MS = 15
const USES = 4
/** A kill at a random time comes within this time. */
const RANDOM_WITHIN_MS = 200

/** Steps of a renewal that the platform sees. A token that is used was stored before. */
const steps = ['arrived', 'accepted', 'answered', 'used'] as const
type Moment = (typeof steps)[number] | 'at a random time'
const next_ms = (what: string, number: number) => chance(SEED, what, number).next() * SLOW_MS

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
  #requests = 0
  /** Says what happens to a request of a process. */
  on_step: (step: Moment, process: number) => void = () => {}
  readonly server = createServer((request, response) => void this.#answer(request, response))

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const [, of = ''] = /^\/process(\d+)\//.exec(request.url!) ?? []
    const step = (name: Moment) => this.on_step(name, Number(of))
    const is_renewal = request.url!.includes('/oauth/token')
    this.#requests += 1
    const number = this.#requests
    if (is_renewal) step('arrived')
    await sleep(next_ms('before', number))
    const [status, body] = is_renewal
      ? this.#renew(new URLSearchParams(Buffer.concat(chunks).toString()).get('refresh_token') ?? '')
      : this.#me((request.headers.authorization ?? '').slice('Bearer '.length), step)
    if (is_renewal && status === 200) step('accepted')
    await sleep(next_ms('after', number))
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body), () => {
      if (is_renewal && status === 200) step('answered')
    })
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

  #me(token: string, step: (name: Moment) => void): [number, object] {
    const grant = this.grants.get(token.split('.')[0]!)
    if (grant?.access_token !== token || grant.uses_left === 0) return [401, { error: 'unauthorized' }]
    if (grant.uses_left === USES) step('used')
    grant.uses_left -= 1
    return [200, { ok: true }]
  }
}

let database: TestDatabase
const platform = new Platform()
const places: ConnectionPlace[] = []
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

async function start(number: number): Promise<ChildProcess> {
  const { port } = platform.server.address() as AddressInfo
  const usable = places.filter(({ connection_id }) => !lost.has(connection_id))
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname, 'renewing_process.ts'),
      database.url,
      `http://127.0.0.1:${port}/process${number}`,
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

/** Processes that are killed, one after the other, at each step in turn and at random times between. */
class Fleet {
  children: ChildProcess[] = []
  readonly struck = new Map<Moment, number>()
  kills = 0
  #wanted: Moment | undefined
  #renewed: Promise<unknown> = Promise.resolve()

  async start() {
    this.children = await Promise.all(Array.from({ length: PROCESSES }, (_, number) => start(number)))
    platform.on_step = (step, process) => {
      if (step === this.#wanted) this.#kill(step, process)
    }
  }

  /** The next kill. Resolves when another process took the place of the killed one. */
  async strike(): Promise<void> {
    const nth = Math.floor(this.kills / 2)
    this.#wanted = this.kills % 2 === 0 ? steps[nth % steps.length] : 'at a random time'
    if (this.#wanted === 'at a random time') {
      const dice = chance(SEED, 'kill', nth)
      await sleep(dice.next() * RANDOM_WITHIN_MS)
      this.#kill(this.#wanted, dice.whole(0, PROCESSES - 1))
    }
    while (this.#wanted) await sleep(1)
    await this.#renewed
  }

  #kill(moment: Moment, number: number): void {
    this.children[number]!.kill('SIGKILL')
    this.#wanted = undefined
    this.kills += 1
    this.struck.set(moment, (this.struck.get(moment) ?? 0) + 1)
    this.#renewed = start(number).then((child) => {
      this.children[number] = child
    })
  }

  end(): void {
    for (const child of this.children) child.kill('SIGKILL')
    this.kills += this.children.length
  }
}

test('processes that are killed at any moment use no token twice, and say at the next call which connections lost theirs', async (t) => {
  const fleet = new Fleet()
  await fleet.start()
  for (
    let next = KILLED_AFTER_RENEWALS;
    platform.renewals < RENEWALS || fleet.kills < 2 * steps.length;
    await sleep(5)
  ) {
    if (platform.renewals < next) continue
    next += KILLED_AFTER_RENEWALS
    await fleet.strike()
  }
  fleet.end()
  const { kills, struck } = fleet
  // One process asks for each connection once more, so that a token that was lost last is noticed too.
  seen.clear()
  const last = await start(PROCESSES)
  const is_known = ({ connection_id }: ConnectionPlace) => seen.has(connection_id) || lost.has(connection_id)
  const deadline = performance.now() + 60_000
  while (!places.every(is_known) && performance.now() < deadline) await sleep(20)
  last.kill('SIGKILL')

  t.diagnostic(
    `RENEWAL_SEED=${SEED}: ${platform.renewals} renewals, ${kills} kills (${[...struck].map(([moment, times]) => `${moment} ${times}`).join(', ')}), ${lost.size} of ${places.length} connections lost their token, ${platform.repeated.size} tokens came again`,
  )
  assert.ok([...platform.accepted.values()].every((times) => times === 1))
  // A token comes again only when the process that had used it was killed before it stored the next one. Then its connection says so.
  for (const moment of [...steps, 'at a random time'] as const) assert.ok(struck.get(moment), moment)
  // A token that is used was stored, so its process loses nothing.
  assert.ok(lost.size <= kills - struck.get('used')!, `${lost.size} lost tokens`)
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
