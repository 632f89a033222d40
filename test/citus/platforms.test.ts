// Platforms of every kind are read under faults on a cluster of Citus: first, and again some days later, with restated and late figures.
// The rows left are those of an undisturbed PostgreSQL 15. PLATFORMS=all reads every platform, PLATFORMS=sx,mpa those named.
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import pg from 'pg'
import { connectors } from '#connectors/index.ts'
import { reconcile } from '#engine/sync/reconcile.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import type { Fault } from '../../sandbox/faults.ts'
import { with_history_of } from '../connectors/short_history.ts'
import { type Cluster, no_cluster, start_cluster } from './cluster.ts'
import { type Compared, compare, type Rows, rows_of } from './rows.ts'

const NOW = '2026-11-20T18:00:00Z'
/** A day that is restated. The first read has stored a part of it, and the next one reads it again. */
const RESTATED = '2026-11-20'
const LATER_MS = 2 * 86_400_000 + 3_600_000
/** Days that the first read brings. */
const { HISTORY_DAYS = '3', PLATFORMS } = process.env
/** Social ads, search ads, a shop, a marketplace, web analytics, and email. */
const KINDS = ['mx_ads', 'gx_ads', 'sx', 'mpb_sp', 'gx_analytics', 'email_b', 'seo_console']
const platforms = PLATFORMS === 'all' ? Object.keys(connectors) : (PLATFORMS?.split(',') ?? KINDS)
/** A disturbed read sends more requests and counts records that it got twice. It orders reports that its next attempt does not need. */
const COUNTS_OF_READS = /^public\.(?:sync_runs|vendor_reports) |"type": "sync\.finished"/

const FIRST: Fault[] = [
  { kind: 'throttle', count: 2, seconds: 3 },
  { kind: 'fail', status: 503, skip: 2, count: 2 },
  { kind: 'truncate', skip: 3 },
  { kind: 'duplicate', count: 0, probability: 0.5 },
]
const INCREMENT: Fault[] = [
  { kind: 'fail', status: 500 },
  { kind: 'lose_answer', skip: 1 },
  { kind: 'truncate' },
  { kind: 'throttle', skip: 2, seconds: 5 },
  { kind: 'shuffle', count: 0, probability: 0.5 },
  { kind: 'unknown_field', count: 0 },
]
/** It answers ten requests a day, and counts failed ones, so a disturbed sync ends the next day. */
const UNDISTURBED = 'heat_a'
/** Where a token is renewed. */
const EXPIRES: Fault = { kind: 'expire', skip: 1 }

interface Side {
  bench: SyncBench
  owner: pg.Pool
  url: string
  places: Map<string, { org_id: string; connection_id: string }>
}

let cluster: Cluster
/** Disturbed, on the cluster. */
let spread: Side
/** Undisturbed, on one PostgreSQL. */
let plain: Side

before(async () => {
  if (no_cluster) return
  cluster = await start_cluster()
  spread = await open_side(await cluster.migrated('spread'))
  plain = await open_side(await cluster.plain_migrated('plain'))
})
after(async () => {
  await spread?.bench.close()
  await plain?.bench.close()
  await cluster?.stop()
})

async function open_side(place: Awaited<ReturnType<Cluster['migrated']>>): Promise<Side> {
  const owner = new pg.Pool({ connectionString: place.database_url, max: 2 }).on('error', () => {})
  const database = { url: place.database_url, place, owner, drop: () => owner.end() }
  const short = platforms.map((name) => [name, with_history_of(Number(HISTORY_DAYS), connectors[name]!)])
  const bench = await sync_bench({ database, now: NOW, history_days: 30, connectors: Object.fromEntries(short) })
  return { bench, owner, url: place.database_url, places: new Map() }
}

