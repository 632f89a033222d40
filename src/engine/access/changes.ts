// Whether a process receives every change of keys, people, organizations and catalogs, and what it does then.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { type Database, type Pool, send } from '#db/pool.ts'

const LISTEN_RETRY_MS = 500
/** A change must take effect within a second, even when the connection for notifications is silent but not closed. */
const VALID_MS = 900
const HEARTBEAT_EVERY_MS = 250
/** After this time without a heartbeat, the process replaces the connection. */
const HEARTBEAT_TIMEOUT_MS = 5_000

/** Tells every process to read again what it keeps, for tables whose rows cannot announce their changes on a distributed engine. */
export const announce_change = (db: Database) => sql`select pg_notify('tablero_directory', '')`.execute(db)

export class Changes {
  readonly #pool: Pool
  readonly #listeners: (() => void)[] = []
  #client: pg.PoolClient | undefined
  #next: NodeJS.Timeout | undefined
  #closed = false
  #version = 0
  /** On the clock of performance.now(). */
  #valid_until = 0
  /** The channel on which this process sends heartbeats to itself. */
  readonly #echo = `tablero_echo_${randomBytes(8).toString('hex')}`

  constructor(pool: Pool) {
    this.#pool = pool
  }

  on_change(work: () => void): void {
    this.#listeners.push(work)
  }

  /** False: a recent change may be unknown to this process, so that only the database is right. */
  get are_received(): boolean {
    return performance.now() < this.#valid_until
  }

  /** Grows with every change. Undefined: changes may be missed. */
  get version(): number | undefined {
    return this.are_received ? this.#version : undefined
  }

  /** Whether nothing has changed since then, so that what was read since then can be kept. */
  is_still(version: number | undefined): boolean {
    return version === this.#version
  }

  /** Starts to receive changes. Calls are also answered without these notifications, only more slowly. */
  async listen(): Promise<void> {
    const client = await this.#pool.org.connect().catch(() => undefined)
    if (!client || this.#closed) {
      client?.release()
      return this.#after(LISTEN_RETRY_MS, () => this.listen())
    }
    this.#client = client
    client.on('notification', ({ channel, payload }) => {
      if (channel === this.#echo) this.#valid_until = Number(payload) + VALID_MS
      else this.#change()
    })
    const lost = () => this.#lose(client)
    client.on('error', lost)
    client.on('end', lost)
    try {
      // The pool may have kept a connection whose server is lost.
      await send(client, { text: `listen tablero_directory; listen ${this.#echo}` }, HEARTBEAT_TIMEOUT_MS)
      this.#change()
      await this.#prove(client)
    } catch {
      lost()
    }
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#next)
    const client = this.#client
    this.#client = undefined
    client?.release(true)
  }

  #change(): void {
    this.#version++
    for (const work of this.#listeners) work()
  }

  /**
   * PostgreSQL delivers notifications to a session in order. A process that receives its own heartbeat has therefore received every
   * change before it. No heartbeat arrives over a broken connection, or through a pooler that shares sessions.
   */
  async #prove(client: pg.PoolClient): Promise<void> {
    const waiting = setTimeout(() => this.#lose(client), HEARTBEAT_TIMEOUT_MS).unref()
    try {
      await client.query(`notify ${this.#echo}, '${performance.now()}'`)
    } finally {
      clearTimeout(waiting)
    }
    if (this.#client === client)
      this.#after(HEARTBEAT_EVERY_MS, () => this.#prove(client).catch(() => this.#lose(client)))
  }

  #lose(client: pg.PoolClient): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.#valid_until = 0
    client.release(true)
    this.#after(LISTEN_RETRY_MS, () => this.listen())
  }

  #after(ms: number, work: () => Promise<void>): void {
    clearTimeout(this.#next)
    if (!this.#closed) this.#next = setTimeout(work, ms).unref()
  }
}
