// A Tablero with the sandbox, and a browser without scripts that follows redirects, keeps cookies and sends forms.
import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import { secrets_of } from '#accounts/settings.ts'
import { connectors as all_connectors } from '#connectors/index.ts'
import { sign_ins as all_sign_ins } from '#connectors/sign_ins.ts'
import type { SignIn } from '#engine/connector/sign_in.ts'
import type { Connector } from '#engine/connector.ts'
import type { Area } from '#engine/tool.ts'
import { silent_log } from '#lib/log.ts'
import { create_key, create_org } from '#test/access.ts'
import { TEST_KEY, type TestDatabase, test_database } from '#test/database.ts'
import { add_member } from '#test/people.ts'
import { moved_by_waiting } from '#test/sync.ts'
import { sandbox_apps } from '../../sandbox/connections.ts'
import { create_sandbox, type Sandbox, type SandboxOptions } from '../../sandbox/server.ts'
import { create_app } from '../../src/app.ts'

const NOW = '2026-11-20T18:00:00Z'

export type ConnectApp = Awaited<ReturnType<typeof connect_app>>

interface Options extends SandboxOptions {
  connectors?: Record<string, Connector>
  sign_ins?: Record<string, SignIn>
  areas?: Record<string, Area>
  apps?: Record<string, Record<string, string>>
  /** The address in front of several processes. Default: that of the one process. */
  base_url?: string
}

/** How processes of the installation start. Their connectors can differ. */
function starting(
  { connectors, sign_ins, areas, apps = sandbox_apps, base_url = 'http://127.0.0.1:0' }: Options,
  { database, sandbox, sandbox_url }: { database: TestDatabase; sandbox: Sandbox; sandbox_url: string },
) {
  const config = { base_url, database_pool: 10, master_key: TEST_KEY, role: 'api' as const, fx_rates_url: undefined }
  return (own: Record<string, Connector> = connectors ?? all_connectors) =>
    create_app({
      config: { ...config, sandbox_url, apps },
      database: database.place,
      log: silent_log(),
      parts: {
        clock: moved_by_waiting(sandbox),
        connectors: own,
        sign_ins: sign_ins ?? all_sign_ins,
        ...(areas && { areas }),
      },
    })
}

export async function connect_app(options: Options = {}) {
  const database = await test_database()
  const sandbox = await create_sandbox({ now: NOW, frozen: true, history_days: 10, ...options })
  await sandbox.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = sandbox.app.server.address() as AddressInfo
  const started = starting(options, { database, sandbox, sandbox_url: `http://127.0.0.1:${port}` })
  const app = await started()
  const url = await app.start({ host: '127.0.0.1', port: 0 })
  const db = database.owner
  const org_id = await create_org(db, { name: 'Ana & Söhne <b>', currency: 'MXN' })
  const { key } = await create_key(db, { org_id, name: 'test', scopes: ['connections:write', 'connections:read'] })

  const post = (tool: string, input: object) =>
    app.server.inject({
      method: 'POST',
      url: `/api/v1/${tool}`,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      payload: JSON.stringify(input),
    })
  const call = async (tool: string, input: object) => JSON.parse((await post(tool, input)).body).result
  const link = async (platform: string): Promise<string> => (await call('propose_connect_platform', { platform })).url!
  const connections = async () =>
    (await db.query('select * from connections where org_id = $1 order by connection_id', [org_id])).rows
  /** Confirms a new link, up to the vendor's page of consent, or to the page for keys. */
  async function to_consent(platform: string, typed: Record<string, string> = {}, browser = new Browser()) {
    await browser.open(await link(platform))
    return browser.submit(typed)
  }
  return {
    app,
    engine: app.engine,
    sandbox,
    db,
    url,
    org_id,
    call,
    post,
    /** Another process of the same installation. */
    beside: started,
    /** The deep link that propose_connect_platform gives. */
    link,
    connections,
    newest: async () => (await connections()).at(-1),
    browser: (language?: string) => Object.assign(new Browser(), { language }),
    /** An account that the connection has read before. */
    read_before: (connection_id: string, account: ReadAccount) =>
      read_before(db, { org_id, connection_id, ...account }),
    to_consent,
    /** Connects a platform, up to the page of the first sync. Without a choice, with what the page proposes. */
    async connected(
      platform: string,
      typed?: Record<string, string>,
      choice?: Record<string, string>,
    ): Promise<Browser> {
      const browser = await to_consent(platform, typed)
      await browser.submit({ decision: 'allow' })
      return browser.submit(choice)
    },
    /** A new member, and the browser in which this person is signed in to the dashboard. */
    member: () => new_member(db, { org_id, url }),
    async close() {
      await app.close()
      await sandbox.app.close()
      await database.drop()
      assert.deepEqual(sandbox.limits.violations(), [])
    },
  }
}

interface ReadAccount {
  account_id: string
  name: string
}

