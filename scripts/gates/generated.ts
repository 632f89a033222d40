import { disposable_postgres, migrated_database } from '../disposable_postgres.ts'
import { generated_files, outdated } from '../gen/files.ts'
import type { Gate } from './gate.ts'

/** `database_url`: a database with the newest schema, if there is one. The files are generated once, also for several folders. */
export function generated_on(database_url?: string): Gate {
  let generated: Promise<Record<string, string>> | undefined
  return {
    name: 'generated files',
    async run(root) {
      generated ??= database_url ? generated_files(database_url) : generated_anew()
      const files = await generated
      const old = await outdated(files, root)
      return {
        faults: old.map((path) => `${path} is not what npm run gen writes`),
        looked: `${Object.keys(files).length} files`,
      }
    },
  }
}

async function generated_anew(): Promise<Record<string, string>> {
  const server = await disposable_postgres()
  try {
    const database = await migrated_database(server, 'gates')
    try {
      return await generated_files(database.url)
    } finally {
      await database.drop()
    }
  } finally {
    await server.stop()
  }
}
