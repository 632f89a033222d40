// A connection for many transactions of an organization's work, because its locks and temporary tables live as long as the session.
import type pg from 'pg'
import { set_org } from '#db/org.ts'
import { type Database, kysely_on, type Pool } from '#db/pool.ts'

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
    await this.client.query(`begin; ${set_org(this.#pool, this.org_id)}`)
    try {
      const result = await work(kysely_on(this.client, { org_id: this.org_id }))
      await this.client.query('commit')
      return result
    } catch (error) {
      await this.client.query('rollback')
      throw error
    }
  }
}
