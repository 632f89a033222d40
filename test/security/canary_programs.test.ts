// Programs that cannot start, commands that fail, and a process that loses its database never print a secret that they received.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { inspect } from 'node:util'
import pg from 'pg'
import { ConfigFault, load_config } from '#config'
import { credentials_of } from '#db/logins.ts'
import { create_key, create_org } from '#test/access.ts'
import { type TestDatabase, test_database } from '#test/database.ts'
import { node_environment } from '#test/processes.ts'
import { Canaries } from './canaries.ts'

const ROOT = join(import.meta.dirname, '../..')
const MAIN = join(ROOT, 'src/main.ts')
const CLI = join(ROOT, 'bin/tablero')
const READY_MS = 90_000

const canaries = new Canaries()
let database: TestDatabase
let owner: pg.Pool
let folder: string
let key: string
let org_id: string
const master_key = randomBytes(32)

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tablero-canary-'))
  database = await test_database()
  owner = new pg.Pool({ connectionString: database.url, max: 1 })
  owner.on('error', () => {})
  canaries.plant_bytes('the master key', master_key)
  org_id = await create_org(owner, { name: 'acme' })
  key = (await create_key(owner, { org_id, name: 'test', scopes: [] })).key
  canaries.plant('an API key', key.split('_')[2])
})
after(async () => {
  await owner.end()
  await database.drop()
  await rm(folder, { recursive: true })
})

const environment = (env: Record<string, string>) => ({
  ...node_environment,
  DATA_DIR: folder,
  LOG_LEVEL: 'trace',
  PORT: '0',
  ...env,
})

const with_password = (about: string, to: string) => {
  const url = new URL(to)
  url.username = 'tablero'
  url.password = canaries.plant(about)
  return url.href
}

/** Runs a program and returns its whole output. The program must fail, or print `enough` and retry. */
function printed(args: string[], env: Record<string, string>, enough?: string): Promise<string> {
  return new Promise((done) => {
    const options = { cwd: folder, timeout: 60_000, env: environment(env) as NodeJS.ProcessEnv }
    const child = execFile(process.execPath, args, options, (error, stdout, stderr) =>
      done(`${error ? 'failed' : 'ended well'}\n${stdout}\n${stderr}`),
    )
    const stop = (chunk: string) => enough !== undefined && chunk.includes(enough) && child.kill('SIGKILL')
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', stop)
    child.stdin!.end(`{"access_token": "${canaries.plant('standard input')}`)
  })
}

const nothing_in = (text: string) => assert.deepEqual(canaries.found_in(text), [], text.slice(0, 2_000))

test('the error for an invalid configuration does not contain its values', () => {
  const wrong: Record<string, string>[] = [
    { MASTER_KEY: canaries.plant('a master key of the wrong length') },
    { OLD_MASTER_KEYS: `${master_key.toString('base64')},${canaries.plant('an old master key of the wrong length')}` },
    { DATABASE_URL: `mysql://user:${canaries.plant('a password for no PostgreSQL')}@127.0.0.1/x` },
    { DATABASE_URL: `postgres://user:${canaries.plant('a password of a URL that is none')}@127.0.0.1:port/x` },
    { OTEL_EXPORTER_OTLP_HEADERS: canaries.plant('a header of the collector without its name') },
    { OTEL_EXPORTER_OTLP_HEADERS: `x-key=${canaries.plant('a header of the collector')}%zz` },
    { OTEL_EXPORTER_OTLP_ENDPOINT: `ftp://user:${canaries.plant('a password of the collector')}@127.0.0.1` },
    { REDIS_URL: `http://:${canaries.plant('a password for no Redis')}@127.0.0.1` },
  ]
  for (const env of wrong)
    assert.throws(
      () => load_config({}, { MASTER_KEY: master_key.toString('base64'), ...env }),
      (error: Error) => {
        nothing_in(`${error.message} ${inspect(error, { depth: 9 })}`)
        return error instanceof ConfigFault
      },
    )
})

