// Creates the demo's organization on the first start, and finds it again later. Each step checks before it creates, so the next start
// completes an interrupted one.
import { randomBytes } from 'node:crypto'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensure_account } from '#accounts/ensure_account.ts'
import { in_org, in_system } from '#db/org.ts'
import { read_scopes, type Scope, scopes } from '#domain/scopes.ts'
import { announce_change } from '#engine/access/changes.ts'
import { create_key } from '#engine/access/keys.ts'
import { create_org, list_orgs, set_org } from '#engine/access/orgs.ts'
import type { Engine } from '#engine/engine.ts'
import { run_job } from '#engine/queue/run_job.ts'
import { is_open } from '#engine/sync/runs.ts'
import { create_connection } from '#engine/vendors/connections.ts'
import { has_readable_key } from '#engine/vendors/secrets.ts'
import { load_fx_rates } from '#jobs/load_fx_rates.ts'
import { load_fx_rates_daily } from '#jobs/load_fx_rates_daily.ts'
import { make_folder } from '#lib/folder.ts'
import { Mistake } from '#lib/mistakes.ts'
import { read_streams } from '#tools/connections/reading_states.ts'
import { sandbox_connections } from '../../sandbox/connections.ts'
import { start_syncs, sync_and_watch } from '../../src/cli/sync_progress.ts'

export interface Business {
  name: string
  currency: string
  time_zone: string
  industry: string
  /** Platforms to connect. When absent: all of the sandbox. */
  platforms?: string[]
  /** Its data are older than the days that a first sync reads. */
  is_historical?: true
}

export interface Ready {
  org_id: string
  key: string
  /** Of all writes, it can only measure a page (run_pagescore_scan): an agent also reads what anybody wrote to the business. */
  agent_key: string
  /** The account of the person who uses the demo, an admin of the organization. */
  sign_in: { email: string; password: string }
  /** Platforms whose recent days are still to be read, with the expected end where it is known. */
  first_left: string[]
  /** An earlier first start was interrupted. */
  was_interrupted: boolean
  /** Platforms whose older days are still to be read. */
  history_left: string[]
}

interface Preparing {
  data_dir: string
  /** The demo is ready after this time, also when limits of platforms or their reports make a first load longer. */
  wait_ms: number
}

export async function prepare(engine: Engine, business: Business, { data_dir, wait_ms }: Preparing): Promise<Ready> {
  const { org_id, is_new } = await find_or_make_org(engine, business)
  await load_rates(engine) // before there are connections: the schedule would read them while nobody watches
  await connect(engine, org_id, business.platforms)
  const first_left = await sync_what_never_was(engine, org_id, { is_new, wait_ms })
  // Real orders are years old, so nobody would see them before their history is read.
  if (business.is_historical && is_new) await wait_for_history(engine, org_id)
  const key = await find_or_make_key(engine, org_id, join(data_dir, 'demo.key'), { name: 'demo', scopes })
  const of_agent = { name: 'demo of an agent', scopes: read_scopes }
  const agent_key = await find_or_make_key(engine, org_id, join(data_dir, 'demo.agent.key'), of_agent)
  const sign_in = { email: PERSON.email, password: await find_or_make_password(join(data_dir, 'demo.password')) }
  await make_admin(engine, org_id, sign_in)
  return {
    org_id,
    key,
    agent_key,
    sign_in,
    first_left,
    was_interrupted: !is_new,
    history_left: await histories_left(engine, org_id),
  }
}

async function find_or_make_org(engine: Engine, { name, currency, time_zone, industry }: Business) {
  const found = (await list_orgs(engine.pool)).find((org) => org.name === name)
  if (!found) {
    const org_id = await in_system(engine.pool, (db) => create_org(db, { name, currency, time_zone, industry }))
    return { org_id, is_new: true }
  }
  if (found.currency !== currency) await in_system(engine.pool, (db) => set_org(db, found.org_id, { currency }))
  return { org_id: found.org_id, is_new: false }
}

/** A new DATA_DIR has a new master key, which cannot read what a demo with another one stored in the same database. */
export async function refuse_other_master_key(engine: Engine, { name }: Business): Promise<void> {
  const found = (await list_orgs(engine.pool)).find((org) => org.name === name)
  if (!found) return
  const { org_id } = found
  const is_readable = await in_org(engine.pool.worker, { org_id }, (db) => has_readable_key(db, engine, org_id))
  if (!is_readable)
    throw new Mistake(
      `The database has ${name} of a demo with another master key. Start with the DATA_DIR of that demo, or name another database in DATABASE_URL.`,
    )
}

async function connect(engine: Engine, org_id: string, platforms?: string[]) {
  await in_org(engine.pool.worker, { org_id }, async (db) => {
    const connected = await db.selectFrom('connections').select('platform').execute()
    for (const connection of sandbox_connections) {
      if (platforms && !platforms.includes(connection.platform)) continue
      if (connected.some(({ platform }) => platform === connection.platform)) continue
      await create_connection(db, engine, { ...connection, org_id })
    }
  })
}

/** Loads the rates on the first start. Later the schedule updates them. */
async function load_rates(engine: Engine) {
  const { rowCount } = await engine.pool.system.query('select from fx_rates limit 1')
  if (rowCount !== 0) return
  for (const job of [load_fx_rates, load_fx_rates_daily])
    await run_job(engine, job, {}, { log: engine.log, signal: new AbortController().signal })
}

