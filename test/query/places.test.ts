// Web analytics and organic search by country and device.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { NOT_REPORTED } from '#figures/rest.ts'
import { daily_rates, insert_business } from '#test/business_rows.ts'
import { type FiguresOrg, figures_bench } from '#test/figures.ts'
import { count, facts, money, ratio, statement } from '#test/sql_figures.ts'

describe('figures by country and device', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let acme: FiguresOrg
  let shop: FiguresOrg
  before(async () => {
    bench = await figures_bench()
    await bench.rate(daily_rates())
    acme = await bench.org()
    await insert_business(acme)
    shop = await bench.org({ name: 'Shop' })
    await insert_places(shop)
  })
  after(() => bench.close())

  async function insert_places(org: FiguresOrg) {
    const [web, search] = [await org.connect('gx_analytics'), await org.connect('seo_console')]
    const none = {
      new_users: 0n,
      engaged_sessions: 0n,
      page_views: 0n,
      conversions: '0',
      purchases: 0n,
      revenue_micros: 0n,
    }
    const visits = (property_id: string, sessions: bigint, users: bigint) => ({
      ...{ connection_id: web, property_id, date: '2026-11-10', currency: 'MXN', ...none, sessions, users },
    })
    const found = (clicks: bigint, impressions: bigint, position_weighted: string) => ({
      ...{ connection_id: search, site_url: 'sc-domain:shop.example', date: '2026-11-10' },
      ...{ clicks, impressions, position_weighted },
    })
    const withheld = { quality: 'thresholded' }
    await org.insert(async (db) => {
      await db
        .insertInto('web_daily')
        .values(visits('p', 50n, 40n))
        .execute()
      await db
        .insertInto('web_country_daily')
        .values([
          { ...visits('p', 30n, 25n), ...withheld, country: 'MX' },
          { ...visits('p', 12n, 10n), ...withheld, country: 'US' },
          { ...visits('p', 3n, 3n), ...withheld, country: '(not set)' },
        ])
        .execute()
      await db
        .insertInto('web_device_daily')
        .values([
          { ...visits('p', 40n, 30n), device: 'mobile' },
          { ...visits('p', 10n, 10n), device: 'tv' },
        ])
        .execute()
      await db
        .insertInto('seo_daily')
        .values(found(9n, 100n, '400'))
        .execute()
      await db
        .insertInto('seo_place_daily')
        .values([
          { ...found(6n, 60n, '120'), country: 'MX', device: 'mobile' },
          { ...found(3n, 30n, '270'), country: 'MX', device: 'desktop' },
          { ...found(0n, 10n, '10'), country: 'US', device: 'mobile' },
        ])
        .execute()
    })
  }

  type Row = { value: number | null } & Record<string, string | number | null>
  const ask = (metric: string, dimensions: string[], more = {}) =>
    shop.ask('query_data', { metric, dimensions, ...more })

  it('countries that the platform withholds are a row, and the note says why; devices add up', async () => {
    const { rows, total_value, notes } = await ask('web_analytics.sessions', ['country'])
    assert.deepEqual(rows, [
      { country: 'MX', value: 30 },
      { country: 'US', value: 12 },
      { country: '(not set)', value: 3 },
      { country: NOT_REPORTED, value: 5 },
    ])
    assert.equal(total_value, 50)
    assert.ok(notes.some((note: string) => /not exact: thresholded, .*\(3 rows\)/.test(note)))
    const devices = await ask('web_analytics.sessions', ['device'])
    assert.deepEqual([devices.total_value, devices.rows.map((row: Row) => row.device)], [50, ['mobile', 'tv']])
    const one = await ask('web_analytics.sessions', [], { filters: { country: 'mx' } })
    assert.equal(one.total_value, 30)
  })

  it('people of a day are known by country, and neither added up nor known by country and device together', async () => {
    const { rows, total_value } = await ask('web_analytics.users', ['date', 'country'])
    assert.deepEqual(
      [rows.map((row: Row) => [row.country, row.value]), total_value],
      [
        [
          ['MX', 25],
          ['US', 10],
          ['(not set)', 3],
        ],
        null,
      ],
    )
    const sentence = await shop.refused('query_data', {
      metric: 'web_analytics.users',
      dimensions: ['date', 'country', 'device'],
    })
    assert.match(sentence, /not known by date and country and device together/)
  })

  it('people of several properties are not added up in a country either', async () => {
    const agency = await bench.org({ name: 'Agency' })
    await insert_places(agency)
    await insert_places(agency)
    const { rows, notes } = await agency.ask('query_data', {
      metric: 'web_analytics.users',
      dimensions: ['date', 'country'],
    })
    assert.deepEqual(
      rows.map(({ value }: Row) => value),
      [null, null, null],
    )
    assert.match(notes.join(), /the same person can be in several rows. Group by date and property/)
  })

  it('searches are known by country and device together, with positions weighted by impressions', async () => {
    const { rows, total_value } = await ask('seo.position', ['country', 'device'])
    assert.deepEqual(
      [rows.map(({ country, device, value }: Row) => [country, device, value]), total_value],
      [
        [
          ['MX', 'desktop', 9],
          ['MX', 'mobile', 2],
          ['US', 'mobile', 1],
        ],
        4,
      ],
    )
    const by_device = await ask('seo.position', ['device'], { filters: { device: 'MOBILE' } })
    assert.deepEqual([by_device.rows, by_device.total_value], [[{ device: 'mobile', value: 1.8571 }], 1.8571])
    assert.equal((await ask('seo.clicks', ['country'])).rows[0].value, 9)
  })

  it('SQL over the published rows makes figures by country and device again', async () => {
    const days = { from: '2026-10-05', to: '2026-11-19' }
    for (const [metric, dimension, of, shown] of [
      ['web_analytics.sessions', 'country', facts.web_country, count('sessions')],
      ['web_analytics.page_views', 'device', facts.web_device, count('page_views')],
      ['web_analytics.revenue', 'device', facts.web_device, money('revenue')],
      ['web_analytics.conversion_rate', 'country', facts.web_country, ratio('purchases', 'sessions')],
      ['seo.clicks', 'country', facts.seo_place, count('clicks')],
      ['seo.ctr', 'device', facts.seo_place, ratio('clicks', 'impressions')],
      ['seo.position', 'device', facts.seo_place, ratio('position_weighted', 'impressions')],
    ] as const) {
      const found = await acme.ask('query_data', {
        metric,
        dimensions: [dimension],
        date_from: days.from,
        date_to: days.to,
      })
      const named = { [dimension]: dimension, value: shown }
      const made = (
        await acme.ask('run_readonly_sql', { sql: statement(of, days, named, 'group by 1 order by 2 desc') })
      ).rows
      const reported = found.rows.filter((row: Record<string, unknown>) => row[dimension] !== NOT_REPORTED)
      assert.deepEqual(made, reported, metric)
      const whole = await acme.ask('query_data', { metric, date_from: days.from, date_to: days.to })
      assert.equal(found.total_value, whole.total_value, metric)
    }
  })
})
