// npm test [-- files or flags of node --test…]: runs test files with Node's own runner. The run has one PostgreSQL with a migrated
// template database. TEST_DATABASE_URL names a server to use instead of the embedded one.
//   --database  runs only files whose outcome can depend on the version of PostgreSQL.
//   --cluster   runs test/citus, which no other run includes, and files whose outcome can depend on Citus. TEST_DATABASE_URL then names a
//               coordinator.
//   --filled    adds a stand-in for each published tool that is not built yet (test/support/stand_ins.ts).
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, matchesGlob } from 'node:path'
import { pathToFileURL } from 'node:url'
import { help_on_request } from '#lib/arguments.ts'
import { BROWSER } from './browser.ts'
import { with_cases } from './cases/check.ts'
import { built_dashboard } from './dashboard/build.ts'
import { disposable_postgres, migrated_database } from './disposable_postgres.ts'
import { with_recording } from './statements/check.ts'
import { without_files } from './test/named.ts'
import { in_processes, PROCESS_FLAGS } from './test/processes.ts'

const ROOT = join(import.meta.dirname, '..')
const PATTERNS = ['test/!(citus)/**/*.test.ts', 'src/**/*.test.ts', 'sandbox/**/*.test.ts']
/**
 * Tests whose outcome can depend on the version of PostgreSQL: its answers, errors, plans and storage (ADR 62). Connectors send the same
 * kinds of statements, so one that reads days stands for all. Of the areas, only the answers of each tool are compared. Of queries and syncs,
 * tests with other kinds of statements run here.
 */
const DATABASE_PATTERNS = [
  'test/contract/{database,distribution,engine,reads}.test.ts',
  'test/areas/*.test.ts',
  'test/connectors/seo_console.test.ts',
  'test/query/{counted_once,coverage,filters,numbers,plans,published_views,query_data,run_readonly_sql,searches,totals_by_sql,unread}.test.ts',
  'test/summary/{get_kpi_summary,stock}.test.ts',
  'test/sync/{ledger,missing,restated_daily,stage,unordered}.test.ts',
  'test/gates/on_the_database.test.ts',
  'test/runtime/{backup,migrate,queue_pool,worker}.test.ts',
  'test/security/{cross_fuzz,layers,roles,sql_attacks}.test.ts',
]
/**
 * Tests that start a cluster, and tests of what calls and syncs ask and write. test/citus compares the answer and the rows of every tool with
 * one server, so of the other tests only those with other kinds of statements run here.
 */
const CLUSTER_PATTERNS = [
  'test/citus/*.test.ts',
  'test/query/{counted_once,coverage,published_views,query_data,run_readonly_sql}.test.ts',
  'test/runtime/commands.test.ts',
  'test/sync/{ends,stage,tx_ads_empty}.test.ts',
]
/** Tests that open pages in a browser import one of these. */
const IN_BROWSER = /from '(?:playwright-core|#test\/(?:real_)?dashboard\.ts)'/
/** Timeout of one test. A test that hangs fails, so that the run always ends. */
const TIMEOUT_MS = 900_000
/** Flags that choose tests by their names. The names of suites of files would be among them. */
const BY_NAME = /^--test-(?:name-pattern|only|skip-pattern)/
/** Most of the start of a process is reading TypeScript, which the processes of all runs share here. */
const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/compiled')
/** Three more than there are processors: a test often waits for its database, a browser or a process. */
const CONCURRENCY = Math.min(8, availableParallelism() + 3)
/**
 * Memory of young objects, and of old ones before the first collection. With the first, tests spend a seventh less processor time, and with the
 * second a twentieth less (Node 26.10, 2026-11).
 */
const YOUNG_MEMORY_MIB = 64
const OLD_MEMORY_MIB = 256

async function matching(patterns: string[]): Promise<string[]> {
  const files = await Array.fromAsync(glob(patterns, { cwd: ROOT }))
  return files.sort()
}

