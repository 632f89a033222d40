// A separate connection, outside of any pool.
import pg from 'pg'

/** Opens a connection while `work` runs. When the connection is closed, only the current or the next statement fails. */
export async function with_connection<T>(
  url: string,
  application_name: string,
  work: (db: pg.Client) => Promise<T>,
): Promise<T> {
  const db = new pg.Client({ connectionString: url, application_name })
  db.on('error', () => {}) // without a listener, a connection that closes between two statements would end the process
  await db.connect()
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}