/** The platforms with older days left, and the minutes that these should take. The speed is not known at the very beginning. */
const histories_left = (engine: Engine, org_id: string): Promise<string[]> =>
  in_org(engine.pool.worker, { org_id, read_only: true }, async (db) => {
    const now = engine.clock.now()
    const streams = await read_streams({ db, org: { time_zone: 'UTC' }, now })
    const left = Map.groupBy(
      streams.filter(({ history_left }) => history_left),
      ({ connection_id }) => connection_id,
    )
    const connections = await db
      .selectFrom('connections')
      .select(['connection_id', 'platform'])
      .where('status', '=', 'active')
      .orderBy('platform')
      .execute()
    return connections.flatMap(({ connection_id, platform }) => {
      const ends = left.get(connection_id)?.map(({ history_expected_at }) => Date.parse(history_expected_at ?? ''))
      if (!ends) return []
      const minutes = Math.ceil((Math.max(...ends) - now.getTime()) / 60_000)
      return Number.isNaN(minutes) ? platform : `${platform} (about ${minutes} min)`
    })
  })

const HISTORY_POLL_MS = 500

async function wait_for_history(engine: Engine, org_id: string): Promise<void> {
  if ((await histories_left(engine, org_id)).length > 0) console.error('Reading the older history:')
  for (let last = ''; ; await sleep(HISTORY_POLL_MS)) {
    if ((await histories_left(engine, org_id)).length === 0) return
    const reached = await in_org(engine.pool.worker, { org_id, read_only: true }, (db) =>
      db
        .selectFrom('sync_cursors')
        .select(({ fn }) => fn.max('covered_from').as('day'))
        .executeTakeFirst(),
    )
    const year = /^\d{4}/.exec(reached?.day ?? '')?.[0] ?? last
    if (year !== last) console.error(`  back to ${year}`)
    last = year
  }
}

/** Waits for the syncs in the first start only. Returns the platforms that are still being read. */
async function sync_what_never_was(
  engine: Engine,
  org_id: string,
  { is_new, wait_ms }: { is_new: boolean; wait_ms: number },
): Promise<string[]> {
  const waiting = await in_org(engine.pool.worker, { org_id, read_only: true }, (db) =>
    db
      .selectFrom('connections')
      .select(['connection_id', 'platform', 'name'])
      .where('status', '=', 'active')
      .where('last_sync_at', 'is', null)
      .where('needs_reconnection', '=', false)
      .orderBy('connection_id')
      .execute(),
  )
  if (waiting.length === 0) return []
  if (!is_new) {
    await in_org(engine.pool.worker, { org_id }, (db) => start_syncs(engine, db, org_id, waiting))
    return waiting.map(({ platform }) => platform)
  }
  console.error(`Reading data over HTTP from ${waiting.length} platforms of the sandbox:`)
  const began = performance.now()
  const states = await sync_and_watch(engine, org_id, waiting, process.stderr, { within_ms: wait_ms })
  if (states.some(({ state }) => state === 'failed'))
    console.error('Some platforms could not be read. The schedule and the next start retry.')
  return states.filter(({ state }) => is_open(state)).map((left) => with_end(left, performance.now() - began))
}

/** The platform, and when its first load ends if it continues at the same speed. */
function with_end({ platform, progress }: { platform: string; progress: number }, taken_ms: number): string {
  if (progress === 0) return platform
  const ends_at = new Date(Date.now() + (taken_ms * (1 - progress)) / progress)
  return `${platform} (until about ${ends_at.toTimeString().slice(0, 5)})`
}

/**
 * Returns the stored key, or creates one. It gives access to simulated data only, so it may be stored; only its owner can read the
 * file.
 */
async function find_or_make_key(
  engine: Engine,
  org_id: string,
  file: string,
  wanted: { name: string; scopes: readonly Scope[] },
): Promise<string> {
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim()
  const caller = kept ? await engine.directory.caller(kept) : undefined
  const has_all = caller?.org_id === org_id && wanted.scopes.every((scope) => caller.scopes.has(scope))
  if (has_all && caller.scopes.size === wanted.scopes.length) return kept
  const { key } = await in_system(engine.pool, (db) => create_key(db, { org_id, ...wanted }))
  return keep(file, key)
}

async function keep(file: string, secret: string): Promise<string> {
  make_folder(dirname(file)) // nothing else is in the folder with DATABASE_URL and MASTER_KEY
  await writeFile(file, `${secret}\n`, { mode: 0o600 })
  await chmod(file, 0o600)
  return secret
}

const PERSON = { email: 'demo@tablero.example', name: 'Ana Demo' }
const PASSWORD_BYTES = 12

async function find_or_make_password(file: string): Promise<string> {
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim()
  return kept || keep(file, randomBytes(PASSWORD_BYTES).toString('base64url'))
}

async function make_admin(engine: Engine, org_id: string, { email, password }: Ready['sign_in']): Promise<void> {
  const user_id = await ensure_account(engine.pool, { email, password, name: PERSON.name, verified: true })
  await in_system(engine.pool, async (db) => {
    const member = {
      org_id,
      user_id,
      email,
      name: PERSON.name,
      role: 'admin',
      joined_at: engine.clock.now().toISOString(),
    }
    await db
      .insertInto('members')
      .values(member)
      .onConflict((conflict) => conflict.columns(['org_id', 'user_id']).doNothing())
      .execute()
    await announce_change(db)
  })
}
