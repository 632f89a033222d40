// Synced rows: staged, compared, merged with stored rows, against a bare COPY into a table with the same columns.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copy_from } from 'pg-copy-streams'
import { OrgSession } from '#db/org_session.ts'
import { open_pool } from '#db/pool.ts'
import { read_tables } from '#db/tables.ts'
import type { Row } from '#engine/connector.ts'
import { Stage } from '#engine/sync/merge.ts'
import { place_of } from '../scripts/disposable_postgres.ts'
import { type Measured, median } from './measured.ts'
import type { BenchOrg } from './world.ts'

export const ROWS = 10_000
const CAMPAIGNS = 100
const PAGE_ROWS = 500
const ROUNDS = 7
const GOAL = 0.3

type Day = Row<'campaign_daily'>

export function days(changed_each?: number): Day[] {
  return Array.from({ length: ROWS }, (_, n) => ({
    account_id: 'a',
    campaign_id: `m${n % CAMPAIGNS}`,
    date: new Date(Date.UTC(2025, 0, 1 + Math.floor(n / CAMPAIGNS))).toISOString().slice(0, 10),
    currency: 'MXN',
    spend_micros: BigInt(n) * 1000n + (changed_each && n % changed_each === 0 ? 1n : 0n),
    impressions: 1000n,
    clicks: 10n,
    conversions: '1.5',
    conversion_value_micros: 5_000_000n,
  }))
}

export async function measure_merge(url: string, pool: pg.Pool, org: BenchOrg): Promise<Measured[]> {
  const client = await pool.connect()
  const jobs = open_pool(place_of(url)).worker
  const of_jobs = await jobs.org.connect()
  try {
    await client.query('create table bench_daily (like campaign_daily including all)')
    const tables = [(await read_tables(pool)).get('campaign_daily')!]
    const owner = { org_id: org.org_id, connection_id: org.ads_id, platform: 'mx_ads' }
    const session = new OrgSession(jobs, of_jobs, org.org_id)
    const times: Record<'copy' | 'first' | 'again' | 'changed', number[]> = {
      copy: [],
      first: [],
      again: [],
      changed: [],
    }
    for (let round = 0; round <= ROUNDS; round++) {
      await client.query(`truncate bench_daily; delete from campaign_daily where campaign_id like 'm%'`)
      await client.query('vacuum campaign_daily') // a first sync finds no dead rows of its own
      const copy = await seconds(() => copy_in(client, owner, days()))
      const stage = new Stage(session, owner, tables)
      const first = await seconds(() => merge_in(session, stage, days()))
      const again = await seconds(() => merge_in(session, stage, days()))
      const changed = await seconds(() => merge_in(session, stage, days(10)))
      if (round === 0) continue
      for (const [name, time] of Object.entries({ copy, first, again, changed }))
        times[name as keyof typeof times].push(time)
    }
    return sections_of(times)
  } finally {
    of_jobs.release(true)
    await jobs.end()
    client.release(true)
  }
}

function sections_of(times: Record<'copy' | 'first' | 'again' | 'changed', number[]>): Measured[] {
  const rate = (seconds: number) => `${Math.round(ROWS / seconds / 1000)}k rows/s`
  const copy = median(times.copy)
  const line = (what: string, of: number[]): Measured => ({
    what,
    against: 'bare COPY of the same number of rows into an empty table, no row security',
    base: rate(copy),
    ours: rate(median(of)),
    ratio: median(of.map((time, round) => times.copy[round]! / time)),
    goal: { at_least: GOAL },
  })
  return [
    line('Sync, rows that are new', times.first),
    line('Sync, rows read again and unchanged', times.again),
    line('Sync, one row in ten restated', times.changed),
  ]
}

export async function seconds(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

type Owner = { org_id: string; connection_id: string; platform: string }

async function copy_in(client: pg.PoolClient, owner: Owner, rows: Day[]) {
  const columns = [...Object.keys(owner), ...Object.keys(rows[0]!)]
  const lines = rows.map((row) => `${[...Object.values(owner), ...Object.values(row)].join('\t')}\n`)
  await pipeline(
    Readable.from(lines),
    client.query(copy_from(`copy bench_daily (${columns.join(', ')}) from stdin`)) as NodeJS.WritableStream,
  )
}

export async function merge_in(session: OrgSession, stage: Stage, rows: Day[]) {
  await stage.open()
  for (let at = 0; at < rows.length; at += PAGE_ROWS)
    await stage.add(rows.slice(at, at + PAGE_ROWS).map((row) => ({ campaign_daily: row })))
  await session.transaction(() => stage.merge({ time_zone: 'UTC', read_at: new Date().toISOString() }))
}
