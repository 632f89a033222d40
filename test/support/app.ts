// A whole Tablero with its own database: three organizations, their keys, both transports.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type pg from 'pg'
import { scopes as all_scopes, type Scope } from '#domain/scopes.ts'
import type { NewKey } from '#engine/access/keys.ts'
import type { Connector } from '#engine/connector.ts'
import type { Messaging } from '#engine/notifications/whatsapp.ts'
import type { Area } from '#engine/tool.ts'
import type { Outbound } from '#engine/vendors/outbound.ts'
import { system_clock } from '#lib/clock.ts'
import { type Log, silent_log } from '#lib/log.ts'
import type { WrittenMail } from '#mail/mail.ts'
import { create_key, create_org, set_client } from '#test/access.ts'
import { TEST_KEY, type TestDatabase, test_database } from '#test/database.ts'
import { fixtures } from '#test/fixture_area.ts'
import { type Seed, seed_org } from '#test/fixtures.ts'
import { pagespeed_key, pagespeed_outbound } from '#test/pagespeed.ts'
import { add_member } from '#test/people.ts'
import '#test/quick_hashes.ts'
import { areas } from '#tools/index.ts'
import { type App, create_app } from '../../src/app.ts'

export interface As {
  key: string
  /** The value of X-Svc-Org. */
  org_id?: string
}

/** A person who is signed in, whose browser sends the cookies. */
export interface Signed {
  cookie: string
  /** The value of X-Svc-Org. */
  org_id?: string
  /** Whose page asks, as the browser says. Default: one of our own. */
  site?: 'same-origin' | 'cross-site'
}

export interface RestAnswer {
  status: number
  headers: Record<string, string | undefined>
  // A test reads any field of the answer.
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what is being tested
  body: any
}

export interface TestApp {
  app: App
  engine: App['engine']
  url: string
  database: TestDatabase
  /** The database as its owner, without row security. */
  db: pg.Pool
  acme: Seed
  globex: Seed
  /** An agency whose client is acme. */
  agency_org_id: string
  /** Emails that were sent, newest first. */
  mails: WrittenMail[]
  keys: { acme: string; globex: string; agency: string }
  key(org_id: string, scopes?: readonly Scope[], expires_at?: string): Promise<NewKey>
  rest(tool: string, input: unknown, as: As | Signed): Promise<RestAnswer>
  mcp(as: As, mode?: 'legacy' | { pin: string }): Promise<Client>
  /** Restores rate limits and credits that calls of a test have used. */
  refill(): Promise<void>
  /** Repeats the check until it returns true. Fails when a check that started this long after the beginning returns false. */
  settled(is_so: () => Promise<boolean>, within_ms?: number): Promise<void>
  close(): Promise<void>
}

/** A revoked key or a disabled module must take effect for calls that start this long after the change. */
export const CHANGE_FELT_MS = 1_000
/** Time limit for changes without a limit of their own. It is long enough for a busy machine. */
const SETTLED_MS = 30_000
const ASKED_EVERY_MS = 10

export interface TestAppOptions {
  areas?: Record<string, Area>
  /** Rows in every table of acme and globex. */
  seeded?: boolean
  /** Statements that create the tables of a test area. */
  tables?: string
  /** Freezes the clock of calls at this moment. The rows are from the day before. */
  now?: Date
  /** Who may make an account. Default: everybody. */
  sign_up?: 'open' | 'invited' | 'closed'
  /** Whether apps may register themselves. Default: they may. */
  app_registration?: 'open' | 'closed'
  /** The app at Google with which people sign in. Default: none. */
  sign_in_google?: { client_id: string; client_secret: string }
  /** Replaces requests to other hosts. */
  outbound?: Outbound
  /** PageSpeed Insights of the sandbox measures pages. Otherwise nothing does. */
  measures?: boolean
  /** The number that sends notifications. Without it, nothing is sent to phones. */
  messaging?: Messaging
  /** Default: those of the product. */
  connectors?: Record<string, Connector>
  /** Default: nothing is logged. */
  log?: Log
  /** Leads to the database another way. */
  through?: (place: TestDatabase['place']) => Promise<TestDatabase['place']>
}

