import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { in_system } from '#db/org.ts'
import { type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'
import { attacks } from './sql_attacks.ts'

describe('run_readonly_sql', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let acme: FiguresOrg
  let globex: FiguresOrg
  const fresh = () => in_system(bench.pool, (db) => db.deleteFrom('rate_windows').execute())
  before(async () => {
    bench = await figures_bench()
    acme = await bench.org()
    globex = await bench.org({ name: 'Globex' })
    for (const [org, name] of [
      [acme, 'acme'],
      [globex, 'globex'],
    ] as const) {
      const shop = await org.connect('sx')
      await org.insert(async (db) => {
        await db
          .insertInto('store_connections')
          .values({
            store_connection_id: shop,
            platform: 'sx',
            store_id: name,
            store_name: name,
            store_url: `https://${name}.example`,
            currency: 'MXN',
            time_zone: 'UTC',
          })
          .execute()
        await db
          .insertInto('store_orders')
          .values([
            store_order(shop, {
              order_id: `${name} 1`,
              ordered_at: '2026-11-16T05:59:59Z',
              total: '48.90',
              journey: '[{"source":"google"},{"source":"mail"}]',
            }),
            store_order(shop, { order_id: `${name} 2`, ordered_at: '2026-11-17T12:00:00Z', total: '10.00' }),
          ])
          .execute()
      })
    }
  })
  after(() => bench.close())

  const rows = async (sql: string) => {
    await fresh()
    return (await acme.ask('run_readonly_sql', { sql })).rows
  }

  it('returns rows unchanged, only of the caller’s organization, in its time zone', async () => {
    assert.deepEqual(
      await rows(
        'select o.order_id, o.total, o.ordered_at::date as day, s.store_name from store_orders o join store_connections s using (store_connection_id) order by 1 -- newest last',
      ),
      [
        { order_id: 'acme 1', total: 48.9, day: '2026-11-15', store_name: 'acme' },
        { order_id: 'acme 2', total: 10, day: '2026-11-17', store_name: 'acme' },
      ],
    )
    assert.deepEqual(await rows('select count(*) from store_orders;'), [{ count: 2 }])
    assert.deepEqual(await rows('select count(*) as n from store_orders where true or order_id is null'), [{ n: 2 }])
  })

  it('answers typical questions: CTEs, windows, dates, journeys', async () => {
    assert.deepEqual(
      await rows(`with daily as (
          select date_trunc('day', ordered_at)::date as day, sum(total) as revenue, count(*) filter (where total > 20) as big
          from store_orders where not is_voided and ordered_at > now() - interval '30 days' group by 1)
        select day, revenue, big, sum(revenue) over (order by day) as running,
          case when revenue >= 48.9 then 'high' else 'low' end as level, round(revenue / nullif(big, 0), 2) as each
        from daily order by day`),
      [
        { day: '2026-11-15', revenue: 48.9, big: 1, running: 48.9, level: 'high', each: 48.9 },
        { day: '2026-11-17', revenue: 10, big: 0, running: 58.9, level: 'low', each: null },
      ],
    )
    assert.deepEqual(
      await rows(`select v.value ->> 'source' as source, count(*) from store_orders o, jsonb_array_elements(o.journey) v
        where upper(v.value ->> 'source') like 'G%' or extract(year from o.ordered_at) in (2026) group by 1 order by 1`),
      [
        { source: 'google', count: 1 },
        { source: 'mail', count: 1 },
      ],
    )
    assert.deepEqual(await rows('select 9007199254740993::int8 as big, null as nothing, true as yes'), [
      { big: '9007199254740993', nothing: null, yes: true },
    ])
    assert.deepEqual(await rows('select name from ad_accounts union all select title from meta_ad_creatives'), [])
  })

  for (const sql of attacks) {
    it(`refuses: ${sql.slice(0, 100)}`, async () => {
      await fresh()
      assert.ok((await acme.refused('run_readonly_sql', { sql })).length > 10)
    })
  }

  it('truncates rows and says so, refuses statements that are too slow, too wide or too deep', async () => {
    const wide = `select ${Array.from({ length: 8 }, (_, at) => `'${'x'.repeat(900)}' as c${at}`).join(', ')} from store_orders a, store_orders b, store_orders c, store_orders d, store_orders e, store_orders f`
    await fresh()
    const cut = await acme.ask('run_readonly_sql', { sql: wide })
    assert.deepEqual([cut.truncated, cut.count < 64, cut.count > 0, cut.total], [true, true, true, 64])
    // PostgreSQL writes 2.000000, which takes more bytes than the number of the answer, so that all rows that were read fit.
    const tables = Array.from({ length: 10 }, (_, at) => `store_orders a${at}`).join(', ')
    const columns = Array.from({ length: 8 }, (_, at) => `2.000000 as n${at}`).join(', ')
    const numbers = (rows: number) => ({ sql: `select ${columns} from ${tables} limit ${rows}` })
    const narrow = await acme.ask('run_readonly_sql', numbers(900))
    assert.deepEqual(
      [narrow.truncated, narrow.count < 900, narrow.total, narrow.hint.length > 0],
      [true, true, null, true],
    )
    const all = await acme.ask('run_readonly_sql', numbers(narrow.count))
    assert.deepEqual([all.truncated, all.count, all.total, all.hint], [false, narrow.count, narrow.count, undefined])
    const cross = Array.from({ length: 40 }, (_, at) => `store_orders a${at}`).join(', ')
    const many = await acme.ask('run_readonly_sql', {
      sql: `select 1 as one from ${cross.split(', ').slice(0, 11).join(', ')}`,
    })
    assert.deepEqual([many.count, many.truncated, many.total], [1000, true, null])
    const refused = async (sql: string) => {
      await fresh()
      return acme.refused('run_readonly_sql', { sql })
    }
    assert.match(await refused(`select count(*) from ${cross}`), /longer than 5 seconds/)
    assert.match(await refused(`select ${'order_id || '.repeat(30)}order_id from store_orders`), /Too many texts/)
    assert.match(await refused(`select ${'not '.repeat(2000)}true`), /nested deeper than 60 levels/)
    assert.match(await refused(`select ${'1 + '.repeat(2400)}1`), /nested deeper than 60 levels/)
    assert.match(await refused(`select '${'x'.repeat(11_000)}'`), /at most 10000/)
    assert.match(await refused('select 1 / 0'), /division by zero/)
    assert.equal(
      await refused('select nope from store_orders'),
      'PostgreSQL says: column "nope" does not exist. get_data_catalog lists the columns.',
    )
    assert.match(await refused('select 1\0'), /NUL/)
  })

  it('answers columns with any name, also those that the tool itself uses', async () => {
    assert.deepEqual(await rows('select 1 as q, 2 as answer, 3 as line'), [{ q: 1, answer: 2, line: 3 }])
    assert.deepEqual(await rows('select \'[[1, "[[["]]\'::jsonb as q'), [{ q: [[1, '[[[']] }])
  })

  it('restores the session: the next call runs with its own role and settings', async () => {
    await acme.refused('run_readonly_sql', { sql: 'select 1 / 0' })
    assert.equal((await acme.ask('query_orders')).orders_in_period, 2)
    assert.equal((await globex.ask('query_orders')).orders_in_period, 2)
  })
})
