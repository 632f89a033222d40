// Figures of days that were not read are unknown, and figures of a part of the window say which part.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type CoveredDays, figures_bench } from '#test/figures.ts'
import { business, day, NOON, TODAY } from '#test/known_days.ts'
import { whole_sources } from '#test/sources.ts'

let bench: Awaited<ReturnType<typeof figures_bench>>
before(async () => {
  bench = await figures_bench()
})
after(() => bench.close())

const notes_of = (result: { notes: string[] }) => result.notes.join('\n')
const tools = ['get_kpi_summary', 'analizar_performance', 'diagnosticar_cambio', 'revisar_tienda']

describe('before the first stored day', () => {
  it('totals, changes and ratios are null; covered_parts has the known days, and a note says since when', async () => {
    const { org, mx } = await business(bench, 200)
    await org.cover(mx, { covered_from: day(20) })
    const result = await org.ask('get_kpi_summary', { days_back: 30 })
    assert.deepEqual([result.ad_spend, result.blended_ad_roas, result.store_roas], [null, null, null])
    assert.deepEqual([result.change_percent.ad_spend, result.previous.ad_spend], [null, null])
    assert.equal(result.store_revenue, 30 * 50)
    assert.equal(result.change_percent.store_revenue, 0)
    assert.equal(result.window.is_partial, true)
    assert.deepEqual(result.covered_parts, [
      { of: 'ad platform', from: day(20), to: day(1), figures: { spend: 200, conversion_value: 600 } },
    ])
    assert.match(
      notes_of(result),
      new RegExp(`mx_ads \\(Main\\) has data since ${day(20)}; figures of earlier days are not known`),
    )
    const [source] = whole_sources(result)
    assert.deepEqual([source!.covered_from, source!.covered_until], [day(20), day(1)])
  })

  it('covered_parts has neither a sum of people nor what other figures are computed from', async () => {
    const { org, sx } = await business(bench, 60)
    const gx4 = await org.connect('gx_analytics')
    await org.insert((db) =>
      db
        .insertInto('web_daily')
        .values(
          [day(2), day(3)].map((date) => ({
            ...{ connection_id: gx4, property_id: 'p', date, currency: 'MXN', revenue_micros: 5_000_000n },
            ...{ sessions: 10n, engaged_sessions: 5n, users: 8n, new_users: 1n, page_views: 20n },
            ...{ conversions: '1', purchases: 1n },
          })),
        )
        .execute(),
    )
    for (const connection of [gx4, sx]) await org.cover(connection, { covered_from: day(20) })
    const web = await org.ask('query_analytics', { date_from: day(30), date_to: day(1) })
    assert.deepEqual(web.covered_parts[0].figures, {
      ...{ revenue: 10, sessions: 20, engaged_sessions: 10, conversions: 2, purchases: 2 },
    })
    const shop = await org.ask('revisar_tienda', { days_back: 30 })
    for (const { figures } of shop.covered_parts)
      assert.ok(
        Object.keys(figures).every((name) => !/beside|unknown|_rows/.test(name)),
        Object.keys(figures).join(),
      )
    assert.deepEqual([shop.covered_parts[0].figures.revenue, shop.covered_parts[0].figures.orders], [20 * 50, 20])
  })

  it('says how many sources it does not name, and keeps the sentence about a year before', async () => {
    const { org, mx } = await business(bench, 60)
    const others = await Promise.all(
      Array.from({ length: 14 }, (_, at) => org.connect('mx_ads', { name: `Ads ${at}` })),
    )
    for (const connection of [mx, ...others]) await org.cover(connection, { covered_from: day(20) })
    const notes = (await org.ask('get_kpi_summary', { days_back: 30 })).notes as string[]
    assert.equal(notes.filter((note) => /mx_ads .* has data since/.test(note)).length, 12)
    assert.ok(
      notes.some((note) => /^3 more such notes/.test(note)),
      notes.join('\n'),
    )
    assert.ok(
      notes.some((note) => /the year before are not known/.test(note)),
      notes.join('\n'),
    )
  })

  it('a window before it is not a zero, in any tool', async () => {
    const { org, mx, sx } = await business(bench, 60)
    for (const connection of [mx, sx]) await org.cover(connection, { covered_from: day(59) })
    const dates = { date_from: '2025-10-01', date_to: '2025-10-16' }
    const kpis = await org.ask('get_kpi_summary', dates)
    assert.deepEqual([kpis.ad_spend, kpis.store_revenue, kpis.orders], [null, null, null])
    assert.ok(kpis.notes.length > 0)
    for (const metric of ['store.revenue', 'social_ads.spend'])
      assert.equal((await org.ask('query_data', { metric, ...dates })).total_value, null, metric)
    const orders = await org.ask('query_orders', dates)
    assert.deepEqual([orders.orders_in_period, orders.orders, orders.total], [null, [], null])
    assert.equal((await org.ask('query_mx_campaigns', dates)).total, null)
    assert.equal((await org.ask('query_data', { metric: 'store.revenue', dimensions: ['date'], ...dates })).total, null)
    for (const tool of tools) {
      const result = await org.ask(tool, { days_back: 365 })
      assert.equal(result.window.is_partial, true, tool)
      assert.match(notes_of(result), /has data since/, tool)
      const { change_percent } = result.revenue ?? result.kpis?.ad_spend ?? result
      if (tool !== 'get_kpi_summary') assert.equal(change_percent, null, tool)
    }
  })

  it('an account that did not exist yet had nothing, so zero is real', async () => {
    const { org } = await business(bench, 20)
    const result = await org.ask('get_kpi_summary', { days_back: 30 })
    assert.deepEqual([result.ad_spend, result.previous.ad_spend, result.year_before.ad_spend], [190, 0, 0])
    assert.equal(result.window.is_partial, false, notes_of(result))
  })

  it('the window before is compared only when it was read', async () => {
    const { org, mx } = await business(bench, 200)
    await org.cover(mx, { covered_from: day(40) })
    const result = await org.ask('get_kpi_summary', { days_back: 30 })
    assert.deepEqual([result.ad_spend, result.previous.ad_spend, result.change_percent.ad_spend], [300, null, null])
    assert.match(notes_of(result), /nothing to compare with before that day/)
  })

  it('rows of months that were not read have no value, and rows of known months have one', async () => {
    const { org, mx } = await business(bench, 90)
    await org.cover(mx, { covered_from: '2026-10-01' })
    const { rows, total_value } = await org.ask('query_data', {
      metric: 'social_ads.spend',
      dimensions: ['month'],
      date_from: '2026-09-01',
      date_to: '2026-10-31',
    })
    assert.equal(total_value, null)
    assert.deepEqual(rows, [
      { month: '2026-09-01', value: null },
      { month: '2026-10-01', value: 310 },
    ])
  })

  it('a level that is read less far depends on its own days', async () => {
    const { org, mx } = await business(bench, 30)
    await org.cover(mx, { covered_from: day(5) }, 'ad_sets')
    assert.equal((await org.ask('get_kpi_summary')).ad_spend, null, 'without a connector, every stream counts')
  })
})

