// The pool of the queue's library. The library expects the driver's own types. It also gives up on a closed connection: it then never
// marks a finished job as done, and the unhandled rejection ends the process.
import pg from 'pg'
import { is_unreachable } from './unreachable.ts'

/** SQLSTATE "the database system is starting up", which the library treats as transient. It waits and retries. */
const TRANSIENT_CODE = '57P03'

const { builtins } = pg.types
const plain_types = new pg.TypeOverrides()
plain_types.setTypeParser(builtins.INT8, String)
plain_types.setTypeParser(builtins.TIMESTAMPTZ, (text) => new Date(text))

function rethrow_as_transient(error: unknown): never {
  throw is_unreachable(error) ? Object.assign(error as Error, { code: TRANSIENT_CODE }) : error
}

/** `failed` gets each error of the pool, of which the library says nothing. */
export function open_queue_pool(like: pg.Pool, max: number, failed: (error: unknown) => void = () => {}): pg.Pool {
  const pool = new pg.Pool({ ...like.options, max, application_name: 'tablero queue', types: plain_types })
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
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
