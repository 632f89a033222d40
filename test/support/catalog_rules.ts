// Rules that are read from the database's own catalog: what breaks one is listed, and the list is empty. Each is also shown something
// that breaks it, so that an empty list means something.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type pg from 'pg'

export interface Rule {
  about: string
  /** Lists what breaks the rule, by name. */
  sql: string
  allowed?: string[]
  /** Something that breaks it, and the name it must be found by. */
  bad: string
  found: string
}

/** `connect` gives a connection as the database's owner, in no transaction. */
export function hold_rules(rules: readonly Rule[], connect: () => Promise<pg.PoolClient>): void {
  for (const { about, sql, allowed = [], bad, found } of rules) {
    const broken = async (client: pg.PoolClient) => {
      const { rows } = await client.query<{ name: string }>(sql)
      return rows.map(({ name }) => name).filter((name) => !allowed.includes(name))
    }
    suite(about, () => {
      test('holds', async () => {
        const client = await connect()
        assert.deepEqual(await broken(client).finally(() => client.release()), [])
      })

      test(`is looked at: ${found} is found`, async () => {
        const client = await connect()
        try {
          await client.query(`begin; ${bad}`)
          assert.ok((await broken(client)).includes(found))
        } finally {
          await client.query('rollback')
          client.release()
        }
      })
    })
  }
}
