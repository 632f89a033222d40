// Opens the database for a command and closes it afterwards, also on Ctrl-C.
import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { type Config, load_config } from '#config'
import { close_when_open, type OpenDatabase, open_database } from '#db/open.ts'
import { type Database, open_pool, type Pool, type PoolPlace } from '#db/pool.ts'
import { list_orgs } from '#engine/access/orgs.ts'
import { type Operation, operate, record_command } from '#engine/calls/operate.ts'
import { type Outcome, refuse } from '#engine/outcomes.ts'
import { create_log, type Log } from '#lib/log.ts'
import { on_signals } from '#lib/stop_on_signals.ts'
import type { App } from '../app.ts'
import { print_note } from './print.ts'

const POOL_MAX = 4

export interface Session {
  config: Config
  log: Log
  /** Set by `--json`: output for programs. */
  json: boolean
  database: PoolPlace
  pool: Pool
  /** Changes an organization, and records the change with the operator as its actor. */
  operate: <T>(at: Place<T>, work: (db: Database) => Promise<T>) => Promise<T>
}

interface Place<T> extends Pick<Operation<T>, 'org_id' | 'outcome' | 'statement_timeout_ms'> {
  as?: 'org' | 'system'
  /** The input of the change. Only its hash is recorded. */
  input?: unknown
}

/** The name of the command, such as 'key create'. */
function name_of(command: Command): string {
  const { parent } = command
  return parent?.parent ? `${name_of(parent)} ${command.name()}` : command.name()
}

const config_of = (command: Command): Config => {
  const { dataDir, logLevel } = command.optsWithGlobals()
  return load_config({ DATA_DIR: dataDir, LOG_LEVEL: logLevel })
}

/** `open` opens the database, if the command needs another than the migrated one. */
export async function in_session<T>(
  command: Command,
  work: (session: Session) => Promise<T>,
  open: (config: Config) => Promise<OpenDatabase> = open_database,
): Promise<T> {
  const config = config_of(command)
  const opening = open(config)
  const in_database = async ({ place: database }: OpenDatabase) => {
    const pool = open_pool(database, { max: POOL_MAX, name: 'tablero command' }).worker
    let is_recorded = false
    const session: Session = {
      config,
      log: create_log({ level: command.optsWithGlobals().logLevel ?? 'warn', stream: process.stderr }),
      json: command.optsWithGlobals().json === true,
      database,
      pool,
      operate: async ({ as = 'org', input = {}, ...at }, work) => {
        const operation = { command: name_of(command), as, input, ...at }
        const result = await operate({ pool, ring: config }, operation, work)
        is_recorded = true
        return result
      },
    }
    // Commands that read, and commands that failed, are recorded in the chain of the installation.
    const record = async (outcome: Outcome) => {
      if (is_recorded) return
      const input = { arguments: command.processedArgs }
      await record_command({ pool, ring: config }, { command: name_of(command), input, outcome })
    }
    return closing({ close: () => pool.end() }, async () => {
      const result = await work(session).catch(async (error) => {
        await record('error').catch(() => undefined) // the command's own error says what is wrong
        throw error
      })
      // The command has already printed what it read. With another master key, for example, it cannot be recorded.
      await record('ok').catch(({ message }: Error) =>
        print_note(`tablero: the command could not be recorded: ${message}.`),
      )
      return result
    })
  }
  return closing(opening, in_database, close_when_open(config, opening))
}

/**
 * A session with the engine, for commands that need connectors and jobs. The engine's jobs are not started. Commands have the rights of jobs:
 * calls cannot read the keys of secrets.
 */
export function in_app<T>(
  command: Command,
  work: (session: Session & { app: Pick<App, 'engine'> }) => Promise<T>,
): Promise<T> {
  return in_session(command, async (session) => {
    const { config, log, database } = session
    const { create_app } = await import('../app.ts') // takes half a second, which other commands do not need
    return closing(await create_app({ config, log, database }), ({ engine }) =>
      work({ ...session, app: { engine: { ...engine, pool: engine.pool.worker } } }),
    )
  })
}

/** What is open, the newest last. Each closes once, whether its work ends or a signal comes. */
const open: (() => Promise<void>)[] = []

/** `close`: when it is not that of the resource. */
async function closing<R extends { close(): Promise<void> }, T>(
  resource: R | Promise<R>,
  work: (resource: R) => Promise<T>,
  close = async () => (await resource).close(),
): Promise<T> {
  let closed: Promise<void> | undefined
  const close_once = () => {
    closed ??= close()
    return closed
  }
  open.push(close_once)
  try {
    const result = await work(await resource)
    await close_once()
    return result
  } catch (error) {
    await close_once().catch(() => undefined) // the error of the work is the one that the operator needs
    throw error
  } finally {
    open.pop()
  }
}

const STATUS_OF = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }

/** Ctrl-C stops the servers that the command started. */
export function close_on_signals() {
  on_signals(
    async (signal) => {
      for (const close of open.toReversed()) await close().catch(() => undefined)
      process.exit(STATUS_OF[signal])
    },
    (signal) => process.exit(STATUS_OF[signal]),
  )
}

/** Finds an organization by id or name. Without either, returns the only organization. */
export async function find_org(pool: Pool, wanted: string | undefined) {
  const orgs = await list_orgs(pool)
  if (wanted === undefined) {
    if (orgs.length === 1) return orgs[0]!
    return refuse(
      orgs.length === 0
        ? 'There is no organization yet. Make one: tablero org create "My shop" --currency USD --time-zone America/New_York'
        : `There are ${orgs.length} organizations. Choose one with --org (tablero org list shows them).`,
    )
  }
  const found = orgs.filter(({ org_id, name }) => org_id === wanted || name.toLowerCase() === wanted.toLowerCase())
  if (found.length === 1) return found[0]!
  return refuse(
    found.length === 0
      ? `No organization has the id or name '${wanted}' (tablero org list shows all).`
      : `${found.length} organizations are called '${wanted}': use the id (tablero org list shows it).`,
  )
}

/** Reads JSON from the argument, from @file, or from standard input (-), so that a secret need not appear in the shell's history. */
export function json_argument(text: string): Record<string, string> {
  const source = text === '-' ? readFileSync(0, 'utf8') : text.startsWith('@') ? read_file(text.slice(1)) : text
  try {
    const value = JSON.parse(source)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // // reported below, because the parser's message would quote the secret
  }
  // Does not use commander's own error, which repeats the argument.
  refuse('--settings and --secrets must be a JSON object, or @file, or - for standard input.')
}

function read_file(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    refuse('The file named after @ in --settings or --secrets cannot be read.')
  }
}
