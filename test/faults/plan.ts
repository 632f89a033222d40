// The plan of a simulation. The seed alone decides it.
import type { Fault } from '../../sandbox/faults.ts'
import { type Chance, chance } from '../../sandbox/world/random.ts'
import type { Death } from './killable_process.ts'
import { PLATFORM as SMALL } from './small_vendor.ts'
import type { Traits } from './small_world.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Nights when daylight saving time starts or ends in the vendors' zones, a New Year's Eve, and an ordinary evening. */
const starts = [
  '2026-11-20T18:00:00Z',
  '2026-10-24T21:30:00Z', // Europe sets clocks back
  '2026-11-01T06:30:00Z', // Los Angeles sets clocks back
  '2027-03-14T07:30:00Z', // Los Angeles sets clocks ahead
  '2027-03-28T00:30:00Z', // Europe sets clocks ahead
  '2027-04-03T14:40:00Z', // Lord Howe sets clocks back, by half an hour
  '2026-12-31T22:50:00Z',
]
const LAST_OF_SANDBOX = 3

/** The sandbox's vendors have larger worlds. One simulation of them takes as long as five of the small world. */
const SMALL_SHARE = 0.96

const small_accounts = ['madrid', 'angeles', 'lord_howe', 'apia', 'mexico']

export interface SyncStep {
  do: 'sync'
  faults: Fault[]
  all_streams: boolean
  /** Another process tries the same sync before the nth statement of this one, or after its end. */
  beside?: number
  death?: Death
  /** The process is asked to stop during the nth request: before it is sent, or after the vendor has processed it. */
  stop?: { at: number; effective: boolean }
  /** Tablero's clock changes by `ms` at the nth request. */
  clock_jump?: { at: number; ms: number }
  /** The vendor's history changes at the nth request, or at each request. */
  change_at?: number | 'every'
}

export type Step =
  | SyncStep
  /** Time passes. */
  | { do: 'wait'; ms: number }
  /** Tablero's clock differs by this much from now on. 0 means that it is correct. */
  | { do: 'clock'; skew_ms: number }
  | { do: 'change' }
  | { do: 'token'; action: 'expire' | 'revoke' | 'restore' | 'rotate_on' }

export interface Plan {
  seed: number
  platform: string
  /** Numbers of the connector's streams that are read. */
  streams: (count: number) => number[]
  accounts: string[]
  traits: Traits
  start: string
  steps: Step[]
}

export function plan_of(seed: number, platforms: readonly string[]): Plan {
  const dice = chance(seed, 'plan')
  const is_small = dice.yes(SMALL_SHARE)
  const steps: Step[] = []
  const runs_ahead = dice.yes(0.3)
  for (let n = dice.whole(3, 6); n > 0; n--) steps.push(...some_steps(dice, { is_small, runs_ahead }))
  return {
    seed,
    platform: is_small ? SMALL : dice.pick(platforms),
    streams: (count) => some_of(all_of(count), chance(seed, 'streams'), 2),
    accounts: is_small ? some_of(small_accounts, dice, dice.whole(1, 2)) : [],
    // A late change is found by its time of change, which a fast clock of Tablero would skip.
    traits: {
      is_late: is_small && !runs_ahead,
      newest_first: chance(seed, 'order').yes(0.3),
      has_totals: chance(seed, 'totals').yes(0.5),
    },
    start: is_small ? dice.pick(starts) : dice.pick(starts.slice(0, LAST_OF_SANDBOX)),
    steps,
  }
}

const all_of = (count: number) => Array.from({ length: count }, (_, n) => n)

function some_of<T>(items: readonly T[], dice: Chance, count: number): T[] {
  const left = [...items]
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(dice.whole(0, left.length - 1), 1)[0]!)
}

interface Kind {
  is_small: boolean
  runs_ahead: boolean
}

function some_steps(dice: Chance, kind: Kind): Step[] {
  const chosen = dice.weighted([12, 5, 4, 2, 2])
  if (chosen === 0) return [some_sync(dice, kind)]
  if (chosen === 1) return [{ do: 'wait', ms: some_time(dice) }]
  if (chosen === 2) return [{ do: 'change' }]
  if (chosen === 3) return wrong_clock(dice, kind)
  return [{ do: 'token', action: dice.pick(['expire', 'expire', 'revoke', 'restore', 'rotate_on', 'rotate_on']) }]
}

