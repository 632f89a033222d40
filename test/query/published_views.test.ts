// The published views of run_readonly_sql: which rows count, what is not shown, and what figures rest on.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { daily_rates, insert_business } from '#test/business_rows.ts'
import { type FiguresOrg, figures_bench } from '#test/figures.ts'
import { catalog_in } from '../../dashboard/src/api/metric_catalog.ts'

/** Relations whose rows are no figures: own rates and costs apply to their own days, and campaigns only have names. */
const WITHOUT_COUNTS = ['ad_campaigns', 'meta_ad_creatives', 'org_fx_rates', 'org_product_costs']
/** Columns of people's details and of secrets. The tool's only scope is that of store data. */
const HIDDEN = [
  'full_name',
  'email',
  'phone',
  'customer_name',
  'buyer',
  'recovery_url',
  'token',
  'body_text',
  'secrets',
  'settings',
  'org_id',
]

describe('published views', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let acme: FiguresOrg
  before(async () => {
    bench = await figures_bench()
    await bench.rate(daily_rates())
    acme = await bench.org()
    await insert_business(acme)
    // Joins of several views need statistics, which every server collects by itself.
    await bench.owner.query('analyze')
  })
  after(() => bench.close())

  const rows = async (sql: string) => (await acme.ask('run_readonly_sql', { sql })).rows
  const catalog = async () =>
    catalog_in(await acme.ask('get_data_catalog')).sql_tables.map(({ table, columns }) => ({
      table,
      columns: columns.map(({ column }) => column),
    }))

  it('say of each row whether it counts, and of a connection what it is', async () => {
    const without = (await catalog()).filter(({ columns }) => !columns.includes('counts'))
    assert.deepEqual(
      without.map(({ table }) => table),
      WITHOUT_COUNTS,
    )
    assert.deepEqual(
      await rows(
        `select platform, name, status, counts from connections where platform in ('sx', 'mx_ads') order by 1, 2`,
      ),
      [
        { platform: 'mx_ads', name: 'Agency', status: 'active', counts: true },
        { platform: 'mx_ads', name: 'Own', status: 'active', counts: true },
        { platform: 'sx', name: 'Closed', status: 'revoked', counts: false },
        { platform: 'sx', name: 'Main', status: 'active', counts: true },
      ],
    )
  })

  it('count an account of two connections once, and no row of a disconnected store', async () => {
    assert.deepEqual(
      await rows(`select n.name, d.account_id, bool_and(d.counts) as all_count, bool_or(d.counts) as some_count
        from campaign_daily d join connections n using (connection_id) where n.platform = 'mx_ads' group by 1, 2 order by 1, 2`),
      [
        { name: 'Agency', account_id: 'a2', all_count: false, some_count: false },
        { name: 'Agency', account_id: 'a3', all_count: true, some_count: true },
        { name: 'Own', account_id: 'a1', all_count: true, some_count: true },
        { name: 'Own', account_id: 'a2', all_count: true, some_count: true },
      ],
    )
    assert.deepEqual(
      await rows(`select bool_or(o.counts) as orders, bool_or(l.counts) as lines, bool_or(r.counts) as refunds
        from connections n join store_orders o on o.store_connection_id = n.connection_id
        join store_order_lines l using (store_connection_id, order_id) join store_refunds r using (store_connection_id, order_id)
        where n.name = 'Closed'`),
      [{ orders: false, lines: false, refunds: false }],
    )
    assert.deepEqual(
      await rows(
        'select is_voided or is_test as left_out, bool_or(counts) as counts from store_orders where is_voided or is_test group by 1',
      ),
      [{ left_out: true, counts: false }],
    )
  })

  it('show no name, address, phone number, link or secret of anybody', async () => {
    for (const { table, columns } of await catalog())
      assert.deepEqual(
        columns.filter((column) => HIDDEN.includes(column)),
        [],
        table,
      )
  })

  it('show coverage, ledger and restatements in currency units', async () => {
    const [{ connection_id }] = await rows(`select connection_id from connections where name = 'Own'`)
    const place = { org_id: acme.org_id, connection_id, date: '2026-11-01' }
    await acme.insert(async (db) => {
      await db
        .insertInto('ledger')
        .values({
          ...{
            ...place,
            stream: 'campaigns',
            account_id: 'a1',
            measure: 'spend_micros',
            checked_at: '2026-11-02T00:00:00Z',
          },
          ...{ platform_total: '12500000', stored_sum: '12000000', tolerance: '0', verdict: 'drift' },
        })
        .execute()
      const changed = { ...place, table_name: 'campaign_daily', row_key: '{"campaign_id": "c1"}' }
      await db
        .insertInto('metric_restatements')
        .values([
          { ...changed, metric: 'spend_micros', old_value: '12000000', new_value: '12500000' },
          { ...changed, metric: 'clicks', old_value: '7', new_value: '8' },
        ])
        .execute()
    })
    assert.deepEqual(
      await rows('select measure, platform_total, stored_sum, difference, verdict, counts from ledger'),
      [{ measure: 'spend', platform_total: 12.5, stored_sum: 12, difference: 0.5, verdict: 'drift', counts: true }],
    )
    assert.deepEqual(await rows('select metric, old_value, new_value, counts from metric_restatements order by 1'), [
      { metric: 'clicks', old_value: '7', new_value: '8', counts: true },
      { metric: 'spend', old_value: '12', new_value: '12.5', counts: true },
    ])
    const covered = { covered_from: '-infinity', covered_until: '2026-11-19', settled_until: '2026-10-20', state: 'ok' }
    assert.deepEqual(
      await rows(`select account_id, covered_from, covered_until, settled_until, state, counts from coverage
        where account_id = 'a2' order by counts`),
      [false, true].map((counts) => ({ account_id: 'a2', ...covered, counts })),
    )
  })
})
