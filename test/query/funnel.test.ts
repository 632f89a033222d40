// The funnel of a shop in web analytics. SQL over the published rows makes each of its figures again.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { in_system } from '#db/org.ts'
import { NOT_CHOSEN } from '#engine/account_choice.ts'
import { type FiguresOrg, figures_bench } from '#test/figures.ts'

const SHOP = '345678901'
const BLOG = '345678902'
const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19']
const counts: Record<string, number> = { view_item: 400, add_to_cart: 90, begin_checkout: 30, purchase: 7 }

describe('query_gx4_funnel', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let acme: FiguresOrg
  let connection_id: string
  before(async () => {
    bench = await figures_bench()
    acme = await bench.org()
    connection_id = await insert_events(acme, [SHOP])
    await insert_events(await bench.org({ name: 'Globex' }), [SHOP, BLOG])
  })
  after(() => bench.close())

  const ask = async (input: object = {}, tool = 'query_gx4_funnel') => {
    await in_system(bench.pool, (db) => db.deleteFrom('rate_windows').execute())
    return acme.ask(tool, input)
  }

  it('has events, users and step rates of each day, newest first', async () => {
    const found = await ask({ date_from: '2026-11-18', date_to: '2026-11-19' })
    assert.deepEqual(found.days, [
      {
        ...{ date: '2026-11-19', view_item: 403, add_to_cart: 93, begin_checkout: 33, purchase: 10 },
        ...{ add_to_cart_rate: 0.2308, begin_checkout_rate: 0.3548, purchase_rate: 0.303 },
        ...{ view_item_users: 201, add_to_cart_users: 46, begin_checkout_users: 16, purchase_users: 5 },
      },
      {
        ...{ date: '2026-11-18', view_item: 402, add_to_cart: 92, begin_checkout: 32, purchase: 9 },
        ...{ add_to_cart_rate: 0.2289, begin_checkout_rate: 0.3478, purchase_rate: 0.2813 },
        ...{ view_item_users: 201, add_to_cart_users: 46, begin_checkout_users: 16, purchase_users: 4 },
      },
    ])
    assert.deepEqual([found.property_id, found.property], [SHOP, `Property ${SHOP}`])
    assert.match(found.notes.join(' '), /counts events, not paths/)
  })

  it('has totals that SQL makes again, and that no limit changes', async () => {
    const window = { date_from: '2026-11-16', date_to: '2026-11-19' }
    const { rows } = await ask(
      {
        sql: `select sum(events) filter (where event_name = 'view_item') as view_item, sum(events) filter (where event_name = 'add_to_cart') as add_to_cart,
          sum(events) filter (where event_name = 'begin_checkout') as begin_checkout, sum(events) filter (where event_name = 'purchase') as purchase,
          round(sum(events) filter (where event_name = 'add_to_cart') / sum(events) filter (where event_name = 'view_item'), 4) as add_to_cart_rate,
          round(sum(events) filter (where event_name = 'begin_checkout') / sum(events) filter (where event_name = 'add_to_cart'), 4) as begin_checkout_rate,
          round(sum(events) filter (where event_name = 'purchase') / sum(events) filter (where event_name = 'begin_checkout'), 4) as purchase_rate
        from web_event_daily where counts and property_id = '${SHOP}' and date between '2026-11-16' and '2026-11-19'`,
      },
      'run_readonly_sql',
    )
    const no_users = {
      view_item_users: null,
      add_to_cart_users: null,
      begin_checkout_users: null,
      purchase_users: null,
    }
    const whole = await ask(window)
    assert.deepEqual(whole.totals, { ...rows[0], ...no_users })
    const first = await ask({ ...window, limit: 1 })
    assert.deepEqual([first.totals, first.total, first.count, first.truncated], [whole.totals, 4, 1, true])
  })

  it('does not know a step without a row beside a thresholded answer, and has zero beside an exact one', async () => {
    const org = await bench.org()
    const of_shop = { connection_id: await insert_events(org, [SHOP]), property_id: SHOP, users: 5n, events: 9n }
    const thresholded = { is_sampled: true, quality: 'thresholded' }
    await org.insert(async (db) => {
      await db.deleteFrom('web_event_daily').where('date', '<=', '2026-11-17').execute()
      await db
        .insertInto('web_event_daily')
        .values([
          { ...of_shop, date: '2026-11-16', event_name: 'view_item', ...thresholded },
          { ...of_shop, date: '2026-11-17', event_name: 'view_item' },
        ])
        .execute()
    })
    const found = await org.ask('query_gx4_funnel', { date_from: '2026-11-16', date_to: '2026-11-17' })
    const shown = found.days.map((one: Record<string, unknown>) => [
      one.view_item,
      one.purchase,
      one.purchase_users,
      one.add_to_cart_rate,
    ])
    assert.deepEqual(shown, [
      [9, 0, 0, 0],
      [9, null, null, null],
    ])
    const { totals } = await org.ask('query_gx4_funnel', { date_from: '2026-11-16', date_to: '2026-11-16' })
    assert.deepEqual([totals.view_item, totals.purchase, totals.purchase_rate], [9, null, null])
  })

  it('has rates of the days that know both steps, where Google withheld a step on other days', async () => {
    const org = await bench.org()
    const of_shop = { connection_id: await insert_events(org, [SHOP]), property_id: SHOP, users: 5n }
    const thresholded = { is_sampled: true, quality: 'thresholded' }
    await org.insert(async (db) => {
      await db.deleteFrom('web_event_daily').where('date', '<=', '2026-11-17').execute()
      await db
        .insertInto('web_event_daily')
        .values([
          { ...of_shop, date: '2026-11-16', event_name: 'view_item', events: 900n, ...thresholded },
          { ...of_shop, date: '2026-11-17', event_name: 'view_item', events: 100n },
          { ...of_shop, date: '2026-11-17', event_name: 'add_to_cart', events: 20n },
        ])
        .execute()
    })
    const { totals, notes } = await org.ask('query_gx4_funnel', { date_from: '2026-11-16', date_to: '2026-11-17' })
    assert.deepEqual([totals.view_item, totals.add_to_cart, totals.add_to_cart_rate], [1000, 20, 0.2])
    assert.match(notes.join('\n'), /leave them out: .*add to cart/)
  })

  it('gives the same events as query_data by event', async () => {
    const found = await ask(
      { metric: 'web_analytics.events', dimensions: ['event'], date_from: '2026-11-16', date_to: '2026-11-19' },
      'query_data',
    )
    const { totals } = await ask({ date_from: '2026-11-16', date_to: '2026-11-19' })
    const by_event = Object.fromEntries(found.rows.map((row: Record<string, unknown>) => [row.event, row.value]))
    for (const step of Object.keys(counts)) assert.equal(by_event[step], totals[step], JSON.stringify(found.rows))
  })

  it('knows the people of a single day', async () => {
    const { totals } = await ask({ date_from: '2026-11-19', date_to: '2026-11-19' })
    assert.deepEqual([totals.view_item_users, totals.purchase_users], [201, 5])
  })

  it('has no rate where the step before has no event, and zero where a read day has none', async () => {
    const org = await bench.org()
    const id = await insert_events(org, [SHOP], ['add_to_cart', 'purchase'])
    const { totals } = await org.ask('query_gx4_funnel', { date_from: '2026-11-18', date_to: '2026-11-19' })
    assert.deepEqual(
      [totals.view_item, totals.add_to_cart_rate, totals.begin_checkout, totals.begin_checkout_rate],
      [0, null, 0, 0],
    )
    assert.equal(totals.purchase_rate, null)
    await org.cover(id, { covered_from: '2026-11-19', covered_until: '2026-11-19' })
    const unread = await org.ask('query_gx4_funnel', { date_from: '2026-11-18', date_to: '2026-11-19' })
    assert.deepEqual([unread.totals.add_to_cart, unread.totals.view_item, unread.total], [null, null, null])
    const names = Object.keys(unread.covered_parts[0].figures)
    assert.deepEqual(names, Object.keys(counts), 'people of days do not add up there either')
  })

  it('asks for a property where there are several, and names them', async () => {
    const org = await bench.org()
    await insert_events(org, [SHOP, BLOG])
    assert.match(await org.refused('query_gx4_funnel'), new RegExp(`property_id, one of: ${SHOP} .*, ${BLOG} `))
    assert.match(await org.refused('query_gx4_funnel', { property_id: '9' }), new RegExp(`'9'.* Use one of: ${SHOP}`))
    const [shop, blog] = [
      await org.ask('query_gx4_funnel', { property_id: SHOP }),
      await org.ask('query_gx4_funnel', { property_id: BLOG }),
    ]
    assert.equal(shop.totals.purchase, 34)
    assert.equal(blog.totals.purchase, 38)
  })

  it('knows no property that a person no longer chooses, so that the other one is the only one', async () => {
    const org = await bench.org()
    await insert_events(org, [SHOP, BLOG])
    await org.insert((db) =>
      db
        .updateTable('connection_accounts')
        .set({ state: 'skipped', reason: NOT_CHOSEN })
        .where('account_id', '=', BLOG)
        .execute(),
    )
    const found = await org.ask('query_gx4_funnel')
    assert.deepEqual([found.property_id, found.totals.purchase], [SHOP, 34])
    assert.match(await org.refused('query_gx4_funnel', { property_id: BLOG }), /Use one of: [^,]*\.$/)
  })

  it('has no figures without a property, and says what to connect', async () => {
    const org = await bench.org()
    const { property_id, totals, notes } = await org.ask('query_gx4_funnel')
    assert.deepEqual([property_id, totals.view_item, totals.purchase_rate], [null, null, null])
    assert.match(notes.join(' '), /web analytics/)
    assert.match(await org.refused('query_gx4_funnel', { property_id: SHOP }), /Connect one/)
  })

  it('refuses dates that are reversed or in the future', async () => {
    assert.match(
      await acme.refused('query_gx4_funnel', { date_from: '2026-11-19', date_to: '2026-11-18' }),
      /date_from/,
    )
    assert.match(await acme.refused('query_gx4_funnel', { date_from: '2027-01-01' }), /future|today/)
  })

  it('says when the platform withheld or estimated events', async () => {
    await acme.insert((db) =>
      db
        .updateTable('web_event_daily')
        .set({ quality: 'sampled', is_sampled: true })
        .where('connection_id', '=', connection_id)
        .where('date', '=', '2026-11-16')
        .execute(),
    )
    const { notes } = await ask({ date_from: '2026-11-16', date_to: '2026-11-19' })
    assert.match(notes.join(' '), /sample/)
  })
})

