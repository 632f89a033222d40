// Every page that shows figures, on a real Tablero: what a person reads equals the answer of the tool to the same call by a key.
import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { add_days, today_in } from '#domain/windows.ts'
import { type LoadedOrg, open_real_dashboard, type RealDashboard, type Visitor } from '#test/real_dashboard.ts'
import { assert_regions, type Columns, plot, type Reader, type Region, table, tile } from '#test/shown_figures.ts'
import { unlimited } from '#test/unlimited.ts'
import { areas } from '#tools/index.ts'
import type { ToolsOfOrganization as OrgTools } from '../../dashboard/src/api/tools.ts'

const ROOT = join(import.meta.dirname, '../..')
const TIME_ZONE = 'America/Mexico_City'
const PLATFORMS = ['gx_ads', 'mx_ads', 'net_c_ads', 'gx_analytics', 'seo_console', 'sx', 'email_a'] as const
const DAYS = 7
/** A whole, a fraction, a text and nothing. */
const SQL = "select 2 as n, 0.5 as part, 'a' as word, null::int as none union all select 3, 1250.25, 'b', 4 order by 1"
/** Pages whose numbers are no figures of the business. */
const WITHOUT_FIGURES = ['connections', 'clients', 'apps', 'try', 'settings']

type Tool = keyof OrgTools
type Result<T extends Tool> = OrgTools[T]['result']

interface Ask {
  /** The answer by key to a call that the page sent too. */
  <T extends Tool>(tool: T, input: OrgTools[T]['input']): Promise<Result<T>>
  /** The answer to a session, for a tool that keys do not have. */
  inside<T extends Tool>(tool: T, input: OrgTools[T]['input']): Promise<Result<T>>
}

interface View {
  /** Below /o/{org_id}/. */
  address: string
  regions: (ask: Ask) => Promise<Region[]>
  /** Sentences with figures, in English. */
  texts?: (ask: Ask) => Promise<string[]>
}

let dashboard: RealDashboard
let org: LoadedOrg
let days: { date_from: string; date_to: string }
let days_before: typeof days
before(async () => {
  dashboard = await open_real_dashboard({ areas: unlimited(areas) })
  org = await dashboard.loaded_org('Casa Lumbre', PLATFORMS, { currency: 'MXN', time_zone: TIME_ZONE })
  await dashboard.db.query('update orgs set shows_first_steps = false where org_id = $1', [org.org_id])
  const today = today_in(TIME_ZONE, new Date())
  days = { date_from: add_days(today, -DAYS), date_to: add_days(today, -1) }
  days_before = { date_from: add_days(today, -2 * DAYS), date_to: add_days(today, -DAYS - 1) }
})
after(() => dashboard.close())

// ---- what each page shows ----------------------------------------------------------------------------------------------

const review = { days_back: DAYS }

type AdFigures = Record<'spend' | 'impressions' | 'clicks' | 'conversions' | 'roas', number | null>
type AdRow = Omit<AdFigures, never> & { conversion_value?: number | null | undefined }

const ad_tiles = (now: AdRow): Region[] => [
  ['Spend', tile(now.spend, 'money')],
  ['Impressions', tile(now.impressions, 'count')],
  ['Clicks', tile(now.clicks, 'count')],
  ['Claimed conversions', tile(now.conversions, 'count')],
  ['Claimed revenue', tile(now.conversion_value, 'money')],
  ['Claimed ROAS', tile(now.roas, 'ratio')],
]

/** Short rows have no claimed revenue. */
function ad_table<R extends AdRow>(rows: readonly R[], totals: AdRow, more: Columns<R> = {}) {
  const has_value = rows.some(({ conversion_value }) => conversion_value !== undefined)
  return table<R>({
    rows,
    columns: {
      Spend: ['money', ({ spend }) => spend],
      Impressions: ['count', ({ impressions }) => impressions],
      Clicks: ['count', ({ clicks }) => clicks],
      'Claimed conversions': ['count', ({ conversions }) => conversions],
      ...(has_value && { 'Claimed revenue': ['money', (row: R) => row.conversion_value] as const }),
      'Claimed ROAS': ['ratio', ({ roas }) => roas],
      ...more,
    } as Columns<R>,
    totals: { Spend: totals.spend, Impressions: totals.impressions, 'Claimed ROAS': totals.roas },
  })
}

