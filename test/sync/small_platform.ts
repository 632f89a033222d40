// A platform whose answers a test sets: daily lines of campaigns, its own totals of these days, and a list of ads. Its connections
// sync through the engine, under a clock of the test.
import assert from 'node:assert/strict'
import pino from 'pino'
import { z } from 'zod'
import { last_digit_of } from '#connectors/ad_days.ts'
import { in_org } from '#db/org.ts'
import {
  type Account,
  type Connector,
  connector,
  type DailyTotal,
  type Lack,
  snapshot_stream,
  window_stream,
} from '#engine/connector.ts'
import { create_engine, type Engine } from '#engine/engine.ts'
import { type Reconciled, reconcile } from '#engine/sync/reconcile.ts'
import { run_sync, type SyncEnd } from '#engine/sync/sync.ts'
import { create_connection } from '#engine/vendors/connections.ts'
import type { Outbound } from '#engine/vendors/outbound.ts'
import { message } from '#messages/message.ts'
import { create_org } from '#test/access.ts'
import { type TestDatabase, test_database, test_pool } from '#test/database.ts'

const HOST = 'api.small.example'
const ACCOUNT = '7'
const CENT = 10_000n

/** `spend` in cents of USD. */
export interface Line {
  campaign: string
  date: string
  spend: number
  clicks: number
}

/** The next answers of the platform. */
export interface Answers {
  lines: Line[]
  /** Absent: the platform refuses the request. A day without an entry is left out. */
  totals?: { date: string; spend: number; clicks: number }[]
  ads: string[]
  /** A part that the platform does not give beside the lines. */
  lack?: Lack
  /** Accounts of the platform with several ones. */
  accounts?: (Pick<Account, 'unreadable' | 'is_closed' | 'hides_others'> & { account_id: string })[]
  /** The status with which the platform answers requests for totals. */
  totals_fail_with?: number
  /** The platform gives no access to lines. */
  is_denied?: boolean
  /** The platform refuses requests for ads. A text: with these words. */
  has_no_ads?: boolean | string
  /** The status of requests for lines that the platform does not answer otherwise, with Retry-After in seconds. */
  ends_with?: { status: 401 | 429; retry_after_s?: number }
}

const line = z.object({ campaign: z.string(), date: z.string(), spend: z.number(), clicks: z.number() })
const lack = z.object({ reason: z.string(), is_suspect: z.literal(true).optional() }).optional()
const total_line = z.object({ date: z.string(), spend: z.number(), clicks: z.number() })
const window = { history_days: 60, history_source: 'test', overlap_days: 3, slice_days: 10 }
const account = { account_id: ACCOUNT, name: 'Shop', time_zone: 'UTC', currency: 'USD' }

const total: DailyTotal = {
  measures: { spend_micros: { last_digit: last_digit_of }, clicks: {}, impressions: { is_estimate: true } },
  async read({ api, from, to }) {
    const { totals } = await api.call({
      path: '/totals',
      query: { from, to },
      schema: z.object({ totals: z.array(total_line) }),
    })
    return totals.map(({ date, spend, clicks }) => ({
      date,
      measures: { spend_micros: BigInt(spend) * CENT, clicks: BigInt(clicks), impressions: 1n },
    }))
  },
}

export const figures = ({ campaign, date, spend, clicks }: Line) => ({
  account_id: ACCOUNT,
  campaign_id: campaign,
  date,
  currency: 'USD',
  spend_micros: BigInt(spend) * CENT,
  impressions: 0n,
  clicks: BigInt(clicks),
  conversions: '0',
  conversion_value_micros: 0n,
})

const days = (with_total: boolean) =>
  window_stream({
    into: ['campaign_daily'],
    every: '15m',
    window,
    ...(with_total && { total }),
    read: ({ api, from, to, lacks }) =>
      api.pages({
        path: '/lines',
        query: { from, to },
        schema: z.object({ lines: z.array(line), lack }),
        records: ({ lines, lack }) => {
          if (lack) lacks?.(lack as Lack)
          return lines
        },
        next: () => null,
      }),
    rows: (item: Line) => ({ campaign_daily: figures(item) }),
  })

