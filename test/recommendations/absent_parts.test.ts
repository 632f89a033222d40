// Rules are silent where what they would have to read is withheld by the platform, or is in a state that Tablero does not know.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sx } from '#connectors/sx/index.ts'
import { evaluate } from '#rules/evaluate.ts'
import { claims_beyond_sales, spend_without_sessions } from '#rules/tracking.ts'
import { within } from '#test/answers.ts'
import { campaign_day, type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'
import { day, TODAY } from '#test/known_days.ts'

let bench: Awaited<ReturnType<typeof figures_bench>>
before(async () => {
  bench = await figures_bench({ connectors: { sx } })
})
after(() => bench.close())

const days = (count: number) => Array.from({ length: count }, (_, back) => day(back))

/** Ads with 90 clicks a day that claim sales of 100 a day. */
async function advertiser() {
  const org = await bench.org()
  const mx = await org.connect('mx_ads')
  const rows = days(60).map((date) => campaign_day(mx, { date, spend: 10_000_000n, value: 100_000_000n, clicks: 90n }))
  await org.insert((db) => db.insertInto('campaign_daily').values(rows).execute())
  return org
}

test('claims are not compared with sales beside which orders are in a state that Tablero does not know', async () => {
  const org = await advertiser()
  const shop = await org.connect('sx', { name: 'Shop' })
  await org.cover(shop, { covered_from: '-infinity', covered_until: day(1), read_until: TODAY }, 'orders')
  const orders = days(60).flatMap((date) =>
    ['paid', 'settled'].map((financial_status) => ({
      ...store_order(shop, {
        order_id: `${financial_status} ${date}`,
        ordered_at: `${date}T16:00:00Z`,
        total: '60.00',
      }),
      ...{ financial_status, is_pending: financial_status === 'settled' },
    })),
  )
  await org.insert((db) => db.insertInto('store_orders').values(orders).execute())
  const verdict = () => within(bench, org, (context) => evaluate(context, claims_beyond_sales))
  const { state, findings, untrusted } = await verdict()
  assert.deepEqual([state, findings, untrusted], ['unknown', [], ['Shop']])
  await org.insert((db) =>
    db.updateTable('store_orders').set({ is_voided: true }).where('financial_status', '=', 'settled').execute(),
  )
  assert.equal((await verdict()).findings.length, 1)
})

/** Visits of each day, by source. `site`: all visits of the day. */
async function visits(
  org: FiguresOrg,
  by_source: Record<string, bigint>,
  { site, quality = '' }: { site: bigint; quality?: string },
) {
  const connection_id = await org.connect('gx_analytics')
  const of = { connection_id, property_id: 'p1', currency: 'MXN' }
  const counts = { users: 9n, new_users: 9n, engaged_sessions: 9n, conversions: '0', purchases: 0n, revenue_micros: 0n }
  const key = { medium: 'cpc', channel: 'Paid', campaign: 'ads', quality }
  await org.insert(async (db) => {
    await db
      .insertInto('web_daily')
      .values(days(60).map((date) => ({ ...of, ...counts, date, sessions: site, page_views: site })))
      .execute()
    await db
      .insertInto('web_source_daily')
      .values(
        days(60).flatMap((date) =>
          Object.entries(by_source).map(([source, sessions]) => ({ ...of, ...counts, ...key, date, source, sessions })),
        ),
      )
      .execute()
  })
}

test('visits whose source web analytics withhold can be those of ads', async () => {
  const found = async (...given: [Record<string, bigint>, { site: bigint; quality?: string }]) => {
    const org = await advertiser()
    await visits(org, ...given)
    const { state, findings } = await within(bench, org, (context) => evaluate(context, spend_without_sessions))
    return [state, findings.length]
  }
  assert.deepEqual(await found({ bing: 500n }, { site: 500n }), ['evaluated', 1])
  assert.deepEqual(await found({ bing: 500n, '(other)': 60n }, { site: 560n, quality: 'other_row' }), ['evaluated', 0])
  assert.deepEqual(await found({ bing: 500n }, { site: 560n, quality: 'thresholded' }), ['evaluated', 0])
  // Without a reason, both numbers are estimates.
  assert.deepEqual(await found({ bing: 500n }, { site: 560n }), ['evaluated', 1])
})
