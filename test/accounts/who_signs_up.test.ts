// SIGN_UP decides who may make an account, with a password and through a provider. The provider here is one of the test.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { type Auth, create_auth } from '#accounts/auth.ts'
import type { AccountSettings, SignUp } from '#accounts/settings.ts'
import { open_pool, type Pool } from '#db/pool.ts'
import { silent_log } from '#lib/log.ts'
import { PASSWORD } from '#test/browser.ts'
import { TEST_KEY, type TestDatabase, test_database } from '#test/database.ts'

const BASE_URL = 'http://127.0.0.1:9'
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

/** The accounts of a Tablero that people sign in to through GitHub. Emails go nowhere. */
const accounts_with = (sign_up: SignUp, outbound: AccountSettings['outbound'] = github): Auth =>
  create_auth({
    ...{ pool, sign_up, ring: { master_key: TEST_KEY }, base_url: () => BASE_URL, app_registration: 'open' },
    providers: { github: { client_id: 'id', client_secret: 'secret' } },
    mail: {
      post: async () => undefined,
      post_with: async () => undefined,
      rehearse: async () => undefined,
      sealed: () => Buffer.alloc(0),
      send_waiting: async () => 0,
    },
    outbound,
    log: silent_log(),
  })

/** Whom GitHub's answers are about. */
let signs_in = ''

const github: AccountSettings['outbound'] = {
  async fetch({ url }) {
    const { host, pathname } = new URL(url)
    assert.match(host, /(^|\.)github\.com$/)
    const email = signs_in
    const answers: Record<string, unknown> = {
      '/login/oauth/access_token': { access_token: 'gho_x', token_type: 'bearer', scope: 'read:user,user:email' },
      '/user': { id: email.length, login: 'ana', name: 'Ana', email, avatar_url: '' },
      '/user/emails': [{ email, primary: true, verified: true, visibility: 'public' }],
    }
    return { status: 200, headers: {}, text: JSON.stringify(answers[pathname]) }
  },
}

const post = (auth: Auth, path: string, body: object) =>
  auth.handler(
    new Request(`${BASE_URL}/api/auth${path}`, {
      method: 'POST',
      headers: { origin: BASE_URL, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )

const with_password = (auth: Auth, email: string) =>
  post(auth, '/sign-up/email', { email, name: 'Ana', password: PASSWORD })

/** The answer at the end of the way through GitHub and back. */
async function through_github(auth: Auth, email: string): Promise<Response> {
  signs_in = email
  const begun = await post(auth, '/sign-in/social', { provider: 'github', callbackURL: '/' })
  assert.equal(begun.status, 200, await begun.clone().text())
  const { url } = (await begun.json()) as { url: string }
  const state = new URL(url).searchParams.get('state')
  const cookie = begun.headers.getSetCookie().map((line) => line.split(';')[0])
  return auth.handler(
    new Request(`${BASE_URL}/api/auth/callback/github?code=a-code&state=${state}`, {
      headers: { cookie: cookie.join('; ') },
    }),
  )
}

const people = async (email: string) =>
  (await database.owner.query('select from auth.users where email = $1', [email])).rowCount

/** What was refused, as the server learns it: the library throws, or answers. */
const refusal = async (answer: Promise<Response>): Promise<string> =>
  answer.then(
    (response) => response.text(),
    (error: Error) => error.message,
  )

suite('SIGN_UP=closed', () => {
  test('nobody makes an account with a password', async () => {
    const email = 'closed@example.com'
    assert.match(await refusal(with_password(accounts_with('closed'), email)), /sign up is not enabled/i)
    assert.equal(await people(email), 0)
  })

  test('nobody makes an account through a provider, and the answer says why', async () => {
    const email = 'closed.github@example.com'
    const answer = await refusal(through_github(accounts_with('closed'), email))
    assert.match(answer, /The operator of this Tablero makes no new accounts\./)
    assert.equal(await people(email), 0)
  })

  test('a person with an account signs in through a provider', async () => {
    const email = 'known.github@example.com'
    await through_github(accounts_with('open'), email)
    const answer = await through_github(accounts_with('closed'), email)
    assert.equal(answer.status, 302, await answer.text())
    assert.ok(answer.headers.getSetCookie().some((line) => /session_token=[^;]/.test(line)))
  })
})

suite('the other values of SIGN_UP', () => {
  test('open: anybody makes an account through a provider', async () => {
    const email = 'open.github@example.com'
    assert.equal((await through_github(accounts_with('open'), email)).status, 302)
    assert.equal(await people(email), 1)
  })

  test('invited: nobody without an invitation makes an account through a provider', async () => {
    const email = 'uninvited.github@example.com'
    const answer = await refusal(through_github(accounts_with('invited'), email))
    assert.match(answer, /Only invited people can sign up here\./)
    assert.equal(await people(email), 0)
  })
})