describe('at the end', () => {
  const until = (days: number): CoveredDays => ({ covered_until: day(days), read_until: day(days - 1) })

  it('a figure is the sum up to the last known day, partial, and compared with equally many days', async () => {
    const { org, mx } = await business(bench, 200)
    await org.cover(mx, until(4))
    const result = await org.ask('get_kpi_summary', { days_back: 30 })
    assert.equal(result.ad_spend, 27 * 10)
    assert.equal(result.previous.ad_spend, 27 * 10)
    assert.equal(result.change_percent.ad_spend, 0)
    assert.equal(result.store_revenue, 30 * 50)
    assert.equal(result.store_roas, 5, 'both sides are of the 27 days that both know')
    assert.equal(result.window.is_partial, true)
    assert.match(notes_of(result), new RegExp(`sums up to ${day(4)}, compared with equally many days`))
  })

  it('a ratio of spend and sales names its days, because the amounts beside it are of other days', async () => {
    const { org, mx } = await business(bench, 200)
    const divided = (of: string) => `${of} divide sums of ${day(7)} to ${day(2)}.`
    for (const tool of ['get_kpi_summary', 'preparar_reporte', 'analizar_performance']) {
      const whole = await org.ask(tool, { days_back: 7 })
      assert.doesNotMatch(whole.summary + notes_of(whole), /up to|divide sums/, tool)
    }
    await org.cover(mx, until(2))
    for (const tool of ['get_kpi_summary', 'preparar_reporte', 'analizar_performance']) {
      const { summary, notes } = await org.ask(tool, { days_back: 7 })
      assert.ok(notes.includes(divided('store_roas and mer')), notes.join('\n'))
      assert.match(
        summary,
        new RegExp(
          `ad spend 60\\.00 MXN \\(.*?\\) up to ${day(2)}; revenue of stores and marketplaces 350\\.00 MXN \\(.*?\\);`,
        ),
      )
      assert.match(summary, new RegExp(`store ROAS 5\\.00 \\(.*?\\) up to ${day(2)}`))
    }
  })

  it('a sum up to the last known day is not called compared when the days before were not read', async () => {
    const { org, mx } = await business(bench, 200)
    await org.cover(mx, { ...until(4), covered_from: day(40) })
    const result = await org.ask('get_kpi_summary', { days_back: 30 })
    assert.deepEqual([result.ad_spend, result.previous.ad_spend, result.change_percent.ad_spend], [270, null, null])
    assert.match(notes_of(result), new RegExp(`sums up to ${day(4)}\\.`))
    assert.match(notes_of(result), new RegExp(`ad platform has data since ${day(40)}, so there is nothing to compare`))
  })

  it('a part of today has no change against a whole day', async () => {
    const { org } = await business(bench, 30)
    const { previous, change_percent, summary, notes } = await org.ask('get_kpi_summary', { date_from: TODAY })
    assert.deepEqual([previous.ad_spend, previous.store_revenue], [10, 50])
    assert.deepEqual(new Set(Object.values(change_percent)), new Set([null]))
    assert.doesNotMatch(summary, /%/)
    assert.ok(notes.includes('Today is not over, so it has no change against a whole day.'), notes.join('\n'))
  })

  it('today is a partial sum when it was read, and unknown when nothing was read since it began', async () => {
    const { org, mx, sx } = await business(bench, 30)
    const today = { date_from: TODAY, date_to: TODAY }
    const read = await org.ask('get_kpi_summary', today)
    assert.deepEqual([read.ad_spend, read.store_revenue, read.window.is_partial], [10, 50, true])
    for (const connection of [mx, sx]) await org.cover(connection, { covered_until: day(2), read_until: day(1) })
    const unread = await org.ask('get_kpi_summary', today)
    assert.deepEqual([unread.ad_spend, unread.store_revenue, unread.change_percent.ad_spend], [null, null, null])
    const yesterday = await org.ask('get_kpi_summary', { days_back: 1 })
    assert.equal(yesterday.ad_spend, null, 'yesterday was not over when it was read')
  })

  it('a window with today ends at the last delivered day', async () => {
    const { org, mx } = await business(bench, 30)
    await org.cover(mx, { covered_until: day(3), read_until: TODAY })
    const result = await org.ask('query_data', { metric: 'social_ads.spend', date_from: day(5), date_to: TODAY })
    assert.equal(result.total_value, 30)
    assert.match(notes_of(result), new RegExp(`sums up to ${day(3)}`))
  })

  it('a day is settled only when every source promises it', async () => {
    const { org, mx } = await business(bench, 30)
    const settled = JSON.stringify({ settled_until: day(4) })
    await org.insert((db) =>
      db.updateTable('sync_cursors').set({ cursor: settled }).where('connection_id', '=', mx).execute(),
    )
    assert.equal((await org.ask('query_data', { metric: 'social_ads.spend' })).settled_until, day(4))
    assert.equal((await org.ask('get_kpi_summary')).settled_until, null)
  })

  it('the days of a platform can change from the first day that one of its connections does not call settled', async () => {
    const { org, mx } = await business(bench, 30)
    const other = await org.connect('mx_ads', { name: 'Other' })
    for (const [connection_id, settled_until] of [
      [mx, day(4)],
      [other, day(2)],
    ] as const)
      await org.cover(connection_id, { cursor: JSON.stringify({ settled_until }) })
    assert.match(
      notes_of(await org.ask('query_data', { metric: 'social_ads.spend' })),
      new RegExp(`mx_ads after ${day(4)}`),
    )
  })

  it('a window after the last sync is unknown', async () => {
    const { org, mx } = await business(bench, 30)
    await org.cover(mx, until(20))
    assert.equal((await org.ask('get_kpi_summary', { days_back: 7 })).ad_spend, null)
  })
})

