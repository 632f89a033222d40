// The history of an organization: days pass, connections are read, fail, are read only in part, lose access and are disconnected.
import pino from 'pino'
import { in_org, in_system } from '#db/org.ts'
import { scopes } from '#domain/scopes.ts'
import { call } from '#engine/calls/call.ts'
import { create_engine } from '#engine/engine.ts'
import { run_backfill } from '#engine/sync/backfill.ts'
import { run_sync } from '#engine/sync/sync.ts'
import { create_connection } from '#engine/vendors/connections.ts'
import type { Outbound } from '#engine/vendors/outbound.ts'
import { create_key, create_org } from '#test/access.ts'
import { test_database, test_pool } from '#test/database.ts'
import { unlimited } from '#test/unlimited.ts'
import { query } from '#tools/query/index.ts'
import { summary } from '#tools/summary/index.ts'
import { type Chance, chance } from '../../sandbox/world/random.ts'
import { connectors } from './connectors.ts'
import { make_rates } from './exact_sums.ts'
import { accounts_given, answer_of, type Conditions, type Given, given_to, normal_conditions } from './platform.ts'
import { create_world, type Platform, type World, zones } from './world.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const BEGAN_MS = Date.parse('2026-03-01T00:00:00Z')
/** Days of accounts before their history begins. */
const AGES = [15, 45, 80, 130, 200]
const platforms: Platform[] = ['mx_ads', 'gx_ads', 'sx', 'seo_console']

export interface Connection {
  connection_id: string
  platform: Platform
  given: Given
  conditions: Conditions
  revoked_ms?: number
}

export interface History {
  seed: number
  world: World
  currency: string
  connections: Connection[]
  /** Events, for a reader of a failure. */
  log: string[]
  // biome-ignore lint/suspicious/noExplicitAny: each question knows the shape of its answer
  ask(tool: string, input: unknown): Promise<any>
  /** Lets time pass, with everything that happens in it. */
  step(): Promise<void>
  /** Lets time pass without a sync. */
  wait(ms: number): void
}

/** Starts histories one after the other, in one database. */
export async function open_histories() {
  const database = await test_database()
  const pool = test_pool(database, { max: 4 })
  let history: Running | undefined
  const engine = await create_engine({
    pool,
    log: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    areas: unlimited({ query, summary }),
    connectors,
    jobs: {},
    base_url: 'http://tablero.test',
    master_key: Buffer.alloc(32, 7),
    clock: { now: () => new Date(history?.world.now() ?? BEGAN_MS), sleep: async () => {} },
  })
  const fetch: Outbound['fetch'] = async ({ url, headers }) => {
    const { world, connections } = history!
    const { given, conditions } = connections.get(headers?.['x-key'] ?? '')!
    return answer_of({ world, given, conditions }, new URL(url))
  }
  Object.assign(engine.outbound, { fetch })
  await in_system(pool, (db) =>
    db
      .insertInto('fx_rates')
      .values(make_rates().map((row) => ({ rate_date: row.date, ...row })))
      .execute(),
  )
  return {
    async start(seed: number): Promise<History> {
      const dice = chance(seed, 'history')
      const world = create_world(seed, { org_zone: dice.pick(zones), began_ms: BEGAN_MS + dice.whole(0, 23) * HOUR_MS })
      const currency = dice.pick(['MXN', 'USD', 'BRL'])
      history = { world, connections: new Map() }
      const org_id = await create_org(pool, { name: `Org ${seed}`, time_zone: world.org_zone, currency })
      const { key } = await create_key(pool, { org_id, name: 'all', scopes })
      return begin({ seed, dice, world, currency, org_id, key, engine, keyed: history.connections })
    },
    async close() {
      await engine.close()
      await pool.end()
      await database.drop()
    },
  }
}

interface Running {
  world: World
  connections: Map<string, Connection>
}

