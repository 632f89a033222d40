// A provider with which people sign in, and which does not answer, refuses, or answers something else.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, suite, test } from 'node:test'
import { type Auth, create_auth } from '#accounts/auth.ts'
import type { AccountSettings } from '#accounts/settings.ts'
import { open_pool, type Pool } from '#db/pool.ts'
import { create_outbound, type OutboundRequest } from '#engine/vendors/outbound.ts'
import { create_log } from '#lib/log.ts'
import { TEST_KEY, type TestDatabase, test_database } from '#test/database.ts'

const BASE_URL = 'http://127.0.0.1:9'
const SECRET = 'secret-of-the-app'
/** The limit of one answer is ten seconds. The rest is what a busy machine needs. */
const ENDED_MS_MAX = 20_000
const timeout = 60_000

let database: TestDatabase
let pool: Pool
let lines: string[] = []
const log = create_log({ level: 'info', stream: { write: (line) => void lines.push(line) } })
before(async () => {
  database = await test_database()
  pool = open_pool(database.place)
})
after(async () => {
  await pool.end()
  await database.drop()
})

type Name = 'google' | 'github'

/** Where the browser is led at the end of a sign-in through the provider. */
async function through(name: Name, outbound: AccountSettings['outbound'], more = {}): Promise<Response> {
  const auth = auth_with(outbound)
  const begun = await social_sign_in(auth, { provider: name, callbackURL: '/ads', ...more })
  const { url } = (await begun.json()) as { url: string }
  const cookie = begun.headers.getSetCookie().map((line) => line.split(';')[0])
  const back = `${BASE_URL}/api/auth/callback/${name}?code=a-code&state=${new URL(url).searchParams.get('state')}`
  return auth.handler(new Request(back, { headers: { cookie: cookie.join('; ') } }))
}

/** The answer to a page that sends a token of identity, which it got from Google. */
const with_token = (outbound: AccountSettings['outbound'], token: string): Promise<Response> =>
  social_sign_in(auth_with(outbound), { provider: 'google', idToken: { token } })

function auth_with(outbound: AccountSettings['outbound']): Auth {
  lines = []
  const app = { client_id: 'id', client_secret: SECRET }
  return create_auth({
    ...{ pool, log, ring: { master_key: TEST_KEY }, base_url: () => BASE_URL, mail: undefined, outbound },
    ...{ sign_up: 'open', app_registration: 'open', providers: { google: app, github: app } },
  })
}

function social_sign_in(auth: Auth, given: object): Promise<Response> {
  const headers = { origin: BASE_URL, 'content-type': 'application/json' }
  const body = JSON.stringify(given)
  return auth.handler(new Request(`${BASE_URL}/api/auth/sign-in/social`, { method: 'POST', headers, body }))
}

const answering =
  (answers: Record<string, { status?: number; text: string } | undefined>, asked: OutboundRequest[] = []) =>
  async (request: OutboundRequest) => {
    asked.push(request)
    const answer = answers[new URL(request.url).pathname]
    if (!answer) throw new Error('no answer within 10000 ms')
    return { status: 200, headers: {}, ...answer }
  }

const json = (value: unknown) => ({ text: JSON.stringify(value) })
const TOKEN = json({ access_token: 'gho_x', token_type: 'bearer', scope: 'read:user,user:email' })
const claims = { sub: '1', name: 'Ana', email: 'ana@google.example', email_verified: true }
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const ID_TOKEN = `e30.${part(claims)}.x`

/** What leads the browser to the page to sign in, with the reason. */
async function assert_led(answer: Response, error: string) {
  assert.deepEqual([answer.status, answer.headers.get('location')], [302, `${BASE_URL}/sign-in?error=${error}`])
  assert.ok(!answer.headers.getSetCookie().some((line) => /session_token=[^;]/.test(line)))
}

