// Keeps the requests of all processes below the limits of vendors, and lets urgent work go first. The limits are data of connectors.
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { within_limit } from '#db/pool.ts'
import type { Auth, Pace, Secrets } from '#engine/connector.ts'
import { ASKED_WAIT_MAX_S } from '#engine/vendors/retry_after.ts'
import type { Clock } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'

const windows_ms = {
  per_second: 1_000,
  per_minute: 60_000,
  per_15_minutes: 900_000,
  per_hour: 3_600_000,
  per_day: 86_400_000,
} as const

/** The vendor counts requests when they arrive, and some travel longer than others. A window is longer here by this time. */
const TRAVEL_MS = 250
/** A busy process learns late that its request is counted, and counts it again. It does so at most this often, because it can stay busy. */
const COUNTS_MAX = 5
/**
 * Parts of a second that share its requests. Together at its start, they would leave no place for one that travels longer, because it meets
 * a slow connection or a busy process.
 */
const SECOND_PARTS = 5

/**
 * The share of each limit that kinds of work may fill, all kinds counted. So a person never waits for older days, and older days take
 * at most half. A share is rounded up, because some limits are one request.
 */
const shares = { person: 1, webhook: 0.95, today: 0.9, hint: 0.75, restatement: 0.7, backfill: 0.5 } as const
export type Priority = keyof typeof shares
/** Anybody can send hints, so they alone fill no more than this share. They come before older days, which keep as much. */
const HINTS_SHARE = 0.25

/** An answer that is there waits no longer than this for a database that is silent. */
const PAUSE_STORED_MS = 5_000

/** Who sends a request, for the limits that several share. */
export interface Asker {
  platform: string
  org: string
  /** The name of the app, and of who uses it, not readable. */
  app: string
  user: string
  account_id?: string
  priority: Priority
}

type OwnPace = Omit<Pace, 'of'> & { of?: Pace['of'] | 'org' }

/**
 * Requests that the hints for one user and for one organization may cause in each window, so that those who get many leave requests to the
 * others. The window is short, because a flood fills it within a second, and what comes then waits for its end.
 */
const HINTS_WINDOW_MS = 20_000
const hints_most = { user: 20, org: 40 } as const

/** A limit of requests in a window. */
export interface Limit {
  budget: string
  window_ms: number
  most: number
}

/** Where requests are counted. */
export interface Budgets {
  /** Counts a request against all limits and returns 0, or counts nothing and returns the milliseconds to wait. */
  take(limits: readonly Limit[], now_ms: number): Promise<number>
  /** The milliseconds to wait. Counts nothing. */
  wait(limits: readonly Limit[], now_ms: number): Promise<number>
  /** Takes nothing from these budgets before an instant. */
  pause(budgets: readonly string[], now_ms: number, until_ms: number): Promise<void>
}

type Ask = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>

/** How long limits would let a request wait. `ask`: sends a statement. */
export async function budget_wait(ask: Ask, limits: readonly Limit[], now_ms: number): Promise<number> {
  const { rows } = await ask('select vendor_budget_wait($1, $2) as wait', [now_ms, JSON.stringify(limits)])
  return Number((rows[0] as { wait: bigint }).wait)
}

/** Counts for all processes that use the database. `pool`: that of jobs. */
export const shared_budgets = (pool: pg.Pool): Budgets => ({
  async take(limits, now_ms) {
    const { rows } = await pool.query<{ wait: bigint }>('select take_vendor_budget($1, $2) as wait', [
      now_ms,
      JSON.stringify(limits),
    ])
    return Number(rows[0]!.wait)
  },
  wait: (limits, now_ms) => budget_wait((text, values) => pool.query(text, values), limits, now_ms),
  async pause(budgets, now_ms, until_ms) {
    const values = [now_ms, Math.ceil(until_ms), budgets]
    await within_limit(pool, PAUSE_STORED_MS).query('select pause_vendor_budgets($1, $2, $3)', values)
  },
})

export class Governor {
  readonly #budgets: Budgets
  readonly #clock: Clock
  readonly #log: Pick<Log, 'warn'> | undefined

  constructor(budgets: Budgets, clock: Clock, log?: Pick<Log, 'warn'>) {
    this.#budgets = budgets
    this.#clock = clock
    this.#log = log
  }

