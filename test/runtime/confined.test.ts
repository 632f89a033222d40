// What containers and units may do: no superuser, limits of memory and processes, no rights that they do not need, networks apart.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import type pg from 'pg'
import { parse } from 'yaml'
import { back_up } from '#db/backup/backup.ts'
import { with_connection } from '#db/connection.ts'
import { start_postgres } from '#db/embedded/server.ts'
import { credentials_of, login_names, url_for } from '#db/logins.ts'
import { SESSION_BYTES_MAX } from '#db/sql_sessions.ts'
import { command_line } from '#test/command_line.ts'
import { start_tablero } from '#test/processes.ts'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)
const MASTER_KEY = Buffer.alloc(32, 1)

interface Service {
  image: string
  user?: string
  read_only?: boolean
  privileged?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  mem_limit?: string
  pids_limit?: number
  ulimits?: { data?: number }
  networks: string[]
  ports?: string[]
  secrets?: string[]
  environment?: Record<string, string | number>
}

interface Compose {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean } | null>
  secrets: Record<string, { file: string }>
}

let compose: Compose
before(async () => {
  compose = parse(await readFile(join(ROOT, 'compose.yaml'), 'utf8'), { merge: true })
})

/** Whether the program is on this machine. */
const has = (program: string) =>
  run(program, ['--version']).then(
    () => true,
    () => false,
  )

suite('containers', () => {
  const services_where = (holds: (service: Service) => boolean) =>
    Object.entries(compose.services).flatMap(([name, service]) => (holds(service) ? name : []))
  const all = () => Object.keys(compose.services)

  test('have limits of memory and processes, a read-only file system and no rights of root', () => {
    const limited = ({ mem_limit, pids_limit }: Service) =>
      /^\d+[mg]$/.test(mem_limit ?? '') && pids_limit !== undefined && pids_limit > 0
    assert.deepEqual(services_where(limited), all())
    assert.deepEqual(
      services_where(({ read_only, privileged }) => read_only === true && !privileged),
      all(),
    )
    assert.deepEqual(
      services_where(({ cap_drop }) => cap_drop?.[0] === 'ALL'),
      all(),
    )
    assert.deepEqual(
      services_where(({ security_opt }) => security_opt?.includes('no-new-privileges:true') ?? false),
      all(),
    )
    const added = services_where(({ cap_add }) => cap_add !== undefined)
    assert.deepEqual(added, ['proxy'])
    assert.deepEqual(compose.services.proxy!.cap_add, ['NET_BIND_SERVICE'])
  })

  test('bound each process of PostgreSQL, so that one statement does not end the sessions of all', () => {
    const { mem_limit, ulimits } = compose.services.postgres!
    const bytes = Number.parseInt(mem_limit!, 10) * (mem_limit!.endsWith('g') ? 2 ** 30 : 2 ** 20)
    assert.ok(ulimits!.data! >= SESSION_BYTES_MAX && ulimits!.data! <= bytes / 2)
  })

  test('have secrets as files only, and only one that ends has the password of the owner of the database', () => {
    const secrets_of = (name: string) => compose.services[name]!.secrets ?? []
    assert.deepEqual(
      services_where(({ secrets }) => secrets?.includes('owner_url') ?? false),
      ['migrate'],
    )
    for (const name of ['api-a', 'api-b', 'worker']) {
      assert.deepEqual(secrets_of(name), ['master_key'])
      assert.equal(new URL(String(compose.services[name]!.environment!.DATABASE_URL)).username, '')
    }
    for (const [name, { environment = {} }] of Object.entries(compose.services))
      for (const [setting, value] of Object.entries(environment)) {
        const is_secret = /KEY|PASSWORD|TOKEN|DATABASE_URL_FILE/.test(setting)
        assert.equal(is_secret, /^\/run\/secrets\//.test(String(value)), `${name}: ${setting}`)
        assert.doesNotMatch(String(value), /:\/\/[^/]*:[^/]*@/, `${name}: ${setting}`)
      }
    for (const { file } of Object.values(compose.secrets)) assert.match(file, /^\.\/secrets\/\w+$/)
  })

  test('reach each other only where they must, and only processes of Tablero and the proxy reach other machines', () => {
    const is_internal = (network: string) => compose.networks[network]?.internal === true
    assert.deepEqual(
      services_where(({ networks }) => !networks.every(is_internal)),
      ['api-a', 'api-b', 'worker', 'proxy'],
    )
    const members = (network: string) => services_where(({ networks }) => networks.includes(network))
    assert.deepEqual(members('callers'), ['api-a', 'api-b', 'proxy'])
    assert.deepEqual(members('database'), ['api-a', 'api-b', 'worker', 'migrate', 'postgres'])
    assert.deepEqual(members('counters'), ['api-a', 'api-b', 'worker', 'redis'])
    // A proposal reads what it would change, and a sign-in at a platform is exchanged, within a call.
    assert.deepEqual(members('platforms'), ['api-a', 'api-b', 'worker'])
    assert.deepEqual(members('public'), ['proxy'])
    assert.deepEqual(
      services_where(({ ports }) => ports !== undefined),
      ['proxy'],
    )
  })
})

suite('the database of compose.yaml', () => {
  let folder: string
  let server: Awaited<ReturnType<typeof start_postgres>> | undefined
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tablero-owner-'))
    await chmod(folder, 0o755) // when root runs the tests, PostgreSQL is another user
  })
  after(async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('belongs to a role that is no superuser, which migrates and backs up. All other processes start without its password', async (context: TestContext) => {
    if (!(await has('psql'))) return context.skip('psql, which the image of PostgreSQL has, is not installed')
    server = await start_postgres({ data_dir: join(folder, 'data'), disposable: true })
    await writeFile(join(folder, 'owner_password'), `it's a "secret"\n`)
    const script = join(ROOT, 'deploy/postgres/owner.sql')
    const cluster = new URL(server.url)
    cluster.pathname = '/postgres'
    await with_connection(cluster.href, 'test', (db) => db.query('drop database tablero with (force)'))
    const options = ['--no-psqlrc', '--set=ON_ERROR_STOP=1', '--file', script, cluster.href]
    await run('psql', options, { env: { ...process.env, SECRETS: folder } })
    const url = new URL(cluster)
    Object.assign(url, {
      username: 'tablero_owner',
      password: encodeURIComponent(`it's a "secret"`),
      pathname: '/tablero',
    })
    const { tablero } = command_line(() => ({ url: url.href, folder: join(folder, 'commands') }))
    const env = { MASTER_KEY: MASTER_KEY.toString('base64') }
    const migrated = await tablero(['migrate'], { env })
    assert.match(migrated.out, /^Applied 0001_ground\.sql/, migrated.err)
    assert.ok((await back_up(url.href, join(folder, 'backup.gz'), MASTER_KEY)).tables > 40)
    await with_connection(url.href, 'test', async (db) => {
      const { rows } = await db.query(
        'select rolsuper, rolcreatedb, rolreplication from pg_roles where rolname = current_user',
      )
      assert.deepEqual(rows, [{ rolsuper: false, rolcreatedb: false, rolreplication: false }])
      const logins = await db.query(`select rolconfig from pg_roles where rolname like 'tablero\\_sql\\_%'`)
      assert.deepEqual(logins.rows, [
        {
          rolconfig: [
            'log_min_messages=log',
            'default_transaction_read_only=on',
            'temp_file_limit=256MB',
            'track_activities=off',
          ],
        },
      ])
      await assert.rejects(db.query(`alter system set ssl = off`), { code: '42501' })
      await assert.rejects(db.query(`copy (select 1) to program 'cat'`), { code: '42501' })
    })
    await nothing_typed_is_logged(url.href, join(folder, 'data/postgres/start.log'))
    // As in compose.yaml: an address without a user.
    Object.assign(url, { username: '', password: '' })
    const created = await tablero(['org', 'create', 'Mine'], { env })
    assert.match(created.out, /^Made organization Mine/, created.err)
    assert.match(
      (await tablero(['backup', join(folder, 'no.gz')], { env })).err,
      /needs the role that owns the database/,
    )
    const started = await start_tablero({
      name: 'no owner',
      role: 'all',
      database_url: url.href,
      master_key: MASTER_KEY,
    })
    try {
      assert.equal((await fetch(`${started.url}/readyz`)).status, 200)
    } finally {
      await started.end('SIGTERM')
    }
  })
})

