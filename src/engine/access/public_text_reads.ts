// Which programs have read public text, which anybody can write. It can carry instructions, so what a program proposes within an hour of
// it waits for a person (ADR 58).
import { in_org } from '#db/org.ts'
import type { Pool } from '#db/pool.ts'
import type { Caller } from '#engine/access/caller.ts'
import type { Clock } from '#lib/clock.ts'

/** An AI agent may still have the text in its context for this time. */
const TAINT_MS = 3_600_000
/** A program that reads all the time is stored at this pace. */
const STORED_EVERY_MS = 300_000
/** Most programs that a process remembers to have stored. */
const REMEMBERED_MAX = 10_000

/** People read such text too. What they propose, they decide about themselves. */
export const is_program = ({ via }: Caller) => via !== 'session'

export class PublicTextReads {
  readonly #pool: Pool
  readonly #clock: Pick<Clock, 'now'>
  #stored_ms = new Map<string, number>()

  constructor(pool: Pool, clock: Pick<Clock, 'now'>) {
    this.#pool = pool
    this.#clock = clock
  }

  /** Called before the program gets the answer. An answer that cannot be noted must not be given. */
  async note(caller: Caller): Promise<void> {
    if (!is_program(caller)) return
    const { org_id, actor } = caller
    const name = `${org_id} ${actor}`
    const now = this.#clock.now()
    const stored_ms = this.#stored_ms.get(name)
    if (stored_ms !== undefined && now.getTime() - stored_ms < STORED_EVERY_MS) return
    const read_at = now.toISOString()
    await in_org(this.#pool, { org_id }, (db) =>
      db
        .insertInto('public_text_reads')
        .values({ actor, read_at })
        .onConflict((conflict) => conflict.columns(['org_id', 'actor']).doUpdateSet({ read_at }))
        .execute(),
    )
    if (this.#stored_ms.size >= REMEMBERED_MAX) this.#stored_ms.clear()
    this.#stored_ms.set(name, now.getTime())
  }

  /** Whether public text may steer what the caller does now. Opens a transaction of its own. */
  async has_read(caller: Caller): Promise<boolean> {
    if (!is_program(caller)) return false
    const { org_id, actor } = caller
    const since = new Date(this.#clock.now().getTime() - TAINT_MS - STORED_EVERY_MS).toISOString()
    const found = await in_org(this.#pool, { org_id, read_only: true }, (db) =>
      db
        .selectFrom('public_text_reads')
        .select('actor')
        .where('actor', '=', actor)
        .where('read_at', '>', since)
        .executeTakeFirst(),
    )
    return found !== undefined
  }
}
