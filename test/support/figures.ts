// An organization with figures: an engine with its own database, a frozen clock, and short functions to insert rows and to call tools.
import assert from 'node:assert/strict'
import pino from 'pino'
import { in_org, in_system } from '#db/org.ts'
import { type Database, open_pool } from '#db/pool.ts'
import { scopes } from '#domain/scopes.ts'
import { add_days, today_in } from '#domain/windows.ts'
import type { OrgValues } from '#engine/access/orgs.ts'
import { type Answer, call } from '#engine/calls/call.ts'
import type { Connector } from '#engine/connector.ts'
import { create_engine } from '#engine/engine.ts'
import type { Jobs } from '#engine/job.ts'
import { mark_first_orders } from '#engine/sync/first_orders.ts'
import { create_key, create_org } from '#test/access.ts'
import { test_database } from '#test/database.ts'
import { areas } from '#tools/index.ts'

/** Friday noon in Mexico City. */
const NOW = '2026-11-20T18:00:00Z'
const HOUR_AGO = '2026-11-20T17:00:00Z'

export interface ConnectionValues {
  name?: string
  status?: string
  created_at?: string
  revoked_at?: string
  last_sync_at?: string | null
  last_rows_at?: string | null
  last_error_at?: string | null
  needs_reconnection?: boolean
}

export interface CoveredDays {
  covered_from?: string | null
  covered_until?: string | null
  read_until?: string | null
  state?: string
  reason?: string
  suspect_reason?: string
  empty_days?: string[]
  /** As JSON. */
  cursor?: string
}

export interface AccountValues {
  currency?: string
  account_id: string
  name?: string
  time_zone?: string
  state?: 'read' | 'skipped' | 'gone'
  reason?: string
  state_since?: string
  days?: CoveredDays
}

/** The stream of connections whose connector is not loaded. */
const READ_STREAM = 'everything'

/** A connection that has read its whole history up to its last sync. */
function read_whole(org_id: string, connection_id: string, last_sync_at: string) {
  const read_until = today_in('America/Mexico_City', new Date(last_sync_at))
  const covered = { covered_from: '-infinity', covered_until: add_days(read_until, -1), read_until }
  return { org_id, connection_id, stream: READ_STREAM, account_id: '', cursor: '{}', ...covered }
}

const connections_of = (org_id: string, insert: Insert) => ({
  /** A connection that synced an hour ago by default. */
  connect: (platform: string, connection: ConnectionValues = {}): Promise<string> =>
    insert(async (db) => {
      const { connection_id, last_sync_at } = await db
        .insertInto('connections')
        .values({
          org_id,
          platform,
          name: 'Main',
          created_at: '2026-01-01T00:00:00Z',
          last_sync_at: HOUR_AGO,
          last_rows_at: HOUR_AGO,
          ...connection,
        })
        .returning(['connection_id', 'last_sync_at'])
        .executeTakeFirstOrThrow()
      if (last_sync_at)
        await db
          .insertInto('sync_cursors')
          .values(read_whole(org_id, connection_id, last_sync_at))
          .execute()
      return connection_id
    }),
  /** An account of a connection, with its history read until yesterday. */
  account: (connection_id: string, { account_id, days = {}, ...account }: AccountValues) =>
    insert(async (db) => {
      const until = today_in('America/Mexico_City', new Date(HOUR_AGO))
      const whole = { covered_from: '-infinity', covered_until: add_days(until, -1), read_until: until }
      const key = { org_id, connection_id, account_id }
      const common = { name: account_id, time_zone: 'UTC', seen_at: HOUR_AGO, state: 'read', state_since: HOUR_AGO }
      await db
        .insertInto('connection_accounts')
        .values({ ...key, ...common, ...account })
        .execute()
      await db
        .insertInto('sync_cursors')
        .values({ ...key, stream: READ_STREAM, cursor: '{}', ...whole, ...days })
        .execute()
    }),
  /** Sets which days of a connection are stored. */
  cover: (connection_id: string, days: CoveredDays, stream = READ_STREAM) =>
    insert((db) =>
      db
        .insertInto('sync_cursors')
        .values({ org_id, connection_id, stream, account_id: '', cursor: '{}', ...days })
        .onConflict((conflict) =>
          conflict.columns(['org_id', 'connection_id', 'stream', 'account_id']).doUpdateSet(days),
        )
        .execute(),
    ),
})