interface Begun {
  seed: number
  dice: Chance
  world: World
  currency: string
  org_id: string
  key: string
  engine: Awaited<ReturnType<typeof create_engine>>
  /** Connections by their secret. */
  keyed: Map<string, Connection>
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one history, shared by the short functions inside
async function begin({ seed, dice, world, currency, org_id, key, engine, keyed }: Begun): Promise<History> {
  const { pool } = engine
  const connections: Connection[] = []
  const log: string[] = []
  const { signal } = new AbortController()
  const note = (text: string) => log.push(`${new Date(world.now()).toISOString().slice(0, 16)} ${text}`)

  async function connect(platform: Platform, own?: Set<string>) {
    const secret = `${seed}-${keyed.size}`
    const made = { org_id, platform, name: `No ${keyed.size}`, settings: {}, secrets: { key: secret } }
    const created_at = new Date(world.now()).toISOString()
    const connection_id = await in_org(pool, { org_id }, async (db) => {
      const id = await create_connection(db, engine, made)
      await db.updateTable('connections').set({ created_at }).where('connection_id', '=', id).execute()
      return id
    })
    const connection = { connection_id, platform, given: given_to(platform, own), conditions: normal_conditions() }
    keyed.set(secret, connection)
    connections.push(connection)
    note(`connect ${platform} ${[...(own ?? [])].join(' ')}`)
  }

  async function disconnect(connection: Connection) {
    connection.revoked_ms = world.now()
    const revoked_at = new Date(world.now()).toISOString()
    await in_org(pool, { org_id }, (db) =>
      db
        .updateTable('connections')
        .set({ status: 'revoked', revoked_at })
        .where('connection_id', '=', connection.connection_id)
        .execute(),
    )
    note(`disconnect ${connection.platform}`)
  }

  async function sync({ connection_id, platform, conditions }: Connection) {
    const place = { org_id, connection_id }
    const run = { ...place, trigger: 'operator', state: 'queued', started_at: new Date(world.now()).toISOString() }
    const { run_id } = await in_org(pool, { org_id }, (db) =>
      db.insertInto('sync_runs').values(run).returning('run_id').executeTakeFirstOrThrow(),
    )
    conditions.fails_after = dice.yes(0.12) ? dice.whole(0, 12) : undefined
    const end = await run_sync(engine, { ...place, run_id, all_streams: dice.yes(0.7), signal })
    conditions.fails_after = undefined
    note(`sync ${platform} ${end} lies ${[...conditions.lies].join(' ')}`)
  }

  async function backfill({ connection_id, platform, conditions }: Connection) {
    conditions.fails_after = dice.yes(0.5) ? dice.whole(1, 15) : undefined
    const end = await run_backfill(engine, { org_id, connection_id, signal }).catch(String)
    conditions.fails_after = undefined
    note(`backfill ${platform} ${end}`)
  }

  /** Something that happens to an account of a platform. */
  async function happen(platform: Platform) {
    const live = connections.filter((one) => one.platform === platform && one.revoked_ms === undefined)
    const connection = live.length > 0 ? dice.pick(live) : undefined
    const account = dice.pick(connection ? accounts_given(world, connection.given) : world.find(platform))
    const what = dice.whole(0, 15)
    if (platform === 'sx') for (let n = dice.whole(1, 6); n > 0; n--) world.change_order(dice)
    else if (platform !== 'seo_console' && what <= 5) world.restate(dice, account, what === 0)
    if (what === 6 && platform !== 'sx' && platform !== 'seo_console') world.delete_campaign(dice, account)
    if (!connection) return dice.yes(0.3) ? connect(platform) : undefined
    const { conditions, given } = connection
    if (what === 7) conditions.lies.set(account.id, dice.pick(['empty', 'partial']))
    if (what === 8) conditions.denied.add(dice.yes(0.6) ? account.id : `${account.id} groups`)
    if (what === 9) conditions.refused.add(account.id)
    if (live.length > 1 ? what >= 10 && what <= 12 : what === 10 && dice.yes(0.25)) await disconnect(connection)
    if (what === 11 && dice.yes(0.3) && platform !== 'sx') given.own?.add(world.add_account(platform, 0).id)
    if (what === 12 || what === 13)
      for (const name of ['lies', 'denied', 'refused', 'lost'] as const) conditions[name].clear()
    if (what >= 14) lose(connection, account.id)
    if (what >= 7 && what <= 9) note(`condition ${what} of ${account.id}`)
  }

  /** The sign-in loses an account whose answers were never wrong. A list without any account says nothing, nor one that lacks what no list had. */
  function lose({ platform, given, conditions }: Connection, id: string) {
    if ([...given.wronged].some((of) => of.startsWith(`${id} `)) || conditions.lies.has(id)) return
    const listed = accounts_given(world, given).filter((one) => conditions.lost.get(one.id) !== 'unlisted')
    const can_be_unlisted = platform.endsWith('_ads') && given.listed.has(id) && listed.some((one) => one.id !== id)
    conditions.lost.set(id, can_be_unlisted && dice.yes(0.5) ? 'unlisted' : 'unreadable')
    note(`${conditions.lost.get(id)} ${id}`)
  }

  for (const platform of platforms) {
    const all = Array.from({ length: platform === 'sx' ? 1 : dice.whole(1, 2) }, () =>
      world.add_account(platform, dice.pick(AGES)),
    )
    if (all.length > 1 && dice.yes(0.7)) for (const { id } of all) await connect(platform, new Set([id]))
    else if (dice.yes(0.85)) await connect(platform)
  }
  return {
    seed,
    world,
    currency,
    connections,
    log,
    wait: (ms) => world.wait(ms),
    async ask(tool, input) {
      const given = await call(engine, {
        tool,
        input,
        credential: key,
        org_id: undefined,
        transport: 'rest',
        request_id: 'test',
      })
      if (!given.ok) throw new Error(`${tool}: ${given.error}`)
      return given.result
    },
    async step() {
      world.wait(dice.yes(0.15) ? dice.whole(2, 6) * DAY_MS : dice.whole(1, 30) * HOUR_MS)
      for (const platform of platforms) if (dice.yes(0.5)) await happen(platform)
      for (const connection of connections) {
        if (connection.revoked_ms !== undefined || dice.yes(0.25)) continue
        await sync(connection)
        if (dice.yes(0.35)) await backfill(connection)
      }
    },
  }
}