function some_time(dice: Chance): number {
  return dice.pick([
    dice.whole(1, 15 * MINUTE_MS),
    dice.whole(1, 3 * HOUR_MS),
    dice.whole(3, 20) * HOUR_MS,
    dice.whole(1, 2) * DAY_MS + dice.whole(0, HOUR_MS),
  ])
}

/** A fast clock is corrected before the next step, and a sync follows. A slow clock may stay slow. */
function wrong_clock(dice: Chance, kind: Kind): Step[] {
  if (!kind.runs_ahead) return [{ do: 'clock', skew_ms: -dice.pick([some_time(dice), 0]) }]
  const skew_ms = dice.pick([some_time(dice), 40 * DAY_MS])
  return [
    { do: 'clock', skew_ms },
    { ...some_sync(dice, kind), clock_jump: undefined },
    { do: 'clock', skew_ms: 0 },
    { ...quiet_sync, all_streams: dice.yes(0.5) },
  ]
}

const quiet_sync: SyncStep = { do: 'sync', faults: [], all_streams: true }

function some_sync(dice: Chance, { is_small }: Kind): SyncStep {
  const end = dice.weighted([40, 30, 12, 12])
  const effective = dice.yes(0.5)
  return {
    do: 'sync',
    faults: some_faults(dice, is_small),
    all_streams: dice.yes(0.6),
    ...(dice.yes(0.15) && { beside: dice.whole(1, 60) }),
    ...(end === 1 && { death: { ...some_statement(dice), effective } }),
    ...(end === 2 && { death: { at: 'request', number: dice.whole(1, 14), effective } }),
    ...(end === 3 && { stop: { at: dice.whole(1, 14), effective } }),
    ...(dice.yes(0.1) && { clock_jump: { at: dice.whole(1, 10), ms: -some_time(dice) } }),
    ...(is_small && dice.yes(0.4) && { change_at: dice.yes(0.3) ? ('every' as const) : dice.whole(1, 14) }),
  }
}

/** Any statement, or one in the middle of a merge. No reader may see half of a merge. */
function some_statement(dice: Chance): Pick<Death, 'at' | 'number'> {
  const number = dice.whole(1, 100)
  return number > ANY_STATEMENT ? { at: 'write', number: number - ANY_STATEMENT } : { at: 'statement', number }
}

const ANY_STATEMENT = 60

/** At most one `expire`: a token that expires repeatedly before a successful read counts as rejected. */
function some_faults(dice: Chance, is_small: boolean): Fault[] {
  const faults = Array.from({ length: dice.weighted([35, 35, 20, 10]) }, () => some_fault(dice, is_small))
  const first = faults.findIndex(({ kind }) => kind === 'expire')
  return faults.filter(({ kind }, at) => kind !== 'expire' || at === first)
}

function some_fault(dice: Chance, is_small: boolean): Fault {
  const skip = dice.whole(0, 10)
  const count = dice.whole(1, 3)
  const always = { count: 0, probability: dice.pick([0.3, 1]) }
  switch (dice.weighted([3, 3, 3, 2, 2, 2, 2, 2, 1, 2, is_small ? 2 : 0])) {
    case 0:
      return { kind: 'throttle', skip, count, seconds: dice.pick([1, 7, 60, 300]) }
    case 1:
      return { kind: 'fail', skip, count: dice.pick([1, 2, 7]), status: dice.pick([500, 502, 503]) }
    case 2:
      return { kind: 'truncate', skip, count }
    case 3:
      return { kind: 'expire', skip }
    case 4:
      return { kind: 'duplicate', ...always }
    case 5:
      return { kind: 'duplicate_across', ...always }
    case 6:
      return { kind: 'shuffle', ...always }
    case 7:
      return { kind: 'unknown_field', ...always }
    case 8:
      return { kind: 'fail', count, status: 503, path: '/token' }
    case 9:
      // Reading takes longer than the overlap of a change stream.
      return { kind: 'throttle', count: 0, probability: 0.4, seconds: 115 }
    default:
      // A page that is empty by error. The stream reads everything each time, so the next read corrects the error.
      return { kind: 'empty', skip: dice.whole(0, 2), count, path: '/ads' }
  }
}