const ranked = (rows: Result<'analizar_performance'>['best_campaigns']) =>
  table({
    rows,
    columns: { Spend: ['money', ({ spend }) => spend], 'Claimed ROAS': ['ratio', ({ roas }) => roas] },
  })

/** A list without a table: 'Meta Ads · spend $12.50', 'ROAS 1.20'. */
const listed =
  (rows: Result<'analizar_performance'>['best_campaigns']): Region[1] =>
  async (region, { language }) => {
    const shown = await region.getByRole('listitem').allInnerTexts()
    const text_of = (value: number | null, options: Intl.NumberFormatOptions = {}) =>
      value === null
        ? '—'
        : value.toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: 2, ...options })
    assert.equal(shown.length, rows.length)
    for (const [index, { spend, roas }] of rows.entries()) {
      const money = text_of(spend, { style: 'currency', currency: 'MXN', currencyDisplay: 'narrowSymbol' })
      const text = shown[index]!
      assert.ok(text.includes(money) && text.includes(`ROAS ${text_of(roas)}`), text)
    }
  }

const overview: View = {
  address: '',
  async regions(ask) {
    const kpi = await ask('get_kpi_summary', days)
    const series = await ask.inside('get_daily_series', days)
    const why = await ask('diagnosticar_cambio', { metric: 'store_revenue', days_back: DAYS })
    const { best_campaigns, worst_campaigns } = await ask('analizar_performance', review)
    const of_tile = (name: keyof typeof kpi.change_percent, kind: 'money' | 'ratio' | 'count') =>
      tile(kpi[name], kind, kpi.change_percent[name])
    const cents = (values: readonly (number | null)[]) =>
      values.reduce<number>((sum, value) => sum + Math.round((value ?? 0) * 100), 0)
    assert.equal(cents(series.days.map(({ store_revenue }) => store_revenue)), cents([kpi.store_revenue]))
    assert.equal(cents(series.days.map(({ ad_spend }) => ad_spend)), cents([kpi.ad_spend]))
    return [
      ['Ad spend', of_tile('ad_spend', 'money')],
      ['Store revenue', of_tile('store_revenue', 'money')],
      ['Store ROAS', of_tile('store_roas', 'ratio')],
      ['Blended ad ROAS', of_tile('blended_ad_roas', 'ratio')],
      ['Orders', of_tile('orders', 'count')],
      ['Sessions', of_tile('sessions', 'count')],
      [
        /^Ad spend .+ store revenue/,
        plot('money', [
          series.days.map(({ store_revenue }) => store_revenue),
          series.days.map(({ ad_spend }) => ad_spend),
        ]),
      ],
      [
        /^Store revenue (fell|rose)/,
        plot('money', [
          [
            why.previous,
            ...why.channels.map(({ effect }) => effect),
            ...(why.rounding ? [why.rounding] : []),
            why.current,
          ],
        ]),
      ],
      [
        'Ad platforms',
        table({
          rows: kpi.platforms,
          columns: {
            Spend: ['money', ({ spend }) => spend],
            'Claimed revenue': ['money', ({ revenue }) => revenue],
            ROAS: ['ratio', ({ roas }) => roas],
          },
          totals: { Spend: kpi.ad_spend, ROAS: kpi.blended_ad_roas },
        }),
      ],
      ['Best campaigns', listed(best_campaigns)],
      ['Worst campaigns', listed(worst_campaigns)],
    ]
  },
}

