// Connections of one account, whose rows do not name it. Before another account may be read into them, a person must say that it is the same.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { account_column, read_tables, type Table } from '#db/tables.ts'
import { type TestDatabase, test_database } from '#test/database.ts'

let database: TestDatabase
let tables: ReadonlyMap<string, Table>
before(async () => {
  database = await test_database()
  tables = await read_tables(database.owner)
})
after(() => database?.drop())

for (const [key, { accounts, streams }] of Object.entries(connectors))
  test(`${key} declares that a connection has one account where its rows name none`, () => {
    const filled = new Set(Object.values(streams).flatMap(({ into }) => into as readonly string[]))
    const unnamed = [...filled].filter((name) => account_column(tables.get(name)!) === undefined)
    assert.equal(accounts.are_one === true, unnamed.length > 0, unnamed.join())
  })