type Insert = <T>(work: (db: Database) => Promise<T>) => Promise<T>

interface BenchOptions {
  connectors?: Record<string, Connector>
  /** Jobs that tools may enqueue. Nothing runs them. */
  jobs?: Jobs
}

export async function figures_bench({ connectors = {}, jobs = {} }: BenchOptions = {}) {
  const database = await test_database()
  const pools = open_pool(database.place, { max: 4 })
  const pool = pools.worker
  const engine = await create_engine({
    pool: pools,
    log: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    areas,
    connectors,
    jobs,
    base_url: 'http://tablero.test',
    master_key: Buffer.alloc(32, 7),
    clock: { now: () => new Date(NOW), sleep: async () => {} },
  })

  async function org(values: OrgValues = {}) {
    const org_id = await create_org(pool, {
      name: 'Acme',
      time_zone: 'America/Mexico_City',
      currency: 'MXN',
      ...values,
    })
    const { key } = await create_key(pool, { org_id, name: 'all', scopes })
    /** Rows of orders, with what a sync keeps of them. */
    const insert = <T>(work: (db: Database) => Promise<T>) =>
      in_org(pool, { org_id }, async (db, client) => {
        const done = await work(db)
        const { rows } = await client.query<{ id: string; customers: string[] }>(
          `select store_connection_id as id, array_agg(distinct customer_id) as customers from store_orders
           where org_id = $1 and customer_id is not null group by 1`,
          [org_id],
        )
        for (const { id, customers } of rows) await mark_first_orders({ client, org_id }, id, customers)
        return done
      })
    const answer = (tool: string, input: unknown = {}): Promise<Answer> =>
      call(engine, { tool, input, credential: key, org_id: undefined, transport: 'rest', request_id: 'test' })
    return {
      org_id,
      key,
      insert,
      answer,
      ...connections_of(org_id, insert),
      /** The result of a call that must succeed. */
      // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of the answer it asked for
      async ask(tool: string, input: unknown = {}): Promise<any> {
        const given = await answer(tool, input)
        assert.ok(given.ok, `${tool}: ${given.ok ? '' : given.error}`)
        return given.result
      },
      /** The sentence of a call that must be refused with 400. */
      async refused(tool: string, input: unknown = {}): Promise<string> {
        const given = await answer(tool, input)
        assert.equal(given.ok, false, `${tool} was answered`)
        assert.equal(given.status, 400, given.ok ? '' : given.error)
        return given.ok ? '' : given.error
      },
    }
  }

  /** Rates by currency and date. `rate_date`: the day of publication, when the day itself had none. */
  const rate = (rows: { currency: string; date: string; per_eur: string; rate_date?: string }[]) =>
    in_system(pool, (db) =>
      db
        .insertInto('fx_rates')
        .values(rows.map((row) => ({ rate_date: row.date, ...row })))
        .execute(),
    )

  return {
    engine,
    pool,
    owner: database.owner,
    org,
    rate,
    async close() {
      await engine.close()
      await pool.end()
      await database.drop()
    },
  }
}

export type FiguresBench = Awaited<ReturnType<typeof figures_bench>>
export type FiguresOrg = Awaited<ReturnType<FiguresBench['org']>>

export const store_order = (
  store_connection_id: string,
  values: { order_id: string; ordered_at: string; total: string } & Record<string, unknown>,
) => {
  const { total, ...rest } = values
  const total_micros = BigInt(Math.round(Number(total) * 100)) * 10_000n
  return {
    store_connection_id,
    order_number: `#${values.order_id}`,
    changed_at: values.ordered_at,
    currency: 'MXN',
    total_micros,
    subtotal_micros: total_micros,
    shipping_micros: 0n,
    tax_micros: 0n,
    discount_micros: 0n,
    ...rest,
  }
}

export const campaign_day = (
  connection_id: string,
  values: { date: string; spend: bigint; value?: bigint } & Record<string, unknown>,
) => {
  const { spend, value = 0n, ...rest } = values
  return {
    connection_id,
    account_id: 'a1',
    campaign_id: 'c1',
    platform: 'mx_ads',
    currency: 'MXN',
    spend_micros: spend,
    impressions: 1000n,
    clicks: 10n,
    conversions: '1',
    conversion_value_micros: value,
    ...rest,
  }
}
