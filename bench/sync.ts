// A first sync of a million rows: memory of the worker's process. The platform and the database run in other processes.
import type pg from 'pg'
import { child } from './child.ts'
import { met, type Section } from './section.ts'
import type { BenchOrg } from './world.ts'

/** Fewer than the days that a first sync reads before it leaves the older ones to the background. */
const DAYS = 50
const CAMPAIGNS = 20_000
const GOAL_MIB = 256

interface Came {
  end: string
  seconds: number
  at_rest_mib: number
  peak_mib: number
}

export async function measure_sync(url: string, pool: pg.Pool, { org_id }: BenchOrg): Promise<Section> {
  const vendor = await child<{ address: string }>('vendor_server.ts', { campaigns: CAMPAIGNS })
  const worker = await child<{ ready: true }>('sync_worker.ts', {
    url,
    vendor: vendor.ready.address,
    org_id,
    days: DAYS,
  })
  try {
    const { end, seconds, at_rest_mib, peak_mib } = await worker.next_line<Came>()
    const { rows } = await pool.query<{ count: bigint }>(
      `select count(*) from campaign_daily where org_id = $1 and platform = 'bench'`,
      [org_id],
    )
    const stored = Number(rows[0]!.count)
    if (end !== 'succeeded' || stored !== DAYS * CAMPAIGNS) throw new Error(`the sync ${end} with ${stored} rows`)
    return {
      title: 'A sync of a million rows',
      about: `${DAYS} days of ${CAMPAIGNS.toLocaleString('en')} campaigns over HTTP, a thousand rows a page, through the whole engine. The platform, the worker and PostgreSQL each run in their own process. Memory is the worker's maximum resident size.`,
      tables: [
        {
          columns: ['rows', 'rows a second', 'at rest', 'peak', `at most ${GOAL_MIB} MiB`],
          rows: [
            [
              stored.toLocaleString('en'),
              Math.round(stored / seconds).toLocaleString('en'),
              `${Math.round(at_rest_mib)} MiB`,
              `${Math.round(peak_mib)} MiB`,
              met(peak_mib <= GOAL_MIB),
            ],
          ],
        },
      ],
    }
  } finally {
    await Promise.all([worker.stop(), vendor.stop()])
  }
}
