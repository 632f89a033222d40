// The only code that configures the driver: the types of values from PostgreSQL, and the pools.
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type Credentials, type LoginName, url_for } from '#db/logins.ts'
import { OrganizationCompiler } from '#db/organization.ts'
import { statement_name } from '#db/prepared.ts'
import type { DB } from '#db/schema.ts'
import { trace_statements } from '#db/statement_spans.ts'
import type { TimeLeft } from '#db/time_left.ts'
import { instant_text } from '#db/values.ts'

const { builtins } = pg.types
// int8 can hold micros beyond 2^53, so it becomes a bigint. numeric stays exact text. A date is a calendar day, not an instant.
pg.types.setTypeParser(builtins.INT8, (text) => BigInt(text))
pg.types.setTypeParser(builtins.DATE, (text) => text)
pg.types.setTypeParser(builtins.TIMESTAMPTZ, instant_text)

/** The library of accounts compares instants as dates. A text compared to a date is neither earlier nor later, so nothing would expire. */
const with_dates: pg.CustomTypesConfig = {
  getTypeParser: ((type: number, format?: 'text') =>
    type === builtins.TIMESTAMPTZ ? (text: string) => new Date(text) : pg.types.getTypeParser(type, format)) as never,
}

/** Connections for calls, and as many for jobs that do not wait. A pool waits this long for a free connection, then fails. */
const POOL_MAX = 20
export const POOL_WAIT_MS = 10_000
/** Jobs get these in addition: syncs that wait for a limit or a report of a vendor hold one each. */
const HELD_WHILE_WAITING_MAX = 10
/** Connections for work across organizations, for SQL of callers, and for accounts. */
const SYSTEM_MAX = 4
const SQL_MAX = 6
const AUTH_MAX = 4
/** A connection stays open without work, because the first call on a new one takes several times as long: it plans every statement. */
const POOL_IDLE_MS = 600_000
/** The system asks a quiet server this often, and gives up ten seconds later. Its own default is two hours. */
const KEEP_ALIVE_MS = 10_000

export type Database = Kysely<DB>

/** The pools of a process for one database, by the role that they log in as. */
export interface Pool {
  /** Work within an organization: as the role of calls, or as the role of jobs. */
  readonly org: pg.Pool
  /** Work across organizations. */
  readonly system: pg.Pool
  /** SQL that callers wrote. */
  readonly sql: pg.Pool
  /** Accounts of people. */
  readonly auth: pg.Pool
  /** The same pools, with the role of jobs within an organization. */
  readonly worker: Pool
  /** The signed value that names an organization. */
  readonly sign: (org_id: string) => string
  /** Other pools of the same database. */
  open_more(options: PoolOptions): Pool
  end(): Promise<void>
}

interface PoolOptions {
  /** Most connections for calls, and for jobs that do not wait. */
  max?: number
  system_max?: number
  /** Shown in the server's list of sessions. */
  name?: string
}

export interface PoolPlace {
  /** Read for each new connection, because the embedded server can start again at another address. */
  readonly database_url: string
  credentials: Credentials
  /** Another server for SQL of callers: a replica, for example. */
  sql_database_url?: string
  /** Bounds what a new session for SQL of callers may use. After an error the session is not used. */
  bound_session?: (client: pg.PoolClient) => Promise<void>
}

export function open_pool(place: PoolPlace, options: PoolOptions = {}): Pool {
  const { credentials, bound_session } = place
  const { max = POOL_MAX, system_max = SYSTEM_MAX, name = 'tablero' } = options
  const open = (login: LoginName, max: number, verify?: pg.PoolOptions['verify']) => {
    const server = () => (login === 'sql' && place.sql_database_url) || place.database_url
    const url = () => url_for(credentials.logins[login], server())
    return open_pool_of(url, login, { max, application_name: `${name} ${login}`, verify })
  }
  const shared = {
    system: open('system', system_max),
    sql: open('sql', SQL_MAX, bound_session && verified_by(bound_session)),
    auth: open('auth', AUTH_MAX),
    sign: (org_id: string) => credentials.seal.of(org_id),
    open_more: (options: PoolOptions) => open_pool(place, options),
  }
  const calls = open('calls', max)
  const work = open('work', max + HELD_WHILE_WAITING_MAX)
  const end = async () => {
    await Promise.all([calls, work, shared.system, shared.sql, shared.auth].map((pool) => pool.end()))
  }
  const worker: Pool = {
    ...shared,
    org: work,
    end,
    get worker() {
      return worker
    },
  }
  return { ...shared, org: calls, worker, end }
}

