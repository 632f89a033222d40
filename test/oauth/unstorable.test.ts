// Requests with a text that PostgreSQL cannot store, where callers send no JSON: addresses and forms.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { create_log } from '#lib/log.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { type OAuthApp, REDIRECT, registered_app } from '#test/oauth_app.ts'

const NUL = 'x\0y'

let app: TestApp
let agent: OAuthApp
let lines: string[] = []
const log = create_log({ level: 'info', stream: { write: (line) => void lines.push(line) } })
before(async () => {
  app = await test_app({ seeded: false, log, sign_in_google: { client_id: 'a', client_secret: 'b' } })
  agent = await registered_app(app)
})
after(() => app.close())

const get = (url: string) => app.app.server.inject({ method: 'GET', url })
const form = (path: string, fields: Record<string, string>) =>
  app.app.server.inject({
    method: 'POST',
    url: `/api/auth/oauth2/${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })

suite('a NUL character is refused', () => {
  const nul = encodeURIComponent(NUL)
  const asked: Record<string, () => ReturnType<typeof get>> = {
    'the app of a request': () => get(agent.authorize_url({ client_id: NUL })),
    'the state of a request': () => get(agent.authorize_url({ state: NUL })),
    'the resource of a request': () => get(agent.authorize_url({ resource: NUL })),
    'the address of the app': () => get(agent.authorize_url({ redirect_uri: `${REDIRECT}?${NUL}` })),
    'the challenge': () => get(agent.authorize_url({ code_challenge: NUL })),
    'the app of a token': () => form('token', { grant_type: 'refresh_token', refresh_token: 'x', client_id: NUL }),
    'a refresh token': () =>
      form('token', { grant_type: 'refresh_token', refresh_token: NUL, client_id: agent.client_id }),
    'a code': () =>
      form('token', {
        ...{ grant_type: 'authorization_code', code: NUL, client_id: agent.client_id },
        ...{ redirect_uri: REDIRECT, code_verifier: agent.verifier },
      }),
    'a token to revoke': () => form('revoke', { token: NUL, client_id: agent.client_id }),
    'a link that confirms an address': () => get(`/api/auth/verify-email?token=${nul}`),
    'the state of a provider': () => get(`/api/auth/callback/google?code=x&state=${nul}`),
    'the code of a provider': () => get(`/api/auth/callback/google?code=${nul}&state=x`),
  }
  for (const [name, ask] of Object.entries(asked))
    test(name, async () => {
      lines = []
      const { statusCode, body } = await ask()
      assert.ok(statusCode < 500, body)
      assert.deepEqual(
        lines.filter((line) => line.includes('"level":"error"')),
        [],
      )
    })
})
