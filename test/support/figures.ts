// An organization with figures: an engine with its own database, a frozen clock, and short functions to insert rows and to call tools.
import assert from 'node:assert/strict'
import pino from 'pino'
import { in_org, in_system } from '#db/org.ts'
import { type Database, open_pool } from '#db/pool.ts'
import type { OrgValues } from '#engine/access/orgs.ts'
import { scopes } from '#engine/access/scopes.ts'
import { type Answer, call } from '#engine/calls/call.ts'
import type { Connector } from '#engine/connector.ts'
import { create_engine } from '#engine/engine.ts'
import { create_key, create_org } from '#test/access.ts'
import { test_database } from '#test/database.ts'
import { query } from '#tools/query/index.ts'
import { summary } from '#tools/summary/index.ts'

/** Friday noon in Mexico City. */
const NOW = '2026-11-20T18:00:00Z'
const HOUR_AGO = '2026-11-20T17:00:00Z'

export interface ConnectionValues {
  name?: string
  status?: string
  created_at?: string
  last_sync_at?: string | null
  last_rows_at?: string | null
  last_error_at?: string | null
  needs_reconnection?: boolean
}

export async function figures_bench({ connectors = {} }: { connectors?: Record<string, Connector> } = {}) {
  const database = await test_database()
  const pool = open_pool(database.url, { max: 4 })
  const engine = await create_engine({
    pool,
    log: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    areas: { query, summary },
    connectors,
    jobs: {},
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
    const insert = <T>(work: (db: Database) => Promise<T>) => in_org(pool, { org_id }, work)
    const answer = (tool: string, input: unknown = {}): Promise<Answer> =>
      call(engine, { tool, input, credential: key, org_id: undefined, transport: 'rest', request_id: 'test' })
    return {
      org_id,
      key,
      insert,
      answer,
      /** A connection that synced an hour ago by default. */
      connect: (platform: string, connection: ConnectionValues = {}): Promise<string> =>
        insert(async (db) => {
          const { connection_id } = await db
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
            .returning('connection_id')
            .executeTakeFirstOrThrow()
          return connection_id
        }),
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
    org,
    rate,
    async close() {
      await engine.close()
      await pool.end()
      await database.drop()
    },
  }
}

export type FiguresOrg = Awaited<ReturnType<Awaited<ReturnType<typeof figures_bench>>['org']>>

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