/** The pool's check of a new connection, which works with a callback. */
const verified_by =
  (check: (client: pg.PoolClient) => Promise<void>): pg.PoolOptions['verify'] =>
  (client, done) =>
    void check(client).then(() => done(), done)

/**
 * The planner does not know that the rows of an organization belong to few connections. It would merge by the connection alone, and
 * compare every pair of rows. Statements of callers keep merge joins: before PostgreSQL 18, the price of a plan that needs one would be
 * that of a plan that runs for hours.
 */
const OWN_JOINS = ' -c enable_mergejoin=off'

/** Citus then passes settings of a transaction on to its workers: row security needs the organization there. PostgreSQL ignores it. */
const ON_WORKERS = ' -c citus.propagate_set_commands=local'

/** SQL of callers then reads a table that is complete on every node at a worker, because it may not name a table at the coordinator. */
const AT_WORKERS = ' -c citus.task_assignment_policy=round-robin'

/**
 * The server asks a quiet client too, and ends its session after about a minute. Its own default is two hours: for so long a machine
 * without power would keep the locks of its workers and syncs, and nobody could continue their work.
 */
const CLIENTS_ASKED = ' -c tcp_keepalives_idle=30 -c tcp_keepalives_interval=5'

/** Options of a login, besides those of all. */
const own_options: Partial<Record<LoginName, string>> = { sql: AT_WORKERS, auth: `${OWN_JOINS} -c search_path=auth` }

/** The pool of one role. */
function open_pool_of(
  url: () => string,
  login: LoginName,
  options: { max: number; application_name: string; verify?: pg.PoolOptions['verify'] },
): pg.Pool {
  const pool = new pg.Pool({
    ...options,
    Client: class extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        super({ ...config, connectionString: url() })
      }
    },
    connectionTimeoutMillis: POOL_WAIT_MS,
    idleTimeoutMillis: POOL_IDLE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...(login === 'auth' && { types: with_dates, query_timeout: QUERY_TIMEOUT_MS }),
    // jit is off, because compiling Tablero's statements takes longer than running them. The planner expects more groups than there
    // are. With more memory it still hashes them, which is three times as fast as sorting a million rows. Its default price of a random page is
    // that of a spinning disk, for which it reads the order lines of everybody, to find those of the last 30 days.
    options: `-c jit=off -c random_page_cost=2 -c work_mem=16MB -c hash_mem_multiplier=8${CLIENTS_ASKED}${ON_WORKERS}${own_options[login] ?? OWN_JOINS}`,
  })
  // The pool replaces a connection that the server closes. Only the connection's running query fails. Without a listener, the process
  // would end.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    if (login === 'auth') close_when_silent(client)
    opened.set(pool, (opened.get(pool) ?? 0) + 1)
  })
  pool.on('remove', () => opened.set(pool, (opened.get(pool) ?? 1) - 1))
  pool.query = limited(pool.query.bind(pool) as Query) as typeof pool.query
  trace_statements(pool, { hides_texts: login === 'sql' })
  return pool
}

/** Start times of the waits for a connection, longest wait first. */
const waiting = new WeakMap<pg.Pool, Set<{ since: number }>>()
/** The number of open connections of each pool. pg also counts connections that are still being opened. */
const opened = new WeakMap<pg.Pool, number>()

export async function take_connection(pool: pg.Pool): Promise<pg.PoolClient> {
  const line = waiting.get(pool) ?? new Set()
  waiting.set(pool, line)
  const place = { since: performance.now() }
  line.add(place)
  try {
    return await pool.connect()
  } finally {
    line.delete(place)
  }
}

/** The current wait of the first in the queue for a connection. 0 while the pool can still grow, because opening can be slow. */
export function longest_wait_ms(pool: pg.Pool): number {
  if ((opened.get(pool) ?? 0) < pool.options.max) return 0
  const [first] = waiting.get(pool) ?? []
  return first ? performance.now() - first.since : 0
}

