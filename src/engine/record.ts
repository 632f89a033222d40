// A row for every call. Written in batches, because reads run in read-only transactions; what is waiting is written at shutdown.
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { in_system } from '#db/org.ts'
import type { Outcome } from '#engine/outcomes.ts'
import type { Log } from '#lib/log.ts'

export interface CallRecord {
  org_id: string
  request_id: string
  actor: string
  tool: string
  door: string
  outcome: Outcome
  input_hash: Buffer
  duration_ms: number
  called_at: string
}

const FLUSH_MS = 200
const BATCH_MAX = 500
/** Calls that wait at most while the database cannot be written; the oldest are dropped, and that is logged. */
const WAITING_MAX = 100_000

export const input_hash = (input: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(input) ?? '')
    .digest()

export class Recorder {
  readonly #pool: pg.Pool
  readonly #log: Log
  #waiting: CallRecord[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(pool: pg.Pool, log: Log) {
    this.#pool = pool
    this.#log = log
  }

  add(record: CallRecord): void {
    if (this.#waiting.length >= WAITING_MAX) {
      this.#waiting.shift()
      this.#log.error('a call record was dropped: too many are waiting for the database')
    }
    this.#waiting.push(record)
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS)
  }

  /** Writes what is waiting. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH_MAX)
      try {
        await in_system(this.#pool, (db) => db.insertInto('calls').values(batch).execute())
      } catch (error) {
        this.#waiting.unshift(...batch)
        this.#log.error({ err: error }, 'call records could not be written; they are kept and tried again')
        this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS * 10)
        return
      }
    }
  }
}
