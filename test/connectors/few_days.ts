// Cases of the shared suite for which a short history is enough: lists of accounts, rights, versions, apps, limits, the end of a day,
// and texts of people.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { in_org } from '#db/org.ts'
import { today_in } from '#domain/windows.ts'
import type { Account, Connector, Pace } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { edited_in_place } from './edited_in_place.ts'
import { lacking_figures } from './lacking_figures.ts'
import type { Impossible, Place, Tools } from './real_answers.ts'
import { refused_renewals } from './refused_renewals.ts'
import { with_history_of } from './short_history.ts'

const HOUR_MS = 3_600_000
/** Enough for a day that is over, and for one that is not. */
const FEW_DAYS = 3
/** APIs that have ended, or whose end is announced: Google's Content API, Amazon's Orders v0, Shopify's REST API (read 2026-11). */
const ENDING = /\/content\/v2|\/orders\/v0\/|\/admin\/api\/[^/]+\/(?!graphql\.json)/

type Rows = Awaited<ReturnType<ReturnType<Tools['now']>['bench']['rows']>>
/** What the cases share: a connection with a few days, and its rows. */
interface Few extends Tools {
  place: Place
  rows: Rows
  /** A new connection that was read without errors. */
  fresh(): Promise<Place>
  read(of: Place): Promise<void>
}

export function few_days({ read_again, zone }: Impossible, tools: Tools) {
  const few = { ...tools, fresh, read } as Few
  let whole: Connector['streams']
  before(async () => {
    const { connector, bench } = tools.now()
    whole = connector.streams
    connector.streams = with_history_of(FEW_DAYS, connector).streams
    few.place = await fresh()
    few.rows = await bench.rows(few.place.org_id)
  })
  after(() => {
    tools.now().connector.streams = whole
  })
  async function fresh(): Promise<Place> {
    tools.reset()
    const made = await tools.now().bench.connect(tools.now().platform)
    await read(made)
    return made
  }
  async function read(of: Place) {
    const { end, run_id } = await tools.now().bench.sync(of)
    assert.equal(end, 'succeeded', (await tools.run_of(of, run_id)).error ?? '')
  }
  accounts_and_rights(few)
  versions_and_apps(read_again, few)
  days_and_texts(few)
  changed_accounts(zone, few)
  lacking_figures(few)
  edited_in_place(few)
  refused_renewals(few)
}

function accounts_and_rights(few: Few) {
  const { now, read } = few

  test('accounts are listed once a day, and a list that is limited delays no sync', async () => {
    const { bench, connector } = now()
    const { accounts } = connector
    let lists = 0
    connector.accounts = {
      ...accounts,
      read() {
        lists += 1
        throw new VendorRefusal('throttled', 'The list is limited.', 3600)
      },
    }
    try {
      assert.equal((await bench.sync(few.place, { all_streams: false })).end, 'succeeded')
      assert.equal(lists, 0)
      await read(few.place)
      assert.equal(lists, 1)
    } finally {
      connector.accounts = accounts
    }
  })

  test('a stream without permission is named with the reason, and the other streams are read', async (context) => {
    const { bench, connector, platform } = now()
    const [name = '', stream] = Object.entries(connector.streams).at(-1)!
    few.reset()
    const denied = (own: (source: object) => AsyncIterable<never[]>) =>
      async function* (source: object) {
        bench.sandbox.faults.add({ platform, kind: 'deny_account', count: 0 })
        try {
          yield* own(source)
        } finally {
          bench.sandbox.faults.clear()
        }
      }
    const readers = Object.entries(stream).filter(([of]) => of === 'read' || of === 'read_created')
    const wrapped = readers.map(([of, own]) => [of, denied(own as never)])
    connector.streams[name] = { ...stream, ...Object.fromEntries(wrapped) }
    const place = await bench.connect(platform)
    await bench.sync(place).finally(() => {
      connector.streams[name] = stream
    })
    const states = await in_org(bench.engine.pool.worker, { org_id: place.org_id, read_only: true }, (db) =>
      db.selectFrom('sync_cursors').select(['stream', 'state', 'reason']).execute(),
    )
    const denial = states.filter(({ state }) => state === 'denied')
    if (denial.length === 0) return context.skip('the stream sends no request that needs a permission')
    assert.ok(denial.every((one) => one.stream === name && one.reason))
    const stored = await bench.rows(place.org_id)
    const others = new Set(Object.entries(connector.streams).flatMap(([of, { into }]) => (of === name ? [] : into)))
    for (const table of others) if (few.rows[table]) assert.ok(stored[table], `${table} is empty`)
  })
}