/** A server that is silent for this much longer than a statement may take is lost. */
export const SILENCE_MS = 2_000
/** The limit of a statement that names none and belongs to no transaction: of the pool itself, of accounts. */
export const QUERY_TIMEOUT_MS = 15_000 + SILENCE_MS
const silent = new WeakSet<object>()

/** True if the server did not answer in time. The connection may still receive that answer, so nobody can use it again. */
export const is_silent = (client: pg.ClientBase): boolean => silent.has(client)

/** The error of the driver at the end of `query_timeout`. */
const is_late = (error: unknown): boolean => (error as Error).message === 'Query read timeout'

export type Queryable = Pick<pg.ClientBase, 'query'>

/** Sends a query. With a limit for the statement (0: none), the client stops waiting soon after it: a silent server cannot keep its own limit. */
export async function send(client: Queryable, query: pg.QueryConfig, statement_timeout_ms?: number) {
  if (!statement_timeout_ms) return client.query(query)
  try {
    return await client.query({ ...query, query_timeout: statement_timeout_ms + SILENCE_MS } as pg.QueryConfig)
  } catch (error) {
    if (is_late(error)) silent.add(client)
    throw error
  }
}

/** The connection or pool, with a limit for each statement (0: none). */
export const within_limit = (client: Queryable, statement_timeout_ms: number): Queryable => ({
  query: ((given: string | pg.QueryConfig, values?: unknown[]) =>
    send(
      client,
      typeof given === 'string' ? { text: given, values } : given,
      statement_timeout_ms,
    )) as Queryable['query'],
})

type Query = (given: string | pg.QueryConfig, ...more: unknown[]) => unknown

/** The pool closes the connection of a statement that failed, so a silent server keeps none of them. */
const limited =
  (query: Query, query_timeout = QUERY_TIMEOUT_MS): Query =>
  (given, ...more) =>
    query({ query_timeout, ...(typeof given === 'string' ? { text: given } : given) } as never, ...more)

type Closable = pg.ClientBase & Pick<pg.Client, 'end'>

/** Limits each statement of a connection that names none, and closes the connection when the server is silent for that long. */
export function limit_statements(client: Closable, statement_timeout_ms: number): void {
  const query = client.query.bind(client) as Query
  client.query = limited(query, statement_timeout_ms + SILENCE_MS) as typeof client.query
  close_when_silent(client)
}

/** For libraries, which would give a connection whose server is silent back to the pool. */
function close_when_silent(client: Closable): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  client.query = ((...given: unknown[]) => {
    const result = query(...given)
    if (result instanceof Promise) result.catch((error) => (is_late(error) ? client.end() : undefined))
    return result
  }) as typeof client.query
}

interface Place {
  /** Without it, the transaction works across organizations. */
  org_id?: string
  /** The organizations that it works on, where these are not all. */
  among?: readonly string[]
  /** False after the end of the transaction: the connection then belongs to another one. */
  is_open?: () => boolean
  /** The limit of each statement that the transaction has set. */
  statement_timeout_ms?: number
  /** The limit of all statements together. */
  time_left?: TimeLeft
}

/** Kysely over one connection with an open transaction. */
export function kysely_on(
  client: pg.ClientBase,
  { org_id, among, is_open = () => true, statement_timeout_ms, time_left }: Place = {},
): Database {
  // A text without values may consist of several statements, or come from a caller. Such texts are never prepared.
  const query = async (text: string, values: unknown[]) => {
    if (!is_open()) throw new Error('a statement was sent after the end of its transaction')
    const name = values.length > 0 ? statement_name(text) : undefined
    const limit = time_left?.limit_of_next()
    if (limit) await send(client, { text: limit }, statement_timeout_ms)
    return send(client, { name, text, values }, statement_timeout_ms)
  }
  const pool = { connect: async () => ({ query, release() {} }) as never, end: async () => {}, options: {} }
  const createQueryCompiler = () => new OrganizationCompiler(org_id, among)
  return new Kysely<DB>({ dialect: Object.assign(new PostgresDialect({ pool }), { createQueryCompiler }) })
}
