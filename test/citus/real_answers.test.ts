// Every tool that reads answers on a cluster of Citus as on PostgreSQL 15, byte for byte, on real amounts of data. The data are the simulated
// business of the demo, and the orders of a real marketplace.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Both, open_both } from './both.ts'
import { no_cluster } from './cluster.ts'
import { compared, type Question, refused_of, summary, with_rows_of } from './compared.ts'
import { type Business, every_platform, read_business } from './real_data.ts'
import { real_questions, windows_of } from './real_questions.ts'
import { make_records } from './real_records.ts'

/** All platforms, days and windows. Otherwise some, because all take minutes. */
const IS_SMALL = process.env.REAL_ANSWERS !== 'all'
/** Orders in the format of Olist's public data set. */
const ORDERS = process.env.OLIST ?? join(import.meta.dirname, '../../../shared/vendors/data')
/** The platforms of a small run, and their days. */
const FEW = { platforms: ['mx_ads', 'sx', 'email_a'], days: 5 }

interface Compared extends Business {
  /** First and last day of the window that ended long ago. */
  past: [string, string]
  /** Tools whose answers have neither rows nor figures, of a whole run. */
  without_rows: string[]
  least_with_rows: number
}

/** Chat addresses that nobody set, and apps that a person connected, which no backup holds. */
const NOWHERE = ['get_org_channels', 'list_connected_apps']
/** Tools of platforms other than stores. */
const OF_OTHERS = [
  ...[
    'browse_action_history',
    'browse_recommendations',
    'list_abandoned_checkouts',
    'list_action_history',
    'list_gx_ad_groups',
    'list_gx_ads_ads',
  ],
  ...['list_mpa_listings', 'list_mpa_orders', 'list_mpa_questions', 'list_pending_actions', 'list_recommendations'],
  ...['list_social_accounts', 'list_social_posts', 'query_analytics', 'query_carts', 'query_contacts'],
  ...['query_email_campaigns', 'query_gx4_funnel', 'query_gx_campaigns', 'query_mx_campaigns', 'query_mx_creatives'],
  ...['query_seo_console', 'query_tx_campaigns', 'quick_wins', 'revisar_email', 'revisar_seo'],
]
/** The share of questions that may be refused: dimensions that a metric is not known by, and statements that are. */
const REFUSED_MAX = 0.05

const compared_data: Compared[] = [
  {
    ...{ name: 'Casa Lumbre', currency: 'MXN', time_zone: 'America/Mexico_City', now: '2026-11-20T18:00:00Z' },
    ...(IS_SMALL ? FEW : { platforms: every_platform, days: 60 }),
    past: ['2026-09-25', '2026-10-31'],
    without_rows: NOWHERE,
    least_with_rows: IS_SMALL ? 100 : 4_000,
  },
  {
    ...{ name: 'Olist', currency: 'BRL', time_zone: 'America/Sao_Paulo', platforms: ['sx'], days: 800 },
    // The clock says how many of the orders have been placed.
    now: IS_SMALL ? '2016-10-20T18:00:00Z' : '2018-08-29T18:00:00Z',
    orders: ORDERS,
    past: ['2017-01-01', '2017-12-31'],
    without_rows: [...NOWHERE, ...OF_OTHERS],
    least_with_rows: IS_SMALL ? 50 : 500,
  },
]

/** Both servers on the same rows, with the same clock, and the questions to them. */
async function open_data(business: Compared): Promise<{ both: Both; questions: Question[] }> {
  const data = await read_business(business)
  const now = data.bench.engine.clock.now()
  const [people, both] = await (async () => {
    const people = await make_records(data)
    return [people, await open_both(data.bench.database, () => ({ now }))] as const
  })().finally(data.bench.close)
  try {
    const windows = windows_of(now, business.time_zone, business.past).slice(...(IS_SMALL ? [1, 2] : []))
    const questions = await real_questions({ engine: both.plain.app.engine, people, windows, is_small: IS_SMALL })
    return { both, questions }
  } catch (error) {
    await both.close()
    throw error
  }
}

for (const data of compared_data) {
  const { name, orders } = data
  const no_orders = orders !== undefined && !existsSync(orders) && `there are no orders in ${orders}`
  test(`each answer about ${name} is the same, byte for byte`, { skip: no_cluster || no_orders }, async (context) => {
    const { both, questions } = await open_data(data)
    try {
      const found = await compared(both, questions)
      context.diagnostic(`${name}: ${summary(found)}`)
      assert.deepEqual(found.different, [])
      assert.deepEqual([both.plain.errors, both.spread.errors], [[], []])
      const without = [...found.tools].filter((tool) => !found.with_rows.has(tool)).sort()
      assert.deepEqual(without, IS_SMALL ? without : data.without_rows.toSorted())
      assert.ok(with_rows_of(found) >= data.least_with_rows, `${with_rows_of(found)} answers with rows`)
      assert.ok(refused_of(found) <= questions.length * REFUSED_MAX, `${refused_of(found)} were refused`)
    } finally {
      await both.close()
    }
  })
}