export async function test_app({
  areas: more = { ...areas, fixtures },
  seeded = true,
  tables = '',
  now,
  measures = false,
  sign_up = 'open',
  app_registration = 'open',
  sign_in_google,
  outbound,
  messaging,
  connectors,
  log = silent_log(),
  through = async (place) => place,
}: TestAppOptions = {}): Promise<TestApp> {
  const database = await test_database()
  const db = database.owner
  const mails: WrittenMail[] = []
  const app = await create_app({
    config: {
      base_url: 'http://127.0.0.1:0',
      database_pool: 10,
      master_key: TEST_KEY,
      role: 'api',
      fx_rates_url: undefined,
      sandbox_url: undefined,
      sign_up,
      app_registration,
      ...(sign_in_google && { sign_in_google }),
      messaging,
      ...(measures && { pagespeed_api_key: pagespeed_key }),
    },
    database: await through(database.place),
    log,
    parts: {
      areas: more,
      mail: { send: async (written) => void mails.unshift(written) },
      ...(now && { clock: { ...system_clock, now: () => now } }),
      ...(outbound && { outbound }),
      ...(connectors && { connectors }),
      ...(measures && { outbound: await pagespeed_outbound((now ?? new Date()).toISOString()) }),
    },
  })
  const clients: Client[] = []
  const close = async () => {
    for (const client of clients) await client.close()
    await app.close()
    await database.drop()
  }
  // After a failure, open connections would keep the test process running.
  const made = await make_orgs(app, db, { seeded, tables, now }).catch(async (error) => {
    await close()
    throw error
  })
  return {
    app,
    engine: app.engine,
    database,
    db,
    mails,
    close,
    ...made,
    async rest(tool, input, as) {
      const { statusCode, headers, body } = await app.server.inject({
        method: 'POST',
        url: `/api/v1/${tool}`,
        headers: { ...headers_of(as), 'content-type': 'application/json' },
        payload: JSON.stringify(input),
      })
      return { status: statusCode, headers: headers as RestAnswer['headers'], body: JSON.parse(body) }
    },
    async mcp(as, mode = 'legacy') {
      const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
      await client.connect(
        new StreamableHTTPClientTransport(new URL('/mcp', made.url), { requestInit: { headers: headers_of(as) } }),
      )
      clients.push(client)
      return client
    },
    async settled(is_so, within_ms = SETTLED_MS) {
      const began = performance.now()
      for (;;) {
        const asked_after_ms = performance.now() - began
        if (await is_so()) return
        assert.ok(asked_after_ms < within_ms, `nothing changed within ${within_ms} ms`)
        await sleep(ASKED_EVERY_MS)
      }
    },
    async refill() {
      await db.query(
        'delete from rate_windows; update credit_balances set balance = monthly_grant where balance <> monthly_grant',
      )
    },
  }
}

type Made = Required<Pick<TestAppOptions, 'seeded' | 'tables'>> & Pick<TestAppOptions, 'now'>

async function make_orgs(app: App, db: pg.Pool, { seeded, tables, now }: Made) {
  // Tools of the tests write contacts, which no tool of the product does yet.
  await db.query(`${tables}; grant insert, update, delete on contacts to tablero_app`)
  const url = await app.start({ host: '127.0.0.1', port: 0 })
  const acme: Seed = { org_id: await create_org(db, { name: 'acme' }), name: 'acme', digit: 7 }
  const globex: Seed = { org_id: await create_org(db, { name: 'globex' }), name: 'globex', digit: 3 }
  const agency_org_id = await create_org(db, { name: 'agency', kind: 'agency' })
  await set_client(db, agency_org_id, acme.org_id, true)
  if (seeded) for (const seed of [acme, globex]) await seed_org(db, seed, now)
  const agency_admin = await add_member(db, { org_id: agency_org_id, role: 'admin' })
  const key: TestApp['key'] = async (org_id, scopes = all_scopes, expires_at) => {
    const made = await create_key(db, { org_id, name: 'test', scopes, expires_at })
    // A key acts on clients of its agency only as its owner does.
    if (org_id === agency_org_id)
      await db.query('update api_keys set user_id = $1 where key_id = $2', [agency_admin, made.key_id])
    return made
  }
  const keys = {
    acme: (await key(acme.org_id)).key,
    globex: (await key(globex.org_id)).key,
    agency: (await key(agency_org_id)).key,
  }
  return { url, acme, globex, agency_org_id, key, keys }
}

export const headers_of = (as: As | Signed): Record<string, string> => ({
  ...('key' in as
    ? { authorization: `Bearer ${as.key}` }
    : { cookie: as.cookie, 'sec-fetch-site': as.site ?? 'same-origin' }),
  ...(as.org_id ? { 'x-svc-org': as.org_id } : {}),
})
