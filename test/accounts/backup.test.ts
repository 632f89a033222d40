// Accounts in backups: who people are and how they sign in, and nothing that opens an account without a password.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { back_up } from '#db/backup/backup.ts'
import { restore } from '#db/backup/restore.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { Browser, join_org, new_person } from '#test/browser.ts'
import { empty_database, TEST_KEY, type TestDatabase } from '#test/database.ts'
import { registered_app } from '#test/oauth_app.ts'

let app: TestApp
let target: TestDatabase
let folder: string
before(async () => {
  app = await test_app({ seeded: false })
  target = await empty_database()
  folder = await mkdtemp(join(tmpdir(), 'accounts-'))
})
after(async () => {
  await app.close()
  await target.drop()
  await rm(folder, { recursive: true })
})

test('a restored Tablero knows the people, their passwords and second factors, and no session, token, grant, link or email', async () => {
  const ana = await new_person(app, 'ana@example.com')
  const enabled = await ana.auth('/two-factor/enable', { password: 'correct horse battery' })
  assert.equal(enabled.status, 200, enabled.text)
  await new Browser(app).auth('/request-password-reset', { email: 'ana@example.com' })
  await new Browser(app).sign_in('ana@example.com', 'not the right password')
  await app.db.query(`insert into auth.outbox (sealed) values ('\\x00')`)
  const agent = await registered_app(app)
  await join_org(app, ana, { org_id: app.acme.org_id, role: 'member' })
  const tokens = await agent.connect(ana, { org_id: app.acme.org_id, scopes: ['ads:read'] })
  const { body: renewed } = await agent.refresh(tokens.refresh_token)
  await app.db.query(`insert into auth.oauth_assertions values ('a statement', now())`)
  const secrets = await app.db.query<{ value: string }>(
    `select token as value from auth.sessions union all select identifier from auth.verifications
     union all select token from auth.oauth_access_tokens union all select token from auth.oauth_refresh_tokens
     union all select rotation_replay_response from auth.oauth_refresh_tokens where rotation_replay_response is not null`,
  )
  assert.ok(secrets.rows.length >= 7)

  const file = join(folder, 'accounts.gz')
  await back_up(app.database.url, file, TEST_KEY)
  const text = gunzipSync(await readFile(file)).toString()
  const given = [tokens, renewed].flatMap(({ access_token, refresh_token }) => [access_token, refresh_token])
  for (const value of [...secrets.rows.map(({ value }) => value), ...given, ...given.map((token) => token.slice(4))])
    assert.ok(!text.includes(value))
  await restore(target.url, file, TEST_KEY)

  const restored = new pg.Client(target.url)
  await restored.connect()
  try {
    for (const [table, is_kept] of Object.entries({
      users: true,
      accounts: true,
      two_factors: true,
      sessions: false,
      verifications: false,
      outbox: false,
      attempts: false,
      oauth_clients: true,
      oauth_resources: true,
      oauth_client_resources: true,
      oauth_grants: false,
      oauth_refresh_tokens: false,
      oauth_access_tokens: false,
      oauth_assertions: false,
    })) {
      const sql = `select to_jsonb(t)::text as row from auth.${table} t order by 1`
      const { rows } = await app.db.query(sql)
      assert.ok(rows.length > 0, `${table} was empty before`)
      assert.deepEqual((await restored.query(sql)).rows, is_kept ? rows : [], table)
    }
  } finally {
    await restored.end()
  }
})
