// What people change about their own accounts.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { ATTEMPTS_MAX } from '#accounts/attempts.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { Browser, link_to, new_person, PASSWORD } from '#test/browser.ts'

const OTHER_PASSWORD = 'an even longer secret'
let app: TestApp
before(async () => {
  app = await test_app({ seeded: false })
})
after(() => app.close())

const rows_of = async (email: string) =>
  (await app.db.query('select id, name, language from auth.users where email = $1', [email])).rows
const sessions_of = async (email: string) =>
  (
    await app.db.query('select s.token from auth.sessions s join auth.users u on u.id = s.user_id where email = $1', [
      email,
    ])
  ).rowCount
const until_email = (email: string, subject: RegExp) =>
  app.settled(async () => app.mails.some((mail) => mail.to === email && subject.test(mail.subject)))

suite('a password', () => {
  test('that a session changes ends the other sessions, and the person gets an email', async () => {
    const ana = await new_person(app, 'change@example.com')
    const other = new Browser(app)
    await other.sign_in('change@example.com')
    const changed = { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD, revokeOtherSessions: false }
    assert.equal((await ana.auth('/change-password', changed)).status, 200)
    assert.equal(await sessions_of('change@example.com'), 1)
    assert.equal((await other.send('GET', '/api/auth/get-session')).body, null)
    await until_email('change@example.com', /password was changed/)
  })

  test('cannot be chosen by a link that is older than an hour', async () => {
    await new_person(app, 'late@example.com')
    const browser = new Browser(app)
    await browser.auth('/request-password-reset', { email: 'late@example.com' })
    await app.settled(async () => link_to(app, 'late@example.com').pathname === '/reset')
    const token = link_to(app, 'late@example.com').searchParams.get('token')
    await app.db.query(`update auth.verifications set expires_at = now() - interval '1 second'`)
    assert.equal((await browser.auth('/reset-password', { token, newPassword: OTHER_PASSWORD })).status, 400)
    assert.equal((await browser.sign_in('late@example.com')).status, 200)
  })

  test('can be guessed in a session no more often than without one', async () => {
    const ana = await new_person(app, 'guess@example.com')
    const statuses: number[] = []
    while (!statuses.includes(429) && statuses.length <= ATTEMPTS_MAX)
      statuses.push((await ana.auth('/delete-user', { password: `wrong password ${statuses.length}` })).status)
    assert.deepEqual(statuses.slice(0, 5), [400, 400, 400, 400, 400])
    assert.equal(statuses.at(-1), 429)
  })
})

suite('a session', () => {
  test('is listed with the others of the person, and each can be ended', async () => {
    const ana = await new_person(app, 'list@example.com')
    const others = [new Browser(app), new Browser(app)]
    for (const other of others) await other.sign_in('list@example.com')
    const listed = (await ana.send('GET', '/api/auth/list-sessions')).body
    assert.equal(listed.length, 3)
    assert.ok(listed.every((one: object) => !('token' in one)))
    const own = (await ana.send('GET', '/api/auth/get-session')).body.session.id
    const [ended] = listed.filter(({ id }: { id: string }) => id !== own)
    const outsider = await new_person(app, 'outsider@example.com')
    assert.equal((await outsider.auth('/revoke-session', { id: ended.id })).status, 400)
    assert.equal(await sessions_of('list@example.com'), 3)
    assert.equal((await ana.auth('/revoke-session', { id: ended.id })).status, 200)
    assert.equal(await sessions_of('list@example.com'), 2)
    assert.equal((await ana.auth('/revoke-other-sessions')).status, 200)
    for (const other of others) assert.equal((await other.send('GET', '/api/auth/get-session')).body, null)
    assert.equal((await ana.send('GET', '/api/auth/get-session')).body.user.email, 'list@example.com')
  })

  test('ends at its time', async () => {
    const ana = await new_person(app, 'ended@example.com')
    await app.db.query(`update auth.sessions s set expires_at = now() - interval '1 second'
      from auth.users u where u.id = s.user_id and u.email = 'ended@example.com'`)
    assert.equal((await ana.send('GET', '/api/auth/get-session')).body, null)
    assert.equal((await ana.auth('/update-user', { name: 'Eva' })).status, 401)
  })
})

suite('an account', () => {
  test('is deleted with the password only', async () => {
    const ana = await new_person(app, 'gone@example.com')
    for (const body of [{}, { password: OTHER_PASSWORD }]) {
      assert.equal((await ana.auth('/delete-user', body)).status, 400, JSON.stringify(body))
      assert.equal((await rows_of('gone@example.com')).length, 1)
    }
    assert.equal((await ana.auth('/delete-user', { password: PASSWORD })).status, 200)
    assert.equal((await rows_of('gone@example.com')).length, 0)
  })

  test('cannot be deleted while an organization would have no admin', async () => {
    const ana = await new_person(app, 'last@example.com')
    await ana.tool('create_org', { name: 'Lamps & Co', currency: 'EUR', time_zone: 'Europe/Madrid' })
    const refused = await ana.auth('/delete-user', { password: PASSWORD })
    assert.equal(refused.status, 400)
    assert.match(refused.body.error, /last admin of Lamps & Co\. Promote another member/)
  })

  test('takes a name and a language, and refuses what no column takes with a sentence', async () => {
    const ana = await new_person(app, 'name@example.com')
    assert.equal((await ana.auth('/update-user', { name: ' Ana María ', language: 'es' })).status, 200)
    const [{ name, language }] = await rows_of('name@example.com')
    assert.deepEqual([name, language], ['Ana María', 'es'])
    for (const wrong of [
      { name: '' },
      { name: 'x'.repeat(101) },
      { language: 'xx' },
      { image: 'x' },
      { email: 'a@b.co' },
    ]) {
      const refused = await ana.auth('/update-user', wrong)
      assert.equal(refused.status, 400, JSON.stringify(wrong).slice(0, 40))
      assert.match(refused.body.error, /^Send name/)
    }
  })

  test('is the same however its address is written', async () => {
    const email = 'CASE@MÜLLER.example'
    await new Browser(app).auth('/sign-up/email', { name: 'Ana', email, password: PASSWORD })
    assert.equal((await rows_of('case@xn--mller-kva.example')).length, 1)
  })
})
