// The tables of accounts are those that the library asks for.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { getMigrations } from 'better-auth/db/migration'
import { options_of } from '#accounts/auth.ts'
import { open_pool, type Pool } from '#db/pool.ts'
import { silent_log } from '#lib/log.ts'
import { TEST_KEY, type TestDatabase, test_database } from '#test/database.ts'

let database: TestDatabase
let pool: Pool
before(async () => {
  database = await test_database()
  pool = open_pool(database.place)
})
after(async () => {
  await pool.end()
  await database.drop()
})

const wanted = () =>
  getMigrations(
    options_of({
      pool,
      ring: { master_key: TEST_KEY },
      base_url: () => 'https://tablero.test',
      sign_up: 'open',
      providers: { github: { client_id: 'id', client_secret: 'secret' } },
      mail: undefined,
      app_registration: 'open',
      outbound: { fetch: async () => assert.fail('nothing is fetched') },
      log: silent_log(),
    }),
  )

test('the library misses no table and no column', async () => {
  const { toBeCreated, toBeAdded } = await wanted()
  assert.deepEqual([toBeCreated, toBeAdded], [[], []])
})

test('a table and a column that are missing are found', async () => {
  await database.owner.query(
    'drop table auth.two_factors, auth.oauth_assertions; alter table auth.users drop column image',
  )
  const { toBeCreated, toBeAdded } = await wanted()
  assert.deepEqual(
    [...toBeCreated, ...toBeAdded].map(({ table }) => table),
    ['two_factors', 'oauth_assertions', 'users'],
  )
})