const ads = snapshot_stream({
  into: ['ads'],
  sweeps: ['ads'],
  every: '15m',
  read: ({ api }) =>
    api.pages({
      path: '/ads',
      schema: z.object({ ads: z.array(z.string()) }),
      records: ({ ads }) => ads,
      next: () => null,
    }),
  rows: (id: string) => ({
    ads: { account_id: ACCOUNT, ad_id: id, ad_group_id: '', campaign_id: '', name: id, status: 'on' },
  }),
})

const classify: Connector['api']['classify'] = ({ status, body }) => {
  if (status === 404) return { kind: 'denied', reason: 'no permission.' }
  const { says } = (body ?? {}) as { says?: unknown }
  return typeof says === 'string' ? { kind: 'refused', reason: says } : undefined
}

const several: Connector['accounts']['read'] = async ({ api }) => {
  const schema = z.object({ accounts: z.array(z.looseObject({ account_id: z.string() })) })
  return (await api.call({ path: '/accounts', schema })).accounts.map((one) => ({ ...account, ...one }))
}

const declared = (
  streams: Connector['streams'],
  read: Connector['accounts']['read'] = async () => [account],
): Connector =>
  connector({
    title: 'Small',
    platform: {
      ...{ vendor: 'Small', product: 'Small', credentials: message('credentials.email_a'), scopes: [], source: 'test' },
      version: { name: '1', ends_on: null, source: 'none' },
    },
    kind: 'ads',
    auth: { secrets: z.object({ key: z.string() }), headers: () => ({}) },
    settings: z.object({}),
    api: { base_url: `https://${HOST}`, hosts: [HOST], pace: { per_second: 1_000 }, classify },
    accounts: {
      into: ['ad_accounts'],
      read,
      rows: ({ account_id, name, currency, time_zone }) => ({
        ad_accounts: { account_id, name, currency: currency ?? '', time_zone },
      }),
    },
    streams,
  })

const connectors = {
  /** The platform has no total of its own. */
  plain: declared({ days: days(false) }),
  totaled: declared({ days: days(true) }),
  whole_pesos: declared({ days: days(true) }, async () => [{ ...account, currency: 'CLP' }]),
  listed: declared({ ads }),
  several: declared({ days: days(false) }, several),
  /** Ads are read before the lines. */
  both: declared({ ads, days: days(false) }),
}

export interface Small {
  engine: Engine
  database_url: string
  answers: Answers
  /** Paths with queries that were requested since the last sync began. */
  requests: string[]
  /** Sets the clock. */
  at(now: string): void
  /** Time passes. */
  wait(minutes: number): void
  connect(platform: keyof typeof connectors): Promise<Connection>
  close(): Promise<void>
}

export interface Connection {
  org_id: string
  connection_id: string
  sync(): Promise<{ end: SyncEnd; restatements: number }>
  reconcile(days?: { from: string; to: string }): Promise<Reconciled[] | 'busy' | 'unreadable'>
  /** Rows of one statement, in which $1 is the organization. */
  ask<Row = Record<string, unknown>>(statement: string): Promise<Row[]>
  /** Stored lines as texts: date, campaign, spend in cents, clicks. */
  lines(): Promise<string[]>
  state(): Promise<{ state: string; reason: string | null; state_since: string | null }>
}

