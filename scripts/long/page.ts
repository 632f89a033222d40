// The page of long runs: a line for each declared run, also for a run that never ran at full length.
import { type LongRun, long_runs } from './runs.ts'

export const PAGE = 'docs/long_runs.md'
const HEAD = `# Long runs

Tests whose full length takes over a minute run small in \`npm test\`. \`npm run verify -- --long\` runs them at full length and writes this
page: what ran, when, at which commit, and the figures that the tests print. A declared run without a result says *not run yet*.

| Run | Command | Result | Figures | Time | When |
|---|---|---|---|---|---|
`
const NOT_RUN = ['not run yet', 'none', 'none', 'never']

const command_of = ({ tests, environment }: LongRun) =>
  [...Object.entries(environment).map(([name, value]) => `${name}=${value}`), 'npm test --', ...tests].join(' ')

const start_of = (run: LongRun) => `| ${run.name} | \`${command_of(run)}\` | `

/** `cells`: result, figures, time and when. */
export const line_of = (run: LongRun, cells: readonly string[]) => `${start_of(run)}${cells.join(' | ')} |`

/** The lines of a page, by the name of the run. */
export function lines_by_run(page: string): Map<string, string[]> {
  const [, ...lines] = page.split('\n').filter((line) => line.startsWith('| '))
  return Map.groupBy(lines, (line) => line.split(' | ')[0]!.slice('| '.length))
}

/** A result of another command is the result of another run. */
export const is_line_of = (run: LongRun, line: string) => line.startsWith(start_of(run))

/** The page with the lines of `known` and one new line. Lines without a declared run are left out. */
export function page_of(known: string, newest?: { name: string; line: string }): string {
  const before = lines_by_run(known)
  const lines = long_runs.map((run) => {
    if (run.name === newest?.name) return newest.line
    return before.get(run.name)?.find((line) => is_line_of(run, line)) ?? line_of(run, NOT_RUN)
  })
  return `${HEAD}${lines.join('\n')}\n`
}
