// Limits the calls that a process works on, and those of one organization. The process rejects further calls immediately, so that accepted
// calls finish in time.
import { longest_wait_ms, POOL_WAIT_MS, type Pool } from '#db/pool.ts'
import { busy } from '#engine/calls/database_refusals.ts'

export const CONCURRENT_CALLS_MAX = 500
/** The process accepts no further call while one has waited this long for a connection of a full pool. */
const WAIT_MAX_MS = 500
/** The part of the connections that the calls of one caller's organization use at the same time. The others stay free for everybody else. */
const SHARE_MAX = 0.5
/** The process accepts no further call of a caller while one has waited this long for others of it. A burst of short calls waits less. */
const SHARE_WAIT_MAX_MS = 2_000

/** The calls of one caller's organization. */
interface Share {
  running: number
  /** Calls that wait until another one ends, the first one first. */
  waiting: { since: number; begin: () => void }[]
}

export class Load {
  readonly #pool: Pool
  readonly #shares = new Map<string, Share>()
  #calls = 0

  constructor(pool: Pool) {
    this.#pool = pool
  }

  get calls(): number {
    return this.#calls
  }

  /** Counts the call as in progress, or refuses it. Disposing twice has the effect of disposing once. */
  enter(): Disposable {
    if (this.#calls >= CONCURRENT_CALLS_MAX || longest_wait_ms(this.#pool.org) > WAIT_MAX_MS) throw busy()
    this.#calls += 1
    return once(() => {
      this.#calls -= 1
    })
  }

  /**
   * Waits until a call may use a connection, and counts it until it is disposed of; twice has the effect of once. `org_id`: the organization
   * of the caller, because an agency would otherwise take the connections of all others with calls for many clients. Slow calls of one
   * organization would delay those of every other one.
   */
  async enter_share(org_id: string): Promise<Disposable> {
    const share = this.#shares.get(org_id) ?? { running: 0, waiting: [] }
    this.#shares.set(org_id, share)
    if (share.running < Math.ceil(this.#pool.org.options.max * SHARE_MAX)) share.running += 1
    else await wait_in(share)
    return once(() => {
      const next = share.waiting.shift()
      if (next) next.begin()
      else if (--share.running === 0) this.#shares.delete(org_id)
    })
  }
}

function once(leave: () => void): Disposable {
  let is_inside = true
  return {
    [Symbol.dispose]: () => {
      if (is_inside) leave()
      is_inside = false
    },
  }
}

/** Waits for the place of a call that ends. */
async function wait_in({ waiting }: Share): Promise<void> {
  if (waiting[0] && performance.now() - waiting[0].since > SHARE_WAIT_MAX_MS) throw busy()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const place = { since: performance.now(), begin: resolve }
  waiting.push(place)
  const timer = setTimeout(() => {
    waiting.splice(waiting.indexOf(place), 1)
    reject(busy())
  }, POOL_WAIT_MS)
  await promise.finally(() => clearTimeout(timer))
}
