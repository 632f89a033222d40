// How long a file may be. Functions are held to theirs by the linter.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { floor, type Gate, project_files } from './gate.ts'

const LINES_MAX = 300

/** Files that may be longer, and why. */
const longer: Record<string, string> = {
  'src/db/schema.ts': 'generated',
  'migrations/0010_metric_catalog.sql': 'data: a line for each metric',
}

export const budgets: Gate = {
  name: 'budgets',
  async run(root) {
    const files = [...(await project_files(root, '.{ts,mjs,sql,grit}'))]
    const faults: string[] = []
    for (const file of files) {
      const lines = (await readFile(join(root, file), 'utf8')).trimEnd().split('\n').length
      if (lines > LINES_MAX && !(file in longer))
        faults.push(
          `${file} has ${lines} lines; ${LINES_MAX} are the most: part it, or name it in scripts/gates/budgets.ts`,
        )
      if (lines <= LINES_MAX && file in longer) faults.push(`${file} needs no exception any more (budgets.ts)`)
    }
    for (const file of Object.keys(longer)) if (!files.includes(file)) faults.push(`${file} is gone (budgets.ts)`)
    return {
      faults: [...floor(files.length, Object.keys(longer).length, 'files'), ...faults],
      looked: `${files.length} files`,
    }
  },
}
