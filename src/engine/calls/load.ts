// How many calls a process works on. More are turned away at once, so that those inside are answered in time.
import type pg from 'pg'
import { longest_wait_ms } from '#db/pool.ts'
import { busy } from '#engine/calls/database_refusals.ts'

export const CONCURRENT_CALLS_MAX = 500
/** While somebody has waited this long for a connection of a full pool, nobody is let in behind. */
const WAIT_MAX_MS = 500

export class Load {
  readonly #pool: pg.Pool
  #calls = 0

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  get calls(): number {
    return this.#calls
  }

  /** A place among the calls in progress, or a refusal. Leaving twice is leaving once. */
  enter(): Disposable {
    if (this.#calls >= CONCURRENT_CALLS_MAX || longest_wait_ms(this.#pool) > WAIT_MAX_MS) throw busy()
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
