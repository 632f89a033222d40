// Google, as far as a sign-in asks it: it exchanges a code for a signed token of identity, and publishes its keys.
import assert from 'node:assert/strict'
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { mock } from 'node:test'
import type { TestApp } from '#test/app.ts'
import { Browser, type BrowserAnswer } from '#test/browser.ts'

export const GOOGLE_APP = { client_id: 'google-app', client_secret: 'google-secret' }
const KEY_ID = 'key 1'

/** Answers the requests of this process to Google. `email`: whom Google signs in. */
export function simulate_google() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const people = new Map<string, string>()
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const token_of = (email: string) => {
    const now_s = Math.floor(Date.now() / 1000)
    const identity = { sub: `google ${email}`, email, email_verified: true, name: 'Ana' }
    const times = { iat: now_s, exp: now_s + 600 }
    const text = `${part({ alg: 'RS256', kid: KEY_ID })}.${part({ iss: 'https://accounts.google.com', aud: GOOGLE_APP.client_id, ...identity, ...times })}`
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
  }
  const answers: Record<string, (body: URLSearchParams) => object> = {
    'oauth2.googleapis.com/token': (body) => ({
      access_token: 'access',
      token_type: 'Bearer',
      id_token: token_of(people.get(body.get('code')!)!),
    }),
    'www.googleapis.com/oauth2/v3/certs': () => ({
      keys: [{ ...publicKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' }],
    }),
  }
  const faked = mock.method(globalThis, 'fetch', async (url: string | URL, init?: RequestInit) => {
    const { host, pathname } = new URL(url)
    return Response.json(answers[host + pathname]!(new URLSearchParams(String(init?.body ?? ''))))
  })
  return {
    end: () => faked.mock.restore(),
    /** A browser returns from Google's page, where somebody signed in. */
    async sign_in(
      app: TestApp,
      email: string,
      callbackURL: string,
    ): Promise<{ browser: Browser; back: BrowserAnswer }> {
      const browser = new Browser(app)
      const { status, body, text } = await browser.auth('/sign-in/social', { provider: 'google', callbackURL })
      assert.equal(status, 200, text)
      const code = randomUUID()
      people.set(code, email)
      const query = new URLSearchParams({ code, state: new URL(body.url).searchParams.get('state')! })
      return { browser, back: await browser.send('GET', `/api/auth/callback/google?${query}`) }
    },
    token_of,
  }
}
