// What a question in the address means, which calls it makes, and how their answers make one table.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answer_to, catalog as of_test } from '#test/answers_of/explore.ts'
import { catalog_in } from '../../dashboard/src/api/metric_catalog.ts'
import {
  find_source,
  inputs_of,
  place_of,
  read_question,
  with_source,
  written_question,
} from '../../dashboard/src/areas/explore/question.ts'
import { type Answer, is_rest, joined_rows, lines_of } from '../../dashboard/src/areas/explore/rows.ts'

const catalog = catalog_in(of_test)
const dates = { date_from: '2026-06-01', date_to: '2026-06-03' }
const read = (address: Parameters<typeof read_question>[0]) => {
  const { broken, ...question } = read_question(address, catalog)
  return { question, broken, inputs: inputs_of(question, find_source(catalog, question), dates) }
}

test('without a question in the address, the revenue of the store by day is asked', () => {
  const { broken, inputs } = read({})
  assert.deepEqual([broken, inputs], [[], [{ metric: 'store.revenue', dimensions: ['date'], ...dates }]])
})

test('a question is the same after the address, with every form of filter', () => {
  const filters = [
    { dimension: 'utm_source', form: 'is', values: ['a,b', 'c&d'] },
    { dimension: 'platform', form: 'is', values: ['sx'] },
    { dimension: 'sku', form: 'contains', values: ['VELA "1"'] },
    { dimension: 'items', form: 'at_least', values: ['2'] },
  ] as const
  const question = { metrics: ['store.revenue', 'store.orders'], by: ['week', 'utm_source'], filters }
  const { question: after, broken, inputs } = read(written_question(question))
  assert.deepEqual([after, broken], [question, []])
  assert.deepEqual(inputs[1], {
    ...{ metric: 'store.orders', dimensions: ['week', 'utm_source'], ...dates },
    filters: {
      ...{ utm_source: ['a,b', 'c&d'], platform: 'sx', sku: { contains: 'VELA "1"' } },
      items: { gte: 2 },
    },
  })
})

test('a filter on nothing asks for rows without a value, and one without values does not filter', () => {
  const filters = [
    { dimension: 'utm_source', form: 'is_empty', values: [] },
    { dimension: 'sku', form: 'is', values: [] },
  ] as const
  const { question, inputs } = read(written_question({ metrics: ['store.orders'], by: [], filters }))
  assert.deepEqual(inputs, [{ metric: 'store.orders', filters: { utm_source: null }, ...dates }])
  assert.deepEqual(question.filters, [filters[0]])
})

test('what the catalog does not have is left out by name, and the rest stays', () => {
  for (const [address, broken, input] of [
    [{ metric: 'store.profit' }, ['metric'], { metric: 'store.revenue' }],
    [{ metric: 'store.orders,seo.clicks' }, ['metric'], { metric: 'store.orders' }],
    [{ metric: 'seo.clicks', by: 'utm_source,query' }, ['by'], { metric: 'seo.clicks', dimensions: ['query'] }],
    [{ metric: 'seo.clicks', where: '{"query":' }, ['where'], { metric: 'seo.clicks' }],
    [{ metric: 'seo.clicks', where: '[1]' }, ['where'], { metric: 'seo.clicks' }],
    [{ metric: 'seo.clicks', where: '{"query":{"gte":"a","lte":"b"}}' }, ['where'], { metric: 'seo.clicks' }],
    [{ metric: 'seo.clicks', where: '{"query":{"gte":"a"}}' }, ['where'], { metric: 'seo.clicks' }],
    [{ metric: 'seo.clicks', where: '{"date":"2026-06-01"}' }, ['where'], { metric: 'seo.clicks' }],
    [{ metric: 'seo.clicks', where: '{"constructor":"x"}' }, ['where'], { metric: 'seo.clicks' }],
  ] as const) {
    const of = read(address)
    assert.deepEqual(of.broken, broken, JSON.stringify(address))
    assert.deepEqual(of.inputs, [{ ...input, ...dates }], JSON.stringify(address))
  }
})

