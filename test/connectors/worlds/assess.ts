// Compares what is stored with the truth of the world, cell by cell, and answers of tools with what is stored.
import { today_in } from '#domain/windows.ts'
import { add_days } from '../../../sandbox/world/calendar.ts'
import { DAYS } from './ads_truth.ts'
import { type Business, WHOLE_CURRENCY } from './business.ts'
import { type Cells, is_equal, type Place, place_of, type Sums, stored_cells } from './cells.ts'
import type { Kind } from './kinds.ts'
import { type Read, standing_of } from './reads.ts'

/**
 * equal: the newest truth. moving: another truth of the last read, or between two of a read. later: what the last due read saw; the next one is not due yet.
 * named: docs/numbers.md names the case. settled: changed after the days that the platform restates by its own words. said: Tablero says that it may be wrong. kept: said, of a day of
 * which the platform gives neither a row nor a total, which confirms no loss. unshown: the
 * platform has left it out of every answer, and gives no total. forgotten: so did
 * the last reads before the platform stopped to restate the day. silent: none of these.
 */
export type Verdict =
  | 'equal'
  | 'moving'
  | 'later'
  | 'settled'
  | 'named'
  | 'said'
  | 'kept'
  | 'unshown'
  | 'forgotten'
  | 'silent'

export interface Found {
  verdict: Verdict
  key: string
  text: string
}

interface State {
  stream: string
  account_id: string
  state: string
  is_suspect: boolean
  /** The account is not listed any more, or cannot be read. */
  is_left: boolean
  covered_from: string | null
  until: string | null
  lost: string[]
  drifts: string[]
  checked: { day: string; at: string }[]
}

/** What Tablero says about the days of its streams. */
const STATES = `
  select c.stream, c.account_id, c.state, c.suspect_reason is not null as is_suspect,
    exists (select from connection_accounts a where a.org_id = c.org_id and a.connection_id = c.connection_id
      and a.account_id = c.account_id and a.state <> 'read') as is_left, c.covered_from::text, coalesce(c.read_until, c.covered_at::date)::text as until,
    array(select distinct m.date::text from missing_rows m where m.org_id = c.org_id and m.connection_id = c.connection_id
      and m.account_id = c.account_id and m.table_name = case c.stream when 'ad_set_daily' then 'ad_group_daily' else c.stream end
      and m.date is not null) || c.empty_days::text[] as lost,
    array(select distinct l.date::text from ledger l where l.org_id = c.org_id and l.connection_id = c.connection_id
      and l.account_id = c.account_id and l.stream = c.stream and l.verdict = 'drift') as drifts,
    coalesce((select jsonb_agg(distinct jsonb_build_object('day', l.date, 'at', l.checked_at)) from ledger l where l.org_id = c.org_id
      and l.connection_id = c.connection_id and l.account_id = c.account_id and l.stream = c.stream), '[]') as checked
  from sync_cursors c where c.org_id = $1 and c.connection_id = $2`

const LAST_ERROR = 'select last_error from connections where org_id = $1 and connection_id = $2'

/** LinkedIn's amounts have eighteen digits, and a row is rounded to a micro. */
const TOLERANCES: Record<string, bigint> = { net_c_ads: 100n }
/** Half a unit of each row, of all rows of an account and a day. A day costs hundreds of units. */
const HALF_UNITS = 50n * 500_000n

/** Accounts with amounts in whole units. */
const whole_accounts = ({ sandbox }: Business, ads: Kind['ads']) =>
  new Set(
    (ads ? sandbox.world.ads[ads].accounts : [])
      .filter(({ currency }) => currency === WHOLE_CURRENCY)
      .map(({ id }) => id),
  )

