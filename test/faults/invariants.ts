// Conditions that must hold after every step of a simulation, and at its end. They come from the product's promises, not from its
// code.
import assert from 'node:assert/strict'
import { add_days, today_in } from '#domain/windows.ts'
import type { Stream } from '#engine/connector.ts'
import type { SyncEnd } from '#engine/sync/sync.ts'
import { describe_restatement } from './observed.ts'
import type { SyncStep } from './plan.ts'
import { type Seen, type Simulation, START_DAYS } from './simulated.ts'
import { type DayLine, key_of, type Order, type Truth } from './small_world.ts'

const DAY_MS = 86_400_000
/** Syncs that wait for the same end start within this time. */
const SPREAD_MAX_MS = 600_000
/** A field that the sandbox's shop changes without updating the order's time of change: the number of its customer's orders. */
const SILENT = ['customer_orders_count']

interface Taken {
  before: Seen
  after: Seen
  ends: (SyncEnd | 'died')[]
  step: SyncStep
  run_id: string
}

export function assert_holds_together(simulation: Simulation, taken: Taken): void {
  const { before, after, ends, step } = taken
  if (after.run?.error?.includes('on our side')) throw simulation.faults.at(-1)
  assert_run(taken)
  if (ends.includes('succeeded'))
    assert.equal(after.connection.needs_reconnection, false, 'a sync that ran needs no person')
  if (after.connection.needs_reconnection && !before.connection.needs_reconnection)
    assert.ok(after.is_sign_in_lost, `asks for a person without need: ${after.connection.last_error}`)
  // A renewed token is lost when its process dies before it stores the token. In no other case may a token be lost.
  if (!step.death && simulation.connector.auth.refresh && !before.is_sign_in_lost)
    assert.ok(!after.is_sign_in_lost, 'the sync lost the sign-in')
  assert_cursors(simulation, taken)
  // Two consecutive syncs may change a row twice.
  if (ends.filter((end) => end !== 'busy').length < 2) {
    assert_restatements(simulation, taken)
    assert_nothing_vanished(simulation, taken)
  }
  if (simulation.world) assert_small(simulation, after)
}

function assert_run({ after, ends }: Taken) {
  const run = after.run!
  if (ends.includes('succeeded') && ends.length === 1)
    assert.deepEqual([run.state, run.error, run.progress], ['succeeded', null, 1])
  if (ends.includes('failed') && ends.length === 1) {
    assert.equal(run.state, 'failed')
    assert.match(run.error ?? '', /\w/)
    assert.doesNotMatch(
      run.error ?? '',
      /on our side|sandbox-|shpat_|pk_sandbox/,
      'the error is the vendor’s, and no secret',
    )
  }
}

/** Zones of the platforms that count the days of every account in the same one. */
const ZONES: Record<string, string> = { seo_console: 'America/Los_Angeles', net_c_ads: 'UTC', heat_a: 'UTC' }
const zone_of = ({ plan, world }: Simulation, account_id: string | undefined): string =>
  world
    ? world.accounts.find(({ id }) => id === account_id)!.time_zone
    : (ZONES[plan.platform] ?? 'America/Mexico_City')

function assert_cursors(simulation: Simulation, { after, ends, step }: Taken) {
  const { connector, clock, latest_ms } = simulation
  const now = clock.now()
  for (const { stream, account_id, cursor } of after.cursors) {
    const { read_to, settled_until, finished_at } = cursor
    const where = `${stream} ${account_id} ${JSON.stringify(cursor)} at ${now.toISOString()}`
    const declared = connector.streams[stream] as Stream
    if ('window' in declared && read_to && settled_until) {
      const last = today_in(zone_of(simulation, account_id), new Date(latest_ms))
      assert.ok(read_to <= last, `read further than there are days: ${where}`)
      assert.ok(settled_until <= read_to, `settled before it was read: ${where}`)
      assert.ok(settled_until < add_days(last, -declared.window.overlap_days), `settled too soon: ${where}`)
    }
    if (ends.includes('succeeded') && !step.clock_jump)
      assert.ok(finished_at && finished_at <= now.toISOString(), `a time to come: ${where}`)
  }
  const wait_ms = Date.parse(after.connection.next_sync_at) - now.getTime()
  if (ends.length === 1 && ends[0] !== 'died' && !step.clock_jump)
    assert.ok(wait_ms <= DAY_MS + SPREAD_MAX_MS, `the next sync is ${wait_ms} ms away`)
}

// ---- restatements ------------------------------------------------------------------------------------------------------

const NO_MEASURE = ['org_id', 'platform', 'currency', 'synced_at', 'is_final', 'is_sampled']

/**
 * Compares before and after, for days that were complete and final when they were stored. Each difference must be recorded as a
 * restatement.
 */
