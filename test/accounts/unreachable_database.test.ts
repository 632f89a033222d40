// The first request for accounts while the database cannot be reached.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { create_accounts } from '#accounts/accounts.ts'
import { open_pool, type Pool } from '#db/pool.ts'
import { is_unreachable } from '#db/unreachable.ts'
import { create_log } from '#lib/log.ts'
import { TEST_KEY, type TestDatabase, test_database } from '#test/database.ts'

/** Nothing listens there. */
const NOWHERE = 'postgres://127.0.0.1:1/tablero'

let database: TestDatabase
let pool: Pool
let is_reachable = false
before(async () => {
  database = await test_database()
  const { place } = database
  pool = open_pool({
    ...place,
    get database_url() {
      return is_reachable ? place.database_url : NOWHERE
    },
  })
})
after(async () => {
  await pool.end()
  await database.drop()
})

test('accounts answer as soon as the database can be reached, also when their first request failed', async () => {
  const accounts = create_accounts({
    ...{ pool, ring: { master_key: TEST_KEY }, base_url: () => 'http://127.0.0.1:9', mail: undefined, providers: {} },
    ...{ sign_up: 'open', app_registration: 'open', log: create_log({ level: 'silent' }) },
    outbound: { fetch: () => assert.fail('accounts ask nobody else') },
  })
  const session = () =>
    accounts.answer({ method: 'GET', target: '/get-session', headers: {}, body: undefined, address: '127.0.0.1' })
  const register = () =>
    accounts.oauth.register({ redirect_uris: ['http://127.0.0.1:7/callback'] }, { address: '127.0.0.1' })
  await assert.rejects(session(), is_unreachable)
  await assert.rejects(register(), is_unreachable)
  is_reachable = true
  assert.equal((await session())?.status, 200)
  assert.equal((await register()).status, 201)
})
