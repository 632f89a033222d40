// Credits under many concurrent calls, through both transports of two Tablero apps. The credits taken equal the costs of the
// accepted calls exactly, and never exceed the balance.
import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { sql } from 'kysely'
import { in_org } from '#db/org.ts'
import type { Database } from '#db/pool.ts'
import { read_credits } from '#engine/calls/spend.ts'
import { headers_of, type TestApp, test_app } from '#test/app.ts'
import { fixtures } from '#test/fixture_area.ts'
import { unlimited } from '#test/unlimited.ts'
import { type App, create_app } from '../../src/app.ts'

/** A thousand in the long run. */
const CALLS = Number(process.env.SPENDING_CALLS ?? 400)
const COST = fixtures.tools.fixture_spends!.spends!
/** The number of calls that the balance pays, and some more. */
const PAID = 100
const BALANCE = PAID * COST + COST - 1

let first: TestApp
let apps: App[]
before(async () => {
  const areas = unlimited({ fixtures })
  first = await test_app({ areas, seeded: false })
  const { log, master_key, base_url } = first.engine
  const second = await create_app({
    config: {
      base_url,
      database_pool: 10,
      master_key,
      role: 'api',
      fx_rates_url: undefined,
      sandbox_url: undefined,
    },
    database: first.database.place,
    log,
    parts: { areas },
  })
  apps = [first.app, second]
})
after(async () => {
  await apps?.[1]?.close()
  await first?.close()
})
beforeEach(() => first.db.query('update credit_balances set balance = $1', [BALANCE]))

type End = 'done' | 'too dear' | 'busy' | 'refused'

/** One call through either transport. Each reports the outcome in its own form. */
async function spend(
  at: number,
  { idempotency_key, refused = false }: { idempotency_key?: string; refused?: boolean } = {},
) {
  const { server } = apps[at % apps.length]!
  const is_mcp = at % 4 >= 2
  const input = { refused }
  const params = { name: 'fixture_spends', arguments: input }
  const { body } = await server.inject({
    method: 'POST',
    url: is_mcp ? '/mcp' : '/api/v1/fixture_spends',
    headers: {
      ...headers_of({ key: first.keys.acme }),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(idempotency_key ? { 'idempotency-key': idempotency_key } : {}),
    },
    payload: JSON.stringify(is_mcp ? { jsonrpc: '2.0', id: at, method: 'tools/call', params } : input),
  })
  const [, outcome] = /\\?"outcome\\?":\\?"(\w+)/.exec(body) ?? []
  const ends: Record<string, End> = { cost_cap: 'too dear', overloaded: 'busy', error: 'refused' }
  const end = outcome === undefined && body.includes('"done":true') ? 'done' : ends[outcome ?? '']
  assert.ok(end, body.slice(0, 300))
  return end
}

const balance = async () =>
  Number(
    (await first.db.query('select balance from credit_balances where org_id = $1', [first.acme.org_id])).rows[0]
      .balance,
  )

const count = (ends: End[], wanted: End) => ends.filter((end) => end === wanted).length

test(`${CALLS} concurrent calls take exactly the credits of the accepted ones, and never more than the balance`, async (context) => {
  const ends = await Promise.all(Array.from({ length: CALLS }, (_, at) => spend(at)))
  const [done, too_dear, busy] = [count(ends, 'done'), count(ends, 'too dear'), count(ends, 'busy')]
  context.diagnostic(`${done} done, ${too_dear} refused for lack of credits, ${busy} rejected as busy`)
  assert.equal(done + too_dear + busy, CALLS)
  assert.equal(await balance(), BALANCE - done * COST)
  assert.ok(done <= PAID)
  if (too_dear > 0) assert.equal(done, PAID, 'no call is refused while there are credits')
})

test(`${CALLS} calls with eight idempotency keys pay eight times; failed calls pay nothing`, async () => {
  const ends = await Promise.all(
    Array.from({ length: CALLS }, (_, at) =>
      at % 5 === 0 ? spend(at, { refused: true }) : spend(at, { idempotency_key: `key-${at % 10}` }),
    ),
  )
  const keys = new Set(ends.flatMap((end, at) => (end === 'done' && at % 5 > 0 ? [at % 10] : [])))
  assert.equal(await balance(), BALANCE - keys.size * COST)
  assert.ok(count(ends, 'done') > keys.size)
  assert.equal(count(ends, 'too dear'), 0)
})