function assert_restatements(simulation: Simulation, { before, after }: Taken) {
  const expected: string[] = []
  for (const [id, { table, key, row: old }] of before.daily) {
    const fresh = after.daily.get(id)?.row
    const zone = zone_of(simulation, old.account_id ?? old.property_id ?? old.site_url)
    const was_over = old.date! < today_in(zone, new Date(old.synced_at!))
    if (!was_over || old.is_final === 'false') continue
    const names = key.filter((name) => name !== 'connection_id' && name !== 'date')
    const row_key = Object.fromEntries(names.map((name) => [name, old[name]!]))
    for (const metric of Object.keys(old)) {
      if (NO_MEASURE.includes(metric) || key.includes(metric)) continue
      const [from, to] = [old[metric] ?? null, fresh?.[metric] ?? null]
      if (from !== to) expected.push(describe_restatement(table, row_key, old.date!, metric, from, to))
    }
  }
  assert.deepEqual(after.restated.slice(before.restated.length).sort(), expected.sort(), 'restatements')
}

const id_of = (kind: keyof Truth, record: unknown) => `${kind} ${(key_of[kind] as (of: unknown) => string)(record)}`

/** Whether the record was stored and the last read did not bring it. */
const is_missing = ({ missing }: Seen, kind: keyof Truth, record: Truth[keyof Truth][number]) =>
  missing.has(id_of(kind, record))

/**
 * A record disappears only if an earlier read already lacked it. Further reads, or the vendor's own totals, then confirm its loss, also
 * of the only record of a day.
 */
function assert_nothing_vanished({ world }: Simulation, { before, after }: Taken) {
  if (!world) return
  for (const kind of ['search', 'ads'] as const) {
    const left = new Set(after.records![kind].map((record) => id_of(kind, record)))
    for (const record of before.records![kind])
      assert.ok(
        left.has(id_of(kind, record)) || is_missing(before, kind, record),
        `${kind} vanished: ${JSON.stringify(record)}`,
      )
  }
}

// ---- the simulation's own vendor ---------------------------------------------------------------------------------------

const kinds_of = ({ connector }: Simulation) => Object.keys(connector.streams) as (keyof Truth)[]
const text = (records: readonly unknown[]) => records.map((record) => JSON.stringify(record)).sort()

function assert_small(simulation: Simulation, seen: Seen): void {
  const { plan } = simulation
  const world = simulation.world!
  const stored = seen.records!
  for (const kind of kinds_of(simulation))
    for (const record of stored[kind])
      assert.ok(world.served_at(kind, record), `the vendor never said ${kind} ${JSON.stringify(record)}`)
  for (const { id, changed_at } of stored.orders) {
    assert.ok(changed_at >= (simulation.newest.get(id) ?? ''), `an older ${id} took the place of a newer one`)
    simulation.newest.set(id, changed_at)
  }
  // Where the clocks of Tablero and the vendor agree, no record can be read after the vendor last sent it.
  const is_one_clock = !plan.steps.some((step) => step.do === 'clock' || (step.do === 'sync' && step.clock_jump))
  if (is_one_clock && !simulation.is_ending)
    for (const { kind, record, synced_at } of seen.days)
      assert.ok(
        Date.parse(synced_at) <= world.served_at(kind, record)!,
        `read before ${synced_at}: ${kind} ${JSON.stringify(record)}`,
      )
  const truth = world.truth()
  for (const { stream, account_id, cursor } of seen.cursors) {
    if (stream === 'orders') assert_orders(world.orders_at_rest(), stored.orders, account_id, cursor.changed_at)
    // A clock that was fast marked days as settled too early. A correct clock never does.
    if ((stream === 'daily' || stream === 'search') && cursor.settled_until && plan.traits.is_late) {
      // Days before read_from may be missing: vendors reject days older than the history that a first sync reads. So a connection
      // without syncs for longer starts again.
      const { read_from, settled_until } = cursor
      const settled = (records: Truth['daily' | 'search']) =>
        text(
          records.filter(({ account, date }) => account === account_id && date >= read_from! && date <= settled_until!),
        )
      const where = `${stream} ${account_id}: settled and not as it is`
      const reported = stored[stream].filter((record) => !is_missing(seen, stream, record))
      assert.deepEqual(settled(reported as Truth['daily' | 'search']), settled(truth[stream]), where)
    }
  }
}

const OVERLAP_MS = 10 * 60_000

/** Every change before the cursor is stored. */
function assert_orders(truth: Order[], stored: Order[], account_id: string, changed_at: string | undefined) {
  if (!changed_at) return
  const sure = new Date(Date.parse(changed_at) - OVERLAP_MS).toISOString()
  const passed = (order: Order) => order.id.startsWith(account_id) && order.changed_at < sure
  const found = new Set(text(stored))
  for (const order of truth.filter(passed))
    assert.ok(found.has(JSON.stringify(order)), `the cursor ${changed_at} passed ${JSON.stringify(order)}`)
}

// ---- the end -----------------------------------------------------------------------------------------------------------