/** One sync of every platform. Each finds the vendor at the same moment, and its limits unused. */
async function sync_all({ bench, places }: Side, later_ms: number, faults: readonly Fault[]): Promise<number> {
  const { sandbox } = bench
  let met = 0
  for (const platform of platforms) {
    sandbox.clock.reset()
    sandbox.clock.advance(later_ms)
    sandbox.faults.clear()
    bench.forget_limits()
    const place = places.get(platform) ?? (await bench.connect(platform))
    places.set(platform, place)
    const renews = connectors[platform]!.auth.refresh
    const disturbed = faults.length > 0 && renews ? [...faults, EXPIRES] : faults
    const wanted = platform === UNDISTURBED ? [] : disturbed
    for (const fault of wanted) sandbox.faults.add({ platform, ...fault })
    const { end, run_id } = await bench.sync(place)
    const { rows } = await bench.engine.pool.worker.system.query(
      'select error from sync_runs where org_id = $1 and run_id = $2',
      [place.org_id, run_id],
    )
    assert.equal(end, 'succeeded', `${platform}: ${rows[0]?.error}`)
    met += wanted.length - sandbox.faults.list().filter(({ count }) => count !== 0).length
  }
  return met
}

/** Rows of one organization, which have other ids on the other side. */
function of_org(rows: Rows, org_id: string): Rows {
  const is_kept = (table: string, text: string) =>
    text.includes(`"org_id": "${org_id}"`) && !COUNTS_OF_READS.test(`${table} ${text}`)
  return new Map([...rows].map(([table, texts]) => [table, texts.filter((text) => is_kept(table, text))]))
}

async function compare_all(context: TestContext, read: string) {
  const [here, there] = [await rows_of(plain.url), await rows_of(spread.url)]
  const of = (platform: string): Compared =>
    compare(
      of_org(here, plain.places.get(platform)!.org_id),
      of_org(there, spread.places.get(platform)!.org_id),
      Date.parse(NOW),
    )
  const compared = platforms.map((platform) => ({ platform, ...of(platform) }))
  context.diagnostic(
    `${read}, equal rows of all: ${compared.map(({ platform, equal, rows }) => `${platform} ${equal} of ${rows}`).join(', ')}`,
  )
  for (const { platform, rows, differences } of compared) {
    assert.deepEqual(differences.slice(0, 5), [], platform)
    assert.ok(rows > 20, `${platform} brought ${rows} rows`)
  }
}

test('a first read under faults leaves the rows of an undisturbed one', { skip: no_cluster }, async (context) => {
  const [met] = await Promise.all([sync_all(spread, 0, FIRST), sync_all(plain, 0, [])])
  await compare_all(context, `${platforms.length} platforms, ${met} faults, first read`)
})

test('so does the read of some days later, with restated and late figures', { skip: no_cluster }, async (context) => {
  for (const { bench } of [spread, plain]) change_the_past(bench)
  const [met] = await Promise.all([sync_all(spread, LATER_MS, INCREMENT), sync_all(plain, LATER_MS, [])])
  await compare_all(context, `${met} faults, increment`)
  const { rows } = await spread.owner.query(
    'select count(*)::int as restated, count(distinct org_id)::int as orgs from metric_restatements',
  )
  context.diagnostic(`${rows[0].restated} restated figures of ${rows[0].orgs} platforms`)
  assert.ok(rows[0].orgs > 1)
})

function change_the_past({ sandbox }: SyncBench) {
  const { changes, store } = sandbox.world
  for (const platform of platforms) changes.set_factor(platform, RESTATED, 2)
  const order = store.orders().at(-1)!
  changes.set_order(order.id, { total_cents: order.total_cents + 100, updated_at: Date.parse(NOW) })
}

test("stored figures agree with the vendors' own totals", { skip: no_cluster }, async (context) => {
  const counts = { equal: 0, platforms: new Set<string>() }
  const { bench, places } = spread
  bench.sandbox.faults.clear()
  for (const [platform, place] of places) {
    bench.forget_limits()
    const compared = await reconcile(bench.engine, {
      ...place,
      signal: new AbortController().signal,
      from: RESTATED,
      on_refused: ({ reason }) => assert.fail(reason),
    })
    assert.ok(Array.isArray(compared), String(compared))
    for (const one of compared) {
      assert.notEqual(one.verdict, 'drift', JSON.stringify(one))
      if (one.verdict === 'estimate') continue
      counts.equal += 1
      counts.platforms.add(platform)
    }
  }
  context.diagnostic(`${counts.equal} totals of ${counts.platforms.size} platforms are equal`)
  assert.ok(counts.platforms.size > 1)
})
