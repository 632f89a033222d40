// Shops with 60 planted causes and 60 decoys for the rules of recommendations, drawn by a seed. Causes are described by what
// is true: who buys, what remains in stock, who answers. A decoy looks like one, and is not.
import { add_days } from '#domain/windows.ts'
import { run_job } from '#engine/queue/run_job.ts'
import { find_recommendations } from '#jobs/find_recommendations.ts'
import type { FiguresBench } from '#test/figures.ts'
import {
  losing_campaigns,
  silent_campaigns,
  slow_budgets,
  starved_campaigns,
  wasted_searches,
} from './world_ad_cases.ts'
import { list_account, usual_campaigns } from './world_campaigns.ts'
import { drifts, feeds, lists, pages, questions, sick_connections, webhooks } from './world_other_cases.ts'
import { days_of, HISTORY, hours_ago, type Shop, shop_of, TODAY, visit } from './world_shop.ts'
import {
  claimed_sales,
  left_carts,
  lost_visits,
  sold_out_products,
  tired_creatives,
  uncounted_visits,
} from './world_shop_cases.ts'

const SHOPS = 12
/** What a connection looks like that was last read six days ago. */
const SICK = { last_sync_at: hours_ago(150), last_rows_at: hours_ago(150), last_error_at: hours_ago(1) }

export async function plant(bench: FiguresBench, seed: number): Promise<Shop[]> {
  const shops: Shop[] = []
  for (let number = 0; number < SHOPS; number++) shops.push(await shop_of(bench, number, seed))
  const sick = await sick_shop(bench, seed)
  for (const shop of [...shops, sick.shop]) usual_campaigns(shop)
  list_account(sick.shop, sick.connection_id, 'mx_ads')
  losing_campaigns(shops, sick)
  silent_campaigns(shops)
  starved_campaigns(shops)
  slow_budgets(shops)
  wasted_searches(shops)
  tired_creatives(shops)
  sold_out_products(shops)
  left_carts(shops)
  await lost_visits(shops)
  await uncounted_visits(sick.shop)
  questions(shops)
  await sick_connections(shops)
  drifts(shops)
  webhooks(shops)
  pages(shops)
  feeds(shops)
  lists(shops)
  for (const shop of [...shops, sick.shop]) visit(shop)
  const half_read = await claimed_sales(shops, [sick.shop])
  for (const shop of [...shops, sick.shop]) await shop.insert()
  await half_read()
  return [...shops, sick.shop]
}

/** A shop with sick connections to social ads and to web analytics. */
async function sick_shop(bench: FiguresBench, seed: number) {
  const shop = await shop_of(bench, SHOPS, seed)
  const connection_id = await shop.org.connect('mx_ads', { name: 'Agency', ...SICK })
  const { web } = shop.ids
  await shop.org.insert((db) => db.updateTable('connections').set(SICK).where('connection_id', '=', web).execute())
  await shop.cover(web, { covered_until: add_days(TODAY, -7), read_until: add_days(TODAY, -6) })
  shop.also('sick_connection', connection_id)
  shop.also('sick_connection', web)
  return { shop, connection_id }
}

/** Rates of all days. */
export const rate = (bench: FiguresBench) =>
  bench.rate(
    days_of(HISTORY + 30, -1).flatMap((date) => [
      { currency: 'MXN', date, per_eur: '20.3' },
      { currency: 'USD', date, per_eur: '1.08' },
      { currency: 'EUR', date, per_eur: '1' },
    ]),
  )

/** Runs the job with the rights that it has in production. */
export const find = ({ engine }: FiguresBench, org_id: string) =>
  run_job(
    { ...engine, pool: engine.pool.worker } as never,
    find_recommendations,
    { org_id, payload: {} },
    { log: engine.log, signal: new AbortController().signal },
  )
