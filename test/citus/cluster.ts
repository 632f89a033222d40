// A cluster of Citus for one test file: a coordinator and two workers, on PostgreSQL 15. CITUS_SH names the script that starts it.
import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { PoolPlace } from '#db/pool.ts'
import { system_clock } from '#lib/clock.ts'
import { silent_log } from '#lib/log.ts'
import { unlimited } from '#test/unlimited.ts'
import { areas } from '#tools/index.ts'
import { place_of, TEST_KEY } from '../../scripts/disposable_postgres.ts'
import { at, create_database, run_on } from '../../scripts/nodes.ts'
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

export interface Cluster {
  /** The coordinator's own database, which holds nothing. */
  url: string
  /** An empty database on each node, joined to a cluster. */
  distributed(name: string): Promise<ReturnType<typeof place_of>>
  /** An empty database of the coordinator's server, which knows nothing of Citus. */
  plain(name: string): Promise<ReturnType<typeof place_of>>
  /** The address of a database at a worker, 1 or 2. */
  at_worker(url: string, number: number): string
  /** A worker, or the coordinator as 0, as if its machine had lost power, and again there. */
  kill_worker(number: number): Promise<void>
  start_worker(number: number): Promise<void>
  /** A third worker for this database, which holds nothing yet. */
  add_worker(url: string): Promise<void>
  stop(): Promise<void>
}

export async function start_cluster(): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'citus-'))
  const port = await free_ports()
  const { stdout } = await run(SCRIPT, ['start', folder, String(port)])
  const url = stdout.trim()
  const postgres = (number: number, ...args: string[]) =>
    run(
      'runuser',
      ['-u', 'postgres', '--', `${POSTGRES}/pg_ctl`, '-D', join(folder, `node${number}`), '-w', '-s', ...args],
      { cwd: '/' },
    )
  return {
    url,
    distributed: async (name) => place_of(await create_database(url, name)),
    async plain(name) {
      await run_on(url, 'set citus.enable_ddl_propagation = off', `create database ${name} template template0`)
      return place_of(at(url, { pathname: `/${name}` }))
    },
    at_worker: (url, number) => at(url, { port: String(port + number) }),
    kill_worker: async (number) => void (await postgres(number, 'stop', '-m', 'immediate')),
    start_worker: async (number) =>
      void (await postgres(number, 'start', '-l', join(folder, `node${number}`, 'server.log'))),
    async add_worker(url) {
      const third = await free_ports()
      await new_server(folder, port, third)
      await postgres(3, 'start', '-l', join(folder, 'node3', 'server.log'))
      const there = at(url, { port: String(third) })
      const name = new URL(url).pathname.slice(1)
      await run_on(at(there, { pathname: '/postgres' }), `create database ${name} template template0`)
      await run_on(there, 'create extension citus')
      await run_on(url, `select citus_add_node('127.0.0.1', ${third})`)
    },
    async stop() {
      await postgres(3, 'stop', '-m', 'fast').catch(() => {}) // mostly there is none
      await run(SCRIPT, ['stop', folder])
      await rm(folder, { recursive: true })
    },
  }
}

/** A server like those of the script, as its fourth node. */
async function new_server(folder: string, port: number, own_port: number): Promise<void> {
  const data = join(folder, 'node3')
  const init = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
  await run('runuser', ['-u', 'postgres', '--', `${POSTGRES}/initdb`, ...init], { cwd: '/' })
  const settings = await readFile(join(folder, 'node0', 'postgresql.conf'), 'utf8')
  await writeFile(join(data, 'postgresql.conf'), settings.replace(`port = ${port}`, `port = ${own_port}`))
}

/** Below the ports that the system gives to connections. */
const PORTS = { from: 16_000, to: 32_000 }

/** The first of three ports that nothing uses. */
async function free_ports(): Promise<number> {
  const port = randomInt(PORTS.from, PORTS.to)
  const are_free = await Promise.all([0, 1, 2].map((number) => is_free(port + number)))
  return are_free.every(Boolean) ? port : free_ports()
}

const is_free = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(false))
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
  })