const ads: View[] = [
  {
    address: 'ads',
    async regions(ask) {
      const { kpis, channels, best_campaigns, worst_campaigns } = await ask('analizar_performance', review)
      const series = await ask.inside('get_daily_series', days)
      const of_tile = (name: string, kind: 'money' | 'ratio' | 'count') =>
        tile(kpis![name]!.current, kind, kpis![name]!.change_percent)
      return [
        ['Ad spend', of_tile('ad_spend', 'money')],
        ['Blended ad ROAS', of_tile('blended_ad_roas', 'ratio')],
        ['Store ROAS', of_tile('store_roas', 'ratio')],
        ['Store revenue', of_tile('store_revenue', 'money')],
        ['Orders', of_tile('orders', 'count')],
        ['Sessions', of_tile('sessions', 'count')],
        ['Ad spend by day', plot('money', [series.days.map(({ ad_spend }) => ad_spend)])],
        [
          'Ad platforms',
          table({
            rows: channels,
            columns: {
              Spend: ['money', ({ spend }) => spend.current],
              'Claimed revenue': ['money', ({ revenue }) => revenue.current],
              'Claimed ROAS': ['ratio', ({ roas }) => roas.current],
              'Claimed conversions': ['count', ({ conversions }) => conversions.current],
              Clicks: ['count', ({ clicks }) => clicks.current],
              'Cost of a click': ['money', ({ cpc }) => cpc.current],
            },
          }),
        ],
        ['Best campaigns', ranked(best_campaigns)],
        ['Worst campaigns', ranked(worst_campaigns)],
      ]
    },
    texts: async (ask) => [(await ask('analizar_performance', review)).summary],
  },
  ...(['gx', 'mx'] as const).map(
    (name): View => ({
      address: `ads?tab=campaigns&platform=${name}_ads`,
      async regions(ask) {
        const { campaigns, totals } = await ask(`query_${name}_campaigns`, { ...days, limit: 1_000 })
        return [...ad_tiles(totals), ['Campaigns', ad_table(campaigns, totals)]]
      },
    }),
  ),
  {
    address: 'ads?tab=campaigns&platform=net_c_ads',
    async regions(ask) {
      const metric = (name: string) =>
        ask('query_data', { metric: `network_ads.${name}`, dimensions: ['campaign_id', 'campaign'], ...days })
      const names = ['spend', 'impressions', 'clicks', 'conversions', 'claimed_revenue', 'roas'] as const
      const answers = await Promise.all(names.map(metric))
      const [spend, impressions, clicks, conversions, claimed_revenue, roas] = answers
      const total = (at: number) => answers[at]!.total_value
      const totals: AdRow = {
        spend: total(0),
        impressions: total(1),
        clicks: total(2),
        conversions: total(3),
        conversion_value: total(4),
        roas: total(5),
      }
      const of = (answer: Result<'query_data'> | undefined, id: unknown) =>
        (answer!.rows.find(({ campaign_id }) => campaign_id === id)?.value ?? null) as number | null
      const rows = spend!.rows
        .map(({ campaign_id: id }) => ({
          spend: of(spend, id),
          impressions: of(impressions, id),
          clicks: of(clicks, id),
          conversions: of(conversions, id),
          conversion_value: of(claimed_revenue, id),
          roas: of(roas, id),
        }))
        .sort((a, b) => b.spend! - a.spend!)
      return [...ad_tiles(totals), ['Campaigns', ad_table(rows, totals)]]
    },
  },
  {
    address: 'ads?tab=ad_groups',
    async regions(ask) {
      const { ad_groups, totals } = await ask('list_gx_ad_groups', { ...days, limit: 1_000 })
      return [...ad_tiles(totals), ['Ad groups', ad_table(ad_groups, totals)]]
    },
  },
  {
    address: 'ads?tab=ads',
    async regions(ask) {
      const { ads, totals } = await ask('list_gx_ads_ads', { ...days, limit: 1_000 })
      return [...ad_tiles(totals), ['Single ads', ad_table(ads, totals)]]
    },
  },
  {
    address: 'ads?tab=creatives',
    async regions(ask) {
      const { creatives, totals } = await ask('query_mx_creatives', { ...days, limit: 1_000 })
      return [
        ...ad_tiles(totals),
        ['Creatives', ad_table(creatives, totals, { Fatigue: ['count', ({ fatigue_score }) => fatigue_score] })],
      ]
    },
  },
]

