import { start_postgres } from '#db/embedded/server.ts'
import { type Credentials, names_owner, prepare_logins } from '#db/logins.ts'
import { migrate, refuse_other_schema } from '#db/migrate.ts'
import { open_pool, type PoolPlace } from '#db/pool.ts'
import { bound_memory, can_bound_memory } from '#db/sql_sessions.ts'

export interface OpenDatabase {
  place: PoolPlace
  close(): Promise<void>
}

export interface DatabaseChoice {
  database_url: string | undefined
  sql_database_url?: string
  credentials: Credentials
  data_dir: string
  postgres_dir: string
}

/** The configured database without migrations: the database of DATABASE_URL, or the embedded one, started or joined. */
export async function open_bare_database(choice: DatabaseChoice): Promise<OpenDatabase> {
  const { database_url, sql_database_url, credentials, data_dir, postgres_dir } = choice
  if (database_url) return { place: { database_url, sql_database_url, credentials }, close: async () => undefined }
  const server = await start_postgres({ data_dir, shared_dir: postgres_dir })
  const place = {
    get database_url() {
      return server.url
    },
    sql_database_url,
    credentials,
    bound_session: (await can_bound_memory(server.url)) ? bound_memory : undefined,
  }
  return { place, close: server.stop }
}

/**
 * The configured database with the newest schema and its logins. `applied` names the migrations that were missing. An address without
 * a role cannot migrate: then a missing migration is an error, and so is one that this Tablero does not know.
 */
export async function open_database(choice: DatabaseChoice): Promise<OpenDatabase & { applied: string[] }> {
  const database = await open_bare_database(choice)
  try {
    return { ...database, applied: await prepare_database(database.place) }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Migrates the database and creates its logins. */
export async function prepare_database(place: PoolPlace): Promise<string[]> {
  if (names_owner(place.database_url)) {
    const applied = await migrate(place.database_url)
    await prepare_logins(place.database_url, place.credentials)
    return applied
  }
  const pool = open_pool(place, { system_max: 1, name: 'tablero start' })
  try {
    await refuse_other_schema(pool.system)
    return []
  } finally {
    await pool.end()
  }
}

/**
 * Closes a database that may still be opening: a signal then waits for the embedded server, which would otherwise stay. A configured
 * database has nothing to close.
 */
export const close_when_open =
  ({ database_url }: Pick<DatabaseChoice, 'database_url'>, opening: Promise<OpenDatabase>) =>
  async (): Promise<void> => {
    if (database_url) return
    const opened = await opening.catch(() => undefined) // the error is that of the opening
    await opened?.close()
  }
