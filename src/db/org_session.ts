// A connection for many transactions of an organization's work, because its locks and temporary tables live as long as the session.
import type pg from 'pg'
import { type Database, kysely_on } from '#db/pool.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export class OrgSession {
  readonly client: pg.PoolClient
  readonly org_id: string

  constructor(client: pg.PoolClient, org_id: string) {
    // The id becomes part of the SQL text, so it is checked here.
    if (!UUID.test(org_id)) throw new TypeError('org_id is not a UUID')
    this.client = client
    this.org_id = org_id
  }

  /** Runs one transaction at a time. Role and organization are set for the transaction, and Citus passes them on to its workers. */
  async transaction<T>(work: (db: Database) => Promise<T>): Promise<T> {
    await this.client.query(`begin; set local role tablero_app; set local app.org_id = '${this.org_id}'`)
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
