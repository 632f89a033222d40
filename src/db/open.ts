import { start_postgres } from '#db/embedded/server.ts'
import { migrate } from '#db/migrate.ts'

export interface OpenDatabase {
  url: string
  close(): Promise<void>
}

export interface DatabaseChoice {
  database_url: string | undefined
  data_dir: string
  postgres_dir: string
}

/** The configured database without migrations: the database of DATABASE_URL, or the embedded one, started or joined. */
export async function open_bare_database({ database_url, ...place }: DatabaseChoice): Promise<OpenDatabase> {
  if (database_url) return { url: database_url, close: async () => undefined }
  const { url, stop } = await start_postgres({ data_dir: place.data_dir, shared_dir: place.postgres_dir })
  return { url, close: stop }
}

/** The configured database with the newest schema. `applied` names the migrations that were missing. */
export async function open_database(choice: DatabaseChoice): Promise<OpenDatabase & { applied: string[] }> {
  const database = await open_bare_database(choice)
  try {
    return { ...database, applied: await migrate(database.url) }
  } catch (error) {
    await database.close()
    throw error
  }
}