const store: View[] = [
  {
    address: 'store',
    async regions(ask) {
      const { revenue, orders, average_order_value, refunds, net_revenue, carts, ...rest } = await ask(
        'revisar_tienda',
        review,
      )
      return [
        ['Revenue', tile(revenue.current, 'money', revenue.change_percent)],
        ['Orders', tile(orders.current, 'count', orders.change_percent)],
        ['Average order value', tile(average_order_value.current, 'money', average_order_value.change_percent)],
        ['Refunds', tile(refunds.current, 'money', refunds.change_percent)],
        ['Net revenue', tile(net_revenue.current, 'money', net_revenue.change_percent)],
        ['Abandoned carts', tile(carts.abandoned.current, 'count', carts.abandoned.change_percent)],
        [
          'Best products',
          table({
            rows: rest.top_products,
            columns: {
              Units: ['count', ({ units }) => units],
              Revenue: ['money', ({ revenue }) => revenue],
              'Gross margin': ['money', ({ gross_margin }) => gross_margin],
            },
          }),
        ],
        ...(rest.stock.ran_out.length > 0
          ? [
              [
                'Sold in these days, and out of stock now',
                table({ rows: rest.stock.ran_out, columns: { 'Units sold': ['count', ({ units }) => units] } }),
              ] as Region,
            ]
          : []),
      ]
    },
    async texts(ask) {
      const { summary, stock } = await ask('revisar_tienda', review)
      return [summary, `${stock.out_of_stock} of ${stock.products} products are out of stock.`]
    },
  },
  {
    address: 'store?tab=orders',
    async regions(ask) {
      const answer = await ask('query_orders', { ...days, limit: 150 })
      return [
        ['Number of orders', tile(answer.orders_in_period, 'count')],
        ['Revenue', tile(answer.total_revenue, 'money')],
        ['Refunds', tile(answer.refunds, 'money')],
        ['Net revenue', tile(answer.net_revenue, 'money')],
        [
          'Orders',
          table({
            rows: answer.orders,
            columns: { Total: ['money', ({ total }) => total] },
            totals: { Total: answer.total_revenue },
          }),
        ],
      ]
    },
    async texts(ask) {
      const { count, total } = await ask('query_orders', { ...days, limit: 150 })
      return count === total ? [] : [`${count} of ${total} rows are shown.`]
    },
  },
  {
    address: 'store?tab=products',
    async regions(ask) {
      const { products } = await ask('query_products', { limit: 1_000 })
      return [
        [
          'Products',
          table({
            rows: products,
            columns: {
              'Price from': ['money', ({ price_from }) => price_from],
              'Price to': ['money', ({ price_to }) => price_to],
              Stock: ['count', ({ stock }) => stock],
            },
          }),
        ],
      ]
    },
  },
  {
    address: 'store?tab=carts',
    async regions(ask) {
      const { carts, totals } = await ask('query_carts', { limit: 1_000 })
      return [
        ['Number of carts', tile(totals.carts, 'count')],
        ['Their value', tile(totals.value, 'money')],
        ['Average value', tile(totals.average_value, 'money')],
        ['With an address', tile(totals.reachable, 'count')],
        ['With a recovery link', tile(totals.recoverable, 'count')],
        ['Abandoned carts', table({ rows: carts, columns: { Value: ['money', ({ total }) => total] } })],
      ]
    },
  },
]

