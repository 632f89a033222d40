// What each read should have seen: the truth at its start and at its end, and the days that its stream promises to read. Every sync
// reads the days that are new, and the first one of a day of the account all days that the platform restated since the last one.
import { add_days, today_in } from '#domain/windows.ts'
import { add_days as days_later } from '../../../sandbox/world/calendar.ts'
import type { Disturbance } from './ads_disorder.ts'
import { type Business, HOUR_MS } from './business.ts'
import type { Cells, Place } from './cells.ts'
import { overlap_of } from './kinds.ts'

export interface Read {
  platform: string
  start_ms: number
  end_ms: number
  ended: string
  disturbances: readonly Disturbance[]
  /** The truth at the start, and what else was true until the end. */
  truths: Cells[]
  /** What docs/numbers.md says that the platform can show for a while. */
  named: Cells[]
  /** Zones of the accounts, by id. */
  zones: ReadonlyMap<string, string>
}

/** Amazon's events are read this often. */
const CHARGES_EVERY_MS = 6 * HOUR_MS
/** Days before today that every sync reads. */
const FRESH_DAYS = 1

export interface Standing {
  /** The truths since the start of the last read that promised the day and was not disturbed. */
  allowed: Cells[]
  /** What docs/numbers.md allows too. */
  named: Cells[]
  /** The truths from the read before that one until it. */
  before: Cells[]
  /** The platform does not restate the day any more. */
  is_settled: boolean
  /** A later read that promised the day lacked rows, or had no access. */
  lied: boolean
  denied: boolean
  /** The last read failed. */
  down: boolean
}

/** Where a cell stands: what the last read of its day could see, and what came after it. */
export function standing_of(business: Business, reads: readonly Read[], place: Place): Standing {
  const { platform, stream, account, day } = place
  const own = reads.filter((read) => read.platform === platform)
  const connector = business.connectors[platform]!
  const is_window = 'window' in connector.streams[stream]!
  const overlap = overlap_of(connector, stream)
  let due = -1
  let due_before = -1
  let last_ms = -Infinity
  const whole_on = new Set<string>()
  let read_to = ''
  const later = { lied: false, denied: false }
  for (const [n, read] of own.entries()) {
    const zone = read.zones.get(account) ?? 'America/Mexico_City'
    const today = today_in(zone, new Date(read.start_ms))
    if (stream === 'charges' && read.start_ms - last_ms < CHARGES_EVERY_MS) continue
    const mine = read.disturbances.filter((one) => one.account === undefined || one.account === account)
    const disturbance = mine.find(({ kind }) => kind !== 'lie') ?? mine[0]
    const is_read = read.ended === 'succeeded' && disturbance?.kind !== 'denied' && disturbance?.kind !== 'down'
    // A sync that failed because of another account can have read this one. Then the next sync of the day reads its newest days only.
    const can_be_read = read.ended !== 'succeeded' && disturbance === undefined
    const is_first = !whole_on.has(today)
    const covers = !is_window || n === 0 || day >= add_days(read_to, is_first ? -overlap : -FRESH_DAYS)
    if (is_read) {
      whole_on.add(today)
      read_to = today
      last_ms = read.end_ms
    }
    if (can_be_read) {
      whole_on.add(today)
      read_to = today
    }
    if (!covers) continue
    if (is_read && disturbance?.kind !== 'lie') {
      due_before = due
      due = n
      Object.assign(later, { lied: false, denied: false })
    } else {
      later.lied ||= disturbance?.kind === 'lie'
      later.denied ||= disturbance?.kind === 'denied'
    }
  }
  const last = own.at(-1)!
  const today = today_in(last.zones.get(account) ?? 'America/Mexico_City', new Date(last.end_ms))
  const since = own.slice(Math.max(0, due))
  const allowed = since.flatMap(({ truths }) => truths)
  const named = since.flatMap((read) => read.named)
  return {
    ...later,
    down: last.ended !== 'succeeded',
    allowed,
    named,
    before: own.slice(Math.max(0, due_before), Math.max(0, due)).flatMap(({ truths }) => truths),
    is_settled: is_window && day < days_later(today, -overlap),
  }
}
