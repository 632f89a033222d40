// The pool of the queue's library, which expects the driver's own types and gives up on a connection that was cut: it then never
// marks a finished job as done, and the rejection, which nobody handles, ends the process.
import pg from 'pg'
import { is_unreachable } from './unreachable.ts'

/** What the library knows to pass: "the database system is starting up". It waits and tries again. */
const TRANSIENT_CODE = '57P03'

const { builtins } = pg.types
const plain_types = new pg.TypeOverrides()
plain_types.setTypeParser(builtins.INT8, String)
plain_types.setTypeParser(builtins.TIMESTAMPTZ, (text) => new Date(text))

function rethrow_as_transient(error: unknown): never {
  throw is_unreachable(error) ? Object.assign(error as Error, { code: TRANSIENT_CODE }) : error
}

export function open_queue_pool(like: pg.Pool, max: number): pg.Pool {
  const pool = new pg.Pool({ ...like.options, max, application_name: 'tablero queue', types: plain_types })
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    retry_on_lost_connection(client, 'query')
  })
  retry_on_lost_connection(pool, 'connect')
  const { connect } = pool
  // The library goes on trying to put down what was done while the database was away, and nobody waits for it. Once the pool has
  // ended, that comes to nothing: others find the job locked by nobody alive, and do it again.
  pool.connect = ((...args: []) => (pool.ending ? new Promise(() => {}) : connect(...args))) as typeof connect
  return pool
}

/** Promises of the method reject with an error the library tries again after; calls with a callback stay as they are. */
function retry_on_lost_connection<Name extends string>(owner: { [name in Name]: unknown }, name: Name): void {
  const method = (owner[name] as (...args: unknown[]) => unknown).bind(owner)
  owner[name] = (...args: unknown[]) => {
    const result = method(...args)
    return result instanceof Promise ? result.catch(rethrow_as_transient) : result
  }
}
