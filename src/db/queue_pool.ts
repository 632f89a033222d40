// The pool of the queue's library. The library expects the driver's own types. It also gives up on a closed connection: it then never
// marks a finished job as done, and the unhandled rejection ends the process.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { QUERY_TIMEOUT_MS, SILENCE_MS } from './pool.ts'
import { is_unreachable } from './unreachable.ts'

/** SQLSTATE "the database system is starting up", which the library treats as transient. It waits and retries. */
const TRANSIENT_CODE = '57P03'

const NAME = 'tablero queue'
/** Statements of the queue take milliseconds. After this time, another session asks whether the server answers. */
const LOST_AFTER_MS = 5_000

const { builtins } = pg.types
const plain_types = new pg.TypeOverrides()
plain_types.setTypeParser(builtins.INT8, String)
plain_types.setTypeParser(builtins.TIMESTAMPTZ, (text) => new Date(text))

function rethrow_as_transient(error: unknown): never {
  throw is_unreachable(error) ? Object.assign(error as Error, { code: TRANSIENT_CODE }) : error
}

/** `failed` gets each error of the pool, of which the library says nothing. */
export function open_queue_pool(like: pg.Pool, max: number, failed: (error: unknown) => void = () => {}): pg.Pool {
  const pool = new pg.Pool({ ...like.options, max, application_name: NAME, types: plain_types })
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    end_when_lost(client, like)
    retry_on_lost_connection(client, 'query', failed)
  })
  retry_on_lost_connection(pool, 'connect', failed)
  const { connect } = pool
  // The library keeps trying to record finished jobs while the database is unreachable. After the pool has ended, these attempts never
  // settle. Other workers find the lock of a dead worker and run the job again.
  pool.connect = ((...args: []) => (pool.ending ? new Promise(() => {}) : connect(...args))) as typeof connect
  return pool
}

/** Makes promises of the method reject with an error that the library retries. Calls with a callback do not change. */
function retry_on_lost_connection<Name extends string>(
  owner: { [name in Name]: unknown },
  name: Name,
  failed: (error: unknown) => void,
): void {
  const method = (owner[name] as (...args: unknown[]) => unknown).bind(owner)
  owner[name] = (...args: unknown[]) => {
    const result = method(...args)
    if (!(result instanceof Promise)) return result
    return result.catch((error) => {
      failed(error)
      return rethrow_as_transient(error)
    })
  }
}

/**
 * Ends a session that is silent while the server answers others. No time alone may end it: a server that was frozen gives the job of its
 * last request to this process, and nobody would run it.
 */
function end_when_lost(client: pg.PoolClient, like: pg.Pool): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  client.query = ((...given: unknown[]) => {
    const result = query(...given)
    if (!(result instanceof Promise)) return result
    let timer: NodeJS.Timeout | undefined
    let is_over = false
    const over = () => {
      is_over = true
      clearTimeout(timer)
    }
    const look = () => {
      const again = () => is_over || look()
      timer = setTimeout(() => void end_if_lost(client, like, () => is_over).then(again, again), LOST_AFTER_MS)
    }
    look()
    result.then(over, over)
    return result
  }) as typeof client.query
}

async function end_if_lost(client: pg.PoolClient, like: pg.Pool, is_over: () => boolean): Promise<void> {
  const Client = (like.options.Client ?? pg.Client) as typeof pg.Client
  const other = new Client({ ...like.options, query_timeout: QUERY_TIMEOUT_MS })
  other.on('error', () => {})
  try {
    await other.connect()
    await sleep(SILENCE_MS) // a server that was frozen has answered both by now
    if (is_over()) return
    // Where the server still has the session, what it was asked must not happen later.
    const { processID } = client as unknown as { processID: number }
    await other.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and application_name = $2',
      [processID, NAME],
    )
    if (!is_over()) await client.end()
  } finally {
    await other.end()
  }
}
