import { generated_files, outdated } from '../gen/files.ts'
import { floor, type Gate, run_program } from './gate.ts'

/** `database_url`: a database with the newest schema. The files are generated once, also for several folders. */
export function generated_on(database_url: string): Gate {
  let generated: Promise<Record<string, string>> | undefined
  return {
    name: 'generated files',
    async run(root) {
      generated ??= generated_files(database_url)
      const files = await generated
      const old = await outdated(files, root)
      return {
        faults: old.map((path) => `${path} is not what npm run gen writes`),
        looked: `${Object.keys(files).length} files`,
      }
    },
  }
}

const FILES_MIN = 10

/** On a database of its own. In a process of its own, because other gates block this one for longer than a connection may take. */
export const generated: Gate = {
  name: 'generated files',
  async run(root) {
    const { code, output } = await run_program(root, ['scripts/gen.ts', '--check'])
    const count = Number(/^(\d+) generated files are up to date$/m.exec(output)?.[1] ?? 0)
    if (code !== 0) return { faults: [output.trim()], looked: 'some files' }
    return { faults: floor(count, FILES_MIN, 'files'), looked: `${count} files` }
  },
}
