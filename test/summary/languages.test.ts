// The sentences of all reading tools in each language. The snapshots show them to translators:
// `npm test -- test/summary/languages.test.ts --test-update-snapshots` writes them.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { in_org } from '#db/org.ts'
import { scopes } from '#domain/scopes.ts'
import { call } from '#engine/calls/call.ts'
import { create_connection } from '#engine/vendors/connections.ts'
import * as groups from '#figures/groups.ts'
import { read_catalog } from '#figures/metrics/catalog.ts'
import { is_beside } from '#figures/sums/unknown_rows.ts'
import { type Language, languages } from '#messages/message.ts'
import { catalogs } from '#messages/render.ts'
import { create_key, create_org, set_org } from '#test/access.ts'
import { daily_rates, insert_business } from '#test/business_rows.ts'
import { english_words } from '#test/english.ts'
import { type FiguresOrg, figures_bench } from '#test/figures.ts'
import { recent_connectors } from '#test/recent.ts'
import { sync_bench } from '#test/sync.ts'
import { areas } from '#tools/index.ts'
import { sandbox_connections } from '../../sandbox/connections.ts'

/** Of the simulated business: most days of a question, and some before. */
const HISTORY_DAYS = 35
const SNAPSHOTS = join(import.meta.dirname, 'sentences')

/** Questions whose answers have many different sentences. */
const questions: [tool: string, input: Record<string, unknown>][] = [
  ['get_kpi_summary', { days_back: 30 }],
  ['get_kpi_summary', { days_back: 7, date_to: '2026-11-01' }],
  ['get_kpi_summary', { date_from: '2026-11-01' }],
  ['analizar_performance', { days_back: 30 }],
  ['analizar_performance', { days_back: 30, channel: 'mx' }],
  ...['roas', 'revenue', 'spend', 'store_revenue'].map((metric): (typeof questions)[number] => [
    'diagnosticar_cambio',
    { days_back: 20, metric },
  ]),
  ['revisar_email', { days_back: 30 }],
  ['revisar_seo', { days_back: 20 }],
  ['revisar_tienda', { days_back: 20 }],
  ['query_data', { metric: 'store.revenue', dimensions: ['date'], date_from: '2026-11-10', date_to: '2026-11-12' }],
  ['query_data', { metric: 'social_ads.spend', filters: { campaign: 'Sumer' } }],
  ['query_data', { metric: 'web_analytics.users', dimensions: ['date'], date_from: '2026-11-10' }],
  ['query_data', { metric: 'marketplace_a.revenue' }],
  ['query_analytics', {}],
  ['query_carts', {}],
  ['query_contacts', {}],
  ['query_email_campaigns', {}],
  ['query_gx_campaigns', {}],
  ['query_mx_campaigns', {}],
  ['query_orders', {}],
  ['query_products', {}],
  ['query_seo_console', {}],
]

/** Texts of an answer that are for people. */
function sentences_of(value: unknown, name = ''): string[] {
  if (typeof value === 'string')
    return /^(summary|notes|message|health_reason|unreadable|of)$/.test(name) ? [value] : []
  if (Array.isArray(value)) return value.flatMap((one) => sentences_of(one, name))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => sentences_of(one, key))
}

/** The same texts with # in place of figures, which change with the rows of the test. Dates stay. */
const without_figures = (said: object): object =>
  JSON.parse(
    JSON.stringify(said, (_, text) =>
      typeof text === 'string'
        ? text.replace(/\d{4}-\d\d-\d\d|[+-]?\b\d+(?:[.,]\d+)*/g, (of) => (/^\d{4}-/.test(of) ? of : '#'))
        : text,
    ),
  )

/** Calls that ask without a pause would take a whole processor until the change is in effect. */
const ASKED_EVERY_MS = 50
async function until(is_so: () => Promise<boolean>): Promise<void> {
  while (!(await is_so())) await sleep(ASKED_EVERY_MS)
}

