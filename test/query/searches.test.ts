// Every list that can be searched, and query_data, find a part of a text without regard to case and accents, and take signs as they stand.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'

const NAMES = {
  chair: 'Sillón Ñandú «Açaí»',
  // The accent is a character of its own.
  composed: 'Cancio\u0301n de cuna',
  hindi: 'कुर्सी',
  greek: 'Κύμα',
  signs: '100% [a_b] (c.d) *** \\d+ ^$ {2} | ?',
  plain: '1000 aXb c-d',
}
type Name = keyof typeof NAMES

/** What people type, and what it finds. */
const SEARCHES: [string, Name[]][] = [
  ['sillon', ['chair']],
  ['SILLÓN ñ', ['chair']],
  ['nandu', ['chair']],
  ['Acai', ['chair']],
  ['sillòn', ['chair']],
  ['cancion', ['composed']],
  ['canción', ['composed']],
  ['CANCIO\u0301N', ['composed']],
  ['कुर्सी', ['hindi']],
  ['कर', []],
  ['κύμα', ['greek']],
  ['100%', ['signs']],
  ['a_b', ['signs']],
  ['c.d', ['signs']],
  ['[a', ['signs']],
  ['***', ['signs']],
  ['\\d+', ['signs']],
  ['^$ {2} | ?', ['signs']],
  ['%', ['signs']],
  ['.*', []],
  ['sillon|100', []],
]

describe('searches', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let org: FiguresOrg
  before(async () => {
    bench = await figures_bench()
    org = await bench.org()
    const shop = await org.connect('sx')
    const market = await org.connect('mpa')
    const connection_id = await org.connect('seo_console')
    const entries = Object.entries(NAMES)
    await org.insert(async (db) => {
      await db
        .insertInto('contacts')
        .values(entries.map(([id, full_name]) => ({ full_name, email: `${id}@example.com` })))
        .execute()
      await db
        .insertInto('store_products')
        .values(
          entries.map(([product_id, title]) => ({ store_connection_id: shop, product_id, title, status: 'active' })),
        )
        .execute()
      await db
        .insertInto('marketplace_listings')
        .values(
          entries.map(([listing_id, title]) => ({
            ...{ connection_id: market, platform: 'mpa', listing_id, title, currency: 'MXN', status: 'active' },
            ...{ price_micros: 5_000_000n, stock: 3n, sold: 1n },
          })),
        )
        .execute()
      await db
        .insertInto('seo_query_daily')
        .values(
          entries.map(([, query]) => ({
            ...{ connection_id, site_url: 'sc-domain:acme.example', date: '2026-11-11', query },
            ...{ clicks: 3n, impressions: 10n, position_weighted: '20' },
          })),
        )
        .execute()
      await db
        .insertInto('page_scans')
        .values(entries.map(([, url]) => ({ url, device: 'mobile', method: 'pagespeed' })))
        .execute()
      await db
        .insertInto('store_orders')
        .values(
          entries.map(([order_id, utm_campaign]) =>
            store_order(shop, { order_id, ordered_at: '2026-11-10T12:00:00Z', total: '7.00', utm_campaign }),
          ),
        )
        .execute()
    })
  })
  after(() => bench.close())

  type Rows = Record<string, string>[]
  const names_in = (rows: Rows, field: string) => rows.map((row) => row[field]).sort()
  const found_by: Record<string, (text: string) => Promise<unknown[]>> = {
    query_contacts: async (search) => names_in((await org.ask('query_contacts', { search })).contacts, 'full_name'),
    query_products: async (search) => names_in((await org.ask('query_products', { search })).products, 'title'),
    list_mpa_listings: async (search) => names_in((await org.ask('list_mpa_listings', { search })).listings, 'title'),
    query_seo_console: async (query_filter) =>
      names_in((await org.ask('query_seo_console', { query_filter })).queries, 'query'),
    query_pagescore_scores: async (url) => names_in((await org.ask('query_pagescore_scores', { url })).scores, 'url'),
    query_data: async (contains) => {
      const asked = { metric: 'store.revenue', dimensions: ['utm_campaign'], filters: { utm_campaign: { contains } } }
      return names_in((await org.ask('query_data', asked)).rows, 'utm_campaign')
    },
  }

  for (const [tool, find] of Object.entries(found_by))
    it(`${tool} finds a part of a text with other accents, and signs as they stand`, async () => {
      for (const [text, wanted] of SEARCHES)
        assert.deepEqual(await find(text), wanted.map((name) => NAMES[name]).sort(), `${tool}: ${text}`)
    })

  it('an accent alone finds no contact', async () => {
    assert.deepEqual(await found_by.query_contacts!('\u0301'), [])
  })

  it('the longest texts are searched too', async () => {
    assert.deepEqual((await org.ask('query_contacts', { search: 'á'.repeat(200) })).contacts, [])
    assert.match(await org.refused('query_contacts', { search: 'á'.repeat(201) }), /at most 200/)
    const contains = 'ñ'.repeat(500)
    assert.deepEqual(
      (await org.ask('query_data', { metric: 'store.revenue', filters: { utm_campaign: { contains } } })).total_value,
      0,
    )
  })
})
