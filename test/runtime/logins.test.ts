// The logins to a server that other Tableros use too, logins that somebody else created, and another server for SQL of callers.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { credentials_of, forget_other_logins, groups, type LoginName, login_names, prepare_logins } from '#db/logins.ts'
import { scopes } from '#domain/scopes.ts'
import { create_key, create_org } from '#test/access.ts'
import { command_line } from '#test/command_line.ts'
import { TEST_KEY, type TestDatabase, test_credentials, test_database } from '#test/database.ts'
import { start_tablero } from '#test/processes.ts'

let database: TestDatabase
let folder: string
before(async () => {
  database = await test_database()
  folder = await mkdtemp(join(tmpdir(), 'tablero-logins-'))
})
after(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const users_of = (key: Buffer) => Object.values(credentials_of(key).logins).map(({ user }) => user)
const existing = async (users: string[]) =>
  (await database.owner.query('select rolname from pg_roles where rolname = any ($1)', [users])).rowCount

/** Roles belong to the server, which other test files use. */
async function drop_roles(users: string[], ...databases: TestDatabase[]) {
  for (const { owner } of [database, ...databases])
    for (const user of users) await owner.query(`drop owned by ${user}`).catch(() => {})
  for (const user of users) await database.owner.query(`drop role if exists ${user}`)
}

test('a key that is rotated in one of two databases of a server keeps the logins of the other one', async () => {
  const [old_key, new_key] = [randomBytes(32), randomBytes(32)]
  const staging = await test_database()
  try {
    await prepare_logins(database.url, credentials_of(old_key))
    await prepare_logins(staging.url, credentials_of(old_key))
    await prepare_logins(staging.url, credentials_of(new_key))
    await forget_other_logins(staging.url, credentials_of(new_key))
    assert.equal(await existing(users_of(old_key)), login_names.length)
    await prepare_logins(database.url, credentials_of(new_key))
    await forget_other_logins(database.url, credentials_of(new_key))
    assert.equal(await existing(users_of(old_key)), 0)
    assert.equal(await existing(users_of(new_key)), login_names.length)
  } finally {
    await drop_roles([...users_of(old_key), ...users_of(new_key)], staging)
    await staging.drop()
  }
})

test('a master key is changed where processes have no address of the owner, step by step', async () => {
  const [old_key, new_key] = [randomBytes(32), randomBytes(32)]
  const without_owner = Object.assign(new URL(database.url), { username: '', password: '' }).href
  const { tablero } = command_line(() => ({ url: without_owner, folder }), { one_process: true })
  const run = (words: string, url: string, env: Record<string, string>) => tablero(words.split(' '), { url, env })
  const before = { MASTER_KEY: old_key.toString('base64') }
  const during = { MASTER_KEY: new_key.toString('base64'), OLD_MASTER_KEYS: before.MASTER_KEY }
  const afterwards = { MASTER_KEY: during.MASTER_KEY }
  const seals = async (key: Buffer) =>
    (await database.owner.query('select from org_seals where seal_id = $1', [credentials_of(key).seal.id])).rowCount
  const works = async (done: ReturnType<typeof run>) => assert.equal((await done).code, 0, (await done).err)
  try {
    await works(run('migrate', database.url, before))
    await works(run('org list', without_owner, before))

    const too_early = await run('org list', without_owner, during)
    assert.equal(too_early.code, 1)
    assert.match(too_early.err, /logins of this master key do not exist .* Run npx tablero migrate/)
    await works(run('migrate', database.url, during))
    await works(run('org list', without_owner, during))
    await works(run('org list', without_owner, before))

    const refused = await run('secrets rotate', without_owner, during)
    assert.equal(refused.code, 1, refused.out)
    assert.match(refused.err, /the role that owns the database .* Set DATABASE_URL .* Nothing was changed\.$/m)
    assert.deepEqual([await existing(users_of(old_key)), await seals(old_key)], [login_names.length, 1])

    await works(run('secrets rotate', database.url, during))
    assert.deepEqual([await existing(users_of(old_key)), await seals(old_key)], [0, 0])
    await works(run('org list', without_owner, afterwards))
    assert.equal((await run('org list', without_owner, before)).code, 1)
  } finally {
    await drop_roles([...users_of(old_key), ...users_of(new_key)])
  }
})

const SELECT = { sql: 'select currency from fx_rates order by 1' }

/** What a running process answers to SQL of a caller. */
async function answered(url: string, key: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/v1/run_readonly_sql`, {
    method: 'POST',
    headers,
    body: JSON.stringify(SELECT),
  })
  const body = (await answer.json()) as { result: { rows: unknown } }
  assert.equal(answer.status, 200, JSON.stringify(body))
  return body.result.rows
}

const new_key = async () => {
  const org_id = await create_org(database.owner, { name: 'Mine' })
  return (await create_key(database.owner, { org_id, name: 'mine', scopes })).key
}

test('with logins that somebody else created, a process works as these and creates none', async () => {
  const master_key = randomBytes(32)
  const user_of = (name: LoginName) => `given_${process.pid}_${name}`
  const path = join(folder, 'logins')
  await writeFile(path, login_names.map((name) => `${name}=${user_of(name)}:it%27s%20${name}`).join(','))
  const env = { DATABASE_LOGINS_FILE: path, MASTER_KEY: master_key.toString('base64') }
  const { tablero } = command_line(() => ({ url: database.url, folder }))
  try {
    for (const name of login_names)
      await database.owner.query(`create role ${user_of(name)} login password 'it''s ${name}' in role ${groups[name]}`)
    const migrated = await tablero(['migrate'], { env })
    assert.equal(migrated.code, 0, migrated.err)
    assert.equal(await existing(users_of(master_key)), 0)
    const database_url = Object.assign(new URL(database.url), { username: '', password: '' }).href
    const started = await start_tablero({ name: 'given', role: 'api', database_url, master_key, env })
    try {
      assert.deepEqual(await answered(started.url, await new_key()), [])
      const { rows } = await database.owner.query(
        `select distinct usename from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
           and usename <> current_user order by 1`,
      )
      const used = rows.map(({ usename }) => usename)
      // The session of callers' SQL has ended.
      for (const name of ['calls', 'system'] as const) assert.ok(used.includes(user_of(name)), `${name}: ${used}`)
      const own = new Set<string>(login_names.map(user_of))
      assert.deepEqual(
        used.filter((user) => !own.has(user)),
        [],
      )
    } finally {
      await started.end('SIGTERM')
    }
  } finally {
    await drop_roles(login_names.map(user_of))
  }
})

test('SQL of callers runs on the other server that SQL_DATABASE_URL names, and nothing else does', async () => {
  const other = await test_database()
  const rate = `insert into fx_rates (currency, date, per_eur, rate_date) values ($1, '2026-01-01', 2, '2026-01-01')`
  await database.owner.query(rate, ['MXN'])
  await other.owner.query(rate, ['BRL'])
  const started = await start_tablero({
    ...{ name: 'replica', role: 'api', database_url: database.url, master_key: TEST_KEY },
    env: { SQL_DATABASE_URL: other.url },
  })
  try {
    assert.deepEqual(await answered(started.url, await new_key()), [{ currency: 'BRL' }])
    const { rows } = await other.owner.query(
      `select distinct usename from pg_stat_activity where datname = current_database() and application_name like 'tablero%'`,
    )
    const { user } = test_credentials.logins.sql
    assert.deepEqual(
      rows.filter(({ usename }) => usename !== user),
      [],
    )
  } finally {
    await started.end('SIGTERM')
    await other.drop()
  }
})