/** Writes a test file for each area without any tool, like the files in test/areas. */
async function files_of_empty_areas(folder: string, patterns: string[]): Promise<string[]> {
  const files: string[] = []
  const published = JSON.parse(await readFile(join(ROOT, 'test/contract/tools.json'), 'utf8'))
  for (const area of Object.keys(published)) {
    const path = `test/areas/${area}.test.ts`
    if (existsSync(join(ROOT, path)) || !patterns.some((pattern) => matchesGlob(path, pattern))) continue
    const file = join(folder, `${area}.test.mjs`)
    const suites = pathToFileURL(join(ROOT, 'test/contract/test_area.ts'))
    await writeFile(file, `import { test_area } from '${suites}'\n\ntest_area('${area}')\n`)
    files.push(file)
  }
  return files
}

/** A machine that has only Node runs all other tests, and the run says what it leaves out. */
async function without_browser(files: readonly string[]): Promise<string[]> {
  const texts = await Promise.all(files.map((file) => readFile(join(ROOT, file), 'utf8')))
  const kept = files.filter((_, at) => !IN_BROWSER.test(texts[at]!))
  if (kept.length < files.length)
    console.log(
      `No Chromium is installed: ${files.length - kept.length} of ${files.length} files are left out, which open pages.`,
    )
  return kept
}

function run_tests(files: string[], flags: string[], environment: Record<string, string>): Promise<number> {
  const memory = [`--max-semi-space-size=${YOUNG_MEMORY_MIB}`, `--initial-old-space-size=${OLD_MEMORY_MIB}`]
  const limits = [`--test-concurrency=${CONCURRENCY}`, `--test-timeout=${TIMEOUT_MS}`]
  const args = [...memory, ...PROCESS_FLAGS, '--test', ...limits, ...flags, ...files]
  const runner = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env, ...environment },
  })
  const pass_on = (signal: NodeJS.Signals) => runner.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, pass_on)
  return new Promise((done) => runner.once('exit', (code) => done(code ?? 1)))
}

const began = performance.now()
help_on_request(import.meta.filename)
const own_flags = ['--database', '--cluster', '--filled']
const args = process.argv.slice(2)
const [is_database, is_cluster, is_filled] = own_flags.map((flag) => args.includes(flag))
const flags = args.filter((arg) => arg.startsWith('-') && !own_flags.includes(arg))
const named = args.filter((arg) => !arg.startsWith('-'))
const of_flags = is_database ? DATABASE_PATTERNS : is_cluster ? CLUSTER_PATTERNS : PATTERNS
const patterns = named.length > 0 ? named : of_flags
// Files of areas without tools are only made below.
const absent = is_filled ? [] : await without_files(ROOT, named)
if (absent.length > 0) {
  console.error(`No test file matches ${absent.join(' ')}.`)
  process.exit(1)
}
const found = await matching(patterns)
const files = existsSync(BROWSER) ? found : await without_browser(found)
const folder = await mkdtemp(join(tmpdir(), 'tablero-tests-'))
const more = is_filled ? await files_of_empty_areas(folder, patterns) : []
if (files.length + more.length === 0) {
  console.error(`No test file is left for ${patterns.join(' ')}.`)
  process.exit(1)
}
// Without the pages, a server answers some addresses in another way. They are built once for each change of them.
await built_dashboard()
const processes = flags.some((flag) => BY_NAME.test(flag)) ? files : await in_processes(files, folder)
const server = await disposable_postgres({ in_memory: true })
try {
  const template = await migrated_database(server, 'template')
  try {
    process.exitCode = await with_recording(patterns === PATTERNS, (recording) =>
      with_cases({ files, flags }, (all_flags) =>
        run_tests([...processes, ...more], all_flags, {
          ...recording,
          TABLERO_TEST_SERVER: server.url,
          TABLERO_TEST_TEMPLATE: template.name,
          ...(is_filled && { FILLED: '1' }),
          ...(is_database && { ONLY_ANSWERS: '1' }),
        }),
      ),
    )
  } finally {
    await template.drop()
  }
} finally {
  await server.stop()
  await rm(folder, { recursive: true })
}
console.log(`the run took ${((performance.now() - began) / 1000).toFixed(0)} s`)