test('another source keeps only what it knows too', () => {
  const filters = [{ dimension: 'platform', form: 'is', values: ['sx'] }] as const
  const question = { metrics: ['store.revenue'], by: ['date', 'platform'], filters }
  const seo = catalog.sources.find(({ source }) => source === 'seo')!
  assert.deepEqual(with_source(question, seo), { metrics: ['seo.clicks'], by: ['date'], filters: [] })
})

test('a sentence of the engine belongs to the field that it is about', () => {
  const filters = [{ dimension: 'sku', form: 'is', values: ['x'] }] as const
  const question = { metrics: ['social_ads.spend'], by: ['ad', 'country'], filters }
  for (const [sentence, place] of [
    ['social_ads.spend is not known by ad and country together; ask for one of them.', { is: 'by' }],
    ['social.followers does not add up over days: add the dimension date, or ask for one day.', { is: 'by' }],
    ["'ad' is a dimension of search_ads, and sources cannot be mixed.", { is: 'by' }],
    ["The filter on 'sku' needs a number.", { is: 'filter', dimension: 'sku' }],
    ['date_from must not be after date_to.', undefined],
  ] as const)
    assert.deepEqual(place_of(sentence, question), place, sentence)
})

const answer = (metric: string, dimensions: string[]): Answer =>
  answer_to({ metric, dimensions, ...dates }) as unknown as Answer

test('the rows of several metrics share one table, and no value is made up', () => {
  const revenue = answer('store.revenue', ['utm_source'])
  const orders = answer('store.orders', ['utm_source'])
  orders.rows = [
    { utm_source: 'google', value: 0 },
    { utm_source: 'only here', value: 7 },
  ]
  const rows = joined_rows([revenue, orders], ['utm_source'])
  const of = (name: string) => rows.find(({ key }) => key.utm_source === name)!.values
  assert.equal(rows.length, revenue.rows.length + 1)
  assert.equal(of('google')['store.orders'], 0)
  assert.ok(!('store.orders' in of('meta')))
  assert.deepEqual(of('only here'), { 'store.orders': 7 })
})

test('rows that stand for others are no lines and no bars', () => {
  assert.ok(is_rest({ key: { date: null, query: '(others)' } }))
  assert.ok(is_rest({ key: { query: '(not reported at this level)' } }))
  assert.ok(!is_rest({ key: { query: 'others' } }))
})

test('a line has a gap where the answer has no row, and the highest lines are drawn', () => {
  const dimensions = ['date', 'sku']
  const daily = answer('store.revenue', dimensions)
  daily.rows = Array.from({ length: 8 }, (_, sku) => ({ date: '2026-06-01', sku: `s${sku}`, value: sku }))
  daily.rows.push({ date: '2026-06-03', sku: 's7', value: null }, { date: null, sku: '(others)', value: 1e6 })
  const [time, sku] = [catalog.sources[0]!.dimensions[0]!, 'sku']
  const { days, lines, left_out } = lines_of(joined_rows([daily], dimensions), daily, time, [sku])
  assert.deepEqual(days, ['2026-06-01', '2026-06-02', '2026-06-03'])
  assert.deepEqual(lines[0], { key: { sku: 's7' }, values: [7, null, null] })
  assert.deepEqual([lines.length, left_out], [5, 3])
})

test('a week or a month without a row is a gap, and the days may begin and end in the middle of one', () => {
  const points = (type: 'week' | 'month', first_day: string, dates: string[]) => {
    const of = answer('store.revenue', [type])
    of.window = { ...of.window, from: '2026-05-06', to: '2026-07-01' }
    of.rows = dates.map((date) => ({ [type]: date, value: 5 }))
    const time = { ...catalog.sources[0]!.dimensions[0]!, dimension: type, type }
    const { days, lines } = lines_of(joined_rows([of], [type]), of, time, [])
    assert.equal(days[0], first_day)
    return lines[0]!.values
  }
  assert.deepEqual(points('month', '2026-05-01', ['2026-05-01', '2026-07-01']), [5, null, 5])
  const weeks = points('week', '2026-05-04', ['2026-05-04', '2026-05-18', '2026-06-29'])
  assert.deepEqual([weeks.length, weeks.slice(0, 4), weeks.at(-1)], [9, [5, null, 5, null], 5])
})