async function search_head(ask: Ask): Promise<Region[]> {
  const { site } = await ask('query_seo_console', { ...days, limit: 1 })
  await ask('query_seo_console', { ...days_before, limit: 1 })
  const changes = await ask('revisar_seo', review)
  const clicks = await ask('query_data', { metric: 'seo.clicks', dimensions: ['date'], ...days })
  const all_days = Array.from({ length: DAYS }, (_, index) => add_days(days.date_from, index))
  return [
    ['Clicks', tile(site.clicks, 'count', changes.clicks.change_percent)],
    ['Impressions', tile(site.impressions, 'count', changes.impressions.change_percent)],
    ['Click rate', tile(site.ctr, 'share', changes.ctr.change_percent)],
    ['Average position', tile(site.position, 'position', changes.position.change_percent)],
    [
      'Clicks by day',
      plot('count', [
        all_days.map((day) => (clicks.rows.find(({ date }) => date === day)?.value ?? null) as number | null),
      ]),
    ],
  ]
}

interface SearchRow {
  clicks: number | null
  impressions: number | null
  ctr: number | null
  position: number | null
}

const search_columns: Columns<SearchRow> = {
  Clicks: ['count', ({ clicks }) => clicks],
  Impressions: ['count', ({ impressions }) => impressions],
  'Click rate': ['share', ({ ctr }) => ctr],
  'Average position': ['position', ({ position }) => position],
}

const search: View[] = [
  {
    address: 'search',
    async regions(ask) {
      const { queries, totals } = await ask('query_seo_console', { ...days, limit: 1_000 })
      return [
        ...(await search_head(ask)),
        [
          'Queries',
          table<SearchRow>({
            rows: queries,
            columns: search_columns,
            totals: {
              Clicks: totals.clicks,
              Impressions: totals.impressions,
              'Click rate': totals.ctr,
              'Average position': totals.position,
            },
          }),
        ],
      ]
    },
  },
  {
    address: 'search?tab=pages',
    async regions(ask) {
      const { top_pages } = await ask('revisar_seo', review)
      return [...(await search_head(ask)), ['Pages', table<SearchRow>({ rows: top_pages, columns: search_columns })]]
    },
  },
  {
    address: 'search?tab=lost',
    async regions(ask) {
      const { lost_queries } = await ask('revisar_seo', review)
      return [
        ...(await search_head(ask)),
        [
          'Lost queries',
          table({
            rows: lost_queries!,
            columns: {
              Clicks: ['count', ({ clicks }) => clicks],
              'Clicks before': ['count', ({ previous_clicks }) => previous_clicks],
              Lost: ['count', ({ change }) => change],
            },
          }),
        ],
      ]
    },
  },
]

const email: View[] = [
  {
    address: 'mail',
    async regions(ask) {
      const answer = await ask('revisar_email', review)
      const of_tile = (name: 'campaigns_sent' | 'delivered' | 'unsubscribes') =>
        tile(answer[name].current, 'count', answer[name].change_percent)
      return [
        ['Sent campaigns', of_tile('campaigns_sent')],
        ['Delivered', of_tile('delivered')],
        ['Open rate', tile(answer.open_rate.current, 'share', answer.open_rate.change_percent)],
        ['Click rate', tile(answer.click_rate.current, 'share', answer.click_rate.change_percent)],
        ['Unsubscribes', of_tile('unsubscribes')],
        ['Claimed revenue', tile(answer.revenue.current, 'money', answer.revenue.change_percent)],
        [
          'Sent in these days',
          table({
            rows: answer.campaigns,
            columns: {
              Delivered: ['count', ({ delivered }) => delivered],
              'Open rate': ['share', ({ open_rate }) => open_rate],
              'Click rate': ['share', ({ click_rate }) => click_rate],
              'Claimed revenue': ['money', ({ revenue }) => revenue],
            },
          }),
        ],
      ]
    },
    texts: async (ask) => [(await ask('revisar_email', review)).summary],
  },
  {
    address: 'mail?tab=campaigns',
    async regions(ask) {
      const { campaigns } = await ask('query_email_campaigns', { limit: 1_000 })
      assert.ok(
        campaigns.some(({ sent }) => sent === null),
        'a planned campaign has no figures yet',
      )
      return [
        [
          'Campaigns',
          table({
            rows: campaigns,
            columns: {
              Recipients: ['count', ({ sent }) => sent],
              Opens: ['count', ({ opens }) => opens],
              Clicks: ['count', ({ clicks }) => clicks],
              'Claimed revenue': ['money', ({ revenue }) => revenue],
            },
          }),
        ],
      ]
    },
  },
  {
    address: 'mail?tab=contacts',
    async regions(ask) {
      const { contacts } = await ask('query_contacts', { limit: 1_000 })
      return [['Contacts', table({ rows: contacts, columns: {} })]]
    },
    async texts(ask) {
      const { count, total } = await ask('query_contacts', { limit: 1_000 })
      return [`${count} of ${total} rows are shown.`]
    },
  },
]

