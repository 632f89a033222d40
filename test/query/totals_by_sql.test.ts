// Totals of lists are made again by SQL over the warehouse. Each tool of the catalog with figures has such a test here or in a named file.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { daily_rates } from '#test/business_rows.ts'
import { campaign_day, type FiguresOrg, figures_bench } from '#test/figures.ts'
import { day } from '#test/known_days.ts'
import { with_sources } from '#test/read_tools.ts'
import { count, type Facts, facts, money, ratio, statement } from '#test/sql_figures.ts'

const HERE = 'totals_by_sql.test.ts'
/** The test of each tool whose answer has figures of platforms, or the length of a list of rows of platforms. */
const MADE_AGAIN: Record<string, string> = {
  analizar_performance: 'by_sql.test.ts',
  diagnosticar_cambio: 'summaries_by_sql.test.ts',
  get_kpi_summary: 'by_sql.test.ts',
  list_abandoned_checkouts: HERE,
  list_gx_ad_groups: HERE,
  list_gx_ads_ads: HERE,
  list_mpa_listings: HERE,
  list_mpa_orders: 'every_platform.test.ts',
  list_mpa_questions: HERE,
  list_social_accounts: HERE,
  list_social_metrics: 'summaries_by_sql.test.ts',
  list_social_posts: HERE,
  list_store_orders: 'every_platform.test.ts',
  list_store_products: HERE,
  preparar_reporte: 'summaries_by_sql.test.ts',
  query_analytics: 'by_sql.test.ts',
  query_carts: 'by_sql.test.ts',
  query_contacts: 'by_sql.test.ts',
  query_data: 'by_sql.test.ts',
  query_email_campaigns: 'by_sql.test.ts',
  query_gx4_funnel: 'funnel.test.ts',
  query_gx_campaigns: 'by_sql.test.ts',
  query_mx_campaigns: 'by_sql.test.ts',
  query_mx_creatives: HERE,
  query_orders: 'by_sql.test.ts',
  query_products: HERE,
  query_seo_console: 'by_sql.test.ts',
  query_tx_campaigns: 'every_platform.test.ts',
  revisar_email: 'by_sql.test.ts',
  revisar_seo: 'by_sql.test.ts',
  revisar_tienda: 'by_sql.test.ts',
}
/** A list of what Tablero itself has, and estimates in sentences, which `test/summary/quick_wins.test.ts` tests. */
const WITHOUT_FIGURES = new Set(['list_store_connections', 'quick_wins'])

const DAYS = Array.from({ length: 14 }, (_, at) => day(at + 1))
const advertised = {
  ...{ spend: money('spend'), impressions: count('impressions'), clicks: count('clicks') },
  ...{ conversions: count('conversions'), conversion_value: money('conversion_value') },
  roas: ratio('conversion_value', 'spend'),
}

/** Different amounts for each day and thing, the same in every run. */
const mixed = (below: number, ...of: (string | number)[]) =>
  BigInt(1 + ([...of.join()].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 1_000_003, 7) % below))

