// Every tool with figures of platforms answers null for what was not read, and zero only where nothing happened. A new tool is in by itself.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { platforms } from '#domain/platforms.ts'
import { type FiguresOrg, figures_bench } from '#test/figures.ts'
import { example_of, with_sources } from '#test/read_tools.ts'

/** Fields whose numbers are no figures: of the days, of the rows shown, of the sources, and of the days that are known. */
const BESIDE = new Set([
  ...['window', 'previous_window', 'year_before_window', 'count', 'rates', 'covered_parts'],
  ...['sources', 'more_sources'],
])
/** Ratios are null where they would divide by zero, and people of several days do not add up. */
const NOT_ADDED = /^(roas|ctr|position|average_value|\w+_rate|\w+_users)$/
/** Tools that count what Tablero itself has. */
const OWN: Record<string, string> = {
  list_store_connections: 'its rows are the connections',
  list_social_metrics: 'it needs an account, which a sync reads; see its own test below',
}
/** Figures that are no rows of a platform. */
const OWN_FIGURES: Record<string, string> = {
  'quick_wins.total': 'the advice that was found; its notes say what could not be looked at',
  'preparar_reporte.recommendations_total': 'the stored recommendations',
}
/** Figures as they stand now, in answers over a window. */
const OF_TODAY = 'revisar_tienda.stock.'
const UNREAD = { last_sync_at: null, last_rows_at: null }
const COVERED_FROM = '2026-11-15'

const tools = with_sources.filter(({ name }) => !(name in OWN))
const of_a_window = tools.filter(({ result }) => 'window' in result)

/** Every number in a value, with the path to it. */
function numbers_of(value: unknown, path: string): [string, number][] {
  if (typeof value === 'number') return [[path, value]]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, of]) => (BESIDE.has(name) ? [] : numbers_of(of, `${path}.${name}`)))
}

describe('each tool with figures of platforms', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  before(async () => {
    bench = await figures_bench()
  })
  after(() => bench.close())

  async function all_connected(values = {}): Promise<{ org: FiguresOrg; ids: string[] }> {
    const org = await bench.org()
    const ids: string[] = []
    for (const platform of Object.keys(platforms)) ids.push(await org.connect(platform, values))
    return { org, ids }
  }
  const known_of = (name: string, result: object) => numbers_of(result, name).filter(([path]) => !(path in OWN_FIGURES))

  it('has null for every figure and says so, while its connections never read', async () => {
    const { org } = await all_connected(UNREAD)
    for (const tool of tools) {
      const result = await org.ask(tool.name, example_of(tool))
      assert.deepEqual(known_of(tool.name, result), [], tool.name)
      assert.match(result.notes.join('\n'), /has not been synced to the end yet/, tool.name)
    }
  })

  it('has null for every figure and says so, without any connection', async () => {
    const org = await bench.org()
    for (const tool of tools) {
      const result = await org.ask(tool.name, example_of(tool))
      assert.deepEqual(known_of(tool.name, result), [], tool.name)
      assert.match(result.notes.join('\n'), /is connected, so (nothing is|its figures are not) known/, tool.name)
    }
  })

  it('has null for every figure of days before the first stored one, and says since when there is data', async () => {
    const { org, ids } = await all_connected()
    for (const id of ids) await org.cover(id, { covered_from: COVERED_FROM })
    for (const tool of of_a_window) {
      const dates = 'date_from' in tool.input ? { date_from: '2026-10-01', date_to: '2026-10-10' } : {}
      const { days_back: _, ...example } = example_of(tool)
      const result = await org.ask(tool.name, { ...example, ...dates })
      const of_days = known_of(tool.name, result).filter(([path]) => !path.startsWith(OF_TODAY))
      assert.deepEqual(of_days, [], tool.name)
      assert.match(result.notes.join('\n'), new RegExp(`has data since ${COVERED_FROM}`), tool.name)
      assert.equal(result.window.is_partial, true, tool.name)
    }
  })

  it('has zero for every figure where everything was read and nothing happened', async () => {
    const { org } = await all_connected()
    for (const tool of tools) {
      const result = await org.ask(tool.name, example_of(tool))
      const figures = numbers_of(result, tool.name)
      assert.ok(figures.length > 0, tool.name)
      assert.deepEqual(
        figures.filter(([, value]) => value !== 0),
        [],
        tool.name,
      )
      const totals = Object.entries(result.totals ?? {}).filter(([name]) => !NOT_ADDED.test(name))
      for (const [name, value] of totals) assert.equal(value, 0, `${tool.name}: totals.${name}`)
      if ('total' in tool.result) assert.equal(result.total, 0, tool.name)
    }
  })

  it('keeps the rows that are known of a list, without a total, while another source was not read', async () => {
    const org = await bench.org()
    const shop = await org.connect('sx')
    await org.connect('tnx', UNREAD)
    const product = { store_connection_id: shop, product_id: '1', title: 'Sofa', status: 'active' }
    await org.insert((db) => db.insertInto('store_products').values(product).execute())
    for (const tool of ['list_store_products', 'query_products']) {
      const { products, count, total, notes } = await org.ask(tool)
      assert.deepEqual([products.length, count, total], [1, 1, null], tool)
      assert.match(notes.join('\n'), /tnx \(Main\) has not been synced/)
    }
    assert.equal((await org.ask('list_store_products', { platform: 'sx' })).total, 1)
  })

  it('list_social_metrics has null for the days of an account that were not read', async () => {
    const org = await bench.org()
    const network = await org.connect('social_a')
    const account = { connection_id: network, social_account_id: 's1', platform: 'social_a', username: 'casa' }
    await org.insert((db) => db.insertInto('social_accounts').values(account).execute())
    const ask = () => org.ask('list_social_metrics', { social_account_id: 's1', days_back: 5 })
    const read = await ask()
    assert.deepEqual([read.impressions, read.engagements], [0, 0])
    await org.cover(network, { covered_from: '2026-11-20' })
    const { impressions, engagements, days: listed, notes } = await ask()
    assert.deepEqual([impressions, engagements], [null, null])
    for (const { date: _, ...figures } of listed) assert.deepEqual(numbers_of(figures, 'days'), [])
    // 'Data until 2026-11-19' beside it would contradict it.
    const since =
      'social_a (Main) has data since 2026-11-20 and no whole day yet; figures of earlier days are not known.'
    const days = { date_from: '2026-11-18', date_to: '2026-11-20' }
    for (const all of [notes, (await org.ask('query_data', { metric: 'social.impressions', ...days })).notes])
      assert.deepEqual(
        all.filter((note: string) => /has data|whole day/.test(note)),
        [since],
      )
  })

  it('has no exception without a tool', () => {
    const names = new Set(with_sources.map(({ name }) => name))
    const excepted = [...Object.keys(OWN), ...Object.keys(OWN_FIGURES).map((path) => path.split('.')[0]!)]
    assert.deepEqual(
      excepted.filter((name) => !names.has(name)),
      [],
    )
    assert.ok(tools.length > 25 && of_a_window.length > 20)
  })
})
