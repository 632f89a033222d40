// A connection that an organization's work keeps over many transactions, because its locks and temporary tables live as long.
import type pg from 'pg'
import { type Database, kysely_on } from '#db/pool.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export class OrgSession {
  readonly client: pg.PoolClient
  readonly org_id: string

  constructor(client: pg.PoolClient, org_id: string) {
    // It becomes part of a text, so it is checked rather than bound.
    if (!UUID.test(org_id)) throw new TypeError('org_id is not a UUID')
    this.client = client
    this.org_id = org_id
  }

  /** One at a time. Role and organization are set for the transaction, which passes them on to wherever its rows are. */
  async transaction<T>(work: (db: Database) => Promise<T>): Promise<T> {
    await this.client.query(`begin; set local role tablero_app; set local app.org_id = '${this.org_id}'`)
    try {
      const result = await work(kysely_on(this.client, this.org_id))
      await this.client.query('commit')
      return result
    } catch (error) {
      await this.client.query('rollback')
      throw error
    }
  }
}
