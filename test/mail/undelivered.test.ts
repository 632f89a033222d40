// An email that no server takes: it is tried again for hours, with growing pauses, and then deleted.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { open_pool, type Pool } from '#db/pool.ts'
import { create_log } from '#lib/log.ts'
import { create_outbox } from '#mail/outbox.ts'
import { TEST_KEY, type TestDatabase, test_database } from '#test/database.ts'

const HOUR_S = 3_600

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

test('is deleted after some hours, and half a day at most', async () => {
  const lines: string[] = []
  const log = create_log({ stream: { write: (line) => void lines.push(line) } })
  const mail = { send: () => Promise.reject(Object.assign(new Error('no server'), { code: 'ESOCKET' })) }
  const outbox = create_outbox({ pool, ring: { master_key: TEST_KEY }, mail, log })
  const email = { to: 'ana@example.com', language: 'en', message: 'password_changed', values: {} } as const
  await database.owner.query('insert into auth.outbox (sealed) values ($1)', [outbox.sealed(email)])
  let waited_s = 0
  for (let is_waiting = true; is_waiting; ) {
    assert.equal(await outbox.send_waiting(), 0)
    const { rows } = await database.owner.query<{ wait_s: number }>(
      `with due as (select mail_id, next_at from auth.outbox)
      update auth.outbox o set next_at = now() from due where o.mail_id = due.mail_id
      returning extract(epoch from due.next_at - now())::float as wait_s`,
    )
    waited_s += rows[0]?.wait_s ?? 0
    is_waiting = rows.length > 0
  }
  assert.ok(waited_s > 4 * HOUR_S && waited_s < 12 * HOUR_S, `${waited_s / HOUR_S} hours`)
  assert.match(lines.at(-1)!, /deleted after the last attempt/)
})
