// Records reads and refusals, which have no transaction to write in: in batches, some moments later. Pending records are written when
// the process stops. A killed process loses them.

import { exhaustion_of } from '#db/exhausted.ts'
import { in_system } from '#db/org.ts'
import type { Pool } from '#db/pool.ts'
import { is_part_unreachable, is_unreachable } from '#db/unreachable.ts'
import { append_calls, type CallRecord } from '#engine/audit/chain.ts'
import type { Keyring } from '#engine/vendors/secrets.ts'
import type { Log } from '#lib/log.ts'

const FLUSH_MS = 500
const RETRY_MS = 2_000
const BATCH_MAX = 500
/** A chain that another process has locked must not block the other chains. */
const LIMITS_MS = { lock_timeout: 1_000, statement_timeout: 10_000 }
/** Most pending records while the database cannot be written. Then the oldest are dropped, and a log line counts them. */
const WAITING_MAX = 100_000

/** Collects calls that are recorded in batches. */
export class Recorder {
  readonly #pool: Pool
  readonly #ring: Keyring
  readonly #log: Log
  #waiting: CallRecord[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  #lacking: string | undefined

  constructor(pool: Pool, ring: Keyring, log: Log) {
    this.#pool = pool
    this.#ring = ring
    this.#log = log
  }

  /** What the database server lacked when records were last written. */
  get lacking(): string | undefined {
    return this.#lacking
  }

  add(record: CallRecord): void {
    if (this.#waiting.length >= WAITING_MAX) {
      this.#waiting.shift()
      this.#log.error('a call record was dropped: too many records wait for the database')
    }
    this.#waiting.push(record)
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS)
  }

  /** Writes the pending records. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  async #write(): Promise<void> {
    const unwritten: CallRecord[] = []
    let is_reachable = true
    while (is_reachable && this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH_MAX)
      const fault = await this.#fault_of(batch)
      if (!fault) continue
      is_reachable = !is_unreachable(fault) || is_part_unreachable(fault)
      unwritten.push(...(is_reachable ? await this.#unwritten_by_org(batch) : batch))
    }
    if (unwritten.length === 0) return
    this.#waiting.unshift(...unwritten)
    this.#timer ??= setTimeout(() => void this.flush(), RETRY_MS)
  }

  /** Writes the records of each organization separately, so that an error of one organization does not affect the others. */
  async #unwritten_by_org(batch: CallRecord[]): Promise<CallRecord[]> {
    const unwritten: CallRecord[] = []
    for (const part of Map.groupBy(batch, ({ org_id }) => org_id).values())
      if (await this.#fault_of(part)) unwritten.push(...part)
    return unwritten
  }

  /** Writes all records, or returns the error. After an error nothing is written, unless the connection broke after the commit. */
  async #fault_of(records: CallRecord[]): Promise<unknown> {
    try {
      await in_system(this.#pool, (db) => append_calls(db, this.#ring, records), LIMITS_MS)
      this.#lacking = undefined
      return undefined
    } catch (error) {
      this.#lacking = exhaustion_of(error)
      const orgs = new Set(records.map(({ org_id }) => org_id)).size
      this.#log.error({ err: error, orgs, calls: records.length }, 'recording calls failed; retrying')
      return error
    }
  }
}