/** They repeat the question, or have sentences of the tools. */
const beside_answers = (...names: string[]): Region[] => names.map((name) => [name, async () => {}])

const explore: View[] = [
  {
    address: 'explore?metric=store.revenue,store.orders,store.average_order_value&by=channel',
    async regions(ask) {
      const metrics = ['store.revenue', 'store.orders', 'store.average_order_value']
      const [revenue, orders, average] = await Promise.all(
        metrics.map((metric) => ask('query_data', { metric, dimensions: ['channel'], ...days })),
      )
      const value = (answer: Result<'query_data'> | undefined, channel: unknown) =>
        (answer!.rows.find((row) => row.channel === channel)?.value ?? null) as number | null
      const of = (answer: Result<'query_data'> | undefined) => answer!.rows.map((row) => row.value as number | null)
      return [
        ['Revenue', tile(revenue!.total_value, 'money')],
        ['Orders', tile(orders!.total_value, 'count')],
        ['Average order value', tile(average!.total_value, 'money')],
        ['Revenue by channel', plot('money', [of(revenue)])],
        ['Orders by channel', plot('count', [of(orders)])],
        ['Average order value by channel', plot('money', [of(average)])],
        [
          'Answer',
          table({
            rows: revenue!.rows,
            columns: {
              Revenue: ['money', ({ channel }) => value(revenue, channel)],
              Orders: ['count', ({ channel }) => value(orders, channel)],
              'Average order value': ['money', ({ channel }) => value(average, channel)],
            },
            totals: { Revenue: revenue!.total_value, Orders: orders!.total_value },
          }),
        ],
        ...beside_answers('Question', 'Notes on these figures', 'Copy this question'),
      ]
    },
  },
  {
    address: `explore?tab=sql&sql=${encodeURIComponent(SQL)}`,
    async regions(ask) {
      const { rows } = await ask('run_readonly_sql', { sql: SQL })
      assert.equal(rows.length, 2)
      return [
        [
          'Answer',
          async (region) => {
            const cells = await region.locator('tbody td').allInnerTexts()
            const value = (one: unknown) => (one === null ? '—' : String(one))
            assert.deepEqual(
              cells.map((text) => text.trim()),
              rows.flatMap((row) => Object.values(row).map(value)),
            )
          },
        ],
        ...beside_answers('Tables', 'Copy this question'),
      ]
    },
  },
]

const views: View[] = [overview, ...ads, ...store, ...search, ...email, ...explore]

/** From the lists of the areas. A new page has its comparison here, or is one without figures. */
async function paths_of_pages(): Promise<string[]> {
  const paths: string[] = []
  for await (const file of glob('dashboard/src/areas/*/pages.ts', { cwd: ROOT }))
    for (const [, path] of (await readFile(join(ROOT, file), 'utf8')).matchAll(/\bpath: '([^']*)'/g)) paths.push(path!)
  return paths
}

// ---- the comparison ----------------------------------------------------------------------------------------------------