/** An answer of a process that lost its database. */
const WITHOUT_DATABASE = /^50[03] /m

test('a process that cannot reach its database prints no secret of the database address', async () => {
  const urls = [
    with_password('a password for a host that does not listen', 'postgres://127.0.0.1:1/x'),
    with_password('a password for a database that is not there', `${database.url}_not_there`),
  ]
  for (const text of await Promise.all(urls.map((url) => printed([MAIN], { DATABASE_URL: url }, 'retrying')))) {
    assert.match(text, /^failed/)
    nothing_in(text)
  }
})

test('a command that fails repeats no secret from its arguments, files or standard input', async () => {
  const secret = canaries.plant('a secret on the command line')
  const in_a_file = canaries.plant('a secret in a file')
  const file = join(folder, 'secrets.json')
  await writeFile(file, `{"access_token": "${in_a_file}"`)
  const add = (...secrets: string[]) => ['connection', 'add', 'sx', '--org', 'acme', ...secrets]
  const commands = [
    add('--secrets', `{"access_token": "${secret}`),
    add('--secrets', `@${secret}`),
    add('--secrets', `@${file}`),
    add('--secrets', '-'),
    add('--secrets', `{"${secret}": "wrong"}`),
    add('--secrets', `{"access_token": {"wrong": "${secret}"}}`, '--settings', '{"shop":"x.myshopify.com"}'),
    add('--settings', `{"shop": {"access_token": "${secret}"}}`),
    add('--secret', `{"access_token": "${secret}"}`),
    ['restore', file],
  ]
  const here = { DATABASE_URL: database.url, MASTER_KEY: master_key.toString('base64') }
  for (const args of commands) {
    const text = await printed([CLI, '--log-level', 'trace', ...args], here)
    assert.match(text, /^failed/, args.join(' '))
    nothing_in(text)
  }
})

test('a process that loses its database and is then killed by a signal prints no secret of the database', async () => {
  const role = `canary_${randomBytes(6).toString('hex')}`
  const url = new URL(database.url)
  url.username = role
  url.password = canaries.plant('the password in DATABASE_URL')
  await owner.query(`create role ${role} login superuser password '${url.password}'`)
  const env = {
    DATABASE_URL: url.href,
    MASTER_KEY: master_key.toString('base64'),
    REDIS_URL: `redis://:${canaries.plant('the password in REDIS_URL')}@127.0.0.1:1`,
  }
  const child = spawn(process.execPath, [MAIN], { env: environment(env) as NodeJS.ProcessEnv, stdio: 'pipe' })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  const exit = once(child, 'exit')
  const deadline = performance.now() + READY_MS
  while (!text.includes('Tablero is ready') && child.exitCode === null && performance.now() < deadline)
    await new Promise((r) => setTimeout(r, 25))
  const ask = async () => {
    const headers = { authorization: `Bearer ${key}`, 'x-request-id': key }
    const answer = await fetch(`${/"url":"([^"]+)"/.exec(text)![1]}/api/v1/${key}?token=${key}`, {
      method: 'POST',
      headers,
    })
    text += `${answer.status} ${(await answer.text()).replaceAll(key, '')}\n`
  }
  await ask()
  const logins = Object.values(credentials_of(master_key).logins).map(({ user }) => user)
  for (const login of [role, ...logins]) await owner.query(`alter role ${login} nologin`)
  await owner.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = any ($1)', [logins])
  // Until the process notices, it answers from what it keeps.
  for (const until = performance.now() + READY_MS; !WITHOUT_DATABASE.test(text) && performance.now() < until; ) {
    await new Promise((r) => setTimeout(r, 25))
    await ask()
  }
  child.kill('SIGTERM')
  await exit
  for (const login of logins) await owner.query(`alter role ${login} login`)
  await owner.query(`drop owned by ${role}; drop role ${role}`)
  assert.match(text, /Tablero is ready/)
  assert.match(text, WITHOUT_DATABASE)
  nothing_in(text)
})