  /**
   * Waits until every limit allows the request, and counts it. Returns the wait instead if it is longer than `most_ms`. A hint waits no
   * longer than that in total, because others come first as long as they ask.
   */
  async throttle(
    paces: readonly Pace[],
    asker: Asker,
    { signal, most_ms }: { signal: AbortSignal; most_ms: number },
  ): Promise<number | undefined> {
    let limits = limits_of(paces, asker)
    for (let waited = 0, counts = 0; limits.length > 0 && counts < COUNTS_MAX; ) {
      const asked_ms = this.#clock.now().getTime()
      const wait = await this.#budgets.take(limits, asked_ms)
      if (wait + waited > most_ms) return wait
      if (wait > 0) {
        await this.#clock.sleep(wait, signal)
        if (asker.priority === 'hint') waited += wait
      } else {
        counts += 1
        limits = outdated(limits, this.#clock.now().getTime() - asked_ms)
      }
    }
    return undefined
  }

  /** The milliseconds until every limit allows a request. Counts nothing. */
  async wait(paces: readonly Pace[], asker: Asker): Promise<number> {
    const limits = limits_of(paces, asker)
    return limits.length === 0 ? 0 : this.#budgets.wait(limits, this.#clock.now().getTime())
  }

  /**
   * The vendor asked for a pause. It holds for all who share these limits. A pause that cannot be stored is no error: the answer that asked
   * for it says what happened, and must not be lost. Who asks too early gets the same answer.
   */
  async pause(paces: readonly Pace[], asker: Asker, wait_s: number): Promise<void> {
    const budgets = paces.map((pace) => budget_of(pace, asker))
    const now_ms = this.#clock.now().getTime()
    await this.#budgets
      .pause(budgets, now_ms, now_ms + Math.min(wait_s, ASKED_WAIT_MAX_S) * 1000)
      .catch((error) => this.#log?.warn({ err: error, budgets }, 'a pause of a vendor could not be stored'))
  }
}

const name_of = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** A name that connections with the same app share, and that does not reveal the app. */
export const app_of = (secrets: Secrets, name: string): string => name_of(`app of a vendor: ${secrets[name] ?? ''}`)

/** A name that connections with the same lasting key share. Tokens change, so a connection that renews its own is a user for itself. */
export const user_of = (secrets: Secrets, connection_id: string, { refresh }: Pick<Auth, 'refresh'>): string =>
  refresh ? connection_id : name_of(`key of a user: ${JSON.stringify(Object.entries(secrets).sort())}`)

/** A request without an account, such as that for the list of accounts, counts for its user alone. */
function budget_of({ key = '', of = 'user' }: OwnPace, { platform, user, app, org, account_id = user }: Asker): string {
  const who = { app, user, org, account: account_id }[of]
  return `${platform}/${of} ${who}/${key}`
}

const shared = (paces: readonly OwnPace[], share: number) => paces.map((pace) => [pace, share] as const)

/** The share of a vendor's limits that hints alone may fill. */
const paces_of_hints = (paces: readonly Pace[]) =>
  shared(
    paces.map((pace) => ({ ...pace, key: `hints ${pace.key ?? ''}` })),
    HINTS_SHARE,
  )

const limits_of_hints = (asker: Asker): Limit[] =>
  (['user', 'org'] as const).map((of) => ({
    budget: budget_of({ key: 'hints', of }, asker),
    window_ms: HINTS_WINDOW_MS,
    most: hints_most[of],
  }))

/** The limits for which a request was counted in another window than the one in which it is sent: those of a second, when it is late. */
const outdated = (limits: readonly Limit[], late_ms: number): Limit[] =>
  late_ms <= TRAVEL_MS ? [] : limits.filter(({ window_ms }) => window_ms <= windows_ms.per_second + TRAVEL_MS)

/** The tightest limit of each budget and window. */
export function limits_of(paces: readonly Pace[], asker: Asker): Limit[] {
  const found = new Map<string, Limit>()
  const is_hint = asker.priority === 'hint'
  const own = is_hint ? paces_of_hints(paces) : []
  for (const [pace, share] of [...shared(paces, shares[asker.priority]), ...own])
    for (const [window, window_ms] of Object.entries(windows_ms)) {
      const max = pace[window as keyof typeof windows_ms]
      if (max === undefined) continue
      const budget = budget_of(pace, asker)
      const add = (limit: Omit<Limit, 'budget'>) => {
        const id = `${budget} ${limit.window_ms}`
        const most = Math.min(limit.most, found.get(id)?.most ?? limit.most)
        found.set(id, { ...limit, budget, most })
      }
      const whole_ms = window_ms + TRAVEL_MS
      add({ window_ms: whole_ms, most: Math.ceil(max * share) })
      if (window === 'per_second' && max >= SECOND_PARTS)
        add({ window_ms: whole_ms / SECOND_PARTS, most: Math.ceil(max / SECOND_PARTS) })
    }
  return [...found.values(), ...(is_hint ? limits_of_hints(asker) : [])]
}
