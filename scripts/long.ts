// npm run verify -- --long [words of a name]: runs at full length the tests that `npm test` runs small, and writes their figures to
// docs/long_runs.md. Each run replaces its own line there. `--page` runs nothing and adds a line for each run that never ran.
import { execFileSync, spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { line_of, PAGE, page_of } from './long/page.ts'
import { type LongRun, long_runs } from './long/runs.ts'

/** Timeout of one run. Node's own default in scripts/test.ts is for short runs. */
const TIMEOUT_MS = 3_600_000
/** Names of the runner's own summary lines. */
const SUMMARY = ['tests', 'suites', 'pass', 'fail', 'cancelled', 'skipped', 'todo', 'duration_ms']

/** Runs the tests, shows their output, and returns the lines that begin with the runner's information sign. */
async function run_tests(root: string, { tests, environment }: LongRun): Promise<{ code: number; lines: string[] }> {
  const args = [join(root, 'scripts/test.ts'), `--test-timeout=${TIMEOUT_MS}`, ...tests]
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    process.stdout.write(part)
    text += part
  })
  const code = await new Promise<number>((done) => child.once('close', (code) => done(code ?? 1)))
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .map((line) => line.trim())
  return { code, lines: lines.flatMap((line) => (line.startsWith('ℹ ') ? line.slice(2).trim() : [])) }
}

async function result_of(root: string, run: LongRun): Promise<{ line: string; passed: boolean }> {
  const began = performance.now()
  const { code, lines } = await run_tests(root, run)
  const seconds = Math.round((performance.now() - began) / 1000)
  const own = lines.filter((line) => !SUMMARY.includes(line.split(' ')[0]!))
  const summary = (name: string) => lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1] ?? '0'
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const cells = [
    code === 0
      ? `${summary('pass')} of ${summary('tests')} passed`
      : `**failed**: ${summary('fail')} of ${summary('tests')}`,
    own.join('; ').replaceAll('|', '/') || 'none',
    `${seconds} s`,
    `${new Date().toISOString().slice(0, 10)}, ${commit}, ${availableParallelism()} cores`,
  ]
  return { line: line_of(run, cells), passed: code === 0 }
}

/** Runs the long tests whose name contains the words. Returns whether all of them passed. */
export async function run_long(root: string, words: string): Promise<boolean> {
  const chosen = long_runs.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()))
  if (chosen.length === 0) {
    console.error(`No long run is called '${words}'. There are: ${long_runs.map(({ name }) => name).join('; ')}.`)
    return false
  }
  let all = true
  for (const run of chosen) {
    const { line, passed } = await result_of(root, run)
    all &&= passed
    await write_page(root, { name: run.name, line })
  }
  return all
}

/** Reads the page again before each write, because runs of other processes write it too. */
export async function write_page(root: string, newest?: { name: string; line: string }): Promise<void> {
  const page = join(root, PAGE)
  await writeFile(page, page_of(await readFile(page, 'utf8').catch(() => ''), newest))
}
