// A migration that a database has applied never changes: a database that has applied another form of it is refused at start.
// `migrations/checksums.txt` has a line for each file. `npm run gen` adds lines, and never changes one. The history of the main branch
// finds a file that changed together with its line.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { floor, type Gate } from './gate.ts'
import { blob_id, migration_history } from './migration_history.ts'
import { stopping_old_processes } from './old_processes.ts'

export const CHECKSUMS = 'migrations/checksums.txt'
const CHECKED_MIN = 40

/** The checksum of each migration, as the file says. */
async function written(root: string): Promise<Map<string, string>> {
  const lines = (await readFile(join(root, CHECKSUMS), 'utf8').catch(() => '')).split('\n').filter((line) => line)
  return new Map(lines.map((line) => line.split('  ').reverse() as [string, string]))
}

async function present(root: string): Promise<Map<string, Buffer>> {
  const folder = join(root, 'migrations')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)))
}

const checksum = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** The lines of the file, and one for each new migration. */
export async function checksums_txt(root: string): Promise<string> {
  const now = [...(await present(root))].map(([name, content]) => [name, checksum(content)] as const)
  return [...new Map([...now, ...(await written(root))])]
    .sort()
    .map(([name, sum]) => `${sum}  ${name}\n`)
    .join('')
}

/** The migrations whose content is not the expected one. Null expects that there is no such file. */
function differing(
  now: Map<string, Buffer>,
  expected: Map<string, string | null>,
  id_of: (content: Buffer) => string,
): [name: string, what: string][] {
  return [...expected].flatMap(([name, id]) => {
    const content = now.get(name)
    if ((content ? id_of(content) : null) === id) return []
    return [[name, !content ? 'is gone' : id === null ? 'was deleted before' : 'was changed']]
  })
}

export const migrations: Gate = {
  name: 'migrations',
  async run(root) {
    const [before, now, history] = await Promise.all([written(root), present(root), migration_history(root)])
    const by_checksum = differing(now, before, checksum).map(
      ([name, what]) =>
        `migrations/${name} ${what}. Databases have applied it, so add a new migration instead. Only if no database outside of this machine has it: delete its line in ${CHECKSUMS} and run npm run gen`,
    )
    const by_history = differing(now, history.ids, blob_id).map(
      ([name, what]) =>
        `migrations/${name} ${what}, as the history of the main branch shows. Restore it, and add a new migration instead. Only if no database outside of this machine has it: name it in scripts/gates/migration_history.ts`,
    )
    const looked = history.missing ? `${history.missing}: checksums only` : `${history.ids.size} in the history`
    return {
      faults: [
        ...floor(before.size, CHECKED_MIN, 'migrations'),
        ...(history.missing ? [] : floor(history.ids.size, CHECKED_MIN, 'migrations in the history')),
        ...by_checksum,
        ...by_history,
        ...stopping_old_processes(now),
      ],
      looked: `${before.size} migrations, ${looked}`,
    }
  },
}