/** PostgreSQL's own log repeats values of callers in its errors, and Tablero's log leaves them out. */
async function nothing_typed_is_logged(url: string, log: string) {
  const planted = 'Zyxwv, typed by a caller'
  const fails = (db: pg.Client) => db.query(`select '${planted}'::int`)
  const { logins } = credentials_of(MASTER_KEY)
  for (const name of login_names)
    await assert.rejects(with_connection(url_for(logins[name], url), 'test', fails), { code: '22P02' }, name)
  assert.doesNotMatch(await readFile(log, 'utf8'), /Zyxwv/)
  await assert.rejects(with_connection(url, 'test', fails), { code: '22P02' })
  assert.match(await readFile(log, 'utf8'), /Zyxwv/, 'this is the log of the server')
}

suite('the unit', () => {
  test('has limits, no password of the owner of the database, and few privileges', async (context: TestContext) => {
    const text = await readFile(join(ROOT, 'deploy/systemd/tablero@.service'), 'utf8')
    for (const limit of [
      'MemoryMax=1G',
      'TasksMax=128',
      'ProtectSystem=strict',
      'NoNewPrivileges=yes',
      'DynamicUser=yes',
    ])
      assert.ok(text.includes(`\n${limit}\n`), limit)
    assert.doesNotMatch(text, /DATABASE_URL_FILE|owner_url:/)
    if (!(await has('systemd-analyze'))) return context.skip('systemd-analyze is not installed')
    const folder = await mkdtemp(join(tmpdir(), 'tablero-unit-'))
    try {
      const unit = join(folder, 'tablero@api-3001.service')
      await cp(join(ROOT, 'deploy/systemd/tablero@.service'), unit)
      await cp(join(ROOT, 'deploy/systemd/tablero.target'), join(folder, 'tablero.target'))
      assert.equal((await run('systemd-analyze', ['verify', unit])).stderr, '')
      // Exposure 1.5 of 10: what remains is the network, executable memory and the host's files to read.
      await run('systemd-analyze', ['security', '--offline=true', '--threshold=15', unit])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
