// A connection for many transactions of an organization's work, because its locks and temporary tables live as long as the session.
import type pg from 'pg'
import { commit, set_org } from '#db/org.ts'
import { type Database, kysely_on, type Pool, send } from '#db/pool.ts'

/** Of the statements that begin and end a transaction. Those of a merge have no limit, because it can take long. */
const TIMEOUT_MS = 30_000

export class OrgSession {
  readonly client: pg.PoolClient
  readonly org_id: string
  readonly #pool: Pool

  /** `client` is a connection of `pool.org`. */
  constructor(pool: Pool, client: pg.PoolClient, org_id: string) {
    this.#pool = pool
    this.client = client
    this.org_id = org_id
  }

  /** Runs one transaction at a time. */
  async transaction<T>(work: (db: Database) => Promise<T>): Promise<T> {
    try {
      await this.#send(`begin; ${set_org(this.#pool, this.org_id)}`)
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
