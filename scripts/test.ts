// npm test [-- files or flags of node --test…]: one PostgreSQL for the whole run, a migrated template database in it, node's own
// runner over all test files. TEST_DATABASE_URL names a server to use instead of the embedded one; --integration leaves out the
// files that need no database.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '#db/migrate.ts'
import { start_postgres } from '#db/server.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDER_PREFIX = 'tablero-test-'
const PATTERNS = ['test/**/*.test.ts', 'src/**/*.test.ts', 'sandbox/**/*.test.ts']
const CONCURRENCY = Math.max(2, Math.min(8, availableParallelism()))

interface Server {
  url: string
  stop(): Promise<void>
}

async function embedded_server(): Promise<Server> {
  await sweep_left_overs()
  const data_dir = await mkdtemp(join(tmpdir(), FOLDER_PREFIX))
  await chmod(data_dir, 0o755) // root's PostgreSQL runs as another user
  await writeFile(join(data_dir, 'owner'), String(process.pid))
  const { url, stop } = await start_postgres({ data_dir, disposable: true })
  return {
    url,
    async stop() {
      await stop()
      await rm(data_dir, { recursive: true, force: true })
    },
  }
}

/** Servers of test runs that were killed. */
async function sweep_left_overs() {
  for await (const data_dir of glob(join(tmpdir(), `${FOLDER_PREFIX}*`))) {
    const owner = Number(await readFile(join(data_dir, 'owner'), 'utf8').catch(() => '0'))
    if (owner === 0 || is_alive(owner)) continue
    await start_postgres({ data_dir, disposable: true })
      .then(({ stop }) => stop())
      .catch(() => undefined)
    await rm(data_dir, { recursive: true, force: true }).catch(() => undefined)
  }
}

function is_alive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function administer(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

async function make_template(server: string): Promise<string> {
  const name = `template_${randomBytes(6).toString('hex')}`
  await administer(server, `create database ${name} template template0`)
  const url = new URL(server)
  url.pathname = `/${name}`
  await migrate(url.href)
  return name
}

async function choose_files(named: string[], integration: boolean): Promise<string[]> {
  const files: string[] = []
  for await (const file of glob(named.length > 0 ? named : PATTERNS, { cwd: ROOT })) files.push(file)
  if (!integration) return files.sort()
  const texts = await Promise.all(files.map((file) => readFile(join(ROOT, file), 'utf8')))
  return files.filter((_, index) => texts[index]!.includes(`from '#test/`)).sort()
}

function run_tests(files: string[], flags: string[], environment: Record<string, string>): Promise<number> {
  const args = ['--test', `--test-concurrency=${CONCURRENCY}`, ...flags, ...files]
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
const outside = process.env.TEST_DATABASE_URL
const server = outside ? { url: outside, stop: async () => undefined } : await embedded_server()
try {
  const template = await make_template(server.url)
  try {
    process.exitCode = await run_tests(files, flags, {
      TABLERO_TEST_SERVER: server.url,
      TABLERO_TEST_TEMPLATE: template,
    })
  } finally {
    await administer(server.url, `drop database if exists ${template} with (force)`)
  }
} finally {
  await server.stop()
}
