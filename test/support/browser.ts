// A browser of one person: it keeps cookies, and calls like the pages of Tablero.
import assert from 'node:assert/strict'
import { CHANGE_FELT_MS, type TestApp } from '#test/app.ts'
import { add_member, type Member } from '#test/people.ts'

export interface BrowserAnswer {
  status: number
  // A test reads any field of the answer.
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what is being tested
  body: any
  headers: Record<string, unknown>
  text: string
}

export const PASSWORD = 'correct horse battery'

export class Browser {
  readonly #app: TestApp
  readonly #address: string | undefined
  readonly cookies = new Map<string, string>()

  /** `address`: where the requests come from. Requests of one address in a minute are limited. */
  constructor(app: TestApp, address?: string) {
    this.#app = app
    this.#address = address
  }

  async send(
    method: 'GET' | 'POST',
    url: string,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<BrowserAnswer> {
    const origin = new URL(this.#app.engine.base_url).origin
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const {
      statusCode,
      headers,
      body: text,
    } = await this.#app.app.server.inject({
      method,
      url,
      ...(this.#address !== undefined && { remoteAddress: this.#address }),
      headers: {
        ...(method === 'POST' && { origin, 'content-type': 'application/json' }),
        ...(cookie && { cookie }),
        ...more,
      },
      ...(method === 'POST' && { payload: JSON.stringify(body ?? {}) }),
    })
    for (const line of [headers['set-cookie'] ?? []].flat()) this.#store(String(line))
    const is_json = String(headers['content-type'] ?? '').includes('json')
    return { status: statusCode, body: is_json && text ? JSON.parse(text) : undefined, headers, text }
  }

  #store(line: string): void {
    const [pair = ''] = line.split(';')
    const at = pair.indexOf('=')
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
    if (/max-age=0/i.test(line) || value === '') this.cookies.delete(name)
    else this.cookies.set(name, value)
  }

  auth(path: string, body?: unknown, more?: Record<string, string>): Promise<BrowserAnswer> {
    return this.send('POST', `/api/auth${path}`, body, more)
  }

  /** Calls a tool, in an organization or for the person alone. */
  tool(name: string, input: unknown = {}, org_id?: string): Promise<BrowserAnswer> {
    return this.send('POST', `/api/v1/${name}`, input, org_id === undefined ? {} : { 'x-svc-org': org_id })
  }

  sign_in(email: string, password = PASSWORD): Promise<BrowserAnswer> {
    return this.auth('/sign-in/email', { email, password })
  }
}

const links_to = (app: TestApp, email: string): URL[] =>
  app.mails.filter(({ to }) => to === email).map(({ text }) => new URL(/https?:\/\/\S+/.exec(text)![0]))

/** The first link of the newest email to the address. */
export function link_to(app: TestApp, email: string): URL {
  const [link] = links_to(app, email)
  assert.ok(link, `no email went to ${email}`)
  return link
}

/** Signs a person up, confirms the address, and returns the browser, which is signed in. */
export async function new_person(app: TestApp, email: string, name = 'Ana', address?: string): Promise<Browser> {
  const browser = new Browser(app, address)
  const { status, text } = await browser.auth('/sign-up/email', { email, name, password: PASSWORD })
  assert.equal(status, 200, text)
  // The address may have been invited before, so its newest email can be another one.
  const to_confirm = () => links_to(app, email).find(({ pathname }) => pathname.endsWith('/verify-email'))
  await app.settled(async () => to_confirm() !== undefined)
  const { pathname, search } = to_confirm()!
  const confirmed = await browser.send('GET', `${pathname}${search}`)
  assert.equal(confirmed.status, 302, confirmed.text)
  return browser
}

/** Makes the person of a browser a member, waits until the server knows it, and returns the user_id. */
export async function join_org(
  app: TestApp,
  browser: Browser,
  { org_id, role }: Pick<Member, 'org_id' | 'role'>,
): Promise<string> {
  const { user_id, email } = (await browser.tool('get_me')).body.result
  await add_member(app.db, { org_id, role, user_id, email })
  const is_known = async () => (await browser.tool('get_org_settings', {}, org_id)).status === 200
  await app.settled(is_known, CHANGE_FELT_MS)
  return user_id
}