const path_of = ({ address }: View) => address.split('?')[0]!

async function post(url: string, headers: Record<string, string>, input: object) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(input),
  })
  const { ok, result, error } = (await answer.json()) as { ok: boolean; result: never; error: string }
  assert.ok(ok, `${url}: ${error}`)
  return result
}

/** Asks as the page does, and remembers what the page has sent. */
function asker({ page, context }: Visitor): Ask {
  const sent: string[] = []
  page.on('request', (request) => {
    const tool = new URL(request.url()).pathname.replace('/api/v1/', '')
    if (request.method() === 'POST') sent.push(`${tool} ${request.postData()}`)
  })
  const assert_sent = async (tool: string, input: object) => {
    const wanted = `${tool} ${JSON.stringify(input)}`
    for (let tries = 0; tries < 200 && !sent.includes(wanted); tries++) await page.waitForTimeout(50)
    assert.ok(sent.includes(wanted), `the page did not send ${wanted}, but ${sent.join(', ')}`)
  }
  const url = (tool: string) => `${dashboard.url}/api/v1/${tool}`
  const ask = async (tool: string, input: object) => {
    await assert_sent(tool, input)
    return post(url(tool), { authorization: `Bearer ${org.key}` }, input)
  }
  const inside = async (tool: string, input: object) => {
    await assert_sent(tool, input)
    const headers = { origin: dashboard.url, 'x-svc-org': org.org_id }
    const answer = await context.request.post(url(tool), { headers, data: input })
    return ((await answer.json()) as { result: never }).result
  }
  return Object.assign(ask, { inside }) as Ask
}

async function reader_of({ page }: Visitor, language: string): Promise<Reader> {
  if (language === 'en') return { page, language, said: (text) => text }
  const file = join(ROOT, `dashboard/locales/${language}.json`)
  const words = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
  return { page, language, said: (text) => words[text] ?? text }
}

const member = (language: string) =>
  dashboard.member({ org_id: org.org_id, role: 'admin', email: `${language}@example.com`, language })

/** Opens the page, and compares everything on it. */
async function compare(view: View, visitor: Visitor, language: string): Promise<void> {
  const ask = asker(visitor)
  const reader = await reader_of(visitor, language)
  const separator = view.address.includes('?') ? '&' : '?'
  await visitor.page.goto(`${dashboard.url}/o/${org.org_id}/${view.address}${separator}period=${DAYS}d`)
  await assert_regions(reader, await view.regions(ask))
  const texts = language === 'en' ? await view.texts?.(ask) : []
  for (const text of texts ?? []) await visitor.page.getByText(text, { exact: false }).waitFor()
  assert.deepEqual(visitor.faults, [])
}

suite('what a person reads equals the answer of the tool', () => {
  let visitor: Visitor
  const tabs = new Map<string, Set<string>>()
  const opened = new Map<string, Set<string>>()
  before(async () => {
    visitor = await member('en')
  })
  after(() => visitor.close())

  for (const view of views)
    test(view.address || 'the overview', async () => {
      const page = await visitor.open_tab()
      try {
        await compare(view, { ...visitor, page }, 'en')
        const names = (selected: object) => page.locator('main').getByRole('tab', selected).allInnerTexts()
        const path = path_of(view)
        tabs.set(path, new Set(await names({})))
        opened.set(path, new Set([...(opened.get(path) ?? []), ...(await names({ selected: true }))]))
      } finally {
        await page.close()
      }
    })

  test('on every page with figures, and on each of its tabs', async () => {
    const with_figures = (await paths_of_pages()).filter((path) => !WITHOUT_FIGURES.includes(path.split('/')[0]!))
    assert.deepEqual([...tabs.keys()].sort(), with_figures.sort())
    assert.deepEqual(opened, tabs)
  })
})

test('what a person reads in Spanish equals the answer of the tool', async () => {
  const visitor = await member('es')
  await compare(store[0]!, visitor, 'es')
  await visitor.close()
})
