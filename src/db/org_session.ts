// A connection for many transactions of an organization's work, because its locks and temporary tables live as long as the session.
import type pg from 'pg'
import { commit, set_org } from '#db/org.ts'
import { type Database, kysely_on, limit_statements, type Pool, send } from '#db/pool.ts'

/** Of the statements that begin and end a transaction. Those of a merge can take longer, up to the limit of the connection. */
const TIMEOUT_MS = 30_000

/**
 * Of each other statement. A merge stores tens of thousands of rows a second (docs/benchmarks.md), so one that takes longer is stuck, or
 * its server is lost.
 */
export const WORK_STATEMENT_MS = 600_000

export class OrgSession {
  readonly client: pg.PoolClient
  readonly org_id: string
  readonly #pool: Pool
  readonly #statement_timeout_ms: number

  /** `client` is a connection of `pool.org`, of which this process gives up a statement a moment after the server does. */
  constructor(pool: Pool, client: pg.PoolClient, org_id: string, statement_timeout_ms = WORK_STATEMENT_MS) {
    limit_statements(client, statement_timeout_ms)
    this.#pool = pool
    this.#statement_timeout_ms = statement_timeout_ms
    this.client = client
    this.org_id = org_id
  }

  /** Runs one transaction at a time. */
  async transaction<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const limit = { statement_timeout: this.#statement_timeout_ms }
    try {
      await this.#send(`begin; ${set_org(this.#pool, this.org_id, limit)}`)
      const result = await work(kysely_on(this.client, { org_id: this.org_id }))
      await commit(this.client, TIMEOUT_MS)
      return result
    } catch (error) {
      // A rollback fails where the session is lost, and the error is what lost it.
      await this.#send('rollback').catch(() => {})
      throw error
    }
  }

  #send(text: string) {
    return send(this.client, { text }, TIMEOUT_MS)
  }
}
