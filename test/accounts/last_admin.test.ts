// The last admin stays, also when an account is deleted at the moment in which another admin leaves.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { ensure_account } from '#accounts/ensure_account.ts'
import { create_org } from '#test/access.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { Browser, PASSWORD } from '#test/browser.ts'
import { add_member, call_as_member } from '#test/people.ts'

const ROUNDS = 6

let app: TestApp
before(async () => {
  app = await test_app({ seeded: false })
})
after(() => app.close())

async function new_admin(org_id: string) {
  const email = `${randomUUID()}@example.com`
  const user_id = await ensure_account(app.engine.pool, { email, name: 'Ana', password: PASSWORD, verified: true })
  await add_member(app.db, { org_id, role: 'admin', user_id, email })
  const browser = new Browser(app, `10.2.0.${Math.floor(Math.random() * 256)}`)
  assert.equal((await browser.sign_in(email)).status, 200)
  const leave = async () => (await browser.auth('/delete-user', { password: PASSWORD })).status
  return { org_id, user_id, leave }
}

const admins_of = async (org_id: string) =>
  (await app.db.query(`select user_id from members where org_id = $1 and role = 'admin'`, [org_id])).rowCount

test('two admins who delete their accounts at the same moment leave one', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const org_id = await create_org(app.db, { name: `round ${round}` })
    const both = [await new_admin(org_id), await new_admin(org_id)]
    const statuses = await Promise.all(both.map(({ leave }) => leave()))
    assert.deepEqual(statuses.sort(), [200, 400], `round ${round}`)
    assert.equal(await admins_of(org_id), 1)
  }
})

test('an admin who deletes the account and one who removes oneself at the same moment leave one', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const org_id = await create_org(app.db, { name: `round ${round}` })
    const [one, other] = [await new_admin(org_id), await new_admin(org_id)]
    const removing = call_as_member(
      app.engine,
      'remove_member',
      { user_id: other.user_id },
      { ...other, role: 'admin' },
    )
    const [status, removed] = await Promise.all([one.leave(), removing])
    assert.equal(Number(status === 200) + Number(removed.ok), 1, `round ${round}: ${status} ${JSON.stringify(removed)}`)
    assert.equal(await admins_of(org_id), 1)
  }
})

test('the account of the last admin is not deleted by any statement', async () => {
  const org_id = await create_org(app.db, { name: 'kept' })
  const { user_id } = await new_admin(org_id)
  await assert.rejects(app.db.query('delete from auth.users where id = $1', [user_id]), /last admin/)
})
