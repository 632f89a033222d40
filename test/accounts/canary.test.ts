// Secrets of people are searched in everything that Tablero writes and answers during a whole journey.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { back_up } from '#db/backup/backup.ts'
import { create_log } from '#lib/log.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { Browser, type BrowserAnswer, link_to, PASSWORD } from '#test/browser.ts'
import { TEST_KEY } from '#test/database.ts'
import { add_connection, open_stream, snapshot_of } from '#test/event_streams.ts'
import { set_up_second_factor } from '#test/second_factor.ts'
import { Canaries } from '../security/canaries.ts'

const canaries = new Canaries()
let app: TestApp
let logged = ''
let answered = ''
before(async () => {
  const stream = new Writable({
    write(chunk, _, done) {
      logged += chunk
      done()
    },
  })
  app = await test_app({ seeded: false, log: create_log({ level: 'trace', stream }) })
})
after(() => app.close())

/** A browser whose answers are kept for the search, except the one that shows a secret. */
class Heard extends Browser {
  is_shown = false
  override async send(...given: Parameters<Browser['send']>): Promise<BrowserAnswer> {
    const answer = await super.send(...given)
    const { 'set-cookie': _, location: __, ...headers } = answer.headers
    if (!this.is_shown) answered += `${answer.text}\n${JSON.stringify(headers)}\n`
    return answer
  }
  async shown<T>(ask: () => Promise<T>): Promise<T> {
    this.is_shown = true
    return ask().finally(() => {
      this.is_shown = false
    })
  }
}

const secret_cookies = (browser: Browser) => {
  for (const [name, value] of browser.cookies) {
    const [token = '', ...signature] = decodeURIComponent(value).split('.')
    canaries.plant(`cookie ${name}`, token)
    canaries.plant(`signature of ${name}`, signature.join('.'))
  }
}

test('a whole journey leaves no secret of a person anywhere', async () => {
  const email = 'ana@example.com'
  const password = canaries.plant('the first password', `${PASSWORD}`)
  const browser = new Heard(app)
  await browser.auth('/sign-up/email', { email, name: 'Ana', password })
  await app.settled(async () => app.mails.length > 0)
  const verify = link_to(app, email)
  canaries.plant('the token of a confirmation', verify.searchParams.get('token')!)
  await browser.send('GET', `${verify.pathname}${verify.search}`)
  await browser.send('GET', `${verify.pathname}${verify.search}`)
  secret_cookies(browser)
  const made = await browser.tool('create_org', { name: 'Casa', currency: 'EUR', time_zone: 'Europe/Madrid' })
  const { org_id } = made.body.result
  await app.settled(async () => (await browser.tool('list_members', {}, org_id)).status === 200)
  await add_connection(app, org_id, 'Casa')
  const stream = await open_stream(app, browser, [org_id])
  await snapshot_of(stream, org_id)

  const wrong = canaries.plant('a wrong password')
  await browser.sign_in(email, wrong)
  await browser.sign_in(email)
  secret_cookies(browser)

  const factor = await browser.shown(() => set_up_second_factor(browser))
  canaries.plant('the secret of the app', factor.secret)
  for (const code of factor.recovery_codes) canaries.plant('a recovery code', code)
  secret_cookies(browser)
  await browser.auth('/sign-out')
  await browser.sign_in(email)
  secret_cookies(browser)
  await browser.auth('/two-factor/verify-backup-code', { code: 'not-a-code' })
  await browser.auth('/two-factor/verify-backup-code', { code: factor.recovery_codes[0] })
  secret_cookies(browser)
  await browser.send('GET', '/api/auth/list-sessions')
  await browser.send('GET', '/api/auth/get-session')

  const key = await browser.shown(() => browser.tool('create_api_key', { name: 'k', scopes: ['ads:read'] }, org_id))
  canaries.plant('an API key', key.body.result.key)
  canaries.plant('the secret part of an API key', key.body.result.key.split('_')[2])
  await browser.tool('list_api_keys', {}, org_id)
  const invited = await browser.shown(() => browser.tool('invite_user', { email: 'eva@example.com' }, org_id))
  const token = canaries.plant('the token of an invitation', new URL(invited.body.result.accept_url).hash.slice(1))
  await browser.tool('list_invitations', { include_accepted: true }, org_id)
  await browser.tool('accept_invitation', { token })
  await browser.tool('accept_invitation', { token: randomBytes(32).toString('base64url') })
  await app.rest('list_connections', {}, { key: key.body.result.key })

  await browser.auth('/request-password-reset', { email })
  await app.settled(async () => link_to(app, email).pathname === '/reset')
  const reset = canaries.plant('the token of a new password', link_to(app, email).searchParams.get('token')!)
  await browser.send('GET', `/reset?token=${reset}`, undefined, { accept: 'text/html' })
  const newPassword = canaries.plant('the new password')
  await browser.auth('/reset-password', { token: reset, newPassword: 'short' })
  await browser.auth('/reset-password', { token: reset, newPassword })
  await browser.auth('/reset-password', { token: reset, newPassword })
  await browser.auth('/delete-user', { password: wrong })
  for (const path of ['/metrics', '/healthz', '/readyz'])
    answered += (await app.app.server.inject({ method: 'GET', url: path })).body

  const { rows } = await app.db.query(
    `select to_jsonb(c)::text as text from audit_log c union all select to_jsonb(h)::text from record_changes h`,
  )
  const recorded = JSON.stringify(rows)
  const folder = await mkdtemp(join(tmpdir(), 'people-'))
  const file = join(folder, 'backup')
  await back_up(app.database.url, file, TEST_KEY)
  const backup = gunzipSync(await readFile(file)).toString()
  await rm(folder, { recursive: true })

  const streamed = JSON.stringify([...stream.headers]) + stream.text
  stream.close()

  assert.ok(canaries.count > 25, `${canaries.count} secrets`)
  for (const [what, text] of Object.entries({ logged, answered, streamed, recorded, backup })) {
    assert.ok(text.length > 500, `${what}: ${text.length} characters`)
    assert.deepEqual(canaries.found_in(text), [], what)
  }
})
