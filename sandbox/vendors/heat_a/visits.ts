// What visitors of the simulated site do: visits of any 24, 48 or 72 hours, by device and page.
import { add_days, counted_at, day_of, days_from, elapsed, hour_ms, type Instant } from '../../world/calendar.ts'
import { chance } from '../../world/random.ts'
import { season } from '../../world/season.ts'
import type { Day, World } from '../../world/types.ts'

const visits_a_day = 1_900
const day_ms = 24 * hour_ms

const devices: [name: string, part: number][] = [
  ['Mobile', 0.71],
  ['PC', 0.26],
  ['Tablet', 0.03],
]
const paths: [path: string, part: number][] = [
  ['/', 0.34],
  ['/collections/velas', 0.14],
  ['/collections/iluminacion', 0.12],
  ['/collections/tapetes', 0.1],
  ['/cart', 0.11],
  ['/checkout', 0.05],
  ['/blogs/guias/como-curar-un-molcajete', 0.05],
  ['/pages/envios', 0.03],
]
/** Addresses of a page that differ in their query only, as advertising platforms write them. */
const queries_of_a_page = 24

export const signals = [
  'DeadClickCount',
  'RageClickCount',
  'QuickbackClick',
  'ExcessiveScroll',
  'ScriptErrorCount',
  'ErrorClickCount',
] as const
const share_of: Record<(typeof signals)[number], number> = {
  DeadClickCount: 0.05,
  RageClickCount: 0.006,
  QuickbackClick: 0.03,
  ExcessiveScroll: 0.002,
  ScriptErrorCount: 0.011,
  ErrorClickCount: 0.001,
}

export interface Visits {
  key: Record<string, string>
  sessions: number
  bots: number
  signals: Record<string, { with_signal: number; count: number }>
}

/** The part of a day's number that falls between two instants. Parts of neighboring hours add up exactly. */
const between = (all: number, day: Day, from: Instant, to: Instant) =>
  Math.round(all * elapsed(day, to)) - Math.round(all * elapsed(day, from))

/** Visits of the last hours, by all dimensions that the sandbox knows. */
export function visits_of(world: World, days: number): Visits[] {
  const to = counted_at(world.now())
  const from = to - days * day_ms
  const found = new Map<string, Visits>()
  for (const day of days_from(day_of(from), add_days(day_of(to), 0)))
    for (const [device, of_device] of devices)
      for (const [path, of_path] of paths)
        for (let query = 0; query < queries_of_a_page; query += 1) {
          const url = `https://casalumbre.example${path}${query === 0 ? '' : `?fbclid=${query}`}`
          const dice = chance(world.seed, 'behavior', day, device, url)
          const part = (query === 0 ? 0.5 : 0.5 / (queries_of_a_page - 1)) * of_device * of_path
          const all = Math.round(
            visits_a_day * season(day) * part * dice.wobble(0.1) * world.changes.factor('heat_a', day),
          )
          const sessions = between(all, day, from, to)
          if (sessions === 0) continue
          const id = `${device} ${url}`
          const visits = found.get(id) ?? { key: { Device: device, Url: url }, sessions: 0, bots: 0, signals: {} }
          found.set(id, visits)
          visits.sessions += sessions
          visits.bots += between(Math.round(all * 0.08), day, from, to)
          for (const signal of signals) {
            const with_signal = between(Math.round(all * share_of[signal]), day, from, to)
            const before = visits.signals[signal] ?? { with_signal: 0, count: 0 }
            visits.signals[signal] = {
              with_signal: before.with_signal + with_signal,
              count: before.count + 2 * with_signal,
            }
          }
        }
  return [...found.values()]
}
