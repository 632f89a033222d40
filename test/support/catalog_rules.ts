// Rules that are checked in the database's own catalog. Each rule lists its violations, and the list must be empty. Each rule is also
// tested with a violation, so that an empty list is meaningful.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type pg from 'pg'

export interface Rule {
  about: string
  /** Lists the violations of the rule, by name. */
  sql: string
  allowed?: string[]
  /** A statement that violates the rule, and the name in the list of violations. */
  bad: string
  found: string
}

/** `connect` returns a connection of the database's owner, without a transaction. */
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

      test(`is checked: ${found} is found`, async () => {
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