/** `fresh` syncs a new organization and returns its id. */
export async function assert_same_as_fresh(
  simulation: Simulation,
  seen: Seen,
  fresh: () => Promise<string>,
): Promise<void> {
  const { place, plan, world, rows_of } = simulation
  if (world) {
    const stored = seen.records!
    const truth = world.truth()
    for (const kind of ['daily', 'search', 'ads'] as const)
      for (const record of truth[kind])
        assert.ok(!is_missing(seen, kind, record), `not missing: ${id_of(kind, record)}`)
    // Only a total confirms the loss of all records of a day, and nothing that of a current day, whose total is not compared yet. Such
    // records stay and are noted as missing. The same holds for all ads.
    const stays = ({ account, date }: DayLine) =>
      (!plan.traits.has_totals || date === today_in(zone_of(simulation, account), simulation.clock.now())) &&
      !truth.daily.some((line) => line.account === account && line.date === date)
    stored.daily = stored.daily.filter((line) => !(is_missing(seen, 'daily', line) && stays(line)))
    stored.search = stored.search.filter((line) => !is_missing(seen, 'search', line))
    stored.ads = stored.ads.filter(
      (ad) => !is_missing(seen, 'ads', ad) || truth.ads.some(({ account }) => account === ad.account),
    )
    for (const kind of kinds_of(simulation)) {
      // Older days were stored when they were still part of the history that a first sync reads.
      const oldest = kind === 'daily' || kind === 'search' ? oldest_day(simulation) : ''
      // Posts that the vendor deleted stay stored.
      if (kind === 'posts') stored.posts = stored.posts.filter((post) => truth.posts.some(({ id }) => id === post.id))
      const recent = (records: readonly object[]) =>
        text(records.filter((record) => !('date' in record) || (record.date as string) >= oldest))
      assert.deepEqual(recent(stored[kind]), recent(truth[kind]), kind)
    }
    return
  }
  const stored = await rows_of(place.org_id)
  const earlier = earlier_customers(simulation, stored)
  const ours = recent_rows(simulation, stored, earlier)
  const theirs = recent_rows(simulation, await rows_of(await fresh()), earlier)
  assert.deepEqual(ours, theirs)
}

/** The oldest day that a first sync reads now. With several accounts, the latest of these days. */
function oldest_day(simulation: Simulation): string {
  const { world, connector, clock } = simulation
  const window = Object.values(connector.streams).find((stream) => 'window' in stream)?.window
  const zones = world?.accounts.map(({ time_zone }) => time_zone) ?? [zone_of(simulation, undefined)]
  const today = zones.map((zone) => today_in(zone, clock.now())).sort()
  return add_days(today.at(-1)!, -(window?.history_days ?? 0))
}

/** The column whose time decides whether a first sync reads the record. */
const times: Record<string, string> = {
  store_orders: 'ordered_at',
  store_products: 'changed_at',
  contacts: 'changed_at',
  checkouts: 'started_at',
}
const parents: Record<string, [table: string, key: string]> = {
  store_order_lines: ['store_orders', 'order_id'],
  store_refunds: ['store_orders', 'order_id'],
  store_variants: ['store_products', 'product_id'],
}
const LEEWAY_MS = 60_000

type Rows = Record<string, Record<string, unknown>[]>

const recent_since = ({ clock }: Simulation) => clock.now().getTime() - START_DAYS * DAY_MS + LEEWAY_MS

/** Customers with an order that is older than what a first sync reads now. Only we know that their next order is not the first. */
const earlier_customers = (simulation: Simulation, { store_orders = [] }: Rows) =>
  new Set(
    store_orders
      .filter(({ ordered_at }) => Date.parse(ordered_at as string) < recent_since(simulation))
      .map(({ customer_id }) => customer_id),
  )

function recent_rows(simulation: Simulation, rows: Rows, earlier: ReadonlySet<unknown>): Rows {
  const oldest = oldest_day(simulation)
  const since = recent_since(simulation)
  const unknown_of = (row: Record<string, unknown>) =>
    earlier.has(row.customer_id) && 'is_first_of_customer' in row ? { is_first_of_customer: null } : {}
  const is_recent = (table: string, row: Record<string, unknown>): boolean => {
    const [parent, key] = parents[table] ?? []
    if (parent && key) return rows[parent]!.some((one) => one[key] === row[key] && is_recent(parent, one))
    if (times[table]) return Date.parse(row[times[table]] as string) >= since
    return !('date' in row) || (row.date as string) >= oldest
  }
  const kept = Object.entries(rows).map(([table, all]) => [
    table,
    all
      .filter((row) => is_recent(table, row))
      .map((row) => ({ ...row, ...unknown_of(row), ...Object.fromEntries(SILENT.map((name) => [name, null])) })),
  ])
  return Object.fromEntries(kept.filter(([, all]) => all!.length > 0))
}
