// The page of long runs has one line for each declared run, with its command, and no other line.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { is_line_of, lines_by_run, PAGE } from '../long/page.ts'
import { long_runs as declared } from '../long/runs.ts'
import { floor, type Gate } from './gate.ts'

const CHECKED_MIN = 30

export const long_runs: Gate = {
  name: 'long runs',
  async run(root) {
    const lines = lines_by_run(await readFile(join(root, PAGE), 'utf8'))
    const names = new Set(declared.map(({ name }) => name))
    const faults = declared.flatMap((run) => {
      const [line, ...others] = lines.get(run.name) ?? []
      if (!line) return [`${PAGE} has no line for '${run.name}'. npm run verify -- --page adds one`]
      if (others.length > 0) return [`${PAGE} has several lines for '${run.name}'. Keep the newest`]
      if (is_line_of(run, line)) return []
      return [`${PAGE} has another command for '${run.name}'. Run it again, or npm run verify -- --page`]
    })
    for (const name of lines.keys())
      if (!names.has(name)) faults.push(`${PAGE} has a line for '${name}', which scripts/long/runs.ts does not declare`)
    if (names.size < declared.length) faults.push('scripts/long/runs.ts declares two runs of one name')
    return { faults: [...floor(names.size, CHECKED_MIN, 'runs'), ...faults], looked: `${names.size} runs` }
  },
}
