// A separate connection, outside of any pool.
import pg from 'pg'
import { within } from '#lib/within.ts'

/** A host that drops packets answers nothing, and the system would try for minutes. A handshake with TLS takes less than a second. */
const CONNECT_TIMEOUT_MS = 10_000
/** A server that is silent does not close a connection either. */
const CLOSE_TIMEOUT_MS = 2_000
/** Of a server that says nothing for long, such as one that migrates. The pools have the same. */
const KEEP_ALIVE_MS = 10_000

/** Opens a connection while `work` runs. When the connection is closed, only the current or the next statement fails. */
export async function with_connection<T>(
  url: string,
  application_name: string,
  work: (db: pg.Client) => Promise<T>,
): Promise<T> {
  const db = new pg.Client({
    connectionString: url,
    application_name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  })
  db.on('error', () => {}) // without a listener, a connection that closes between two statements would end the process
  await db.connect()
  try {
    return await work(db)
  } finally {
    await close(db)
  }
}

async function close(db: pg.Client): Promise<void> {
  await within(CLOSE_TIMEOUT_MS, db.end()).catch(() => socket_of(db).destroy())
}

/** The driver gives no other way to leave a connection that does not close. */
const socket_of = (db: pg.Client) =>
  (db as unknown as { connection: { stream: { destroy(): void } } }).connection.stream
