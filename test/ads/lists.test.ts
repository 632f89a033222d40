// Ad groups, ads and campaigns of ad platforms: rows, totals that SQL finds too, and ids that are not there.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { NOT_CHOSEN } from '#engine/account_choice.ts'
import { NOT_REPORTED } from '#figures/rest.ts'
import { campaign_day, type FiguresOrg, figures_bench } from '#test/figures.ts'

const account_id = '77'
const DATES = { date_from: '2026-11-01', date_to: '2026-11-10' }

type Figures = Record<'spend' | 'impressions' | 'clicks' | 'conversions' | 'conversion_value', number>
const figures = ['spend', 'impressions', 'clicks', 'conversions', 'conversion_value'] as const
const sum_of = (rows: readonly Figures[]) =>
  Object.fromEntries(
    figures.map((name) => [name, Math.round(rows.reduce((sum, row) => sum + row[name], 0) * 100) / 100]),
  )

describe('lists of ads', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let acme: FiguresOrg
  let search: string
  before(async () => {
    bench = await figures_bench()
    acme = await bench.org()
    search = await acme.connect('gx_ads')
    await insert_search_ads()
    const video = await acme.connect('tx_ads')
    await insert_campaigns(video, 'tx_ads', ['v1', 'v2'], ['DELETE', null])
  })
  after(() => bench.close())

  async function insert_campaigns(connection_id: string, platform: string, ids: string[], statuses: (string | null)[]) {
    await acme.insert(async (db) => {
      const of = { connection_id, account_id, platform }
      await db
        .insertInto('ad_accounts')
        .values({ ...of, name: 'Main account', currency: 'MXN', time_zone: 'America/Mexico_City' })
        .execute()
      for (const [at, campaign_id] of ids.entries()) {
        if (statuses[at])
          await db
            .insertInto('ad_campaigns')
            .values({ ...of, campaign_id, name: `Campaign ${campaign_id}`, status: statuses[at], currency: 'MXN' })
            .execute()
        for (let day = 1; day <= 12; day += 1)
          await db
            .insertInto('campaign_daily')
            .values({
              ...campaign_day(connection_id, {
                date: `2026-11-${String(day).padStart(2, '0')}`,
                spend: (1000n + BigInt(day)) * 20_000n,
              }),
              ...of,
              campaign_id,
              impressions: 400n,
              clicks: 40n,
              conversions: '4.5',
              conversion_value_micros: 90_010_000n,
            } as never)
            .execute()
      }
    })
  }

  /** Campaign c1 has groups and ads for all of its figures but two clicks a day, and Performance Max has none. */
  async function insert_search_ads() {
    await insert_campaigns(search, 'gx_ads', ['c1', 'pmax'], ['ENABLED', 'PAUSED'])
    await acme.insert(async (db) => {
      const of = { connection_id: search, account_id, platform: 'gx_ads' }
      const texts = { headline: 'A | B', description: 'D', headlines: ['A', 'B'], descriptions: ['D'] }
      for (const group of ['g1', 'g2']) {
        const place = { ...of, ad_group_id: group, campaign_id: 'c1' }
        await db
          .insertInto('ad_groups')
          .values({ ...place, name: `Group ${group}`, status: 'ENABLED' })
          .execute()
        await db
          .insertInto('ads')
          .values({
            ...place,
            ...(group === 'g1' ? texts : { headline: 'Only one' }),
            ad_id: `${group}-ad`,
            status: 'ENABLED',
            type: 'RESPONSIVE_SEARCH_AD',
            final_url: 'https://shop.example/',
          })
          .execute()
      }
      for (const [table, extra] of [
        ['ad_group_daily', ''],
        ['ad_daily', "g.ad_group_id || '-ad', "],
      ] as const)
        await sql`
          insert into ${sql.table(table)} (org_id, connection_id, account_id, campaign_id, date, platform, currency, ad_group_id,
            ${sql.raw(extra === '' ? '' : 'ad_id, ')} spend_micros, impressions, clicks, conversions, conversion_value_micros)
          select d.org_id, d.connection_id, account_id, campaign_id, date, d.platform, d.currency, g.ad_group_id,
            ${sql.raw(extra)} spend_micros / 2, impressions / 2, clicks / 2 - 1, conversions / 2, conversion_value_micros / 2
          from campaign_daily d, (values ('g1'), ('g2')) g (ad_group_id)
          where d.org_id = ${acme.org_id} and d.platform = 'gx_ads' and d.campaign_id = 'c1'`.execute(db)
    })
  }

  /** The same figures by SQL, of all campaigns or of one. */
  async function campaigns_by_sql(platform: string, campaign_id: string | null = null) {
    const { rows } = await acme.insert((db) =>
      sql<Figures>`
        select round(sum(spend_micros) / 1e6, 2)::float as spend, sum(impressions)::int as impressions, sum(clicks)::int as clicks,
          sum(conversions)::float as conversions, round(sum(conversion_value_micros) / 1e6, 2)::float as conversion_value
        from campaign_daily where org_id = ${acme.org_id} and platform = ${platform}
          and date between ${DATES.date_from} and ${DATES.date_to} and coalesce(campaign_id = ${campaign_id}, ${campaign_id}::text is null)`.execute(
        db,
      ),
    )
    return rows[0]!
  }
  const only_figures = (row: Figures) => Object.fromEntries(figures.map((name) => [name, row[name]]))

  for (const [tool, list] of [
    ['list_gx_ad_groups', 'ad_groups'],
    ['list_gx_ads_ads', 'ads'],
  ] as const) {
    it(`rows of ${tool} add up to the campaigns, and a limit changes no total`, async () => {
      const { totals, total, [list]: rows } = await acme.ask(tool, DATES)
      const whole = await campaigns_by_sql('gx_ads')
      assert.deepEqual(only_figures(totals), { ...whole })
      assert.deepEqual(sum_of(rows), { ...whole })
      assert.equal(total, 4)
      const limited = await acme.ask(tool, { ...DATES, limit: 1 })
      assert.deepEqual(limited.totals, totals)
      assert.equal(limited[list].length, 1)
      assert.equal(limited.total, 4)
      assert.equal(limited.truncated, true)
    })

    it(`${tool} shows what groups and ads lack as rows of their campaigns`, async () => {
      const { [list]: rows } = await acme.ask(tool, DATES)
      const rests = rows.filter(({ name }: { name: string }) => name === NOT_REPORTED)
      assert.deepEqual(
        rests.map(({ campaign_id, campaign, clicks, ad_group_id }: Record<string, unknown>) => ({
          ...{ campaign_id, campaign, clicks, ad_group_id },
        })),
        [
          { campaign_id: 'pmax', campaign: 'Campaign pmax', clicks: 400, ad_group_id: null },
          { campaign_id: 'c1', campaign: 'Campaign c1', clicks: 20, ad_group_id: null },
        ],
      )
    })

    it(`${tool} of one campaign has the totals of that campaign`, async () => {
      const { totals, total } = await acme.ask(tool, { ...DATES, campaign_id: 'c1' })
      assert.deepEqual(only_figures(totals), { ...(await campaigns_by_sql('gx_ads', 'c1')) })
      assert.equal(total, 3)
    })

    it(`${tool} refuses an unknown campaign with those there are, and dates that cannot be`, async () => {
      const error = await acme.refused(tool, { ...DATES, campaign_id: 'c9' })
      assert.match(error, /There is no campaign c9\. There are: .*c1 \(Campaign c1\)/)
      assert.match(error, /pmax \(Campaign pmax\)/)
      assert.doesNotMatch(error, /v1/)
      assert.match(await acme.refused(tool, { date_from: '2026-11-10', date_to: '2026-11-01' }), /Exchange them/)
      assert.match(await acme.refused(tool, { date_to: '2027-01-01' }), /future/)
      await acme.refused(tool, { limit: 1001 })
    })
  }

  it('ads of one ad group add up to it, with all texts, and an ad with one headline has a list of one', async () => {
    const { ads, totals } = await acme.ask('list_gx_ads_ads', { ...DATES, ad_group_id: 'g1' })
    assert.equal(ads.length, 1)
    const [{ ad_id, name, status, ad_type, headline, description, headlines, descriptions, final_url, ad_group }] = ads
    assert.deepEqual(
      { ad_id, name, status, ad_type, headline, description, headlines, descriptions, final_url, ad_group },
      {
        ...{ ad_id: 'g1-ad', name: null, status: 'ENABLED', ad_type: 'RESPONSIVE_SEARCH_AD' },
        ...{ headline: 'A', description: 'D', headlines: ['A', 'B'], descriptions: ['D'] },
        ...{ final_url: 'https://shop.example/', ad_group: 'Group g1' },
      },
    )
    assert.deepEqual(sum_of(ads), only_figures(totals))
    const other = await acme.ask('list_gx_ads_ads', { ...DATES, ad_group_id: 'g2' })
    assert.deepEqual(
      other.ads.map(({ headline, headlines, descriptions }: Record<string, unknown>) => [
        headline,
        headlines,
        descriptions,
      ]),
      [['Only one', ['Only one'], []]],
    )
  })

  it('an unknown ad group, or one of another campaign, is refused with those there are', async () => {
    assert.match(
      await acme.refused('list_gx_ads_ads', { ad_group_id: 'g9' }),
      /no ad group g9\. There are: .*g1 \(Group g1\)/,
    )
    assert.match(
      await acme.refused('list_gx_ads_ads', { ad_group_id: 'g1', campaign_id: 'pmax' }),
      /no ad group g1 in campaign pmax, because no ad group is stored\. Leave ad_group_id out/,
    )
  })

  it('a refusal names no campaign of an account that is not chosen any more, and its ids are unknown', async () => {
    const other = await bench.org({ name: 'Of an agency' })
    const connection_id = await other.connect('gx_ads')
    await other.insert(async (db) => {
      const of = { connection_id, platform: 'gx_ads' }
      for (const [account_id, id] of [
        ['own', 'mine'],
        ['theirs', 'secret'],
      ] as const) {
        const at = { ...of, account_id, name: id, currency: 'MXN' }
        await db
          .insertInto('ad_accounts')
          .values({ ...at, time_zone: 'UTC' })
          .execute()
        await db
          .insertInto('ad_campaigns')
          .values({ ...at, campaign_id: id, status: 'ENABLED' })
          .execute()
      }
      const at = '2026-11-01T00:00:00Z'
      const theirs = { connection_id, account_id: 'theirs', name: 'secret', time_zone: 'UTC', seen_at: at }
      await db
        .insertInto('connection_accounts')
        .values({ ...theirs, state: 'skipped', reason: NOT_CHOSEN, state_since: at } as never)
        .execute()
    })
    for (const campaign_id of ['none', 'secret'])
      assert.match(
        await other.refused('list_gx_ad_groups', { ...DATES, campaign_id }),
        new RegExp(`no campaign ${campaign_id}\\. There are: mine \\(mine\\)\\.`),
      )
  })

  it('ad groups that are not read are no rest of their campaigns', async () => {
    const other = await bench.org({ name: 'Half' })
    const connection_id = await other.connect('gx_ads')
    await other.cover(connection_id, { covered_from: '2026-11-05' })
    await other.insert((db) =>
      db
        .insertInto('campaign_daily')
        .values({
          ...campaign_day(connection_id, { date: '2026-11-06', spend: 100n }),
          ...{ platform: 'gx_ads', account_id, campaign_id: 'c1' },
        } as never)
        .execute(),
    )
    const { totals, total, ad_groups } = await other.ask('list_gx_ad_groups', DATES)
    assert.equal(totals.spend, null)
    assert.equal(total, null)
    assert.deepEqual(ad_groups, [])
  })

  it('campaigns of short videos include deleted ones and those that no list contains', async () => {
    const { campaigns, totals } = await acme.ask('query_tx_campaigns', DATES)
    assert.deepEqual(
      campaigns.map(({ campaign_id, status, name }: Record<string, unknown>) => ({ campaign_id, status, name })),
      [
        { campaign_id: 'v1', status: 'DELETE', name: 'Campaign v1' },
        { campaign_id: 'v2', status: null, name: null },
      ],
    )
    assert.deepEqual(only_figures(totals), { ...(await campaigns_by_sql('tx_ads')) })
    assert.deepEqual(sum_of(campaigns), only_figures(totals))
  })

  it('campaigns of short videos include automated ones, which only the total of the account has', async () => {
    const other = await bench.org({ name: 'Automated' })
    const connection_id = await other.connect('tx_ads')
    const day = (campaign_id: string, spend: bigint) => ({
      ...campaign_day(connection_id, { date: '2026-11-06', spend }),
      ...{ platform: 'tx_ads', campaign_id },
    })
    const AUTOMATED = 'other campaigns of the account (GMV Max)'
    await other.insert((db) =>
      db
        .insertInto('campaign_daily')
        .values([day('v1', 30_000_000n), day(AUTOMATED, 70_000_000n)] as never)
        .execute(),
    )
    const { campaigns, totals, total } = await other.ask('query_tx_campaigns', DATES)
    assert.deepEqual(
      campaigns.map(({ campaign_id, name, spend }: Record<string, unknown>) => [campaign_id, name, spend]),
      [
        [AUTOMATED, null, 70],
        ['v1', null, 30],
      ],
    )
    assert.deepEqual([totals.spend, total], [100, 2])
  })
})
