// Cases of the shared suite that real vendors cause: accounts without permission, text that is no JSON, limits without a time, long
// ids, and empty answers. Each case runs for every connector, or the connector's test file says why the vendor cannot cause it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Selectable } from 'kysely'
import { in_org } from '#db/org.ts'
import type { DB } from '#db/schema.ts'
import type { Connector } from '#engine/connector.ts'
import type { SyncBench } from '#test/sync.ts'
import type { Fault } from '../../sandbox/faults.ts'
import { vendors } from '../../sandbox/vendors.ts'

type Case =
  | 'other_accounts'
  | 'long_ids'
  /** A later read of a day that is stored. */
  | 'read_again'
  /** A limit that is over within two minutes. */
  | 'short_limits'
  /** Another zone of an account. */
  | 'zone'
/** Why a vendor cannot cause a case, with the source and the month of reading. */
export type Impossible = { [case_ in Case]?: string }

export type Place = { org_id: string; connection_id: string }

export interface Tools {
  /** The connector under test, its undisturbed rows, and the answers that they came from. */
  now(): {
    platform: string
    connector: Connector
    bench: SyncBench
    undisturbed: Awaited<ReturnType<SyncBench['rows']>>
    answered: ReturnType<SyncBench['sandbox']['log']['list']>
  }
  connection(place: Place): Promise<Selectable<DB['connections']>>
  run_of(place: Place, run_id: string): Promise<Selectable<DB['sync_runs']>>
  reset(): void
  same_rows_under(...faults: Fault[]): Promise<void>
}

/** Accounts, and streams of accounts, that are not read, with the reason. */
function unread({ engine }: SyncBench, { org_id, connection_id }: Place) {
  return in_org(engine.pool.worker, { org_id, read_only: true }, (db) =>
    db
      .selectFrom('sync_cursors')
      .select(['account_id', 'reason'])
      .where('state', '=', 'denied')
      .where('connection_id', '=', connection_id)
      .union(
        db
          .selectFrom('connection_accounts')
          .select(['account_id', 'reason'])
          .where('state', '=', 'skipped')
          .where('connection_id', '=', connection_id),
      )
      .execute(),
  )
}

export function real_answers(impossible: Impossible, tools: Tools) {
  without_permission(impossible.other_accounts, tools)
  without_json(impossible.read_again, tools)
  without_records(tools)
  limited(impossible.short_limits, tools)
  test('ids above 2^53 are stored digit by digit', { skip: impossible.long_ids }, () => long_ids(tools))
}

/** A connection that was read once without errors. */
async function read_once({ now, reset }: Tools): Promise<Place> {
  reset()
  const place = await now().bench.connect(now().platform)
  assert.equal((await now().bench.sync(place)).end, 'succeeded')
  assert.deepEqual(await unread(now().bench, place), [])
  return place
}

function without_permission(skip: string | undefined, tools: Tools) {
  const { now, connection, run_of, reset } = tools

  test('accounts that are listed but cannot be read are named with the reason, and the others are read', {
    skip,
  }, async () => {
    reset()
    const { bench, platform, undisturbed, answered } = now()
    const place = await bench.connect(platform)
    const { open } = vendors.find((one) => one.platform === platform)!
    // The first request after the sign-in lists the accounts.
    const { method, url } = answered.find((one) => !open?.(new URL(one.url).pathname))!
    const path = literal(`${method} ${url.replace('https:/', '').split('?')[0]}`)
    bench.sandbox.faults.add({ platform, kind: 'own', name: 'odd_accounts', path, count: 0 })
    const { end, run_id } = await bench.sync(place)
    assert.equal(end, 'succeeded', (await run_of(place, run_id)).error ?? '')
    assert.equal((await connection(place)).needs_reconnection, false)
    assert.deepEqual(await bench.rows(place.org_id), undisturbed)
    const named = await unread(now().bench, place)
    assert.ok(named.length > 0 && named.every(({ reason }) => reason), JSON.stringify(named))
  })

  test('an account whose permission ends is named with the reason, and its stored rows stay', {
    skip,
  }, async () => {
    const place = await read_once(tools)
    const { bench, platform, undisturbed } = now()
    const accounts = await in_org(bench.engine.pool.worker, { org_id: place.org_id, read_only: true }, (db) =>
      db.selectFrom('sync_cursors').select('account_id').distinct().orderBy('account_id').execute(),
    )
    const [{ account_id } = { account_id: '' }] = accounts
    // An id of several parts, such as seller/marketplace, ends with the part that requests name.
    const named_by = account_id.split('/').at(-1) || account_id
    const path = `${literal(named_by)}|${literal(encodeURIComponent(named_by))}`
    bench.sandbox.faults.add({ platform, kind: 'deny_account', path, count: 0 })
    await bench.sync(place)
    const named = await unread(now().bench, place)
    assert.deepEqual([...new Set(named.map((one) => one.account_id))], [account_id])
    assert.ok(named.every(({ reason }) => reason))
    if (accounts.length > 1) assert.equal((await connection(place)).needs_reconnection, false)
    assert.deepEqual(await bench.rows(place.org_id), undisturbed)
  })
}

