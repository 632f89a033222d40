// A connection of one's own, outside of any pool.
import pg from 'pg'

/** Connected while `work` runs. When it is cut, the statement under way or the next one fails, and nothing else. */
export async function with_connection<T>(
  url: string,
  application_name: string,
  work: (db: pg.Client) => Promise<T>,
): Promise<T> {
  const db = new pg.Client({ connectionString: url, application_name })
  db.on('error', () => {}) // without a listener a cut between two statements would end the process
  await db.connect()
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}
