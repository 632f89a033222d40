// A migration that a database has applied never changes: a database that has applied another form of it is refused at start.
// `migrations/checksums.txt` has a line for each file. `npm run gen` adds lines, and never changes one.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { floor, type Gate } from './gate.ts'

export const CHECKSUMS = 'migrations/checksums.txt'
const CHECKED_MIN = 40

/** The checksum of each migration, as the file says. */
async function written(root: string): Promise<Map<string, string>> {
  const lines = (await readFile(join(root, CHECKSUMS), 'utf8').catch(() => '')).split('\n').filter((line) => line)
  return new Map(lines.map((line) => line.split('  ').reverse() as [string, string]))
}

async function present(root: string): Promise<Map<string, string>> {
  const folder = join(root, 'migrations')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const sum_of = async (name: string) =>
    createHash('sha256')
      .update(await readFile(join(folder, name)))
      .digest('hex')
  return new Map(await Promise.all(names.map(async (name) => [name, await sum_of(name)] as const)))
}

/** The lines of the file, and one for each new migration. */
export async function checksums_txt(root: string): Promise<string> {
  const all = new Map([...(await present(root)), ...(await written(root))])
  return [...all]
    .sort()
    .map(([name, sum]) => `${sum}  ${name}\n`)
    .join('')
}

export const migrations: Gate = {
  name: 'migrations',
  async run(root) {
    const [before, now] = [await written(root), await present(root)]
    const faults = [...before].flatMap(([name, sum]) => {
      if (now.get(name) === sum) return []
      const what = now.has(name) ? 'was changed' : 'is gone'
      return `migrations/${name} ${what}. Databases have applied it, so add a new migration instead. Only if no database outside of this machine has it: delete its line in ${CHECKSUMS} and run npm run gen`
    })
    return {
      faults: [...floor(before.size, CHECKED_MIN, 'migrations'), ...faults],
      looked: `${before.size} migrations`,
    }
  },
}