/** Four days of events of each property. The later day and the later property have more. */
async function insert_events(org: FiguresOrg, properties: string[], events = Object.keys(counts)): Promise<string> {
  const connection_id = await org.connect('gx_analytics')
  await org.insert(async (db) => {
    const place = { state: 'read', time_zone: 'America/Mexico_City', seen_at: '2026-11-20T17:00:00Z' }
    const accounts = properties.map((account_id) => ({ connection_id, account_id, name: `Property ${account_id}` }))
    await db
      .insertInto('connection_accounts')
      .values(accounts.map((account) => ({ ...account, ...place, org_id: org.org_id })))
      .execute()
    const covered = { covered_from: '-infinity', covered_until: '2026-11-19', read_until: '2026-11-20' }
    const cursors = properties.map((account_id) => ({ ...covered, account_id, stream: 'everything', cursor: '{}' }))
    await db
      .insertInto('sync_cursors')
      .values(cursors.map((cursor) => ({ ...cursor, connection_id, org_id: org.org_id })))
      .execute()
    const rows = properties.flatMap((property_id, more) =>
      days.flatMap((date, at) =>
        events.map((event_name) => {
          const count = BigInt(counts[event_name]! + at + more)
          return { connection_id, property_id, date, event_name, events: count, users: count / 2n }
        }),
      ),
    )
    await db.insertInto('web_event_daily').values(rows).execute()
  })
  return connection_id
}