function versions_and_apps(skip: string | undefined, few: Few) {
  const { now, reset, read, run_of, connection } = few

  /** Every request gets the vendor's own error with this status. */
  async function all_fail(status: number) {
    const { bench, platform } = now()
    const before = await bench.rows(few.place.org_id)
    reset()
    bench.sandbox.faults.add({ platform, kind: 'fail', status, count: 0 })
    const { end, run_id } = await bench.sync(few.place)
    assert.equal(end, 'failed')
    assert.ok((await run_of(few.place, run_id)).error)
    assert.equal((await connection(few.place)).needs_reconnection, false)
    assert.deepEqual(await bench.rows(few.place.org_id), before)
  }

  test('a version that is retired ends the sync with the reason, and the stored rows stay', { skip }, async () => {
    for (const status of [410, 426]) await all_fail(status)
  })

  test('an account that is not paid for ends the sync with the reason, and needs no new sign-in', {
    skip,
  }, async () => {
    await all_fail(402)
    reset()
    await read(few.place)
  })

  test('no request uses an API whose end is announced', () => {
    const { answered } = now()
    assert.ok(answered.length > 0)
    assert.deepEqual(
      answered.filter(({ url }) => ENDING.test(url)),
      [],
    )
  })

  test('two connections of one app stay within the limits that they share', async (context) => {
    const { bench, connector, platform } = now()
    const shared = [connector.api.pace].flat().filter(({ of }) => of === 'app')
    if (shared.length === 0) return context.skip('no limit belongs to an app')
    reset()
    const both = [await bench.connect(platform), await bench.connect(platform)]
    // One after the other: at the same time, the simulated clock would jump between the count of a request and its log.
    for (const one of both) await read(one)
    const times = bench.sandbox.log.list(platform).map(({ at }) => Date.parse(at))
    assert.ok(times.length > 0)
    assert.deepEqual(
      shared.flatMap((pace) => exceeded(pace, times)),
      [],
    )
  })
}

const windows_ms = { per_second: 1_000, per_minute: 60_000, per_hour: HOUR_MS, per_day: 24 * HOUR_MS } as const

/** Windows of a limit with more requests than it allows. */
const exceeded = (pace: Pace, times: number[]) =>
  Object.entries(windows_ms).flatMap(([window, length]) => {
    const most = pace[window as keyof typeof windows_ms]
    const within = (start: number) => times.filter((at) => at >= start && at < start + length).length
    return most === undefined ? [] : times.filter((at) => within(at) > most).map((at) => `${window} from ${at}`)
  })

function days_and_texts(few: Few) {
  const { now, reset, read } = few

  test('days are those of the account, also while the day in UTC is another', async (context) => {
    const { bench, connector, platform } = now()
    const { accounts } = connector
    let listed: Account[] = []
    reset()
    // 03:30 in UTC is still the day before in America.
    bench.sandbox.clock.advance(9.5 * HOUR_MS)
    const place = await bench.connect(platform)
    connector.accounts = { ...accounts, read: async (source) => (listed = await accounts.read(source)) }
    await read(place).finally(() => {
      connector.accounts = accounts
    })
    const rows = Object.entries(await bench.rows(place.org_id))
    const daily = rows.filter(([table]) => table.endsWith('_daily')).flatMap(([, of]) => of)
    if (daily.length === 0) return context.skip('the platform has no figures by day')
    const instant = new Date(bench.sandbox.clock.now())
    const todays = listed.map(({ time_zone }) => today_in(time_zone, instant)).sort()
    for (const { date } of daily) assert.ok(String(date) <= todays.at(-1)!, `${date} has not begun`)
  })

  test('texts with emoji, characters that no database stores, and great length stop nothing', async (context) => {
    reset()
    const { bench, platform } = now()
    const odd = await bench.connect(platform)
    bench.sandbox.faults.add({ platform, kind: 'odd_texts', count: 0 })
    await read(odd)
    const stored = await bench.rows(odd.org_id)
    if (!JSON.stringify(stored).includes('\u{1F600}')) return context.skip('no text of people is stored')
    for (const [table, of] of Object.entries(few.rows)) assert.equal(stored[table]?.length, of.length, table)
  })

  test('objects that their lists leave out keep their names and figures', async () => {
    const { bench, connector, platform } = now()
    const halved = await few.fresh()
    bench.sandbox.clock.advance(HOUR_MS)
    bench.sandbox.faults.add({ platform, kind: 'halve', count: 0 })
    await bench.sync(halved)
    const left = await bench.rows(halved.org_id)
    // Children come with their record, so those that do not come with it have left.
    const children = Object.values(connector.streams).flatMap((of) => ('replaces' in of ? (of.replaces ?? []) : []))
    const objects = Object.entries(few.rows).filter(([table]) => !(children as string[]).includes(table))
    assert.ok(objects.length > 0)
    for (const [table, of] of objects) assert.ok((left[table]?.length ?? 0) >= of.length, `${table} lost rows`)
  })
}

/** `same_zone`: why only the currency changes. */
function changed_accounts(same_zone: string | undefined, few: Few) {
  const { now, read } = few

  test('days from before a change of zone and currency keep what they had', async (context) => {
    const { bench, connector } = now()
    const place = await few.fresh()
    const daily = ([table]: [string, unknown]) => table.endsWith('_daily')
    const before = Object.entries(await bench.rows(place.org_id)).filter(daily)
    if (before.length === 0) return context.skip('the platform has no figures by day')
    const { accounts } = connector
    const moved = (account: Account) => ({
      ...account,
      ...(!same_zone && { time_zone: 'Asia/Tokyo' }),
      ...(account.currency && { currency: 'JPY' }),
    })
    connector.accounts = { ...accounts, read: async (source) => (await accounts.read(source)).map(moved) }
    bench.sandbox.clock.advance((2 * FEW_DAYS + 1) * 24 * HOUR_MS)
    await read(place).finally(() => {
      connector.accounts = accounts
    })
    const after_it = await bench.rows(place.org_id)
    for (const [table, rows] of before) {
      const first = String(rows[0]!.date)
      const of_first = (all: typeof rows) => all.filter(({ date }) => date === first)
      assert.deepEqual(of_first(after_it[table] ?? []), of_first(rows), table)
    }
  })
}
