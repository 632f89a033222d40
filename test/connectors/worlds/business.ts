// One small business of a seed: its simulated platforms, and an organization that is connected to some of them through the real
// connectors. Time passes only when a test lets it pass.
import pino from 'pino'
import { connectors } from '#connectors/index.ts'
import { in_org } from '#db/org.ts'
import { scopes } from '#domain/scopes.ts'
import { set_rate } from '#engine/access/rates.ts'
import { call } from '#engine/calls/call.ts'
import type { Connector } from '#engine/connector.ts'
import { create_engine, type Engine } from '#engine/engine.ts'
import { run_sync } from '#engine/sync/sync.ts'
import { create_connection } from '#engine/vendors/connections.ts'
import type { Clock } from '#lib/clock.ts'
import { create_key, create_org } from '#test/access.ts'
import { TEST_KEY, test_database, test_pool } from '#test/database.ts'
import { memory_budgets } from '#test/memory_budgets.ts'
import { moved_by_waiting } from '#test/sync.ts'
import { unlimited } from '#test/unlimited.ts'
import { wire_to } from '#test/wire.ts'
import { query } from '#tools/query/index.ts'
import { summary } from '#tools/summary/index.ts'
import { sandbox_connections } from '../../../sandbox/connections.ts'
import { create_sandbox, type Sandbox } from '../../../sandbox/server.ts'
import { type Chance, chance } from '../../../sandbox/world/random.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
/** Of an ad account whose platform shows amounts in whole units. */
export const WHOLE_CURRENCY = 'CLP'
const ORG_ZONE = 'America/Mexico_City'
/** The worlds begin on 1 October, and their platforms are connected some weeks later. */
const BEGAN_MS = Date.parse('2026-10-01T06:00:00Z')
const BEGAN_DAYS_MAX = 12

export interface Business {
  seed: number
  dice: Chance
  sandbox: Sandbox
  org_id: string
  /** Connections by platform. */
  connections: Map<string, string>
  connectors: Record<string, Connector>
  /** Events, for a reader of a failure. */
  log: string[]
  note(text: string): void
  connect(platform: string): Promise<void>
  /** A sync as the schedule starts it: streams that are due. */
  sync(platform: string): Promise<string>
  /** Rows of a statement as the organization. $1 is the organization. */
  // biome-ignore lint/suspicious/noExplicitAny: each statement knows its rows
  rows(statement: string, values?: unknown[]): Promise<any[]>
  // biome-ignore lint/suspicious/noExplicitAny: each question knows the shape of its answer
  ask(tool: string, input: unknown): Promise<any>
}

export type Host = Awaited<ReturnType<typeof open_host>>

/** Businesses one after the other, in one database. */
export async function open_host() {
  const database = await test_database()
  const pool = test_pool(database, { max: 4 })
  let clock: Clock | undefined
  const base = await create_engine({
    pool,
    log: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    areas: unlimited({ query, summary }),
    connectors,
    jobs: {},
    base_url: 'http://tablero.test',
    master_key: TEST_KEY,
    clock: { now: () => clock!.now(), sleep: (ms, signal) => clock!.sleep(ms, signal) },
  })
  return {
    async start(
      seed: number,
      { currency, age_days }: { currency: string; age_days: number },
      declared: Record<string, Connector>,
    ): Promise<Business> {
      const dice = chance(seed, 'business')
      const now_ms =
        BEGAN_MS + (age_days * 24 + dice.whole(0, BEGAN_DAYS_MAX * 24)) * HOUR_MS + dice.whole(0, 59) * 60_000
      const now = new Date(now_ms).toISOString()
      const sandbox = await create_sandbox({ seed, now, frozen: true, history_days: 1 })
      give_whole_currency(sandbox, seed)
      clock = moved_by_waiting(sandbox)
      const engine = Object.assign(base, {
        connectors: declared,
        outbound: wire_to(sandbox),
        budgets: memory_budgets(),
      })
      const org_id = await create_org(pool, { name: `World ${seed}`, time_zone: ORG_ZONE, currency })
      const { key } = await create_key(pool, { org_id, name: 'all', scopes })
      await one_to_one(engine, org_id, currency)
      return begun({ seed, dice, sandbox, org_id, connectors: declared }, engine, key)
    },
    async close() {
      await base.close()
      await pool.end()
      await database.drop()
    },
  }
}

/** Share of the businesses that have an ad account in a currency without decimals. */
const WHOLE_SHARE = 0.5

function give_whole_currency({ world: { ads } }: Sandbox, seed: number) {
  if (!chance(seed, 'whole currency').yes(WHOLE_SHARE)) return
  // The first account has several campaigns. The plan of all worlds has the same accounts, and keeps them.
  for (const name of ['mx', 'tx'] as const)
    ads[name].accounts = ads[name].accounts.map((one, at) => (at === 0 ? { ...one, currency: WHOLE_CURRENCY } : one))
}

/** Rates of 1, so that an answer in the reporting currency is the plain sum of the amounts. */
async function one_to_one({ pool }: Engine, org_id: string, currency: string) {
  const others = ['MXN', 'USD', 'EUR', 'ARS', 'CLP'].filter((other) => other !== currency)
  const rate = { valid_from: '2026-01-01', valid_until: null, units: '1', per_currency: currency, kind: 'contract' }
  await in_org(pool, { org_id }, async (db) => {
    for (const other of others) await set_rate(db, 'test', { ...rate, currency: other })
  })
}

type Begun = Pick<Business, 'seed' | 'dice' | 'sandbox' | 'org_id' | 'connectors'>

function begun(made: Begun, engine: Engine, key: string): Business {
  const { sandbox, org_id } = made
  const { pool } = engine
  const { signal } = new AbortController()
  const log: string[] = []
  const connections = new Map<string, string>()
  const note = (text: string) => log.push(`${new Date(sandbox.clock.now()).toISOString().slice(0, 16)} ${text}`)
  return {
    ...made,
    connections,
    log,
    note,
    async connect(platform) {
      const found = sandbox_connections.find((entry) => entry.platform === platform)!
      const created_at = new Date(sandbox.clock.now()).toISOString()
      const connection_id = await in_org(pool, { org_id }, async (db) => {
        const id = await create_connection(db, engine, { org_id, ...found })
        await db.updateTable('connections').set({ created_at }).where('connection_id', '=', id).execute()
        return id
      })
      connections.set(platform, connection_id)
    },
    async sync(platform) {
      const place = { org_id, connection_id: connections.get(platform)! }
      const run = { ...place, trigger: 'schedule', state: 'queued' }
      const { run_id } = await in_org(pool, { org_id }, (db) =>
        db.insertInto('sync_runs').values(run).returning('run_id').executeTakeFirstOrThrow(),
      )
      const end = await run_sync(engine, { ...place, run_id, all_streams: false, signal })
      note(`sync ${platform} ${end}`)
      return end
    },
    rows: (statement, values = []) =>
      in_org(
        pool,
        { org_id, read_only: true },
        async (_, client) => (await client.query(statement, [org_id, ...values])).rows,
      ),
    async ask(tool, input) {
      const asked = { tool, input, credential: key, org_id: undefined, transport: 'rest' as const, request_id: 'test' }
      const given = await call(engine, asked)
      if (!given.ok) throw new Error(`${tool}: ${given.error}`)
      return given.result
    },
  }
}
