// npm test [-- files or flags of node --test…]: one PostgreSQL for the whole run, a migrated template database in it, node's own
// runner over all test files. TEST_DATABASE_URL names a server to use instead of the embedded one; --integration leaves out the
// files that need no database.
import { spawn } from 'node:child_process'
import { glob, readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { disposable_postgres, migrated_database } from './disposable_postgres.ts'

const ROOT = join(import.meta.dirname, '..')
const PATTERNS = ['test/**/*.test.ts', 'src/**/*.test.ts', 'sandbox/**/*.test.ts']
/** Of one test or file: one that hangs is a failure, not a run that never ends. */
const TIMEOUT_MS = 600_000
const CONCURRENCY = Math.max(2, Math.min(8, availableParallelism()))

async function choose_files(named: string[], integration: boolean): Promise<string[]> {
  const files: string[] = []
  for await (const file of glob(named.length > 0 ? named : PATTERNS, { cwd: ROOT })) files.push(file)
  if (!integration) return files.sort()
  const texts = await Promise.all(files.map((file) => readFile(join(ROOT, file), 'utf8')))
  return files.filter((_, index) => texts[index]!.includes(`from '#test/`)).sort()
}

function run_tests(files: string[], flags: string[], environment: Record<string, string>): Promise<number> {
  const args = ['--test', `--test-concurrency=${CONCURRENCY}`, `--test-timeout=${TIMEOUT_MS}`, ...flags, ...files]
  const runner = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  const pass_on = (signal: NodeJS.Signals) => runner.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, pass_on)
  return new Promise((done) => runner.once('exit', (code) => done(code ?? 1)))
}

const args = process.argv.slice(2)
const flags = args.filter((arg) => arg.startsWith('-') && arg !== '--integration')
const named = args.filter((arg) => !arg.startsWith('-'))
const files = await choose_files(named, args.includes('--integration'))
if (files.length === 0) {
  console.error(`No test file matches ${named.join(' ') || PATTERNS.join(' ')}.`)
  process.exit(1)
}
const server = await disposable_postgres()
try {
  const template = await migrated_database(server, 'template')
  try {
    process.exitCode = await run_tests(files, flags, {
      TABLERO_TEST_SERVER: server.url,
      TABLERO_TEST_TEMPLATE: template.name,
    })
  } finally {
    await template.drop()
  }
} finally {
  await server.stop()
}
