// Every statement of the product runs in one of these transactions, in the session of a role that owns nothing and cannot bypass row
// security. The signed organization is set for the transaction only. Without an organization, no row is visible.
import pg from 'pg'
import {
  type Database,
  is_silent,
  kysely_on,
  type Pool,
  type Queryable,
  send,
  take_connection,
  within_limit,
} from '#db/pool.ts'
import { open_spare } from '#db/sql_sessions.ts'
import { TimeLeft } from '#db/time_left.ts'

/** PostgreSQL ends a statement of a call that computes longer than this, and a read whose statements do together. */
export const STATEMENT_TIMEOUT_MS = 15_000

export interface OrgOptions {
  org_id: string
  read_only?: boolean
  /** Every statement sees the rows of the same moment. */
  is_snapshot?: boolean
  statement_timeout_ms?: number
  /** The limit of all statements of the transaction together. Without it, only each statement has one. */
  all_statements_ms?: number
  /** Ends the transaction without an effect, together with its running statement. */
  signal?: AbortSignal
  /**
   * A query that is sent in the same message and committed separately before the transaction begins, so it costs no round trip. Its
   * effect stays even when the transaction fails, unless PostgreSQL crashes at that moment. It must contain no text of a caller,
   * because it has no bind parameters. Its row names the server process as `pid`, which a cancel needs.
   */
  ahead?: string
}

type Settings = Record<string, string | number>

/**
 * Sets values for the transaction. Citus passes them on to its workers, with the whole message that holds them. In a block of its own, a
 * setting is passed on alone, and no other statement of the message runs on a worker.
 */
export function set_for_transaction(settings: Settings): string {
  const statements = Object.entries(settings).map(
    ([name, value]) => `set local ${name} = ${pg.escapeLiteral(String(value))}; `,
  )
  return `do ${pg.escapeLiteral(`begin ${statements.join('')}end`)}`
}

/** Sets the signed organization for the transaction. */
export const set_org = (pool: Pick<Pool, 'sign'>, org_id: string, more: Settings = {}): string =>
  set_for_transaction({ 'app.org': pool.sign(org_id), ...more })

/** Opens a transaction of the organization. `await using` rolls it back unless it was committed. */
export const begin_org = (pool: Pool, options: OrgOptions): Promise<Transaction> => begin_in(pool.org, pool, options)

/** Opens a read-only transaction of the organization for SQL that a caller wrote. */
export async function begin_sql(pool: Pool, options: Omit<OrgOptions, 'read_only' | 'ahead'>): Promise<Transaction> {
  const transaction = await begin_in(pool.sql, pool, { ...options, read_only: true })
  open_spare(pool.sql)
  return transaction
}

function begin_in(sessions: pg.Pool, pool: Pool, options: OrgOptions): Promise<Transaction> {
  const { org_id, read_only, is_snapshot, ahead, statement_timeout_ms = STATEMENT_TIMEOUT_MS } = options
  const mode = `${is_snapshot ? ' isolation level repeatable read' : ''}${read_only ? ' read only' : ''}`
  // All statements are sent as one text in one round trip, without bind parameters.
  const within = (more?: Settings) => set_org(pool, org_id, { statement_timeout: statement_timeout_ms, ...more })
  const before = ahead ? `begin; ${within({ synchronous_commit: 'off' })}; ${ahead}; commit; ` : ''
  return begin(sessions, `${before}begin${mode}; ${within()}`, {
    ...options,
    statement_timeout_ms,
  })
}

type Work<T> = (db: Database, client: Queryable) => Promise<T>

/** Runs `work` in one transaction of the organization. Commits when `work` returns, and rolls back when it throws. */
export async function in_org<T>(pool: Pool, options: OrgOptions, work: Work<T>): Promise<T> {
  await using transaction = await begin_org(pool, options)
  return await transaction.commit_after(work)
}

/** Runs `work` for a person, outside of any organization. Row security shows what belongs to the person. */
export async function in_person<T>(pool: Pool, user_id: string, work: Work<T>): Promise<T> {
  const settings = { 'app.person': pool.sign(user_id), statement_timeout: STATEMENT_TIMEOUT_MS }
  const statements = `begin read only; ${set_for_transaction(settings)}`
  await using transaction = await begin(pool.org, statements, { statement_timeout_ms: STATEMENT_TIMEOUT_MS })
  return await transaction.commit_after(work)
}

/** PostgreSQL ends a statement across organizations that takes longer, unless the work names a limit of its own. */
const ACROSS_TIMEOUT_MS = 60_000
/** The same for the look-ups that each call waits for. */
export const LOOK_UP_TIMEOUT_MS = 5_000

type Limits = Partial<Record<'lock_timeout' | 'statement_timeout' | 'citus.node_connection_timeout', number>>

/** Runs `work` across organizations, for the few tables that allow it: keys, schedules, rates. */
export const in_system = <T>(pool: Pool, work: Work<T>, limits_ms: Limits = {}): Promise<T> =>
  across(pool, { limits_ms }, work)

/** Looks up who calls. It has to end soon, also when the database is silent: every caller with the same key waits for it. */
export const look_up = <T>(pool: Pool, work: Work<T>): Promise<T> =>
  in_system(pool, work, { statement_timeout: LOOK_UP_TIMEOUT_MS })

interface Across {
  limits_ms?: Limits
  /** The organizations that it works on, where these are not all. */
  among?: readonly string[]
}

export async function across<T>(pool: Pool, { limits_ms = {}, among }: Across, work: Work<T>): Promise<T> {
  const { statement_timeout = ACROSS_TIMEOUT_MS } = limits_ms
  const statements = `begin; ${set_for_transaction({ ...limits_ms, statement_timeout })}`
  await using transaction = await begin(pool.system, statements, { statement_timeout_ms: statement_timeout, among })
  return await transaction.commit_after(work)
}