describe('older data that is still to be read', () => {
  it('does not hide that an account did not exist yet', async () => {
    const { org, mx } = await business(bench, 30)
    await org.cover(mx, { covered_from: day(20) })
    await org.insert((db) =>
      db
        .insertInto('connection_accounts')
        .values({
          org_id: org.org_id,
          connection_id: mx,
          account_id: '',
          name: 'Main',
          time_zone: 'UTC',
          state: 'read',
          seen_at: NOON,
          state_since: NOON,
          created_on: day(200),
        })
        .execute(),
    )
    const result = await org.ask('get_kpi_summary', { days_back: 10 })
    assert.deepEqual([result.ad_spend, result.previous.ad_spend, result.year_before.ad_spend], [100, 100, 0])
  })

  it('makes refunds a part, because older orders can have refunds on any day', async () => {
    const { org, sx } = await business(bench, 30)
    await org.cover(sx, { covered_from: day(20) })
    const refunds = await org.ask('query_data', { metric: 'store.refunds', date_from: day(10), date_to: day(1) })
    assert.deepEqual([refunds.total_value, refunds.window.is_partial], [0, true])
    assert.match(notes_of(refunds), new RegExp(`has orders since ${day(20)}; refunds of earlier orders are left out`))
    const revenue = await org.ask('query_data', { metric: 'store.revenue', date_from: day(10), date_to: day(1) })
    assert.deepEqual([revenue.total_value, revenue.window.is_partial, revenue.notes], [500, false, []])
    const kpis = await org.ask('get_kpi_summary', { days_back: 10 })
    assert.equal(kpis.window.is_partial, true)
  })

  it('leaves rows without a value where no day of the window is known, and sums the known days of others', async () => {
    const { org, mx } = await business(bench, 30)
    const question = { metric: 'social_ads.spend', dimensions: ['campaign_id'], date_from: day(10), date_to: day(1) }
    await org.cover(mx, { covered_from: day(5), covered_until: day(3), read_until: day(2) })
    const part = await org.ask('query_data', question)
    assert.deepEqual([part.total_value, part.rows], [null, [{ campaign_id: 'c1', value: 30 }]])
    assert.match(notes_of(part), new RegExp(`has data since ${day(5)}.*\n.*has data until ${day(3)}`))
    await org.cover(mx, { covered_from: null, covered_until: null, read_until: null })
    assert.deepEqual((await org.ask('query_data', question)).rows, [{ campaign_id: 'c1', value: null }])
  })
})
