// Limits the calls that a process works on. The process rejects further calls immediately, so that accepted calls finish in time.
import { longest_wait_ms, type Pool } from '#db/pool.ts'
import { busy } from '#engine/calls/database_refusals.ts'

export const CONCURRENT_CALLS_MAX = 500
/** The process accepts no further call while one has waited this long for a connection of a full pool. */
const WAIT_MAX_MS = 500

export class Load {
  readonly #pool: Pool
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
    let is_inside = true
    return {
      [Symbol.dispose]: () => {
        if (is_inside) this.#calls -= 1
        is_inside = false
      },
    }
  }
}
