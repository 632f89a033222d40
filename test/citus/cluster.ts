// A cluster of Citus: a coordinator and two workers, on PostgreSQL 15. CITUS_SH names the script that starts it. The test files of a process
// share its servers, and each file has databases of its own.
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { prepare_database } from '#db/open.ts'
import type { PoolPlace } from '#db/pool.ts'
import { system_clock } from '#lib/clock.ts'
import { silent_log } from '#lib/log.ts'
import { free_ports } from '#lib/port.ts'
import { unlimited } from '#test/unlimited.ts'
import { areas } from '#tools/index.ts'
import { folder_of_servers, place_of, TEST_KEY } from '../../scripts/disposable_postgres.ts'
import { at, create_database, drop_database, run_on } from '../../scripts/nodes.ts'
import { type App, type AppOptions, create_app } from '../../src/app.ts'

const SCRIPT = process.env.CITUS_SH ?? join(import.meta.dirname, '../../../shared/engines/citus.sh')
const POSTGRES = '/usr/lib/postgresql/15/bin'

/** Why no cluster can be started here. False where it can. */
export const no_cluster = existsSync(SCRIPT) ? false : 'no script starts a cluster of Citus here'

const run = promisify(execFile)

/** What differs from a usual server of a test. */
export interface MoreOfApp {
  /** Freezes the clock of calls. */
  now?: Date
  config?: Partial<AppOptions['config']>
  parts?: AppOptions['parts']
  log?: AppOptions['log']
}

/** A server of Tablero on a migrated database. */
export const open_app = (
  database: PoolPlace,
  { now, config, parts, log = silent_log() }: MoreOfApp = {},
): Promise<App> =>
  create_app({
    config: {
      ...{ base_url: 'http://127.0.0.1:0', database_pool: 4, master_key: TEST_KEY, role: 'api' },
      ...{
        sign_up: 'open',
        app_registration: 'open',
        fx_rates_url: undefined,
        sandbox_url: undefined,
        messaging: undefined,
      },
      ...config,
    },
    database,
    log,
    parts: {
      areas: unlimited(areas),
      mail: { send: async () => {} },
      ...(now && { clock: { ...system_clock, now: () => now } }),
      ...parts,
    },
  })

/** The number of the worker that has the rows of the organization. */
export async function worker_of(owner: pg.Pool, org_id: string): Promise<number> {
  const { rows } = await owner.query(
    `select n.groupid::int as number from pg_dist_placement p join pg_dist_node n using (groupid)
     where p.shardid = get_shard_id_for_distribution_column('connections', $1::uuid)`,
    [org_id],
  )
  return rows[0].number
}

export interface Cluster {
  /** The coordinator's own database, which holds nothing. */
  url: string
  /** An empty database on each node, joined to a cluster. */
  distributed(name: string): Promise<PoolPlace>
  /** A database on each node with the newest schema and the logins. */
  migrated(name: string): Promise<PoolPlace>
  /** An empty database of the coordinator's server, which knows nothing of Citus. */
  plain(name: string): Promise<PoolPlace>
  /** A database of the coordinator's server with the newest schema, which knows nothing of Citus. */
  plain_migrated(name: string): Promise<PoolPlace>
  /** The address of a database at a worker, 1 or 2. */
  at_worker(url: string, number: number): string
  /** A worker, or the coordinator as 0, as if its machine had lost power, and again there. */
  kill_worker(number: number): Promise<void>
  start_worker(number: number): Promise<void>
  /** A third worker for this database, which holds nothing yet. */
  add_worker(url: string): Promise<void>
  /** Drops the databases of the file. The servers end with the process, because the next file uses them. */
  stop(): Promise<void>
}

interface Servers {
  url: string
  folder: string
  port: number
  /** Databases with the newest schema, from which others are copied: distributed, and of one PostgreSQL. */
  spread: string
  plain: string
}

const NODES = [0, 1, 2]
/** The node of `add_worker`. */
const THIRD_WORKER = 3
const NO_SPREADING = 'set citus.enable_ddl_propagation = off'