const read_before = (db: pg.Pool, of: { org_id: string; connection_id: string } & ReadAccount) =>
  db.query(
    `insert into connection_accounts (org_id, connection_id, account_id, name, time_zone, seen_at)
     values ($1, $2, $3, $4, 'UTC', now())`,
    [of.org_id, of.connection_id, of.account_id, of.name],
  )

async function new_member(db: pg.Pool, { org_id, url }: { org_id: string; url: string }) {
  const token = randomUUID()
  const email = `${token}@example.com`
  const { rows } = await db.query(
    `with u as (insert into auth.users (name, email, email_verified) values ('Ana', $1, true) returning id)
     insert into auth.sessions (token, user_id, expires_at) select $2, id, now() + interval '1 year' from u returning user_id`,
    [email, token],
  )
  const { user_id } = rows[0] as { user_id: string }
  await add_member(db, { org_id, role: 'admin', user_id, email })
  const signature = createHmac('sha256', secrets_of({ master_key: TEST_KEY })[0]!)
    .update(token)
    .digest('base64')
  const browser = new Browser()
  browser.cookies.set(`${url} tablero.session_token`, encodeURIComponent(`${token}.${signature}`))
  return { user_id, browser }
}

const REDIRECTS_MAX = 10

/** What a list of options sends: the selected one, else the first. */
function chosen_option(options: string): string {
  const [tag = '', , text = ''] =
    /<option\b[^>]* selected>([^<]*)/.exec(options) ?? /<option\b([^>]*)>([^<]*)/.exec(options) ?? []
  return plain(/\bvalue="([^"]*)"/.exec(tag)?.[1] ?? text)
}

/** The text of HTML, with the characters that entities stand for. */
const plain = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'")

export class Browser {
  /** By origin and name. */
  readonly cookies = new Map<string, string>()
  /** The language that the browser asks for. Undefined: it asks for none. */
  language: string | undefined
  address = ''
  status = 0
  html = ''
  headers = new Headers()

  /** What a person reads. */
  get text(): string {
    return plain(
      this.html
        .replace(/<style>.*?<\/style>/s, '')
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' '),
    )
  }

  /** The header with the cookies of a server. */
  cookie(origin: string): string {
    const own = [...this.cookies].filter(([place]) => place.startsWith(`${origin} `))
    return own.map(([place, value]) => `${place.slice(origin.length + 1)}=${value}`).join('; ')
  }

  /** Opens an address, and follows redirects and pages that lead on immediately. */
  async open(address: string, init: RequestInit = {}): Promise<this> {
    let request = init
    let next = new URL(address, this.address || undefined).href
    for (let hops = 0; ; hops++) {
      assert.ok(hops < REDIRECTS_MAX, 'too many redirects')
      this.address = next
      const { origin } = new URL(next)
      const cookie = this.cookie(origin)
      const answer = await fetch(next, {
        ...request,
        headers: {
          ...request.headers,
          ...(cookie && { cookie }),
          ...(this.language && { 'accept-language': this.language }),
        },
        redirect: 'manual',
      })
      for (const set of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(set) ?? []
        this.cookies.set(`${origin} ${name}`, value)
      }
      this.status = answer.status
      this.headers = answer.headers
      this.html = await answer.text()
      const refresh = /http-equiv="refresh" content="0; url=([^"]*)"/.exec(this.html)?.[1]
      const location = answer.headers.get('location') ?? (refresh && plain(refresh))
      if (!location) return this
      next = new URL(location, next).href
      request = {}
    }
  }

  /** Sends the form of the page: its hidden, checked and chosen values, and what the person changes. Null removes a value. */
  submit(changes: Record<string, string | string[] | null> = {}): Promise<this> {
    const form = /<form\b([^>]*)>(.*?)<\/form>/s.exec(this.html)
    assert.ok(form, `no form on ${this.address}: ${this.text}`)
    const action = /action="([^"]*)"/.exec(form[1]!)?.[1]
    const values = new URLSearchParams()
    for (const [tag] of form[2]!.matchAll(/<input\b[^>]*>/g)) {
      const of = (name: string) => plain(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
      const is_chosen = !/type="(radio|checkbox)"/.test(tag) || / checked/.test(tag)
      if (is_chosen && !/ disabled/.test(tag) && of('name')) values.append(of('name'), of('value'))
    }
    for (const [, name, options] of form[2]!.matchAll(/<select\b[^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs))
      values.append(name!, chosen_option(options!))
    for (const [name, value] of Object.entries(changes)) {
      values.delete(name)
      for (const one of value === null ? [] : [value].flat()) values.append(name, one)
    }
    const body = values.toString()
    const { origin } = new URL(this.address)
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin, 'sec-fetch-site': 'same-origin' }
    return this.open(action ? plain(action) : this.address, { method: 'POST', headers, body })
  }
}
