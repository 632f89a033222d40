// A whole Tablero with the sandbox, its emails and a real browser, for tests that go through the built pages like a person.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page } from 'playwright-core'
import { ensure_account } from '#accounts/ensure_account.ts'
import { in_org } from '#db/org.ts'
import type { Role } from '#domain/roles.ts'
import { scopes } from '#domain/scopes.ts'
import type { OrgValues } from '#engine/access/orgs.ts'
import type { Engine } from '#engine/engine.ts'
import { run_job } from '#engine/queue/run_job.ts'
import { is_open } from '#engine/sync/runs.ts'
import { create_connection } from '#engine/vendors/connections.ts'
import { load_fx_rates } from '#jobs/load_fx_rates.ts'
import { load_fx_rates_daily } from '#jobs/load_fx_rates_daily.ts'
import { system_clock } from '#lib/clock.ts'
import { silent_log } from '#lib/log.ts'
import { create_key, create_org } from '#test/access.ts'
import { PASSWORD } from '#test/browser.ts'
import { faults_of, launch_browser } from '#test/dashboard.ts'
import { TEST_KEY, type TestDatabase, test_database } from '#test/database.ts'
import { add_member } from '#test/people.ts'
import '#test/quick_hashes.ts'
import { recent_connectors } from '#test/recent.ts'
import { unlimited } from '#test/unlimited.ts'
import { areas } from '#tools/index.ts'
import { sandbox_apps, sandbox_connections } from '../../sandbox/connections.ts'
import { type KeptMail, MAIL_HOST } from '../../sandbox/mail.ts'
import { create_sandbox, type Sandbox, type SandboxOptions } from '../../sandbox/server.ts'
import { create_app } from '../../src/app.ts'
import { start_syncs } from '../../src/cli/sync_progress.ts'

const HISTORY_DAYS = 10
/** Of an organization that reads platforms. */
const VALUES = { currency: 'MXN', time_zone: 'America/Mexico_City', language: 'en' } as const
/** More than any test lets the accounts have. */
const READ_DAYS = 60
/** A page waits for a real server on a busy machine. */
const WAIT_MS = 60_000
const POLL_MS = 50
/** A first load of several platforms, on a busy machine. */
const LOAD_MS = 300_000

export interface Visitor {
  context: BrowserContext
  page: Page
  /** Messages of the browser, and requests to other places. */
  faults: string[]
  close(): Promise<void>
}

interface VisitorOptions {
  width?: number
  language?: string
}

export interface NewMember extends VisitorOptions {
  org_id: string
  role: Role
  email: string
  name?: string
}

export interface LoadedOrg {
  org_id: string
  key: string
}

type Loading = Pick<RealDashboard, 'engine' | 'db'>

export interface RealDashboard {
  url: string
  /** Where emails go. */
  mail_url: string
  engine: Engine
  sandbox: Sandbox
  /** The database as its owner, without row security. */
  db: TestDatabase['owner']
  /** A new organization without data. */
  new_org(name: string, values?: OrgValues): Promise<string>
  /**
   * The organization with this name, which has read the platforms of the sandbox, and a key with all scopes. Platforms that it has read
   * before are not read again.
   */
  loaded_org(name: string, platforms: readonly string[]): Promise<LoadedOrg>
  /** A browser in which nobody is signed in. */
  visitor(options?: VisitorOptions): Promise<Visitor>
  /** A browser in which a member is signed in, with PASSWORD. */
  member(member: NewMember): Promise<Visitor>
  /** The newest email to the address whose subject matches. Waits for it. */
  email_to(address: string, subject?: RegExp): Promise<KeptMail>
  close(): Promise<void>
}

/** `now` is the time at which Tablero and the sandbox start. The accounts of people keep the real time. */
type Options = Pick<SandboxOptions, 'history_days' | 'now'>

/** How long the Tablero of a process waits for its next file, which then need not start another one. */
const IDLE_MS = 1_000
let shared: Promise<RealDashboard> | undefined
let users = 0
let idle: NodeJS.Timeout | undefined

/** The Tablero that the files of a process use one after the other, with the organizations that they load. */
export async function shared_real_dashboard(): Promise<RealDashboard> {
  users += 1
  clearTimeout(idle)
  shared ??= open_real_dashboard()
  const { close, ...dashboard } = await shared
  const leave = async () => {
    users -= 1
    if (users > 0) return
    idle = setTimeout(() => {
      shared = undefined
      void close()
    }, IDLE_MS)
  }
  return { ...dashboard, close: leave }
}