/** Answers requests with the current answers of the test. */
const outbound_of = (small: Pick<Small, 'answers' | 'requests'>, now: () => Date): Outbound['fetch'] =>
  async function fetch({ url }) {
    const { pathname, search, searchParams } = new URL(url)
    small.requests.push(`${pathname}${search}`)
    const [from, to] = [searchParams.get('from') ?? '', searchParams.get('to') ?? '']
    const within = <Day extends { date: string }>(all: Day[]) => all.filter(({ date }) => date >= from && date <= to)
    const { lines, totals, ads, lack, accounts, is_denied, totals_fail_with, has_no_ads, ends_with } = small.answers
    if (pathname === '/totals' && totals_fail_with) return { status: totals_fail_with, headers: {}, text: '{}' }
    if (pathname === '/lines' && is_denied) return { status: 404, headers: {}, text: '{}' }
    if (pathname === '/lines' && ends_with) {
      const { status, retry_after_s } = ends_with
      return { status, headers: { 'retry-after': retry_after_s?.toString(), date: now().toUTCString() }, text: '{}' }
    }
    if (pathname === '/ads' && has_no_ads)
      return { status: 400, headers: {}, text: JSON.stringify({ says: has_no_ads }) }
    if (pathname === '/totals' && !totals) return { status: 403, headers: {}, text: '{}' }
    return {
      status: 200,
      headers: {},
      text: JSON.stringify({ lines: within(lines), totals: within(totals ?? []), ads, lack, accounts }),
    }
  }

export async function open_small(): Promise<Small> {
  const database = await test_database()
  const pool = test_pool(database, { max: 4 })
  let now_ms = 0
  const small = { answers: { lines: [], ads: [] } as Answers, requests: [] as string[] }
  const engine = await create_engine({
    pool,
    log: pino({ level: 'silent' }),
    areas: {},
    connectors,
    jobs: {},
    base_url: 'http://tablero.test',
    master_key: Buffer.alloc(32, 7),
    clock: { now: () => new Date(now_ms), sleep: async () => {} },
  })
  Object.assign(engine.outbound, { fetch: outbound_of(small, () => new Date(now_ms)) })
  return Object.assign(small, {
    ...{ engine, database_url: database.url },
    at(now: string) {
      now_ms = Date.parse(now)
    },
    wait(minutes: number) {
      now_ms += minutes * 60_000
    },
    connect: (platform: keyof typeof connectors) => connect(small, engine, database, platform),
    async close() {
      await engine.close()
      await pool.end()
      await database.drop()
    },
  })
}

async function connect(
  { requests }: Pick<Small, 'requests'>,
  engine: Engine,
  { owner }: TestDatabase,
  platform: string,
): Promise<Connection> {
  const [{ pool }, { signal }] = [engine, new AbortController()]
  const org_id = await create_org(pool, { name: platform, time_zone: 'UTC', currency: 'USD' })
  const made = { org_id, platform, name: platform, settings: {}, secrets: { key: `k ${org_id}` } }
  const connection_id = await in_org(pool, { org_id }, (db) => create_connection(db, engine, made))
  const place = { org_id, connection_id }
  const ask = async <Row>(statement: string) => (await owner.query(statement, [org_id])).rows as Row[]
  return {
    ...place,
    ask,
    async sync() {
      requests.length = 0
      const { run_id } = await in_org(pool, { org_id }, (db) =>
        db
          .insertInto('sync_runs')
          .values({ ...place, trigger: 'operator', state: 'queued' })
          .returning('run_id')
          .executeTakeFirstOrThrow(),
      )
      const end = await run_sync(engine, { ...place, run_id, all_streams: true, signal })
      const newest = 'select restatements from sync_runs where org_id = $1 order by run_id desc limit 1'
      const [run] = await ask<{ restatements: bigint }>(newest)
      return { end, restatements: Number(run!.restatements) }
    },
    reconcile: (days) =>
      reconcile(engine, { ...place, ...days, signal, on_refused: ({ reason }) => assert.fail(reason) }),
    async lines() {
      const rows = await ask<{ line: string }>(
        `select concat_ws(' ', date, campaign_id, spend_micros / ${CENT}, clicks) as line from campaign_daily where org_id = $1 order by 1`,
      )
      return rows.map(({ line }) => line)
    },
    async state() {
      const [row] = await ask<Awaited<ReturnType<Connection['state']>>>(
        `select state, reason, state_since from sync_cursors where org_id = $1`,
      )
      return row!
    },
  }
}