describe('answers in the language of the organization', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let acme: FiguresOrg
  let healthy: FiguresOrg
  let none: FiguresOrg
  before(async () => {
    bench = await figures_bench()
    await bench.rate(daily_rates().filter(({ currency }) => currency !== 'BRL'))
    acme = await bench.org()
    healthy = await bench.org()
    none = await bench.org()
    await insert_business(acme)
    await insert_business(healthy, 2)
    const own_rate = { currency: 'BRL', valid_from: '2025-01-01', units: '3.4', per_currency: 'MXN', kind: 'contract' }
    await healthy.insert((db) =>
      db
        .insertInto('org_fx_rates')
        .values({ ...own_rate, created_by: 'test' })
        .execute(),
    )
    const late = { last_sync_at: '2026-11-15T12:00:00Z', last_rows_at: '2026-11-15T12:00:00Z' }
    const tx = await acme.connect('tx_ads', { name: 'Vídeo', ...late, needs_reconnection: true })
    const store = await acme.connect('tnx', { name: 'Segunda' })
    await acme.connect('store_c', { name: 'Tercera', last_sync_at: null, last_rows_at: null })
    await acme.connect('email_b', { name: 'Boletín', last_rows_at: '2026-10-01T12:00:00Z' })
    await acme.connect('net_d_ads', { name: 'Micro', ...late, last_error_at: '2026-11-20T12:00:00Z' })
    await acme.cover(tx, { covered_from: '2026-11-05' })
    await acme.cover(store, {
      empty_days: ['2026-11-10', '2026-11-11'],
      covered_from: '2026-10-25',
      suspect_reason: 'The read lost rows.',
    })
  })
  after(() => bench.close())

  async function write_in(orgs: FiguresOrg[], language: Language) {
    for (const { org_id } of orgs) await set_org(bench.pool, org_id, { language })
    for (const org of orgs) await until(async () => (await org.ask('get_organization_info')).language === language)
  }

  for (const language of languages)
    it(`${language}: the sentences of each tool`, async (context) => {
      await write_in([acme, healthy, none], language)
      const said: Record<string, string[]> = {}
      for (const [tool, input] of questions) {
        said[`${tool} ${JSON.stringify(input)}`] = sentences_of(await acme.ask(tool, input))
        const healthy_question = `healthy: ${tool} ${JSON.stringify(input)}`
        if (!tool.startsWith('query_')) said[healthy_question] = sentences_of(await healthy.ask(tool, input))
        said[`without connections: ${tool}`] ??= sentences_of(await none.ask(tool, input))
      }
      const { channels, metric } = await acme.ask('diagnosticar_cambio', { metric: 'store_revenue' })
      said['channels of store_revenue'] = [metric, ...channels.map(({ channel }: { channel: string }) => channel)]
      context.assert.fileSnapshot(without_figures(said), join(SNAPSHOTS, `${language}.json`))
      if (language === 'en') return
      for (const [question, texts] of Object.entries(said))
        assert.deepEqual(texts.flatMap(english_words), [], `${question}: ${texts.join('\n')}`)
    })

  it('errors stay English', async () => {
    await write_in([acme], 'es')
    assert.equal(await acme.refused('get_kpi_summary', { days_back: 0 }), 'days_back: must be at least 1.')
  })

  it('every amount and every source of metrics has a name', async () => {
    const names = Object.values(groups).flatMap((group) =>
      typeof group === 'object' && 'facts' in group
        ? Object.keys(group.facts.money).filter((name) => !is_beside(name))
        : [],
    )
    const { rows } = await in_org(bench.pool, { org_id: acme.org_id }, (db) =>
      sql<{ name: string }>`
        select distinct regexp_replace(c.name, '_micros$', '') as name
        from metric_definitions m, lateral (values (m.column_name), (m.numerator), (m.denominator)) c (name)
        where c.name like '%_micros'`.execute(db),
    )
    for (const name of [...names, ...rows.map((row) => row.name)]) assert.ok(`sum.${name}` in catalogs.en, name)
    const sources = await in_org(bench.pool, { org_id: acme.org_id }, (db) => read_catalog({ db }))
    for (const { source, title } of sources)
      assert.equal(Object.entries(catalogs.en).find(([key]) => key === `metric_source.${source}`)?.[1], title)
  })
})

describe('answers about the simulated business', () => {
  let bench: Awaited<ReturnType<typeof sync_bench>>
  let org_id: string
  let key: string
  before(async () => {
    bench = await sync_bench({ areas, history_days: HISTORY_DAYS, connectors: recent_connectors(HISTORY_DAYS) })
    const { engine } = bench
    org_id = await create_org(engine.pool, { name: 'Casa', currency: 'MXN', time_zone: 'America/Mexico_City' })
    key = (await create_key(engine.pool, { org_id, name: 'all', scopes })).key
    for (const connection of sandbox_connections) {
      const connection_id = await in_org(engine.pool.worker, { org_id }, (db) =>
        create_connection(db, engine, { org_id, ...connection, name: 'Casa' }),
      )
      assert.equal((await bench.sync({ org_id, connection_id })).end, 'succeeded', connection.platform)
    }
  })
  after(() => bench.close())

  for (const language of ['es', 'pt'] as const)
    it(`${language}: no reading tool answers with an English word`, async () => {
      await set_org(bench.engine.pool, org_id, { language })
      const ask = async (tool: string, input: Record<string, unknown>) => {
        const given = await call(bench.engine, {
          tool,
          input,
          credential: key,
          org_id: undefined,
          transport: 'rest',
          request_id: 'test',
        })
        assert.ok(given.ok, `${tool}: ${given.ok ? '' : given.error}`)
        return given.result
      }
      await until(async () => (await ask('get_organization_info', {})).language === language)
      const connections: typeof questions = [
        ['list_connections', {}],
        ['list_connections_detail', {}],
        ['propose_connect_platform', { platform: 'mx' }],
        ['propose_connect_platform', { platform: 'gx_ads' }],
      ]
      let count = 0
      for (const [tool, input] of [...questions, ...connections]) {
        const texts = sentences_of(await ask(tool, input))
        count += texts.length
        assert.deepEqual(texts.flatMap(english_words), [], `${tool}: ${texts.join('\n')}`)
      }
      assert.ok(count > questions.length)
    })
})
