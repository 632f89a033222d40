// A worker as npm start runs it, in its own process, and one sync through its engine, from HTTP to merged rows. Standard input: {
// url, vendor, org_id, days }. Standard output: a line when it is ready, then the result of the sync.
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { in_org } from '#db/org.ts'
import { connector, window_stream } from '#engine/connector.ts'
import { run_sync } from '#engine/sync/sync.ts'
import { create_connection } from '#engine/vendors/connections.ts'
import { message } from '#messages/message.ts'
import { start_tablero } from './tablero.ts'

const { url, vendor, org_id, days } = JSON.parse(await text(process.stdin)) as {
  url: string
  vendor: string
  org_id: string
  days: number
}

const item = z.object({
  campaign: z.string(),
  date: z.string(),
  spend: z.string(),
  impressions: z.string(),
  clicks: z.string(),
})
const page = z.object({ data: z.array(item), next: z.string().optional() })

const bench = connector({
  title: 'Benchmark',
  platform: {
    vendor: 'Small',
    product: 'Small',
    credentials: message('credentials.email_a'),
    version: { name: '1', ends_on: null, source: 'none' },
    scopes: [],
    source: 'test',
  },
  kind: 'ads',
  auth: { secrets: z.object({}), headers: () => ({}) },
  settings: z.object({}),
  api: { base_url: 'https://vendor.test', hosts: ['vendor.test'], pace: {} },
  accounts: {
    into: ['ad_accounts'],
    read: async () => [{ account_id: 'a', name: 'Main', currency: 'MXN', time_zone: 'UTC' }],
    rows: ({ account_id, name, time_zone }) => ({ ad_accounts: { account_id, name, currency: 'MXN', time_zone } }),
  },
  streams: {
    days: window_stream({
      into: ['campaign_daily'],
      every: '1h',
      window: { history_days: days - 1, history_source: 'bench', overlap_days: 28 },
      read: ({ api, from, to }) =>
        api.pages({
          path: '/days',
          query: { from, to },
          schema: page,
          records: ({ data }) => data,
          next: ({ next }) => (next === undefined ? undefined : { query: { page: next } }),
        }),
      rows: ({ campaign, date, spend, impressions, clicks }) => ({
        campaign_daily: {
          account_id: 'a',
          campaign_id: campaign,
          date,
          currency: 'MXN',
          spend_micros: BigInt(spend),
          impressions: BigInt(impressions),
          clicks: BigInt(clicks),
          conversions: '1.5',
          conversion_value_micros: 5_000_000n,
        },
      }),
    }),
  },
})

const app = await start_tablero({
  url,
  role: 'worker',
  vendor,
  parts: { connectors: { bench }, jobs: {} }, // without a schedule: the only sync starts below
})
console.log(JSON.stringify({ ready: true }))

const { engine } = app
const connection_id = await in_org(engine.pool.worker, { org_id }, (db) =>
  create_connection(db, engine, { org_id, platform: 'bench', name: 'Main', settings: {}, secrets: {} }),
)
const { run_id } = await in_org(engine.pool.worker, { org_id }, (db) =>
  db
    .insertInto('sync_runs')
    .values({ org_id, connection_id, trigger: 'operator', state: 'queued' })
    .returning('run_id')
    .executeTakeFirstOrThrow(),
)
const at_rest_mib = process.memoryUsage.rss() / 2 ** 20
const started = performance.now()
const end = await run_sync(
  { ...engine, pool: engine.pool.worker },
  {
    org_id,
    connection_id,
    run_id,
    all_streams: true,
    signal: new AbortController().signal,
  },
)
const peak_mib = process.resourceUsage().maxRSS / 2 ** 10
console.log(JSON.stringify({ end, seconds: (performance.now() - started) / 1000, at_rest_mib, peak_mib }))
