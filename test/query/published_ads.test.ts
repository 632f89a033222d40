// The texts and pictures of single ads, by SQL. Search ads and Meta have lists of their own; of the other platforms these views are the only way.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { type FiguresOrg, figures_bench } from '#test/figures.ts'
import { catalog_in } from '../../dashboard/src/api/metric_catalog.ts'

/** Tables of connectors that lists of tools show instead. The texts of buyers can be written by anybody. */
const SHOWN_BY_TOOLS = ['marketplace_listings', 'marketplace_questions']
/** Followers of a day are a column of social_daily. */
const SHOWN_IN_OTHERS = ['social_follower_daily']

const texts = {
  tx_ads: { headline: 'Sillas Uno', descriptions: ['Sin intereses', 'Envío gratis'], description: 'Sin intereses' },
  net_c_ads: { headline: 'For offices', description: 'A chair for each desk' },
  net_d_ads: { description: 'Look at this chair' },
}
const shown = (platform: string) => ({
  name: `Ad of ${platform}`,
  final_url: `https://shop.example/${platform}`,
  thumbnail_url: `https://cdn.example/${platform}.jpg`,
})

describe('ads in SQL', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let acme: FiguresOrg
  before(async () => {
    bench = await figures_bench({ connectors })
    acme = await bench.org()
    for (const platform of Object.keys(texts)) await account_with_ad(acme, platform)
    await account_with_ad(acme, 'tx_ads', { status: 'revoked', revoked_at: '2026-11-01T00:00:00Z' })
    await account_with_ad(await bench.org(), 'net_d_ads')
    await bench.owner.query('analyze')
  })
  after(() => bench.close())

  /** A connection with an account that is read to the end, and in it an ad group with an ad and a day of the ad. */
  async function account_with_ad(org: FiguresOrg, platform: string, revoked?: object) {
    const connection_id = await org.connect(platform, revoked)
    const of = { connection_id, account_id: platform, platform }
    const place = { ...of, campaign_id: 'c1', ad_group_id: 'g1' }
    const read = { covered_from: '-infinity', covered_until: '2026-11-19', read_until: '2026-11-20', cursor: '{}' }
    const streams = Object.keys(connectors[platform]!.streams)
    const day = { ...place, ad_id: '1', date: '2026-11-10', currency: 'MXN' }
    const figures = {
      spend_micros: 5_000_000n,
      impressions: 100n,
      clicks: 5n,
      conversions: '0',
      conversion_value_micros: 0n,
    }
    await org.account(connection_id, { account_id: platform, name: 'Main' })
    await org.insert(async (db) => {
      const cursors = streams.map((stream) => ({
        org_id: org.org_id,
        connection_id,
        account_id: platform,
        stream,
        ...read,
      }))
      await db.insertInto('sync_cursors').values(cursors).execute()
      const account = { ...of, name: 'Main', currency: 'MXN', time_zone: 'America/Mexico_City' }
      await db.insertInto('ad_accounts').values(account).execute()
      const name = `Group of ${platform}`
      await db
        .insertInto('ad_groups')
        .values({ ...place, name, status: 'ENABLE' })
        .execute()
      const ad = { ...place, ...shown(platform), ...texts[platform as keyof typeof texts] }
      await db
        .insertInto('ads')
        .values({ ...ad, ad_id: '1', status: 'ENABLE' })
        .execute()
      await db
        .insertInto('ad_daily')
        .values({ ...day, ...figures })
        .execute()
    })
  }
  const rows = async (sql: string) => (await acme.ask('run_readonly_sql', { sql })).rows

  it('have their texts, their page and their picture, for each platform without a list of ads', async () => {
    const found =
      await rows(`select platform, name, headline, description, headlines, descriptions, final_url, thumbnail_url
      from ads where counts order by platform`)
    assert.deepEqual(found, [
      {
        ...{ platform: 'net_c_ads', headline: 'For offices', description: 'A chair for each desk' },
        ...{ ...shown('net_c_ads'), headlines: ['For offices'], descriptions: ['A chair for each desk'] },
      },
      {
        ...{ platform: 'net_d_ads', headline: null, description: 'Look at this chair' },
        ...{ ...shown('net_d_ads'), headlines: [], descriptions: ['Look at this chair'] },
      },
      {
        ...{ platform: 'tx_ads', headline: 'Sillas Uno', description: 'Sin intereses' },
        ...{ ...shown('tx_ads'), headlines: ['Sillas Uno'], descriptions: ['Sin intereses', 'Envío gratis'] },
      },
    ])
  })

  it('count where their figures count, and are the rows of one organization', async () => {
    const sides = await rows(`select a.platform, a.counts as ad, g.counts as ad_group, d.counts as day, g.name
      from ads a join ad_groups g using (connection_id, account_id, ad_group_id)
      join ad_daily d using (connection_id, account_id, ad_id) order by 1, 2`)
    const all = (platform: string, counts: boolean) => ({
      ...{ platform, ad: counts, ad_group: counts, day: counts, name: `Group of ${platform}` },
    })
    assert.deepEqual(sides, [all('net_c_ads', true), all('net_d_ads', true), all('tx_ads', false), all('tx_ads', true)])
  })

  it('answer with a note where the list of an account was never read', async () => {
    const org = await bench.org()
    const connection_id = await org.connect('tx_ads')
    await org.account(connection_id, { account_id: '77', name: 'Main' })
    const { notes } = await org.ask('run_readonly_sql', { sql: 'select count(*) as ads from ads where counts' })
    assert.match(String(notes), /tx_ads/)
  })

  it('are in the data catalog, like each table that a platform fills and no list of a tool shows', async () => {
    const { sql_tables } = catalog_in(await acme.ask('get_data_catalog'))
    const published = new Set(sql_tables.map(({ table }) => table))
    const filled = new Set(
      Object.values(connectors).flatMap(({ streams }) =>
        Object.values(streams).flatMap(({ into }) => into as string[]),
      ),
    )
    assert.deepEqual(
      [...filled].filter((table) => !published.has(table)).toSorted(),
      [...SHOWN_BY_TOOLS, ...SHOWN_IN_OTHERS].toSorted(),
    )
  })
})