/** Nothing here lives long enough to be cleaned up. */
const OF_SERVERS = ['alter system set autovacuum = off', 'select pg_reload_conf()']

let started: Promise<Servers> | undefined

const pg_ctl = (folder: string, number: number, ...args: string[]): [string, string[], { cwd: string }] => [
  'runuser',
  ['-u', 'postgres', '--', `${POSTGRES}/pg_ctl`, '-D', join(folder, `node${number}`), '-w', '-s', ...args],
  { cwd: '/' },
]

const start_node = (folder: string, number: number) =>
  run(...pg_ctl(folder, number, 'start', '-l', join(folder, `node${number}`, 'server.log')))

async function start_servers(): Promise<Servers> {
  const folder = await mkdtemp(join(await folder_of_servers(), 'citus-'))
  const port = await free_ports(NODES.length)
  process.once('exit', () => {
    for (const number of [...NODES, THIRD_WORKER])
      if (existsSync(join(folder, `node${number}/postmaster.pid`)))
        execFileSync(...pg_ctl(folder, number, 'stop', '-m', 'immediate'))
    rmSync(folder, { recursive: true })
  })
  const { stdout } = await run(SCRIPT, ['start', folder, String(port)])
  const url = stdout.trim()
  for (const number of NODES) await run_on(at(url, { port: String(port + number) }), ...OF_SERVERS)
  // The cluster first: its coordinator makes the logins on every node, unless its server has them already.
  await prepare_database(place_of(await create_database(url, 'spread_template')))

  await prepare_database(place_of(await create_plain(url, 'plain_template')))

  return { url, folder, port, spread: 'spread_template', plain: 'plain_template' }
}

async function create_plain(url: string, name: string, template = 'template0'): Promise<string> {
  await run_on(url, NO_SPREADING, `create database ${name} template ${template} strategy file_copy`)
  return at(url, { pathname: `/${name}` })
}

/** Databases that files have made, so that each has another name. */
let databases = 0

export async function start_cluster(): Promise<Cluster> {
  started ??= start_servers()
  const { url, folder, port, spread, plain } = await started
  const made: string[] = []
  const down = new Set<number>()
  const name_of = (purpose: string) => {
    databases += 1
    made.push(`${purpose}_${databases}`)
    return made.at(-1)!
  }
  return {
    url,
    distributed: async (name) => place_of(await create_database(url, name_of(name))),
    migrated: async (name) => place_of(await create_database(url, name_of(name), spread)),
    plain: async (name) => place_of(await create_plain(url, name_of(name))),
    plain_migrated: async (name) => place_of(await create_plain(url, name_of(name), plain)),
    at_worker: (url, number) => at(url, { port: String(port + number) }),
    async kill_worker(number) {
      down.add(number)
      await run(...pg_ctl(folder, number, 'stop', '-m', 'immediate'))
    },
    async start_worker(number) {
      await start_node(folder, number)
      down.delete(number)
    },
    async add_worker(url) {
      const third = await free_ports(NODES.length)
      await new_server(folder, port, third)
      await start_node(folder, THIRD_WORKER)
      const there = at(url, { port: String(third) })
      const name = new URL(url).pathname.slice(1)
      // Citus knows of a copy which database it was copied from, and demands that of a new worker too.
      for (const one of [name, spread])
        await run_on(at(there, { pathname: '/postgres' }), `create database ${one} template template0`)
      await run_on(there, 'create extension citus')
      await run_on(url, `select citus_add_node('127.0.0.1', ${third})`)
    },
    async stop() {
      for (const number of down) await start_node(folder, number)
      for (const name of made) await drop_database(url, name)
    },
  }
}

/** A server like those of the script, as its fourth node. */
async function new_server(folder: string, port: number, own_port: number): Promise<void> {
  const data = join(folder, `node${THIRD_WORKER}`)
  const init = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
  await run('runuser', ['-u', 'postgres', '--', `${POSTGRES}/initdb`, ...init], { cwd: '/' })
  const settings = await readFile(join(folder, 'node0', 'postgresql.conf'), 'utf8')
  await writeFile(join(data, 'postgresql.conf'), settings.replace(`port = ${port}`, `port = ${own_port}`))
}