describe('totals are made again by SQL', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let org: FiguresOrg
  before(async () => {
    bench = await figures_bench()
    await bench.rate(daily_rates())
    for (const name of ['Globex', 'Acme']) {
      org = await bench.org({ name })
      await insert_ads(await org.connect('mx_ads'), 'mx_ads', 'USD')
      await insert_ads(await org.connect('gx_ads'), 'gx_ads', 'EUR')
      await insert_shop(await org.connect('store_c'), 'store_c')
      await insert_shop(await org.connect('sx'), 'sx')
      await insert_listings(await org.connect('mpa'))
      await insert_posts(await org.connect('net_c'))
    }
  })
  after(() => bench.close())

  /** Ad groups lack some of their campaigns, and ads some of their groups. Two ads of a group show one creative. */
  async function insert_ads(connection_id: string, platform: string, currency: string) {
    const row = <Part extends Record<string, string>>(date: string, part: Part) => ({
      ...campaign_day(connection_id, { date, spend: mixed(90_000, date, ...Object.values(part)) * 10_000n }),
      ...{ platform, currency, ...part },
      conversion_value_micros: mixed(200_000, 'value', date, ...Object.values(part)) * 10_000n,
    })
    const groups = ['g1', 'g2'].map((ad_group_id) => ({ campaign_id: 'c1', ad_group_id }))
    const ads = groups.flatMap((group) => ['0', '1'].map((at) => ({ ...group, ad_id: `${group.ad_group_id}/${at}` })))
    const days = <Of>(of: (date: string) => Of[]) => DAYS.flatMap(of)
    await org.insert(async (db) => {
      const campaigns = days((date) => ['c1', 'c2'].map((campaign_id) => row(date, { campaign_id })))
      const large = campaigns.map((of) => ({ ...of, spend_micros: of.spend_micros * 9n, impressions: 9_000n }))
      await db.insertInto('campaign_daily').values(large).execute()
      await db
        .insertInto('ad_group_daily')
        .values(days((date) => groups.map((group) => row(date, group))))
        .execute()
      await db
        .insertInto('ad_daily')
        .values(days((date) => ads.map((ad) => row(date, ad))))
        .execute()
      const of = { connection_id, account_id: 'a1', platform }
      await db
        .insertInto('ad_accounts')
        .values({ ...of, name: 'Main', currency, time_zone: 'UTC' })
        .execute()
      const named = ads.map((ad) => ({ ...of, status: 'ACTIVE', ...ad }))
      await db
        .insertInto('ads')
        .values(named.map((ad) => ({ ...ad, creative_id: ad.ad_group_id })))
        .execute()
    })
  }

  async function insert_shop(connection_id: string, platform: string) {
    const products = DAYS.map((title, at) => ({
      ...{ store_connection_id: connection_id, product_id: String(at), title },
      status: at % 3 === 0 ? 'draft' : 'active',
    }))
    const checkouts = DAYS.map((date, at) => ({
      ...{ connection_id, platform, checkout_id: date, email: 'a@shop.example', token: `${platform} ${date}` },
      ...{ started_at: `${date}T16:00:00Z`, changed_at: `${date}T16:30:00Z`, currency: at % 2 === 0 ? 'USD' : 'MXN' },
      completed_at: at % 3 === 0 ? `${date}T16:40:00Z` : null,
      total_micros: at % 5 === 0 ? null : mixed(90_000, date, platform) * 10_000n,
    }))
    await org.insert(async (db) => {
      await db.insertInto('store_products').values(products).execute()
      await db.insertInto('checkouts').values(checkouts).execute()
    })
  }

  async function insert_listings(connection_id: string) {
    const of = { connection_id, platform: 'mpa' }
    await org.insert(async (db) => {
      const listing = (at: number) => ({
        ...{ ...of, listing_id: `l${at}`, title: `Lamp ${at}`, status: at % 3 === 0 ? 'paused' : 'active' },
        ...{ currency: 'BRL', price_micros: 5_000_000n },
      })
      await db
        .insertInto('marketplace_listings')
        .values(DAYS.map((_, at) => listing(at)))
        .execute()
      const question = (date: string, at: number) => ({
        ...{ ...of, question_id: date, listing_id: 'l1', question: 'Is it blue?', asked_at: `${date}T12:00:00Z` },
        status: at % 3 === 0 ? 'answered' : 'unanswered',
      })
      await db.insertInto('marketplace_questions').values(DAYS.map(question)).execute()
    })
  }

  async function insert_posts(connection_id: string) {
    const of = { connection_id, platform: 'net_c', social_account_id: 'n1' }
    await org.insert(async (db) => {
      await db
        .insertInto('social_accounts')
        .values({ ...of, username: 'casa' })
        .execute()
      await db
        .insertInto('social_posts')
        .values(DAYS.map((date) => ({ ...of, post_id: date, posted_at: `${date}T12:00:00Z` })))
        .execute()
    })
  }

  const rows = async (statement: string) => (await org.ask('run_readonly_sql', { sql: statement })).rows
  const pick = (from: Record<string, unknown>, names: string[]) =>
    Object.fromEntries(names.map((name) => [name, from[name]]))
  /** The totals of an answer, which must all be known and not zero, are those of SQL. */
  async function same(answer: Record<string, never>, of: Facts, shown: Record<string, string>, more: string) {
    const made = (await rows(statement(of, answer.window!, shown, more)))[0]
    for (const [name, value] of Object.entries(made)) assert.ok(typeof value === 'number' && value > 0, name)
    assert.deepEqual(Object.keys(answer.totals!).sort(), Object.keys(shown).sort(), 'SQL makes every total')
    assert.deepEqual(pick(answer.totals!, Object.keys(shown)), made)
  }
  /** The rows of a list are those of SQL, and what a level lacks is one more row without an id. */
  async function same_rows(list: Record<string, unknown>[], of: Facts, more: string, { window, id }: Place) {
    const made = await rows(statement(of, window, advertised, `${more} order by 1 desc`))
    const shown = list.filter((row) => row[id] != null).map((row) => pick(row, Object.keys(advertised)))
    assert.ok(made.length > 1)
    assert.deepEqual(shown, made)
  }
  interface Place {
    window: { from: string; to: string }
    id: string
  }

  it('query_mx_creatives: every figure of all ads, and of each creative', async () => {
    const found = await org.ask('query_mx_creatives')
    const of = `and platform = 'mx_ads'`
    await same(found, facts.single_ads, advertised, of)
    const each = { window: found.window, id: 'creative_id' }
    await same_rows(found.creatives, facts.single_ads, `${of} group by split_part(ad_id, '/', 1)`, each)
    assert.equal(found.total, 2)
  })

  it('list_gx_ad_groups and list_gx_ads_ads: totals of the level above, and every figure with ROAS of each row', async () => {
    const of = `and platform = 'gx_ads'`
    const groups = await org.ask('list_gx_ad_groups')
    await same(groups, facts.ads, advertised, of)
    const place = { window: groups.window, id: 'ad_group_id' }
    await same_rows(groups.ad_groups, facts.ad_groups, `${of} group by ad_group_id`, place)
    const ads = await org.ask('list_gx_ads_ads')
    await same(ads, facts.ads, advertised, of)
    await same_rows(ads.ads, facts.single_ads, `${of} group by ad_id`, { window: ads.window, id: 'ad_id' })
    const inside = await org.ask('list_gx_ads_ads', { ad_group_id: 'g1' })
    await same(inside, facts.ad_groups, advertised, `${of} and ad_group_id = 'g1'`)
  })

  it('list_abandoned_checkouts: with the average value and the recovery rate', async () => {
    const found = await org.ask('list_abandoned_checkouts')
    const left = {
      ...{ checkouts: count('checkouts'), value: money('value'), average_value: ratio('value', 'valued', 2) },
      all_checkouts: count('checkouts'),
      ...{ recovered: count('recovered'), recovered_value: money('recovered_value') },
      recovery_rate: ratio('recovered', 'checkouts'),
    }
    await same(found, facts.checkouts, left, '')
    assert.equal(found.total, found.totals.checkouts)
  })

  for (const [tool, input, table, more] of [
    ['list_mpa_listings', {}, 'marketplace_listings', sql`true`],
    ['list_mpa_listings', { status: 'paused' }, 'marketplace_listings', sql`status = 'paused'`],
    ['list_mpa_questions', {}, 'marketplace_questions', sql`status = 'unanswered'`],
    ['list_mpa_questions', { status: 'all' }, 'marketplace_questions', sql`true`],
    ['list_store_products', {}, 'store_products', sql`true`],
    ['list_store_products', { status: 'draft' }, 'store_products', sql`status = 'draft'`],
    ['query_products', {}, 'store_products', sql`true`],
    ['list_social_posts', {}, 'social_posts', sql`true`],
    ['list_social_accounts', {}, 'social_accounts', sql`true`],
  ] as const)
    it(`${tool} ${JSON.stringify(input)}: the number of rows, whatever the limit`, async () => {
      const made = await org.insert((db) =>
        sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}
          where org_id = ${org.org_id} and ${more}`.execute(db),
      )
      const few = tool === 'list_social_accounts' ? {} : { limit: 1 }
      const { total, count: shown } = await org.ask(tool, { ...input, ...few })
      assert.ok(made.rows[0]!.count > 0)
      assert.deepEqual([total, shown], [made.rows[0]!.count, 1])
    })

  it('no tool with figures is without such a test', () => {
    const with_figures = with_sources.map(({ name }) => name).filter((name) => !WITHOUT_FIGURES.has(name))
    assert.deepEqual(with_figures.sort(), Object.keys(MADE_AGAIN).sort())
    for (const [tool, file] of Object.entries(MADE_AGAIN)) {
      const text = readFileSync(join(import.meta.dirname, file), 'utf8')
      const name = /^query_([mg]x)_campaigns$/.exec(tool)
      assert.ok(name ? text.includes(`'${name[1]}_ads'`) : new RegExp(`'${tool}'|${tool}\\b`).test(text), tool)
      assert.match(text, /run_readonly_sql/, file)
    }
  })
})
