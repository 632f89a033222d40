// Google, as far as a sign-in asks it: it exchanges a code for a signed token of identity, and publishes its keys.
import assert from 'node:assert/strict'
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import type { Outbound } from '#engine/vendors/outbound.ts'
import type { TestApp } from '#test/app.ts'
import { Browser, type BrowserAnswer } from '#test/browser.ts'
import { no_dialing } from '#test/no_dialing.ts'

export const GOOGLE_APP = { client_id: 'google-app', client_secret: 'google-secret' }
const KEY_ID = 'key 1'

/** Answers the requests of a Tablero to Google. */
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
  const outbound: Outbound = {
    ...no_dialing,
    async fetch({ url, body = '' }) {
      const { host, pathname } = new URL(url)
      const said = answers[host + pathname]!(new URLSearchParams(body))
      return { status: 200, headers: {}, text: JSON.stringify(said) }
    },
  }
  return {
    /** For the Tablero that asks Google. */
    outbound,
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
