// The stored values are exactly those that a connector returns, whatever characters they contain.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type StageBench, stage_bench } from '#test/stage_bench.ts'

const texts = [
  '',
  ' ',
  'NULL',
  'null',
  '{}',
  '{a,b}',
  '[1]',
  '"quoted"',
  "it's",
  'comma, semicolon; colon:',
  'back\\slash \\n \\"',
  'line\nfeed\ttab\r',
  'ñandú 日本語 🛍️ \u200f\u202e',
  '$1 :name %s',
]
/** Texts that PostgreSQL cannot store, each with the stored text. */
const replaced = { 'nul\0': 'nul\ufffd', 'half of a 🛍️: \ud83d': 'half of a 🛍️: \ufffd' }
const now = '2026-11-20T18:00:00.000Z'

let bench: StageBench
before(async () => {
  bench = await stage_bench('sx')
})
after(() => bench?.close())

async function store(table: string, rows: Record<string, unknown>[]): Promise<Record<string, unknown>[]> {
  const records = rows.map((row) => ({ [table]: row }))
  await bench.store([table], records, { read_at: now })
  return (await bench.db.query(`select * from ${table} order by 1, 2, 3, 4`)).rows
}

test('texts and lists of texts', async () => {
  const products = texts.map((text, n) => ({
    status: 'active',
    product_id: `p${String(n).padStart(3, '0')}`,
    title: text,
    vendor: n % 2 === 0 ? text : null,
    tags: texts.slice(0, n),
    changed_at: now,
  }))
  const stored = await store('store_products', products)
  assert.deepEqual(
    stored.map(({ status, product_id, title, vendor, tags, changed_at }) => ({
      status,
      product_id,
      title,
      vendor,
      tags,
      changed_at,
    })),
    products,
  )
})

test('documents, exact numbers, booleans, instants and missing columns', async () => {
  const lines = texts.map((text) => ({
    title: text,
    nested: [text, { price_micros: 9_007_199_254_740_993n }],
    none: null,
  }))
  const cart = { currency: 'MXN', started_at: now, changed_at: now, total_micros: 9_007_199_254_740_993n }
  const stored = await store('checkouts', [
    { ...cart, checkout_id: 'a', lines, token: 't' },
    { ...cart, checkout_id: 'b', lines: [] },
  ])
  const as_stored = JSON.parse(JSON.stringify(lines, (_, value) => (typeof value === 'bigint' ? `${value}` : value)))
  assert.deepEqual(
    stored.map(({ checkout_id, lines, total_micros, started_at, token }) => ({
      checkout_id,
      lines,
      total_micros,
      started_at,
      token,
    })),
    [
      { checkout_id: 'a', lines: as_stored, total_micros: cart.total_micros, started_at: now, token: 't' },
      { checkout_id: 'b', lines: [], total_micros: cart.total_micros, started_at: now, token: null },
    ],
  )
})

test('a character that PostgreSQL cannot store is replaced, and the sync continues', async () => {
  const [given, stored] = [Object.keys(replaced), Object.values(replaced)]
  const rows = await store(
    'store_products',
    given.map((title, n) => ({ status: 'active', product_id: `q${n}`, title, tags: [title], changed_at: now })),
  )
  const found = rows.filter(({ product_id }) => String(product_id).startsWith('q'))
  assert.deepEqual(
    found.map(({ title, tags }) => [title, tags]),
    stored.map((title) => [title, [title]]),
  )
})

test('a checkout that became an order, and a broadcast with new results, are restatements; other columns are none', async () => {
  await bench.db.query(
    `insert into sync_cursors (org_id, connection_id, stream, account_id, cursor) values ($1, $2, 'all', '', $3)`,
    [bench.org_id, bench.connection_id, JSON.stringify({ finished_at: now })],
  )
  const checkout = { checkout_id: 'c1', started_at: '2026-11-18T10:00:00Z', currency: 'USD', changed_at: now }
  const mail = { campaign_id: 'm1', name: 'Sale', status: 'sent', sent_at: '2026-11-18T10:00:00Z' }
  await store('checkouts', [{ ...checkout, total_micros: 5_000_000n, completed_at: null }])
  await store('checkouts', [{ ...checkout, total_micros: 5_000_000n, completed_at: now }])
  await store('email_campaigns', [{ ...mail, opens: 120n }])
  await store('email_campaigns', [{ ...mail, name: 'Sale!' }]) // no row names the results, so they stay
  await store('email_campaigns', [{ ...mail, opens: 150n, delivered: 900n }]) // nothing was known of what was delivered
  const { rows } = await bench.db.query(
    `select table_name, row_key, date::text, metric, old_value, new_value from metric_restatements
     where org_id = $1 order by table_name, restated_at`,
    [bench.org_id],
  )
  assert.deepEqual(rows, [
    {
      table_name: 'checkouts',
      row_key: { checkout_id: 'c1' },
      date: '2026-11-18',
      metric: 'total_micros',
      old_value: '5000000',
      new_value: null,
    },
    {
      table_name: 'email_campaigns',
      row_key: { campaign_id: 'm1' },
      date: '2026-11-18',
      metric: 'opens',
      old_value: '120',
      new_value: '150',
    },
  ])
})

