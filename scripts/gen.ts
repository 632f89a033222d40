// npm run gen [-- --check]: writes every generated file. With --check, writes nothing and fails when a file is not up to date.
import { read_arguments } from '#lib/arguments.ts'
import { disposable_postgres, migrated_database } from './disposable_postgres.ts'
import { generated_files, outdated, write_files } from './gen/files.ts'

const { values } = read_arguments(import.meta.filename, { options: { check: { type: 'boolean', default: false } } })
const server = await disposable_postgres()
try {
  const database = await migrated_database(server, 'gen')
  try {
    const files = await generated_files(database.url)
    const old = await outdated(files)
    if (!values.check) await write_files(files, old)
    for (const path of old) console.log(values.check ? `${path} is out of date: npm run gen` : `wrote ${path}`)
    if (old.length === 0) console.log(`${Object.keys(files).length} generated files are up to date`)
    else if (values.check) process.exitCode = 1
  } finally {
    await database.drop()
  }
} finally {
  await server.stop()
}
