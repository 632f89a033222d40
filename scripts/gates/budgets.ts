// The maximum length of a file. The linter limits the length of functions.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { floor, type Gate, project_files } from './gate.ts'

const LINES_MAX = 300

/** Files that may be longer, with the reason. */
const longer: Record<string, string> = {
  'dashboard/src/api/tools.ts': 'generated',
  'src/db/schema.ts': 'generated',
  'migrations/0010_metric_catalog.sql': 'data: a line for each metric',
}

export const budgets: Gate = {
  name: 'budgets',
  async run(root) {
    const files = [...(await project_files(root, '.{ts,tsx,css,mjs,sql,grit}'))]
    const faults: string[] = []
    for (const file of files) {
      const lines = (await readFile(join(root, file), 'utf8')).trimEnd().split('\n').length
      if (lines > LINES_MAX && !(file in longer))
        faults.push(
          `${file} has ${lines} lines; the maximum is ${LINES_MAX}. Split the file, or add it to the exceptions in scripts/gates/budgets.ts`,
        )
      if (lines <= LINES_MAX && file in longer)
        faults.push(`${file} needs no exception any more (scripts/gates/budgets.ts)`)
    }
    for (const file of Object.keys(longer))
      if (!files.includes(file)) faults.push(`${file} does not exist (scripts/gates/budgets.ts)`)
    return {
      faults: [...floor(files.length, Object.keys(longer).length, 'files'), ...faults],
      looked: `${files.length} files`,
    }
  },
}