export async function open_real_dashboard(sandboxed: Options = {}): Promise<RealDashboard> {
  const database = await test_database()
  const sandbox = await create_sandbox({ history_days: HISTORY_DAYS, ...sandboxed })
  await sandbox.app.listen({ host: '127.0.0.1', port: 0 })
  const sandbox_url = `http://127.0.0.1:${(sandbox.app.server.address() as AddressInfo).port}`
  const app = await create_app({
    config: {
      base_url: 'http://127.0.0.1:0',
      database_pool: 20,
      master_key: TEST_KEY,
      role: 'all',
      fx_rates_url: undefined,
      sandbox_url,
      apps: sandbox_apps,
      sign_up: 'open',
    },
    database: database.place,
    log: silent_log(),
    parts: {
      // The comparison of pages and answers calls some tools more often than people do.
      areas: unlimited(areas),
      // A first sync would ask the platforms for years that their simulated accounts do not have.
      connectors: recent_connectors(READ_DAYS),
      ...(sandboxed.now !== undefined && { clock: { ...system_clock, now: () => new Date(sandbox.clock.now()) } }),
    },
  })
  const url = await app.start({ host: '127.0.0.1', port: 0 })
  const browser = await launch_browser()
  const mail_url = `${sandbox_url}/${MAIL_HOST}`
  const db = database.owner

  async function visitor({ width = 1440, language = 'en' }: VisitorOptions = {}): Promise<Visitor> {
    const context = await browser.newContext({
      viewport: { width, height: width < 768 ? 844 : 900 },
      locale: language,
      timezoneId: 'America/Mexico_City',
      hasTouch: width < 768,
      reducedMotion: 'reduce',
    })
    context.setDefaultTimeout(WAIT_MS)
    const page = await context.newPage()
    return {
      context,
      page,
      faults: faults_of(page, url),
      close: () => context.close(),
    }
  }

  return {
    url,
    mail_url,
    engine: app.engine,
    sandbox,
    db,
    new_org: (name, values) => create_org(db, { ...values, name }),
    loaded_org: loader({ engine: app.engine, db }),
    visitor,
    async member({ org_id, role, email, name = 'Ana', ...options }) {
      const wanted = { email, name, password: PASSWORD, verified: true }
      const user_id = await ensure_account(app.engine.pool, wanted)
      await add_member(db, { org_id, role, user_id, email })
      const opened = await visitor(options)
      const answer = await opened.context.request.post(`${url}/api/auth/sign-in/email`, {
        headers: { origin: url },
        data: { email, password: PASSWORD },
      })
      assert.ok(answer.ok(), await answer.text())
      return opened
    },
    email_to: (address, subject = /./) => email_to(mail_url, address, subject),
    async close() {
      await browser.close()
      await app.close()
      await sandbox.app.close()
      await database.drop()
    },
  }
}

async function email_to(mail_url: string, address: string, subject: RegExp): Promise<KeptMail> {
  const deadline = performance.now() + WAIT_MS
  for (;;) {
    const mails = (await (await fetch(mail_url)).json()) as KeptMail[]
    const found = mails.find((mail) => mail.to === address && subject.test(mail.subject))
    if (found) return found
    assert.ok(performance.now() < deadline, `no email to ${address}: ${mails.map(({ to }) => to).join(', ')}`)
    await new Promise((done) => setTimeout(done, POLL_MS))
  }
}

/** Reads each platform of an organization once. Amounts in other currencies need the rates. */
function loader({ engine, db }: Loading): RealDashboard['loaded_org'] {
  const known = new Map<string, LoadedOrg & { read: Set<string> }>()
  async function load_rates() {
    for (const job of [load_fx_rates, load_fx_rates_daily])
      await run_job(engine, job, {}, { log: engine.log, signal: new AbortController().signal })
  }
  async function made(name: string) {
    if (known.size === 0) await load_rates()
    const org_id = await create_org(db, { name, ...VALUES })
    const { key } = await create_key(db, { org_id, name: 'all', scopes })
    return { org_id, key, read: new Set<string>() }
  }
  return async (name, platforms) => {
    const org = known.get(name) ?? (await made(name))
    known.set(name, org)
    const missing = new Set(platforms).difference(org.read)
    if (missing.size > 0) await load_platforms({ engine, db }, org.org_id, [...missing])
    for (const platform of missing) org.read.add(platform)
    return org
  }
}

/** Connects the platforms, and waits until each has been read and the rules have been asked. */
async function load_platforms({ engine, db }: Loading, org_id: string, platforms: readonly string[]): Promise<void> {
  const wanted = sandbox_connections.filter(({ platform }) => platforms.includes(platform))
  assert.equal(wanted.length, platforms.length)
  await in_org(engine.pool.worker, { org_id }, async (inside) => {
    const made = []
    for (const connection of wanted)
      made.push({ ...connection, connection_id: await create_connection(inside, engine, { ...connection, org_id }) })
    await start_syncs(engine, inside, org_id, made)
  })
  const deadline = performance.now() + LOAD_MS
  for (;;) {
    const { rows: runs } = await db.query<{ state: string; stream: string; error: string | null }>(
      'select state, stream, error from sync_runs where org_id = $1',
      [org_id],
    )
    const failed = runs.filter(({ state, error }) => !is_open(state) && error !== null)
    assert.deepEqual(failed, [])
    if (!runs.some(({ state }) => is_open(state)) && !(await rules_run(db))) return
    assert.ok(performance.now() < deadline, `still reading: ${JSON.stringify(runs)}`)
    await new Promise((done) => setTimeout(done, POLL_MS))
  }
}

/** After a sync, the rules of recommendations run, whose findings pages show. */
async function rules_run(db: RealDashboard['db']): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from graphile_worker.jobs where task_identifier = 'find_recommendations' and run_at <= now()`,
  )
  return rowCount! > 0
}

/** The link in an email. */
export function link_in({ text }: Pick<KeptMail, 'text'>): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  assert.ok(link, `no link in: ${text}`)
  return link
}