function without_json(skip: string | undefined, tools: Tools) {
  const { now, connection, run_of, same_rows_under } = tools

  test('an empty body is rejected and requested again', () =>
    same_rows_under({ kind: 'blank' }, { kind: 'blank', skip: 2 }, { kind: 'blank', skip: 4 }))

  test('HTML, and a warning before the answer, are rejected and requested again', () =>
    same_rows_under({ kind: 'html' }, { kind: 'warning', skip: 2 }, { kind: 'html', skip: 4 }))

  test('a vendor that only sends HTML ends the sync, and the stored rows stay', { skip }, async () => {
    const place = await read_once(tools)
    const { bench, platform, undisturbed } = now()
    bench.sandbox.faults.add({ platform, kind: 'html', count: 0 })
    const { end, run_id } = await bench.sync(place)
    assert.equal(end, 'failed')
    assert.match((await run_of(place, run_id)).error ?? '', /does not answer properly/)
    assert.equal((await connection(place)).needs_reconnection, false)
    assert.deepEqual(await bench.rows(place.org_id), undisturbed)
  })
}

function without_records(tools: Tools) {
  const { now, connection } = tools

  test('an entirely empty answer, where there were rows, leaves the rows', async () => {
    const place = await read_once(tools)
    const { bench, platform, undisturbed } = now()
    // An empty answer can mean that the vendor gives no access or is not ready, so repeating it proves nothing.
    for (const hours of [0, 2]) {
      bench.sandbox.clock.advance(hours * 3_600_000)
      bench.sandbox.faults.add({ platform, kind: 'empty', count: 0 })
      await bench.sync(place)
      bench.sandbox.faults.clear()
    }
    assert.equal((await connection(place)).needs_reconnection, false)
    const left = await bench.rows(place.org_id)
    for (const [table, rows] of Object.entries(undisturbed)) assert.equal(left[table]?.length, rows.length, table)
  })
}

function limited(skip: string | undefined, { now, connection, reset, same_rows_under }: Tools) {
  test('the status 429 is waited for, with a time and without one', { skip }, async () => {
    await same_rows_under({ kind: 'too_many', count: 2 }, { kind: 'too_many', skip: 3, seconds: 7 })
    const { bench, platform } = now()
    const requests = bench.sandbox.log.list(platform)
    const waited_s = requests.flatMap(({ status, at }, n) =>
      status === 429 ? (Date.parse(requests[n + 1]!.at) - Date.parse(at)) / 1000 : [],
    )
    assert.equal(waited_s.length, 3)
    assert.ok(Math.min(...waited_s) > 0, 'waits although no time is named')
    assert.ok(Math.max(...waited_s) >= 7, 'waits as long as the header says')
  })

  test('a wait of an hour ends the sync, and the next one comes after it', async () => {
    reset()
    const { bench, platform } = now()
    const place = await bench.connect(platform)
    bench.sandbox.faults.add({ platform, kind: 'too_many', seconds: 3600 })
    const asked_at = bench.sandbox.clock.now()
    assert.equal((await bench.sync(place)).end, 'failed')
    const { next_sync_at, needs_reconnection } = await connection(place)
    assert.ok(Date.parse(String(next_sync_at)) >= asked_at + 3_600_000)
    assert.equal(needs_reconnection, false)
    bench.sandbox.clock.advance(Date.parse(String(next_sync_at)) - bench.sandbox.clock.now())
    assert.equal((await bench.sync(place)).end, 'succeeded')
    bench.forget_limits()
    const later = await bench.connect(platform)
    await bench.sync(later)
    assert.deepEqual(await bench.rows(place.org_id), await bench.rows(later.org_id))
  })
}

function long_ids({ now }: Tools) {
  const { undisturbed, answered } = now()
  const sent = new Set(answered.flatMap(({ answer = '' }) => answer.match(/[\w-]+/g) ?? []))
  const ids = Object.values(undisturbed)
    .flat()
    .flatMap((row) => Object.entries(row).flatMap(([name, value]) => (name.endsWith('_id') ? String(value) : [])))
    .filter((value) => /^\d+$/.test(value))
  assert.ok(ids.some((one) => BigInt(one) > BigInt(Number.MAX_SAFE_INTEGER)))
  assert.deepEqual(
    ids.filter((one) => !sent.has(one)),
    [],
  )
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
