// Known and unknown figures of an answer, and its notes.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { exact_count, exact_micros } from '#domain/exact.ts'
import { answer, type Part, sources_today } from '#figures/answer.ts'
import { ad_money, ads, carts, sales, seo, seo_queries, store_products, web } from '#figures/groups.ts'
import { compared, last_days_compared, period_of, with_year_before } from '#figures/period.ts'
import { message } from '#messages/message.ts'
import { ad_days, dates, TODAY, within } from '#test/answers.ts'
import { campaign_day, type FiguresOrg, figures_bench } from '#test/figures.ts'

let bench: Awaited<ReturnType<typeof figures_bench>>
before(async () => {
  bench = await figures_bench()
})
after(() => bench.close())

describe('what is known', () => {
  const two_weeks = { date_from: '2026-11-01', date_to: '2026-11-14' }
  const ask = <const P extends Record<string, Part>>(org: FiguresOrg, parts: P) =>
    within(bench, org, (context) => answer(context, compared(period_of(two_weeks, context)), parts))

  it('is nothing without a connection, and a note states this', async () => {
    const org = await bench.org()
    const { found, shared } = await ask(org, { found: { of: ads } })
    assert.deepEqual([found.current, found.previous, found.lines], [null, null, []])
    assert.deepEqual(shared.notes, [
      'No ad platform is connected, so nothing is known; connect it under settings, connections.',
    ])
    assert.deepEqual([shared.sources, shared.as_of, shared.settled_until, shared.currency], [[], null, null, 'MXN'])
  })

  it('is nothing for each group that is not connected; a note names groups that share a platform once', async () => {
    const org = await bench.org()
    const { shared } = await ask(org, { ads: { of: ads }, web: { of: web }, more: { of: ad_money } })
    assert.deepEqual(shared.notes, [
      'No ad platform is connected, so its figures are not known.',
      'No web analytics is connected, so its figures are not known.',
    ])
    const both = await ask(org, { store: { of: sales }, carts: { of: carts } })
    assert.equal(both.shared.notes.length, 1)
    await org.connect('email_a')
    const { shared: left } = await ask(org, { store: { of: sales }, carts: { of: carts } })
    assert.deepEqual(left.notes, ['No store or marketplace is connected, so its figures are not known.'])
  })

  it('is zero if the connection would have stored rows, and unknown if the connection was not read', async () => {
    const fine = await bench.org()
    await fine.connect('mx_ads')
    assert.equal((await ask(fine, { found: { of: ads } })).found.current?.spend, 0n)
    const never = await bench.org()
    await never.connect('mx_ads', { last_sync_at: null, last_rows_at: null })
    assert.equal((await ask(never, { found: { of: ads } })).found.current, null)
    const stopped = await bench.org()
    await stopped.connect('mx_ads', { last_sync_at: '2026-11-05T12:00:00Z', last_rows_at: '2026-11-05T12:00:00Z' })
    const { found, shared } = await ask(stopped, { found: { of: ads } })
    assert.deepEqual([found.current?.spend, found.previous?.spend], [0n, 0n], 'the days until 4 November were read')
    assert.equal(shared.window.is_partial, true)
    const lacks = { current: false, previous: false, year_before: false }
    const { current, previous } = found
    const lines = found.by_platform().map(({ unlike, ...line }) => ({ ...line, is_unlike: unlike('previous') }))
    assert.deepEqual(lines, [{ platform: 'mx_ads', lacks, current, previous, is_unlike: false }])
    const before = await bench.org()
    await before.connect('mx_ads', { last_sync_at: '2026-11-01T12:00:00Z', last_rows_at: '2026-11-01T12:00:00Z' })
    assert.equal((await ask(before, { found: { of: ads } })).found.current, null, 'no whole day was read')
  })

  it('of a platform is no zero in an earlier period that another platform does not know', async () => {
    const org = await bench.org()
    const [mx, gx] = [await org.connect('mx_ads'), await org.connect('gx_ads')]
    await org.cover(gx, { covered_from: '2026-10-25', covered_until: '2026-11-19', read_until: TODAY })
    await ad_days(
      org,
      ['2025-11-05', '2026-10-20', '2026-11-02'].map((date) => campaign_day(mx, { date, spend: 3_000_000n })),
    )
    const parts = { found: { of: ads, by: { platform: sql`f.platform` } } }
    const { found } = await within(bench, org, (context) =>
      answer(context, with_year_before(compared(period_of(two_weeks, context))), parts),
    )
    const spend = found.by_platform().map((line) => {
      assert.notEqual(line.current, null)
      return [line.platform, line.previous?.spend, line.year_before?.spend]
    })
    assert.deepEqual(spend, [
      ['gx_ads', undefined, undefined],
      ['mx_ads', exact_micros(3_000_000n), exact_micros(3_000_000n)],
    ])
    assert.deepEqual([found.previous, found.year_before], [null, null])
  })

  it('excludes amounts without an exchange rate, is null if all lack one, and has one note about them', async () => {
    const org = await bench.org()
    const mx = await org.connect('mx_ads')
    const in_ars = { ...campaign_day(mx, { date: '2026-11-10', spend: 70_000_000n, value: 0n }), currency: 'ARS' }
    await ad_days(org, [in_ars])
    const parts = { found: { of: ads }, details: { of: ad_money, by: { platform: sql`f.platform` } } }
    const none = await ask(org, parts)
    assert.deepEqual([none.found.current?.spend, none.found.current?.clicks], [null, exact_count(10)])
    assert.equal(none.found.current?.conversion_value, 0n, 'a zero is one in any currency')
    assert.deepEqual(none.shared.notes, [
      '70.00 ARS of spend is left out of the totals: there is no exchange rate to MXN for its dates.',
    ])
    for (const currency of ['ARS', 'MXN']) {
      await ad_days(org, [campaign_day(mx, { date: '2026-11-11', spend: 0n, currency, campaign_id: currency })])
      assert.equal((await ask(org, parts)).found.current?.spend, null, 'a zero beside it is not the whole')
    }
    await ad_days(org, [campaign_day(mx, { date: '2026-11-11', spend: 5_000_000n, campaign_id: 'c2' })])
    const some = await ask(org, parts)
    assert.equal(some.found.current?.spend, exact_micros(5_000_000n))
    assert.equal(some.shared.notes.length, 1)
  })

  it('is converted at the rate of each date', async () => {
    const org = await bench.org()
    const mx = await org.connect('mx_ads')
    await bench.rate([
      { currency: 'MXN', date: '2026-11-02', per_eur: '20' },
      { currency: 'MXN', date: '2026-11-03', per_eur: '22' },
      { currency: 'BRL', date: '2026-11-02', per_eur: '5' },
      { currency: 'BRL', date: '2026-11-03', per_eur: '4' },
    ])
    await ad_days(org, [
      { ...campaign_day(mx, { date: '2026-11-02', spend: 1_000_000n }), currency: 'BRL' },
      { ...campaign_day(mx, { date: '2026-11-03', spend: 2_000_000n }), currency: 'BRL' },
    ])
    const { found } = await ask(org, { found: { of: ads } })
    assert.equal(found.current?.spend, exact_micros(4_000_000n + 11_000_000n)) // 1 · 20/5 and 2 · 22/4
  })

  it('with older exchange rates is noted once for all figures, not again for each detail', async () => {
    const org = await bench.org()
    const mx = await org.connect('mx_ads')
    const rate = { currency: 'CLP', per_eur: '1000', rate_date: '2026-11-05' }
    await bench.rate([
      { ...rate, date: '2026-11-06' },
      { ...rate, date: '2026-11-07' },
      { ...rate, currency: 'MXN', per_eur: '20', date: '2026-11-06' },
    ])
    await ad_days(org, [
      { ...campaign_day(mx, { date: '2026-11-06', spend: 1n }), currency: 'CLP' },
      { ...campaign_day(mx, { date: '2026-11-07', spend: 1n, campaign_id: 'c2' }), currency: 'CLP' },
    ])
    const by = { campaign_id: sql`f.campaign_id` }
    const { shared } = await ask(org, { all: { of: ads }, each: { of: ads, by } })
    assert.deepEqual(shared.notes, [
      'Days without a published exchange rate use the last one before them: CLP (2 days).',
    ])
  })

  it('is not converted at a rate that was published over a week before, on whatever date it is stored', async () => {
    const org = await bench.org()
    const mx = await org.connect('mx_ads')
    await bench.rate([
      { currency: 'UYU', per_eur: '1000', date: '2026-11-10', rate_date: '2026-11-02' },
      { currency: 'MXN', per_eur: '20', date: '2026-11-10', rate_date: '2026-11-10' },
    ])
    await ad_days(org, [{ ...campaign_day(mx, { date: '2026-11-10', spend: 1_000_000n }), currency: 'UYU' }])
    const { found, shared } = await ask(org, { found: { of: ads } })
    assert.equal(found.current?.spend, null)
    assert.match(String(shared.notes), /there is no exchange rate to MXN for its dates/)
  })

  it('for parts of the same platforms depends on all of their tables together', async () => {
    const org = await bench.org()
    const site = await org.connect('seo_console')
    await org.insert((db) =>
      db
        .insertInto('sync_cursors')
        .values(
          [
            { stream: 'days', settled_until: '2026-11-15' },
            { stream: 'queries', settled_until: '2026-11-12' },
          ].map(({ stream, settled_until }) => ({
            org_id: org.org_id,
            connection_id: site,
            account_id: 's',
            stream,
            cursor: JSON.stringify({ settled_until }),
          })),
        )
        .execute(),
    )
    const streams = { days: { into: ['seo_daily'] }, queries: { into: ['seo_query_daily'] } }
    const connectors = { seo_console: { accounts: {}, platform: {}, streams } as never }
    const of = <const P extends Record<string, Part>>(parts: P) =>
      within(bench, org, (context) => answer({ ...context, connectors }, period_of(two_weeks, context), parts))
    assert.equal((await of({ site: { of: seo } })).shared.settled_until, '2026-11-15')
    const { shared } = await of({ site: { of: seo }, queries: { of: seo_queries } })
    assert.equal(shared.settled_until, '2026-11-12')
    assert.equal(shared.sources.length, 1)
    assert.ok(!('currency' in shared)) // nothing of it is money
  })
})

