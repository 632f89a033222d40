// When keys and apps were last used, and members last seen. Collected in memory and stored once a minute, so that a call costs no write.
import { sql } from 'kysely'
import { in_system } from '#db/org.ts'
import type { Pool } from '#db/pool.ts'
import type { Caller } from '#engine/access/caller.ts'
import type { Clock } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'

const STORED_EVERY_MS = 60_000
/** Most callers that wait to be stored. Further ones are stored with their next use. */
const WAITING_MAX = 10_000

interface Use {
  org_id: string
  id: string
  at: string
}

export class LastUses {
  readonly #pool: Pool
  readonly #log: Log
  readonly #clock: Pick<Clock, 'now'>
  #keys = new Map<string, Use>()
  #grants = new Map<string, Use>()
  #members = new Map<string, Use>()
  #timer: NodeJS.Timeout | undefined

  constructor(pool: Pool, log: Log, clock: Pick<Clock, 'now'>) {
    this.#pool = pool
    this.#log = log
    this.#clock = clock
  }

  /** Notes a call. A person who acts through an agency is seen in the agency. */
  note(caller: Caller): void {
    if (caller.via === 'key') this.#put(this.#keys, caller.org_id, caller.key_id)
    else if (caller.via === 'oauth') this.#put(this.#grants, caller.org_id, caller.grant_id)
    else if (caller.via === 'session') this.#put(this.#members, caller.org_id, caller.user_id)
  }

  #put(uses: Map<string, Use>, org_id: string, id: string): void {
    const name = `${org_id} ${id}`
    if (uses.size >= WAITING_MAX && !uses.has(name)) return
    uses.set(name, { org_id, id, at: this.#clock.now().toISOString() })
    this.#timer ??= setTimeout(() => void this.store(), STORED_EVERY_MS).unref()
  }

  /** Stores what was noted. Uses that could not be stored are lost: the next use of a key or a member is noted again. */
  async store(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const keys = [...this.#keys.values()]
    const grants = [...this.#grants.values()]
    const members = [...this.#members.values()]
    this.#keys = new Map()
    this.#grants = new Map()
    this.#members = new Map()
    if (keys.length + grants.length + members.length === 0) return
    await in_system(this.#pool, async (db) => {
      await sql`
        update api_keys k set last_used_at = greatest(k.last_used_at, u.at) from ${rows_of(keys)}
        where k.org_id = u.org_id and k.key_id = u.id`.execute(db)
      await sql`
        update auth.oauth_grants g set last_used_at = greatest(g.last_used_at, u.at) from ${rows_of(grants)}
        where g.granted_org_id = u.org_id and g.id = u.id`.execute(db)
      await sql`
        update members m set last_seen_at = greatest(m.last_seen_at, u.at) from ${rows_of(members)}
        where m.org_id = u.org_id and m.user_id = u.id`.execute(db)
    }).catch((error) => this.#log.warn({ err: error }, 'the last uses of keys could not be stored'))
  }
}

const rows_of = (uses: readonly Use[]) => sql`
  unnest(${uses.map(({ org_id }) => org_id)}::uuid[], ${uses.map(({ id }) => id)}::uuid[], ${uses.map(({ at }) => at)}::timestamptz[])
    as u(org_id, id, at)`