/** Transactions whose connection is closed afterwards. */
const last_ones = new WeakSet<Database>()

/** Closes the session after this transaction, because PostgreSQL keeps some settings until a session ends. */
export function end_session_after(db: Database): void {
  last_ones.add(db)
}

/** PostgreSQL answers a commit after a failed statement with ROLLBACK, and without an error. */
export async function commit(client: pg.PoolClient, statement_timeout_ms: number | undefined): Promise<void> {
  const { command } = await send(client, { text: 'commit' }, statement_timeout_ms)
  if (command !== 'COMMIT') throw new Error('a statement of the transaction failed, so nothing was committed')
}

/** An open transaction on its own connection. */
export class Transaction implements AsyncDisposable {
  readonly db: Database
  readonly client: pg.PoolClient
  /** Rows of the query that was sent ahead of the transaction. */
  readonly ahead: readonly unknown[]
  readonly #signal: AbortSignal | undefined
  readonly #stop: Stop | undefined
  readonly #statement_timeout_ms: number | undefined
  readonly #org_id: string | undefined
  #is_committed = false
  #is_over = false

  constructor(client: pg.PoolClient, ahead: readonly unknown[], options: Options, stop?: Stop) {
    const { org_id, among, signal, statement_timeout_ms, all_statements_ms } = options
    const time_left = all_statements_ms === undefined ? undefined : new TimeLeft(all_statements_ms)
    this.db = kysely_on(client, { org_id, among, is_open: () => !this.#is_over, statement_timeout_ms, time_left })
    this.client = client
    this.ahead = ahead
    this.#signal = signal
    this.#stop = stop
    this.#statement_timeout_ms = statement_timeout_ms
    this.#org_id = org_id
  }

  /** Waits for the work, until the signal is aborted. */
  until_aborted<T>(work: Promise<T>): Promise<T> {
    return this.#stop ? Promise.race([work, this.#stop.rejects]) : work
  }

  async commit(): Promise<void> {
    await commit(this.client, this.#statement_timeout_ms)
    this.#is_committed = true
  }

  /** Runs `work` for another organization, in the same transaction. Only code of the engine that has checked the call may do this. */
  async in_other_org<T>(pool: Pick<Pool, 'sign'>, org_id: string, work: (db: Database) => Promise<T>): Promise<T> {
    if (this.#org_id === undefined) throw new Error('the transaction belongs to no organization')
    const is_open = () => !this.#is_over
    await send(this.client, { text: set_org(pool, org_id) }, this.#statement_timeout_ms)
    const result = await work(
      kysely_on(this.client, { org_id, is_open, statement_timeout_ms: this.#statement_timeout_ms }),
    )
    // After a failure, the transaction cannot continue, so only success sets the organization back.
    await send(this.client, { text: set_org(pool, this.#org_id) }, this.#statement_timeout_ms)
    return result
  }

  async commit_after<T>(work: Work<T>): Promise<T> {
    const result = await this.until_aborted(work(this.db, within_limit(this.client, this.#statement_timeout_ms ?? 0)))
    await this.commit()
    return result
  }

  /**
   * Releases the connection. A second call has no effect. Abandoned work may still be running. Its statements must find the connection
   * closed, and must never run outside of the transaction.
   */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#is_over) return
    this.#is_over = true
    const is_lost = this.#signal?.aborted || is_silent(this.client)
    const broken = this.#is_committed || is_lost ? undefined : await this.#roll_back()
    this.#stop?.forget()
    // Asked again: an abort during the rollback has sent a cancel request, which must not reach the next user of the connection.
    this.client.release(this.#signal?.aborted || is_silent(this.client) || broken || last_ones.has(this.db))
  }

  #roll_back(): Promise<Error | undefined> {
    return send(this.client, { text: 'rollback' }, this.#statement_timeout_ms).then(
      () => undefined,
      (failed: Error) => failed,
    )
  }
}

type Options = Partial<OrgOptions> & Pick<Across, 'among'>

async function begin(pool: pg.Pool, statements: string, options: Options = {}): Promise<Transaction> {
  const { signal, statement_timeout_ms } = options
  signal?.throwIfAborted()
  const client = await take_connection(pool)
  if (signal?.aborted) {
    client.release() // the caller disconnected during the wait, and no statement was sent
    throw signal.reason
  }
  try {
    // The server reports its pid, because behind a connection pooler the driver's number is not the backend's.
    const text = signal && !options.ahead ? `${statements}; select pg_backend_pid() as pid` : statements
    const begun = [(await send(client, { text }, statement_timeout_ms)) as pg.QueryResult | pg.QueryResult[]].flat()
    const rows = begun.find(({ command }) => command === 'SELECT')?.rows ?? []
    const stop = signal && stop_with(signal, pool, rows[0].pid)
    return new Transaction(client, options.ahead ? rows : [], options, stop)
  } catch (error) {
    client.release(true)
    throw error
  }
}

interface Stop {
  rejects: Promise<never>
  forget: () => void
}

/** Cancels the backend. Closing the connection would not end a running statement. */
function stop_with(signal: AbortSignal, pool: pg.Pool, pid: number): Stop {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => undefined)
  const on_abort = () => {
    // When the server cannot be reached, there is nothing left to cancel.
    pool.query('select pg_cancel_backend($1::int)', [pid]).catch(() => undefined)
    reject(signal.reason)
  }
  signal.addEventListener('abort', on_abort, { once: true })
  return { rejects: promise, forget: () => signal.removeEventListener('abort', on_abort) }
}