export async function assess(
  business: Business,
  { platform, streams, ads }: Kind,
  reads: readonly Read[],
): Promise<Found[]> {
  const stored = await stored_cells(business, platform, streams)
  const connection_id = business.connections.get(platform)
  const [{ last_error }] = await business.rows(LAST_ERROR, [connection_id])
  const states: State[] = await business.rows(STATES, [connection_id])
  const whole = whole_accounts(business, ads)
  const tolerance_of = (key: string) => (whole.has(place_of(key).account) ? HALF_UNITS : (TOLERANCES[platform] ?? 0n))
  const last = reads.findLast((read) => read.platform === platform)!
  const newest = last.truths.at(-1)!
  const first_day = ads ? add_days(business.sandbox.world.today(), -DAYS) : ''
  const keys = new Set([...newest.keys(), ...stored.keys(), ...last.truths[0]!.keys()])
  const same = (cells: Cells | undefined, key: string) => is_equal(cells?.get(key), stored.get(key), tolerance_of(key))
  const found: Found[] = []
  for (const key of keys) {
    const place = place_of(key)
    const zone = last.zones.get(place.account)
    if (place.day < first_day || (zone && place.day > today_in(zone, new Date(last.end_ms)))) continue
    const verdict = same(newest, key) ? 'equal' : of_difference(place, key)
    found.push({ verdict, key, text: `${key}: stored ${shown(stored.get(key))}, truth ${shown(newest.get(key))}` })
  }
  return found

  function of_difference(place: Place, key: string): Verdict {
    const { allowed, is_settled, lied, denied, down, named, before } = standing_of(business, reads, place)
    if (named.some((cells) => same(cells, key))) return 'named'
    if (has_total_row(place) && has_earlier_claims(key, before)) return 'named'
    if (last.truths.some((cells) => same(cells, key)) && !down) return 'moving'
    const state = states.find((of) => of.stream === place.stream && (of.account_id === place.account || !ads))
    const is_known = allowed.some((cells) => same(cells, key))
    const is_vanished = !newest.has(key) && !lied && !denied && !down
    if (state && says(state, place.day, denied)) return is_vanished && ads ? 'kept' : 'said'
    if (is_known && down) return last_error ? 'said' : 'silent'
    if (lied && !is_checked(state, place.day, last.start_ms)) return is_settled ? 'forgotten' : 'unshown'
    if (is_known && denied) return 'silent'
    if (is_known) return is_settled ? 'settled' : 'later'
    const seen = allowed.map((cells) => cells.get(key) ?? {})
    return seen.length > 1 && is_between(stored.get(key) ?? {}, seen) ? 'moving' : 'silent'
  }

  function has_earlier_claims(key: string, before: readonly Cells[]): boolean {
    const { conversions = 0n, value = 0n, ...others } = newest.get(key) ?? {}
    const { conversions: _, value: __, ...stored_others } = stored.get(key) ?? {}
    const seen = [{ conversions, value }, ...before.map((cells) => claims_of(cells.get(key)))]
    return is_equal(others, stored_others, tolerance_of(key)) && is_between(claims_of(stored.get(key)), seen)
  }
}

/**
 * TikTok's row of what only the total has. When another row of its day is deleted, it keeps its claims until the day is read again, and no
 * total is compared with claims (docs/numbers.md).
 */
const has_total_row = ({ platform, stream }: Place) => platform === 'tx_ads' && stream === 'campaign_daily'

const claims_of = ({ conversions = 0n, value = 0n }: Sums = {}): Sums => ({ conversions, value })

/** Whether the state of a stream says that the figures of a day may be wrong. */
function says(
  { state, is_suspect, is_left, covered_from, until, lost, drifts }: State,
  day: string,
  denied: boolean,
): boolean {
  if (covered_from === null || until === null || day > until) return true
  if (covered_from !== '-infinity' && day < covered_from) return true
  // The list of accounts is read once a day, so an account without access stays marked until the next list.
  if (is_left || (denied && state === 'denied')) return true
  return is_suspect && (lost.includes(day) || drifts.includes(day))
}

const is_checked = (state: State | undefined, day: string, since_ms: number) =>
  state?.checked.some((one) => one.day === day && Date.parse(one.at) >= since_ms) ?? false

/** Each measure is between two truths. */
const is_between = (sums: Sums, seen: readonly Sums[]) =>
  [...new Set([sums, ...seen].flatMap((one) => Object.keys(one)))].every((name) => {
    const values = seen.map((one) => one[name] ?? 0n)
    const value = sums[name] ?? 0n
    return values.some((one) => one <= value) && values.some((one) => one >= value)
  })

const shown = (sums: Sums | undefined) =>
  sums
    ? Object.entries(sums)
        .map(([name, sum]) => `${name} ${sum}`)
        .join(', ')
    : 'nothing'