test('a column that a row does not name keeps its value beside rows that name it, and null replaces it', async () => {
  const mail = (id: string) => ({ campaign_id: id, name: id, status: 'sent', sent_at: '2026-11-17T10:00:00Z' })
  const log = async () => {
    const { rows } = await bench.db.query(
      `select row_key->>'campaign_id' as id, metric, old_value, new_value from metric_restatements
       where org_id = $1 and row_key->>'campaign_id' like 'k%' order by 1, 2`,
      [bench.org_id],
    )
    return rows.map(({ id, metric, old_value, new_value }) => [id, metric, old_value, new_value])
  }
  await store('email_campaigns', [
    { ...mail('k1'), opens: 5n, clicks: 2n },
    { ...mail('k2'), opens: 6n, clicks: 3n },
    { ...mail('k3'), opens: 7n, clicks: 4n },
  ])
  const stored = await store('email_campaigns', [
    { ...mail('k1'), name: 'Renamed' },
    { ...mail('k2'), opens: 8n, clicks: null },
    { status: 'sent', opens: 9n, name: 'k3', campaign_id: 'k3' },
    mail('k4'),
  ])
  assert.deepEqual(
    stored
      .filter(({ campaign_id }) => String(campaign_id).startsWith('k'))
      .map(({ campaign_id, name, sent_at, opens, clicks }) => [campaign_id, name, sent_at !== null, opens, clicks])
      .map((row) => row.map((value) => (typeof value === 'bigint' ? Number(value) : value))),
    [
      ['k1', 'Renamed', true, 5, 2],
      ['k2', 'k2', true, 8, null],
      ['k3', 'k3', true, 9, 4],
      ['k4', 'k4', true, null, null],
    ],
  )
  assert.deepEqual(await log(), [
    ['k2', 'clicks', '3', null],
    ['k2', 'opens', '6', '8'],
    ['k3', 'opens', '7', '9'],
  ])
})

test('a new row has the default of a column that it does not name, whatever other rows name', async () => {
  const product = { status: 'active', title: 'Mug', changed_at: now }
  const stored = await store('store_products', [
    { ...product, product_id: 'd1', tags: ['new'] },
    { ...product, product_id: 'd2' },
  ])
  const tags = new Map(stored.map(({ product_id, tags }) => [product_id, tags]))
  assert.deepEqual([tags.get('d1'), tags.get('d2')], [['new'], []])
})

test('a row of a day that names no figure is stored as unknown, and replaces no figures', async () => {
  const of = (date: string) => ({ social_account_id: '1', date })
  const shown = (rows: Record<string, unknown>[]) => rows.map(({ reach, impressions }) => [reach, impressions])
  const [first, second, third] = ['2026-11-01', '2026-11-02', '2026-11-03'] as const
  const seen = { reach: 7n, impressions: 9n }
  assert.equal((await store('social_daily', [{ ...of(first), ...seen }, of(second)])).length, 2)
  // The first day comes without figures beside a day with some.
  const stored = await store('social_daily', [of(first), { ...of(second), reach: 0n }, of(third)])
  assert.deepEqual(
    shown(stored).map((row) => row.map(as_number)),
    [
      [7, 9],
      [0, null],
      [null, null],
    ],
  )
})

test('a figure of a day that a row does not name stays and is no restatement, and null is one', async () => {
  const of = (date: string) => ({ social_account_id: '2', date })
  const [first, second, third] = ['2026-10-01', '2026-10-02', '2026-10-03'] as const
  await store(
    'social_daily',
    [first, second, third].map((date) => ({ ...of(date), reach: 7n, impressions: 9n })),
  )
  const stored = await store('social_daily', [
    { ...of(first), impressions: 10n },
    { ...of(second), reach: null, impressions: null },
    of(third),
  ])
  assert.deepEqual(
    stored
      .filter(({ social_account_id }) => social_account_id === '2')
      .map(({ reach, impressions }) => [reach, impressions].map(as_number)),
    [
      [7, 10],
      [null, null],
      [7, 9],
    ],
  )
  const { rows } = await bench.db.query(
    `select date::text, metric, old_value, new_value from metric_restatements
     where org_id = $1 and table_name = 'social_daily' and date < '2026-11-01' order by date, metric`,
    [bench.org_id],
  )
  assert.deepEqual(
    rows.map(({ date, metric, old_value, new_value }) => [date, metric, old_value, new_value]),
    [
      [first, 'impressions', '9', '10'],
      [second, 'impressions', '9', null],
      [second, 'reach', '7', null],
    ],
  )
})

const as_number = (value: unknown) => (value === null ? null : Number(value))
