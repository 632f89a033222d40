// A change of the master key, with the operator's command: what people and apps keep, and what they do again.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { create_check_code } from '#accounts/check_code.ts'
import { credentials_of } from '#db/logins.ts'
import { silent_log } from '#lib/log.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { Browser, type BrowserAnswer, join_org, new_person } from '#test/browser.ts'
import { command_line } from '#test/command_line.ts'
import { TEST_KEY } from '#test/database.ts'
import { OAuthApp, register, registered_app, type Tokens } from '#test/oauth_app.ts'
import { type SecondFactor, set_up_second_factor } from '#test/second_factor.ts'
import { create_app } from '../../src/app.ts'

const EMAIL = 'ana@example.com'
const new_key = randomBytes(32)
const base64 = (key: Buffer) => key.toString('base64')

let app: TestApp
/** The same Tablero, which knows the new key only. */
let later: TestApp
let folder: string
let ana: Browser
let user_id: string
let factor: SecondFactor
let agent: OAuthApp
let tokens: Tokens
/** An app that has a secret, and proves it with each request for a token. */
let secret_app: { client_id: string; client_secret: string; refresh_token: string }
const { tablero } = command_line(() => ({ url: app.database.url, folder }), { one_process: true })
const rotate = (old_keys: string) =>
  tablero(['--json', 'secrets', 'rotate'], { env: { MASTER_KEY: base64(new_key), OLD_MASTER_KEYS: old_keys } })

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'master-key-'))
  app = await test_app({ seeded: false })
  ana = await new_person(app, EMAIL)
  factor = await set_up_second_factor(ana)
  user_id = await join_org(app, ana, { org_id: app.acme.org_id, role: 'admin' })
  agent = await registered_app(app)
  tokens = await agent.connect(ana, { org_id: app.acme.org_id, scopes: ['ads:read'] })
  secret_app = await connected_secret_app()
  await app.db.query(
    `insert into auth.users (id, name, email) values ('00000000-0000-4000-8000-000000000001', 'Luis', 'luis@example.com');
     insert into auth.two_factors (secret, backup_codes, user_id) values ('$ba$1$00', '$ba$1$00', '00000000-0000-4000-8000-000000000001')`,
  )
  later = await later_app()
})
after(async () => {
  await later?.app.close()
  await app.close()
  await rm(folder, { recursive: true })
})

async function connected_secret_app() {
  const { status, body: registered } = await register(app, { token_endpoint_auth_method: 'client_secret_post' })
  assert.equal(status, 201, JSON.stringify(registered))
  const { client_id, client_secret } = registered
  const one = new OAuthApp(app, client_id)
  const back = await one.allow(ana, { org_id: app.acme.org_id, scopes: ['ads:read'] })
  const given = await one.exchange(back.searchParams.get('code') ?? '', { client_secret })
  assert.equal(given.status, 200, JSON.stringify(given.body))
  return { client_id, client_secret, refresh_token: given.body.refresh_token }
}

async function later_app(): Promise<TestApp> {
  const made = await create_app({
    config: {
      ...{ base_url: app.engine.base_url, database_pool: 4, master_key: new_key, role: 'api', sign_up: 'open' },
      ...{ fx_rates_url: undefined, sandbox_url: undefined },
    },
    database: { ...app.database.place, credentials: credentials_of(new_key) },
    log: silent_log(),
  })
  return { ...app, app: made, engine: made.engine }
}

async function sign_in(path: string, code: string): Promise<BrowserAnswer> {
  const browser = new Browser(later)
  const first = await browser.sign_in(EMAIL)
  assert.equal(first.body?.twoFactorRedirect, true, first.text)
  return browser.auth(path, { code })
}

/** Which secrets of the library encrypted the values in the tables of accounts. */
async function versions_in_use(): Promise<Record<string, string[]>> {
  const { rows: columns } = await app.db.query<{ place: string; table_name: string; column_name: string }>(
    `select table_name || '.' || column_name as place, table_name, column_name from information_schema.columns
     where table_schema = 'auth' and data_type = 'text'`,
  )
  const found = await Promise.all(
    columns.map(async ({ place, table_name, column_name }) => {
      const sql = `select distinct split_part(${column_name}, '$', 3) as version from auth.${table_name} where ${column_name} like '$ba$%'`
      return [place, (await app.db.query(sql)).rows.map(({ version }) => version)] as const
    }),
  )
  return Object.fromEntries(found.filter(([, versions]) => versions.length > 0))
}

test('a value of a key that nobody configured is counted and stays, and the command fails with a sentence', async () => {
  const { code, out, err } = await rotate(base64(TEST_KEY))
  assert.equal(code, 1, out)
  assert.equal(JSON.parse(out).unreadable, 2)
  assert.match(err, /2 values of second factors and apps need a master key that is not configured\. Add this key/)
  await app.db.query(`delete from auth.users where email = 'luis@example.com'`)
  const again = await rotate(base64(TEST_KEY))
  assert.equal(again.code, 0, again.err)
  assert.deepEqual([JSON.parse(again.out).unreadable, JSON.parse(again.out).accounts], [0, 0])
})

test('no column has a value of the old key afterwards, except answers that are repeated for half a minute', async () => {
  const { 'oauth_refresh_tokens.rotation_replay_response': _, ...found } = await versions_in_use()
  assert.deepEqual(Object.keys(found).sort(), [
    'oauth_clients.client_secret',
    'two_factors.backup_codes',
    'two_factors.secret',
  ])
  assert.equal(new Set(Object.values(found).flat()).size, 1, JSON.stringify(found))
})

suite('without the old key', () => {
  test('a person signs in with a code of the authenticator app', async () => {
    const answer = await sign_in('/two-factor/verify-totp', factor.code())
    assert.equal(answer.status, 200, answer.text)
  })

  test('a person signs in with a recovery code', async () => {
    const answer = await sign_in('/two-factor/verify-backup-code', factor.recovery_codes[3]!)
    assert.equal(answer.status, 200, answer.text)
  })

  test('a person confirms a decision with a code', async () => {
    const ring = { master_key: new_key }
    const { pool, base_url } = later.engine
    await create_check_code({ pool, ring, base_url: () => base_url })(user_id, factor.code(1))
  })

  test('a session has ended, and the person signs in again', async () => {
    const same = new Browser(later)
    for (const [name, value] of ana.cookies) same.cookies.set(name, value)
    assert.equal((await same.send('GET', '/api/auth/get-session')).body, null)
    assert.equal((await same.tool('get_me')).status, 401)
  })

  test('an app stays connected', async () => {
    const { status, body } = await new OAuthApp(later, agent.client_id).refresh(tokens.refresh_token)
    assert.equal(status, 200, JSON.stringify(body))
  })

  test('an app with a secret is still known by it', async () => {
    const { client_id, client_secret, refresh_token } = secret_app
    const refresh = (client_secret: string) =>
      new OAuthApp(later, client_id).token({ grant_type: 'refresh_token', refresh_token, client_secret })
    assert.equal((await refresh('wrong')).body.error, 'invalid_client')
    const { status, body } = await refresh(client_secret)
    assert.equal(status, 200, JSON.stringify(body))
  })
})
