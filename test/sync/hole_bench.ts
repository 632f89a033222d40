// Streams of days whose platforms can lose days of an answer, read for 30 days, and what a test asks of them.
import assert from 'node:assert/strict'
import { after, afterEach, before } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { in_org } from '#db/org.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { with_history_of } from '../connectors/short_history.ts'

export const DAY_MS = 86_400_000
const START = Date.parse('2026-11-20T18:00:00Z')
export const PLATFORMS = ['gx_analytics', 'seo_console', 'net_c'] as const
export type Platform = (typeof PLATFORMS)[number]
export type Place = Awaited<ReturnType<SyncBench['connect']>>

export const november = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `2026-11-${String(from + at).padStart(2, '0')}`)

/** Call this when a test file is read. */
export function hole_bench() {
  let bench: SyncBench
  before(async () => {
    const short = (platform: Platform) => {
      const { streams: all, ...connector } = with_history_of(30, connectors[platform]!)
      return { ...connector, streams: { daily: all.daily! } }
    }
    bench = await sync_bench({
      connectors: Object.fromEntries(PLATFORMS.map((platform) => [platform, short(platform)])),
    })
  })
  after(() => bench?.close())
  afterEach(() => {
    bench.sandbox.faults.clear()
    bench.sandbox.log.clear()
    bench.sandbox.clock.set(START)
  })

  /** One sync, some days after the one before. */
  async function sync(place: Place, days = 0) {
    bench.sandbox.clock.advance(days * DAY_MS)
    assert.equal((await bench.sync(place)).end, 'succeeded')
  }
  /** The platform leaves the days out of its answers, and its own total has their figures. */
  const lose = (platform: Platform, ...days: string[]) =>
    bench.sandbox.faults.add({ platform, kind: 'lose_days', days, count: 0 })
  /** Its own total has no figure of them either. */
  const without = (platform: Platform, ...days: string[]) =>
    bench.sandbox.faults.add({ platform, kind: 'lose_days', days, is_recounted: true, count: 0 })

  const cursor_of = ({ org_id }: Place) =>
    in_org(bench.engine.pool.worker, { org_id, read_only: true }, (db) =>
      db
        .selectFrom('sync_cursors')
        .select(['state', 'reason', 'covered_from', 'cursor'])
        .where('stream', '=', 'daily')
        .executeTakeFirstOrThrow(),
    )
  async function stored(place: Place) {
    const { state, reason, cursor } = await cursor_of(place)
    const { holes = [] } = cursor as { holes?: { date: string; is_answer?: true }[] }
    return { state, reason, holes: holes.map((hole) => [hole.date, hole.is_answer ?? false]) }
  }
  const asked_from = (platform: Platform, day: string) =>
    bench.sandbox.log
      .list(platform)
      .filter(({ body }) => /"startDate":"([^"]+)"/.exec(JSON.stringify(body))?.[1] === day)
  const is_of_days = ({ body }: { body?: unknown }) => /"dimensions":\[[^\]]*date/i.test(JSON.stringify(body))
  /** Reads that began with a day. */
  const asked_alone = (platform: Platform, day: string) => asked_from(platform, day).filter(is_of_days).length
  /** Requests for the platform's own total of the days from one on. */
  const totals_from = (platform: Platform, day: string) =>
    asked_from(platform, day).filter((one) => !is_of_days(one)).length

  async function whole_rows(place: Place) {
    const { seo_daily, web_daily } = await bench.rows(place.org_id)
    return (seo_daily ?? web_daily)?.map(({ date }) => date)
  }

  return {
    bench: () => bench,
    ...{ sync, lose, without, cursor_of, stored, asked_alone, totals_from, whole_rows },
  }
}
