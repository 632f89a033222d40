// An app that acts for a person: it registers, asks the person, and gets tokens, as RFC 6749 describes it.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { scopes as all_scopes, type Scope } from '#domain/scopes.ts'
import type { TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'

export const REDIRECT = 'http://127.0.0.1:7777/callback'

export interface Tokens {
  access_token: string
  refresh_token: string
  expires_in: number
  scope: string
}

interface Wish {
  org_id: string
  scopes?: readonly Scope[]
}

export class OAuthApp {
  readonly #app: TestApp
  readonly client_id: string
  readonly verifier = randomBytes(32).toString('base64url')

  constructor(app: TestApp, client_id: string) {
    this.#app = app
    this.client_id = client_id
  }

  get challenge(): string {
    return createHash('sha256').update(this.verifier).digest('base64url')
  }

  /** The address at which the person's browser begins. Undefined removes a parameter. */
  authorize_url(more: Record<string, string | undefined> = {}): string {
    const query = {
      response_type: 'code',
      client_id: this.client_id,
      redirect_uri: REDIRECT,
      state: 'a state',
      code_challenge: this.challenge,
      code_challenge_method: 'S256',
      resource: `${this.#app.engine.base_url}/mcp`,
      ...more,
    }
    const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
    return `/api/auth/oauth2/authorize?${new URLSearchParams(given)}`
  }

  /** Where the browser gets to: the page of the request, or back to the app. */
  async ask(browser: Browser, more?: Record<string, string | undefined>): Promise<URL> {
    const { status, headers, text } = await browser.send('GET', this.authorize_url(more))
    assert.equal(status, 302, text)
    return new URL(String(headers.location), this.#app.engine.base_url)
  }

  /** The address of the app to which the person's decision leads. */
  async allow(browser: Browser, { org_id, scopes = all_scopes }: Wish): Promise<URL> {
    const page = await this.ask(browser)
    assert.equal(page.pathname, '/consent', page.href)
    const oauth_query = page.searchParams.get('request')
    const { status, body, text } = await browser.auth('/oauth2/consent', { accept: true, oauth_query, org_id, scopes })
    assert.equal(status, 200, text)
    return new URL(body.url)
  }

  async token(form: Record<string, string>): Promise<{ status: number; body: Tokens & { error?: string } }> {
    const { statusCode, body } = await this.#app.app.server.inject({
      method: 'POST',
      url: '/api/auth/oauth2/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ client_id: this.client_id, ...form }).toString(),
    })
    return { status: statusCode, body: JSON.parse(body) }
  }

  exchange(code: string, more: Record<string, string> = {}) {
    return this.token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT,
      code_verifier: this.verifier,
      ...more,
    })
  }

  refresh(refresh_token: string) {
    return this.token({ grant_type: 'refresh_token', refresh_token })
  }

  /** The whole flow. */
  async connect(browser: Browser, wish: Wish): Promise<Tokens> {
    const back = await this.allow(browser, wish)
    const { status, body } = await this.exchange(back.searchParams.get('code') ?? '')
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
}

export async function register(app: TestApp, more: Record<string, unknown> = {}) {
  const { statusCode, body } = await app.app.server.inject({
    method: 'POST',
    url: '/api/auth/oauth2/register',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({
      client_name: 'Agent of a test',
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: 'none',
      ...more,
    }),
    remoteAddress: `10.0.${counter >> 8}.${counter++ & 255}`,
  })
  return { status: statusCode, body: JSON.parse(body) }
}
/** Each registration comes from another address, so that the limit of addresses does not count. */
let counter = 1

export async function registered_app(app: TestApp): Promise<OAuthApp> {
  const { status, body } = await register(app)
  assert.equal(status, 201, JSON.stringify(body))
  return new OAuthApp(app, body.client_id)
}
