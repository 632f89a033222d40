// Which connections are suspect. The rule belongs to figures, which the engine does not know, so the application gives it.
import { in_org } from '#db/org.ts'
import type { Database, Pool } from '#db/pool.ts'
import type { Health } from '#domain/health.ts'
import type { Directory, Org } from '#engine/access/directory.ts'
import type { Clock } from '#lib/clock.ts'

/** The connections of the organization that are not healthy today although their syncs run through, each with its health. */
export type FindSuspect = (db: Database, org: Org, now: Date) => Promise<ReadonlyMap<string, Health>>

export interface SuspectParts {
  pool: Pool
  clock: Pick<Clock, 'now'>
  directory: Pick<Directory, 'org'>
  /** Without it, no connection is suspect. */
  find_suspect?: FindSuspect
}

/** An answer changes with the streams and accounts, and with the days. */
const KEPT_MS = 60_000
const NONE: ReadonlyMap<string, Health> = new Map()

interface Kept {
  doubt: string
  until: number
  found: ReadonlyMap<string, Health>
}

export class SuspectConnections {
  readonly #parts: SuspectParts
  #kept = new Map<string, Kept>()

  constructor(parts: SuspectParts) {
    this.#parts = parts
  }

  /** `doubts`: differs with the suspect streams and ended accounts of an organization, by organization. Only these organizations are kept. */
  async of(doubts: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, Health>> {
    const kept = new Map<string, Kept>()
    for (const [org_id, text] of doubts) {
      const known = this.#kept.get(org_id)
      const is_valid = known?.doubt === text && known.until > performance.now()
      const found = is_valid ? known.found : await this.#find(org_id)
      kept.set(org_id, is_valid ? known : { doubt: text, until: performance.now() + KEPT_MS, found })
    }
    this.#kept = kept
    return new Map([...kept.values()].flatMap(({ found }) => [...found]))
  }

  async #find(org_id: string): Promise<ReadonlyMap<string, Health>> {
    const { pool, clock, directory, find_suspect } = this.#parts
    const org = find_suspect && (await directory.org(org_id))
    return org ? in_org(pool, { org_id, read_only: true }, (db) => find_suspect(db, org, clock.now())) : NONE
  }
}
