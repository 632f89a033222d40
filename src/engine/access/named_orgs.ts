// Whether organizations exist that callers named without a right to them. Names that come while a look-up runs share the next one, and those
// that do not exist are remembered for a moment. So a flood of invented names takes one connection and few queries.
import { look_up } from '#db/org.ts'
import type { Pool } from '#db/pool.ts'
import { set_newest } from '#lib/newest.ts'

const REMEMBERED_MS = 10_000
/** Most remembered names. The oldest are forgotten first. */
const KEPT_MAX = 10_000
/** Names of one query. */
const LOOKED_UP_MAX = 500

type Waiting = Map<string, PromiseWithResolvers<boolean>>

export class NamedOrgs {
  readonly #pool: Pool
  /** Until when a name is not looked up again, on the clock of performance.now(). */
  #unknown = new Map<string, number>()
  readonly #waiting: Waiting = new Map()
  #is_looking = false

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async exists(org_id: string): Promise<boolean> {
    if ((this.#unknown.get(org_id) ?? 0) > performance.now()) return false
    const { promise } = this.#waiting.get(org_id) ?? this.#add(org_id)
    if (!this.#is_looking) void this.#look()
    return promise
  }

  /** An organization may have been made. What is being looked up now is not remembered. */
  forget(): void {
    this.#unknown = new Map()
  }

  #add(org_id: string): PromiseWithResolvers<boolean> {
    const one = Promise.withResolvers<boolean>()
    this.#waiting.set(org_id, one)
    return one
  }

  async #look(): Promise<void> {
    this.#is_looking = true
    while (this.#waiting.size > 0) {
      const all: Waiting = new Map([...this.#waiting].slice(0, LOOKED_UP_MAX))
      for (const org_id of all.keys()) this.#waiting.delete(org_id)
      const unknown = this.#unknown
      await existing(this.#pool, [...all.keys()]).then(
        (found) => {
          for (const [org_id, { resolve }] of all) {
            if (!found.has(org_id)) set_newest(unknown, org_id, performance.now() + REMEMBERED_MS, KEPT_MAX)
            resolve(found.has(org_id))
          }
        },
        (error: unknown) => {
          for (const { reject } of all.values()) reject(error)
        },
      )
    }
    this.#is_looking = false
  }
}

async function existing(pool: Pool, org_ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await look_up(pool, (db) =>
    db
      .selectFrom('orgs')
      .select('org_id')
      .where('org_id', '=', (eb) => eb.fn.any(eb.val(org_ids)))
      .execute(),
  )
  return new Set(rows.map(({ org_id }) => org_id))
}
