// Limits of vendors over several processes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gx_ads } from '#connectors/gx_ads/index.ts'
import type { Pace } from '#engine/connector.ts'
import { app_of, Governor, type Priority, shared_budgets, user_of } from '#engine/vendors/governor.ts'
import { a_clock, governor_bench, START } from '#test/governor_bench.ts'
import { until } from '#test/until.ts'

const { a_process, asker, next_vendor, owner, send, sent_now } = governor_bench()

/** The most instants in any window. */
const most_in = (instants: number[], window_ms: number) =>
  Math.max(...instants.map((from) => instants.filter((at) => at >= from && at < from + window_ms).length))

test('no window has more requests than the limit, from however many processes, and nearly all of the limit is used', async () => {
  next_vendor()
  const paces: Pace[] = [{ of: 'app', per_second: 5, per_minute: 60 }]
  const clock = a_clock()
  const all = [a_process(clock), a_process(clock), a_process(clock)]
  const instants: number[] = []
  for (let n = 0; n < 240; n++) {
    await send(all[n % 3]!, paces, { user: `c${n % 7}` })
    instants.push(clock.ms)
    clock.ms += 30
  }
  assert.ok(most_in(instants, 1_000) <= 5)
  assert.ok(most_in(instants, 60_000) <= 60)
  const minutes = (Math.max(...instants) - START) / 60_000
  assert.ok(minutes < 3.3, `${minutes} minutes for 240 requests at 60 a minute`)
})

for (const [often, ms, name] of [
  [40, 240, 'the first request of a connection travels longer'],
  [20, 500, 'a request in twenty travels for half a second'],
] as const)
  test(`a vendor counts no more than the limit, although ${name}`, async () => {
    next_vendor()
    const process = a_process()
    const arrivals: number[] = []
    for (let n = 0; n < 400; n++) {
      await send(process, [{ of: 'app', per_second: 10 }])
      arrivals.push(process.clock.ms + (n % often === 0 ? ms : 20))
    }
    assert.ok(most_in(arrivals, 1_000) <= 10, `${most_in(arrivals, 1_000)} in a second`)
    const a_second = 400 / ((process.clock.ms - START) / 1000)
    assert.ok(a_second >= 7.5, `${a_second} requests a second`)
  })

test('requests that a busy process sends later than it counted them are counted again, so no second has too many', async () => {
  next_vendor()
  const paces: Pace[] = [{ of: 'app', per_second: 10, per_minute: 600 }]
  const free = a_process()
  const { clock } = free
  const budgets = shared_budgets(a_process().pool.worker.org)
  const held: (() => void)[] = []
  let is_busy = true
  const take: typeof budgets.take = async (limits, now_ms) => {
    const wait = await budgets.take(limits, now_ms)
    if (wait === 0 && is_busy) await new Promise<void>((answer) => held.push(answer))
    return wait
  }
  const busy = { governor: new Governor({ ...budgets, take }, clock), clock }
  const arrivals: number[] = []
  const arrive = async (process: typeof busy) => {
    await send(process, paces)
    arrivals.push(clock.ms)
  }
  const late = Array.from({ length: 12 }, () => arrive(busy))
  assert.ok(await until(async () => held.length === 12))
  clock.ms += 1_300
  is_busy = false
  for (const answer of held) answer()
  await Promise.all([...late, ...Array.from({ length: 8 }, () => arrive(free))])
  assert.equal(arrivals.length, 20)
  assert.ok(most_in(arrivals, 1_000) <= 10, `${most_in(arrivals, 1_000)} in a second`)
})

test('processes that ask at the same moment share one limit', async () => {
  next_vendor()
  const all = Array.from({ length: 8 }, () => a_process())
  const sent = await Promise.all(all.map((process) => sent_now(process, [{ of: 'app', per_minute: 40 }])))
  assert.equal(
    sent.reduce((sum, n) => sum + n, 0),
    40,
  )
})

test('a limit belongs to the app, the user or the account, and to its key', async () => {
  next_vendor()
  const process = a_process()
  const of_app: Pace[] = [{ of: 'app', per_hour: 3 }]
  assert.equal(await sent_now(process, of_app), 3)
  assert.equal(await sent_now(process, of_app, { user: 'two' }), 0)
  assert.equal(await sent_now(process, of_app, { app: 'other' }), 3)
  assert.equal(await sent_now(process, [{ per_hour: 3 }]), 3)
  assert.equal(await sent_now(process, [{ per_hour: 3 }], { user: 'two' }), 3)
  assert.equal(await sent_now(process, [{ of: 'account', per_hour: 3 }], { account_id: 'a' }), 3)
  assert.equal(await sent_now(process, [{ of: 'account', per_hour: 3 }], { account_id: 'a', user: 'two' }), 0)
  // A request for the list of accounts is of no account yet, and counts for its connection.
  assert.equal(await sent_now(process, [{ of: 'account', per_hour: 3 }]), 3)
  assert.equal(await sent_now(process, [{ of: 'account', per_hour: 3 }], { user: 'two' }), 3)
  assert.equal(await sent_now(process, [{ key: 'reports', per_hour: 3 }]), 3)
  // A request that one limit refuses is not counted against the others.
  assert.equal(await sent_now(process, [{ key: 'free', per_hour: 3 }, ...of_app]), 0)
  assert.equal(await sent_now(process, [{ key: 'free', per_hour: 3 }]), 3)
})

