// An organization with a campaign that certainly loses money, and the rules that run at any moment of a test clock.
import type pg from 'pg'
import { add_days } from '#domain/windows.ts'
import { run_job } from '#engine/queue/run_job.ts'
import { find_recommendations } from '#jobs/find_recommendations.ts'
import { jobs } from '#jobs/index.ts'
import { campaign_day, type FiguresBench, figures_bench } from '#test/figures.ts'

const TODAY = '2026-11-20'
const DAYS = 45

export interface Stored {
  recommendation_id: string
  rule: string
  subject_name: string
  status: string
  snoozed_until: string | null
  changed_by: string
  evidence: Record<string, unknown>
  found_at: Date
}

async function advertiser_of(bench: FiguresBench, owner: pg.Pool) {
  const org = await bench.org({ currency: 'MXN' })
  const { org_id } = org
  const connection_id = await org.connect('mx_ads', { name: 'Ads' })
  const account = { connection_id, account_id: 'a1', platform: 'mx_ads', currency: 'MXN' }
  await org.insert((db) =>
    db
      .insertInto('ad_accounts')
      .values({ ...account, name: 'Account', time_zone: 'America/Mexico_City' })
      .execute(),
  )
  return {
    ...org,
    connection_id,
    /** A running campaign with sales of a part of what it costs, on each day before today. */
    campaign: (campaign_id: string, { roas, until = TODAY }: { roas: number; until?: string }) =>
      org.insert(async (db) => {
        await db.deleteFrom('campaign_daily').where('campaign_id', '=', campaign_id).execute()
        await db
          .insertInto('ad_campaigns')
          .values({
            ...account,
            campaign_id,
            ...{ name: `Campaign ${campaign_id}`, status: 'ACTIVE', objective: 'OUTCOME_SALES' },
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        const spend = 200_000_000n
        const value = (spend * BigInt(Math.round(roas * 100))) / 100n
        const days = Array.from({ length: DAYS }, (_, at) => add_days(until, -1 - at))
        await db
          .insertInto('campaign_daily')
          .values(
            days.map((date) => campaign_day(connection_id, { campaign_id, date, spend, value, conversions: '4' })),
          )
          .execute()
      }),
    /** Runs all rules as the queue does. */
    async found(at: string, parts: object = {}, payload: object = {}): Promise<void> {
      const { engine } = bench
      await run_job(
        {
          ...engine,
          pool: engine.pool.worker,
          clock: { now: () => new Date(at), sleep: async () => {} },
          ...parts,
        } as never,
        find_recommendations,
        { org_id, payload },
        { log: engine.log, signal: new AbortController().signal },
      )
    },
    async stored(rule = 'roas_below_one'): Promise<Stored[]> {
      const { rows } = await owner.query<Stored>(
        'select *, snoozed_until::text from recommendations where org_id = $1 and rule = $2 order by created_at, recommendation_id',
        [org_id, rule],
      )
      return rows
    },
    async count(table: 'notifications' | 'events'): Promise<number> {
      const { rows } = await owner.query(`select count(*)::int as count from ${table} where org_id = $1`, [org_id])
      return rows[0].count
    },
  }
}

export async function recommendation_bench() {
  const bench = await figures_bench({ jobs })
  return {
    close: bench.close,
    engine: bench.engine,
    owner: bench.owner,
    org: bench.org,
    rate: bench.rate,
    advertiser: () => advertiser_of(bench, bench.owner),
  }
}

export type RecommendationBench = Awaited<ReturnType<typeof recommendation_bench>>