describe('what an answer contains in addition to its figures', () => {
  it('its windows with the time zone, and a note if an incomplete today is compared', async () => {
    const org = await bench.org()
    await org.connect('sx')
    const ask = (date_to: string) =>
      within(bench, org, (context) =>
        answer(context, compared(dates('2026-11-18', date_to)), { store: { of: sales } }, [message('date_to.unused')]),
      )
    const { shared } = await ask(TODAY)
    const of_tool = 'date_to was not used, because it counts only together with date_from.'
    assert.deepEqual(shared.window, {
      from: '2026-11-18',
      to: TODAY,
      days: 3,
      is_partial: true,
      time_zone: 'America/Mexico_City',
    })
    assert.deepEqual([shared.previous_window.from, shared.previous_window.to], ['2026-11-15', '2026-11-17'])
    assert.deepEqual(shared.notes, [
      of_tool,
      'Today is not over, so the period is not complete, and changes compare a part of today with a whole day.',
    ])
    assert.deepEqual((await ask('2026-11-19')).shared.notes, [of_tool])
  })

  it('what a window with today lacks besides the rest of today', async () => {
    const org = await bench.org()
    const [mx, gx] = [await org.connect('mx_ads'), await org.connect('gx_ads')]
    const lacks = async (from: string, to = TODAY) =>
      (await within(bench, org, (context) => answer(context, dates(from, to), { found: { of: ads } }))).shared.window
        .lacks
    assert.equal(await lacks('2026-11-10'), undefined)
    await org.cover(gx, { covered_from: '2026-10-25', covered_until: '2026-11-17', read_until: '2026-11-18' })
    assert.deepEqual(await lacks('2026-11-10'), ['gx_ads'])
    assert.equal(await lacks('2026-11-10', '2026-11-17'), undefined)
    assert.deepEqual(
      await lacks(TODAY),
      ['gx_ads'],
      'nothing of today is known of a platform that ends before yesterday',
    )
    await ad_days(org, [campaign_day(mx, { date: '2026-11-16', currency: 'XTS', spend: 1_000_000n })])
    assert.deepEqual(await lacks('2026-11-10'), ['gx_ads', 'exchange_rates'])
  })

  it('no second window without a comparison', async () => {
    const org = await bench.org()
    const { shared } = await within(bench, org, (context) =>
      answer(context, dates('2026-11-18', TODAY), { store: { of: sales } }),
    )
    assert.ok(!('previous_window' in shared))
  })

  it('the reasons why web analytics are not exact', async () => {
    const org = await bench.org()
    const property = await org.connect('gx_analytics')
    const visits = {
      connection_id: property,
      property_id: 'p',
      currency: 'MXN',
      sessions: 1n,
      users: 1n,
      new_users: 0n,
    }
    const rest = { engaged_sessions: 0n, page_views: 0n, conversions: '0', purchases: 0n, revenue_micros: 0n }
    await org.insert((db) =>
      db
        .insertInto('web_daily')
        .values([
          { ...visits, ...rest, date: '2026-11-18', quality: 'sampled other_row' },
          { ...visits, ...rest, date: '2026-11-19', quality: 'sampled' },
        ])
        .execute(),
    )
    const { shared } = await within(bench, org, (context) =>
      answer(context, last_days_compared(7, context), { web: { of: web } }),
    )
    const note = 'Some figures are not exact: sampled (2 rows); rare values put together as (other) (1 row).'
    assert.deepEqual(shared.notes, [note])
    const { notes } = await org.ask('query_data', { metric: 'web_analytics.sessions', dimensions: ['date'] })
    assert.ok(notes.includes(note))
  })

  it('the state of its sources, also for things without dates', async () => {
    const org = await bench.org()
    const nothing = await within(bench, org, (context) => sources_today(context, store_products))
    assert.deepEqual(nothing.shared.notes, [
      'No store is connected, so nothing is known; connect it under settings, connections.',
    ])
    const shop = await org.connect('sx')
    await org.connect('tnx', { last_sync_at: null, last_rows_at: null })
    const { connection_ids, shared } = await within(bench, org, (context) => sources_today(context, store_products))
    assert.deepEqual(connection_ids, [shop])
    assert.deepEqual(shared.notes, ['tnx (Main) has not been synced to the end yet, so it has no figures.'])
  })

  it('that things without dates are still being read, after a sync that read other things', async () => {
    const org = await bench.org()
    const shop = await org.connect('sx')
    await org.cover(shop, { covered_from: null, covered_until: null, read_until: null })
    const { notes } = await org.ask('query_products')
    assert.deepEqual(notes, ['sx (Main) is still being read, so its figures are not known yet.'])
  })
})