suite('a sign-in through a provider', () => {
  test('ends when the provider accepts the request and says nothing', { timeout }, async () => {
    const server = createServer(() => {})
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as { port: number }
    const outbound = create_outbound({ sandbox_url: `http://127.0.0.1:${port}` })
    const began = performance.now()
    try {
      const [google, github, token] = await Promise.all([
        through('google', outbound),
        through('github', outbound),
        with_token(outbound, `${part({ alg: 'RS256', kid: 'key 1' })}.${part(claims)}.x`),
      ])
      await assert_led(google, 'invalid_code')
      await assert_led(github, 'invalid_code')
      assert.equal(token.status, 401)
      assert.ok(performance.now() - began < ENDED_MS_MAX)
      assert.equal(lines.filter((line) => line.includes('"level":"error"')).length, 3, lines.join(''))
    } finally {
      server.closeAllConnections()
      server.close()
      await outbound.close()
    }
  })

  test('with a token that names no key of Google ends without a line in the log', async () => {
    const answers = { '/oauth2/v3/certs': json({ keys: [{ kty: 'RSA', kid: 'key 2' }] }) }
    const forged = `${part({ alg: 'RS256', kid: 'key 1' })}.${part(claims)}.x`
    assert.equal((await with_token({ fetch: answering(answers) }, forged)).status, 401)
    assert.deepEqual(lines, [])
  })

  const refused: Record<string, [Record<string, { status?: number; text: string }>, string]> = {
    'refuses the code with an error': [{ '/login/oauth/access_token': { status: 401, text: '{}' } }, 'invalid_code'],
    'refuses the code with a success': [
      { '/login/oauth/access_token': json({ error: 'bad_verification_code' }) },
      'invalid_code',
    ],
    'answers with a page': [{ '/login/oauth/access_token': { text: '<html>' } }, 'invalid_code'],
    'does not say who it is': [{ '/login/oauth/access_token': TOKEN }, 'unable_to_get_user_info'],
    'does not say which addresses are confirmed': [
      { '/login/oauth/access_token': TOKEN, '/user': json({ id: 1, login: 'ana', email: 'ana@github.example' }) },
      'unable_to_get_user_info',
    ],
  }
  for (const [what, [answers, error]] of Object.entries(refused))
    test(`ends at the page to sign in when GitHub ${what}`, async () => {
      await assert_led(await through('github', { fetch: answering(answers) }), error)
      assert.ok(!lines.join('').includes(SECRET))
    })

  test('ends at the address that the page to sign in names, which keeps where the person wanted to go', async () => {
    const more = { errorCallbackURL: '/sign-in?next=%2Fads%3Fsort%3Dspend' }
    const answer = await through('github', { fetch: answering({}) }, more)
    assert.equal(answer.headers.get('location'), `${more.errorCallbackURL}&error=invalid_code`)
  })

  test('through GitHub takes the confirmed first address, where the profile shows none', async () => {
    const asked: OutboundRequest[] = []
    const answers = {
      '/login/oauth/access_token': TOKEN,
      '/user': json({ id: 7, login: 'ana', name: null, email: null, avatar_url: '' }),
      '/user/emails': json([
        { email: 'second@github.example', primary: false, verified: true },
        { email: 'first@github.example', primary: true, verified: true },
      ]),
    }
    const answer = await through('github', { fetch: answering(answers, asked) })
    assert.deepEqual([answer.status, answer.headers.get('location')], [302, '/ads'])
    const { rows } = await database.owner.query(
      `select u.name, u.email_verified, a.account_id from auth.users u join auth.accounts a on a.user_id = u.id
       where u.email = 'first@github.example'`,
    )
    assert.deepEqual(rows, [{ name: 'ana', email_verified: true, account_id: '7' }])
    const form = new URLSearchParams(asked[0]!.body)
    assert.deepEqual([form.get('code'), form.get('client_secret')], ['a-code', SECRET])
    assert.equal(asked[1]!.headers?.authorization, 'Bearer gho_x')
  })

  test('through Google takes the person from the token', async () => {
    const answers = { '/token': json({ access_token: 'x', id_token: ID_TOKEN, expires_in: 3600 }) }
    const answer = await through('google', { fetch: answering(answers) })
    assert.deepEqual([answer.status, answer.headers.get('location')], [302, '/ads'])
  })
})
