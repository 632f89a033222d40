// Which connections lack an account that was read. The rule belongs to figures, which the engine does not know, so the application gives it.
import { in_org } from '#db/org.ts'
import type { Database, Pool } from '#db/pool.ts'
import type { Directory, Org } from '#engine/access/directory.ts'
import type { Clock } from '#lib/clock.ts'

/** The ids of connections of the organization whose figures lack an account today. */
export type FindLacking = (db: Database, org: Org, now: Date) => Promise<ReadonlySet<string>>

export interface LackingParts {
  pool: Pool
  clock: Pick<Clock, 'now'>
  directory: Pick<Directory, 'org'>
  /** Without it, no connection lacks an account. */
  find_lacking?: FindLacking
}

/** An answer changes with the accounts, and with the days. */
const KEPT_MS = 60_000
const NONE: ReadonlySet<string> = new Set()

interface Kept {
  ended: string
  until: number
  found: ReadonlySet<string>
}

export class Lacking {
  readonly #parts: LackingParts
  #kept = new Map<string, Kept>()

  constructor(parts: LackingParts) {
    this.#parts = parts
  }

  /** `ended`: what tells the ended accounts of an organization apart from others, by organization. Only these organizations are kept. */
  async of(ended: ReadonlyMap<string, string>): Promise<ReadonlySet<string>> {
    const kept = new Map<string, Kept>()
    for (const [org_id, text] of ended) {
      const known = this.#kept.get(org_id)
      const is_valid = known?.ended === text && known.until > performance.now()
      const found = is_valid ? known.found : await this.#find(org_id)
      kept.set(org_id, is_valid ? known : { ended: text, until: performance.now() + KEPT_MS, found })
    }
    this.#kept = kept
    return new Set([...kept.values()].flatMap(({ found }) => [...found]))
  }

  async #find(org_id: string): Promise<ReadonlySet<string>> {
    const { pool, clock, directory, find_lacking } = this.#parts
    const org = find_lacking && (await directory.org(org_id))
    return org ? in_org(pool, { org_id, read_only: true }, (db) => find_lacking(db, org, clock.now())) : NONE
  }
}