test('older days take at most half, and leave place for today and for a person', async () => {
  next_vendor()
  const process = a_process()
  const paces: Pace[] = [{ per_minute: 100 }]
  const by = (priority: Priority) => sent_now(process, paces, { priority })
  assert.deepEqual(
    [
      await by('backfill'),
      await by('restatement'),
      await by('hint'),
      await by('today'),
      await by('webhook'),
      await by('person'),
    ],
    [50, 20, 5, 15, 5, 5],
  )
  assert.equal(await sent_now(process, [{ key: 'single', per_minute: 1 }], { priority: 'backfill' }), 1)
})

test('a pause that a vendor asks for holds for all who share the limit, and for nobody else', async () => {
  next_vendor()
  const [one, two] = [a_process(), a_process()]
  const paces: Pace[] = [{ of: 'app', per_second: 10 }]
  await send(one, paces)
  await one.governor.pause(paces, asker(), 90)
  assert.equal(await send(two, paces, { user: 'two' }, 0), 90_000)
  assert.equal(await send(two, paces, { app: 'other' }, 0), undefined)
  await send(two, paces, { user: 'two' })
  assert.equal(two.clock.ms, START + 90_000)
})

test('a wait that is only asked for is the one that a request would have, and is not counted', async () => {
  next_vendor()
  const process = a_process()
  const paces: Pace[] = [
    { of: 'app', per_minute: 2 },
    { of: 'account', per_second: 1 },
  ]
  const { governor, clock } = process
  assert.equal(await governor.wait(paces, asker()), 0)
  assert.equal(await governor.wait([], asker()), 0)
  await send(process, paces)
  clock.ms += 10_000
  for (let n = 0; n < 3; n++) assert.equal(await governor.wait(paces, asker()), 0)
  await send(process, paces)
  const wait = await governor.wait(paces, asker())
  assert.equal(wait, await send(process, paces, {}, 0))
  assert.ok(wait > 50_000, String(wait))
  assert.ok((await governor.wait(paces.slice(1), asker())) <= 1_300)
  await governor.pause(paces.slice(1), asker(), 900)
  assert.equal(await governor.wait(paces, asker()), 900_000)
  assert.equal(await governor.wait(paces, asker()), await send(process, paces, {}, 0))
  assert.equal(await governor.wait(paces.slice(0, 1), asker()), wait)
})

test('what a clock counted that ran ahead by more than clocks differ does not count', async () => {
  next_vendor()
  const paces: Pace[] = [{ per_minute: 2 }]
  const ahead = a_process(a_clock(START + 3_600_000))
  assert.equal(await sent_now(ahead, paces), 2)
  await ahead.governor.pause(paces, asker(), 3_600)
  assert.equal(await sent_now(a_process(), paces), 2)
  const little = a_process(a_clock(START + 60_000))
  assert.equal(await send(little, [{ key: 'other', per_minute: 1 }], {}, 0), undefined)
  const wait = await send(a_process(), [{ key: 'other', per_minute: 1 }], {}, 0)
  assert.ok(wait !== undefined && wait <= 60_900, String(wait))
})

test('the name of an app tells connections with the same secret apart from others, and does not contain it', () => {
  const name = app_of({ client_id: 'my-app' }, 'client_id')
  assert.equal(name, app_of({ client_id: 'my-app', access_token: 'x' }, 'client_id'))
  assert.notEqual(name, app_of({ client_id: 'my-app-2' }, 'client_id'))
  assert.ok(!name.includes('my-app'))
})

test('connections with the same lasting key are one user; those that renew tokens are each a user', () => {
  const named = (secrets: Record<string, string>, connection_id: string) => user_of(secrets, connection_id, {})
  assert.equal(named({ api_key: 'my-key' }, 'one'), named({ api_key: 'my-key' }, 'two'))
  assert.notEqual(named({ api_key: 'my-key' }, 'one'), named({ api_key: 'my-key-2' }, 'one'))
  assert.ok(!named({ api_key: 'my-key' }, 'one').includes('my-key'))
  const { auth } = gx_ads
  assert.notEqual(user_of({ access_token: 'x' }, 'one', auth), user_of({ access_token: 'x' }, 'two', auth))
})

test('a pause waits for the budgets that a request holds, and holds none of the others meanwhile', async () => {
  const [first, second] = ['order_of_locks/a', 'order_of_locks/b']
  const { pool } = a_process()
  const { system } = pool
  // A scan finds the later one first.
  for (const budget of [second, first])
    await system.query('insert into vendor_budgets (budget, window_ms) values ($1, 1000)', [budget])
  const holder = await system.connect()
  try {
    await holder.query('begin')
    const hold = (budget: string) =>
      holder.query('select from vendor_budgets where budget = $1 for update nowait', [budget])
    await hold(first)
    const pausing = shared_budgets(pool.worker.org).pause([first, second], START, START + 1_000)
    const is_waiting = async () => {
      const { rows } = await owner().query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%pause_vendor_budgets%'`,
      )
      return rows.length > 0
    }
    assert.ok(await until(is_waiting))
    await hold(second)
    await holder.query('commit')
    await pausing
  } finally {
    holder.release(true)
  }
})