/** As if the day had come this many months ago. */
const expire = async (values: { balance: number; months?: number; grant?: number; held?: number }) => {
  const { balance, months = 0, grant = GRANT, held = 0 } = values
  await first.db.query(
    `update credit_balances set balance = $1, monthly_grant = $2, held = $3,
       renews_on = (now() at time zone 'UTC')::date - 1 - make_interval(months => $4)`,
    [balance, grant, held, months],
  )
}
const GRANT = 20 * COST
const as_call = <T>(work: (db: Database) => Promise<T>) =>
  in_org(first.engine.pool, { org_id: first.acme.org_id }, work)

suite('credits renew on their day', () => {
  after(() =>
    first.db.query(`update credit_balances set held = 0, monthly_grant = ${GRANT}, renews_on = current_date + 31`),
  )
  /** The first day of the next month. */
  const next_month = async () =>
    (
      await first.db.query(
        `select (date_trunc('month', now() at time zone 'UTC') + interval '1 month')::date::text as day`,
      )
    ).rows[0].day
  const stored = async () =>
    (
      await first.db.query('select balance::int, held::int, renews_on::text from credit_balances where org_id = $1', [
        first.acme.org_id,
      ])
    ).rows[0]

  for (const months of [0, 5])
    test(`for the first call after it, also ${months} months later`, async () => {
      await expire({ balance: 0, months })
      const renews_on = await next_month()
      const left = await as_call(read_credits)
      assert.deepEqual(left, { balance: BigInt(GRANT), monthly_grant: BigInt(GRANT), renews_on })
      assert.equal(await balance(), 0, 'who reads renews nothing')
      assert.equal(await spend(0), 'done')
      assert.deepEqual(await stored(), { balance: GRANT - COST, held: 0, renews_on })
      assert.equal(await spend(1), 'done')
      assert.equal(await balance(), GRANT - 2 * COST)
    })

  test('once for calls at the same moment, which spend exactly the grant', async () => {
    await expire({ balance: 0 })
    const ends = await Promise.all(Array.from({ length: 30 }, (_, at) => spend(at)))
    assert.equal(await balance(), GRANT - count(ends, 'done') * COST)
    assert.deepEqual([count(ends, 'done'), count(ends, 'too dear')], [20, 10])
  })

  test('less what runs hold, which their end gives back or spends', async () => {
    await expire({ balance: 3, held: 10 })
    await as_call((db) => sql`select hold_credits(5)`.execute(db))
    assert.deepEqual(await stored(), { balance: GRANT - 15, held: 15, renews_on: await next_month() })
    await expire({ balance: 3, held: 10 })
    await as_call((db) => sql`select settle_credits(10, 4)`.execute(db))
    assert.deepEqual(await stored(), { balance: GRANT - 4, held: 0, renews_on: await next_month() })
  })

  test('and leave an organization what it has beyond its grant', async () => {
    await expire({ balance: GRANT + 7 })
    assert.equal(await spend(0), 'done')
    assert.equal(await balance(), GRANT + 7 - COST)
  })

  test('for no other organization, and not before the day', async () => {
    await expire({ balance: 0 })
    await as_call((db) => sql`select take_credits(1)`.execute(db))
    const { rows } = await first.db.query('select balance::int from credit_balances where org_id <> $1', [
      first.acme.org_id,
    ])
    assert.ok(rows.length > 0 && rows.every(({ balance }) => balance === 0))
    await first.db.query('update credit_balances set balance = 0')
    assert.equal(await spend(0), 'too dear')
    const { body } = await first.rest('fixture_spends', { refused: false }, { key: first.keys.acme })
    assert.equal(
      body.error,
      `This call costs ${COST} credits and the organization has 0 left. Credits renew monthly, the next time on ${await next_month()}.`,
    )
  })
})

test('PostgreSQL itself refuses a negative balance', async () => {
  await assert.rejects(first.db.query('update credit_balances set balance = -1'), { code: '23514' })
})

test('the end of a hold gives back at most what runs hold, and nothing for a negative or greater cost', async () => {
  await as_call((db) => sql`select hold_credits(10)`.execute(db))
  for (const [credits, spent] of [
    [10, -1],
    [10, 11],
    [11, 0],
    [-1, -1],
  ])
    await assert.rejects(
      as_call((db) => sql`select settle_credits(${credits}::bigint, ${spent}::bigint)`.execute(db)),
      { code: '22023' },
      `${credits}, ${spent}`,
    )
  assert.equal(await balance(), BALANCE - 10)
  await as_call((db) => sql`select settle_credits(10, 4)`.execute(db))
  assert.equal(await balance(), BALANCE - 4)
})
