// A server that knows nothing but the address of a coordinator: what it refuses, what a worker shows to whom, and what continues without one.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import pg from 'pg'
import { credentials_of, type LoginName, login_names, url_for } from '#db/logins.ts'
import { migrate } from '#db/migrate.ts'
import { prepare_database } from '#db/open.ts'
import { in_org, set_org } from '#db/org.ts'
import type { PoolPlace } from '#db/pool.ts'
import { list_rates, remove_rate, set_rate } from '#engine/access/rates.ts'
import { key_of, read_unread } from '#engine/events/unread.ts'
import { check_readiness } from '#engine/queue/readiness.ts'
import { create_key, create_org } from '#test/access.ts'
import { seed_org } from '#test/fixtures.ts'
import { expired_seal, forged_seals } from '#test/forged_seals.ts'
import { TEST_KEY } from '../../scripts/disposable_postgres.ts'
import { new_migration } from '../../scripts/new/table.ts'
import { run_on } from '../../scripts/nodes.ts'
import type { App } from '../../src/app.ts'
import { type Cluster, no_cluster, open_app, start_cluster, worker_of } from './cluster.ts'

const ROOT = join(import.meta.dirname, '../..')
const MIGRATIONS = join(ROOT, 'migrations')
const skip = { skip: no_cluster }

interface Tenant {
  org_id: string
  key: string
}

let cluster: Cluster
let place: PoolPlace
let app: App
let owner: pg.Pool
/** An organization on each worker. */
const tenants: Tenant[] = []

before(async () => {
  if (no_cluster) return
  cluster = await start_cluster()
  place = await cluster.migrated('tablero')
})
after(async () => {
  await app?.close()
  await owner?.end()
  await cluster?.stop()
})

async function refuses(url: string, sentence: RegExp) {
  await assert.rejects(migrate(url), sentence)
  const { rows } = await run_on(
    url,
    `select count(*)::int as tables from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  assert.equal(rows[0].tables, 0)
}

test('a cluster that cannot hold Tablero is refused with a sentence, and nothing is changed', skip, async () => {
  const lonely = await cluster.plain('lonely')
  await run_on(lonely.database_url, 'create extension citus')
  await refuses(lonely.database_url, /The coordinator has no worker/)
  const { database_url: url } = await cluster.distributed('empty')
  const version = (text: string) =>
    run_on(url, `update pg_extension set extversion = '${text}' where extname = 'citus'`)
  await version('12.1-1')
  await refuses(url, /Tablero knows Citus 13; this database has Citus 12\.1-1/)
  await version('13.2-1')
  await refuses(cluster.at_worker(url, 1), /names a worker of a Citus cluster/)
  const left = ['set citus.enable_ddl_propagation = off', 'set citus.override_table_visibility = off']
  await run_on(cluster.at_worker(url, 1), ...left, 'create table orgs_102008 (org_id uuid)')
  await refuses(url, /shards of another installation on 127\.0\.0\.1:\d+/)
  await run_on(cluster.at_worker(url, 1), ...left, 'drop table orgs_102008')
  await cluster.kill_worker(2)
  await refuses(url, /All workers must answer while tables are changed, and 127\.0\.0\.1:\d+ does not/)
  await cluster.start_worker(2)
})

test(
  'a server starts with the address of a coordinator alone, and tables have the places that are declared',
  skip,
  async () => {
    // The database is a copy of one that was prepared in the same way, when it was empty.
    assert.deepEqual(await prepare_database(place), [])
    owner = new pg.Pool({ connectionString: place.database_url, max: 2 }).on('error', () => {})
    app = await open_app(place)
    const { rows } = await owner.query(
      `select citus_table_type as kind, count(distinct colocation_id)::int as groups, count(*) > 5 as are_many from citus_tables
     where citus_table_type in ('distributed', 'reference') group by 1 order by 1`,
    )
    assert.deepEqual(rows, [
      { kind: 'distributed', groups: 1, are_many: true },
      { kind: 'reference', groups: 1, are_many: true },
    ])
    while (tenants.length < 2) {
      const org_id = await create_org(owner, { name: 'acme' })
      if ((await worker_of(owner, org_id)) !== tenants.length + 1) continue
      await seed_org(owner, { org_id, name: `acme ${tenants.length}`, digit: tenants.length + 3 })
      tenants.push({
        org_id,
        key: (await create_key(owner, { org_id, name: 'test', scopes: ['connections:read'] })).key,
      })
    }
    for (const tenant of tenants) assert.equal((await list(tenant)).status, 200)
  },
)

async function list({ key }: Tenant) {
  const { statusCode, body } = await app.server.inject({
    method: 'POST',
    url: '/api/v1/list_connections',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    payload: '{}',
  })
  return { status: statusCode, body: JSON.parse(body) }
}

test('at a worker, a session of each login sees no row of an organization without its signature', skip, async () => {
  const shards = `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname = 'public' and exists (
      select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id') and c.relname not like 'rate_windows%' order by 1`
  let looked = 0
  let seen_by_owner = 0
  for (const number of [1, 2]) {
    const url = cluster.at_worker(place.database_url, number)
    const all = 'set citus.override_table_visibility = off'
    const { rows: names } = await run_on(url, all, shards)
    for (const { name } of names)
      seen_by_owner += Number((await run_on(url, all, `select count(*)::int as n from ${name}`)).rows[0].n)
    for (const login of login_names) {
      const session = await session_of(login, url)
      for (const { name } of names) {
        const seen = await session.query(`select count(*)::int as n from ${name}`).catch(({ code }) => code)
        looked += 1
        // Work across organizations sees the tables that it is for, at every node.
        if (login !== 'system') assert.ok(seen === '42501' || seen.rows[0].n === 0, `${login} ${name}`)
      }
      await session.end()
    }
  }
  assert.ok(looked > 500 && seen_by_owner > 50, `${looked} looked at, ${seen_by_owner} rows`)
})

const session_of = async (login: LoginName, url: string) => {
  const session = new pg.Client({ connectionString: url_for(place.credentials.logins[login], url) })
  await session.connect()
  return session
}

/** The table that holds the rows of the organization, at its worker. */
async function shard_of(table: string, org_id: string): Promise<string> {
  const { rows } = await owner.query(
    `select shard_name($1::regclass, get_shard_id_for_distribution_column($1::regclass, $2::uuid)) as name`,
    [table, org_id],
  )
  return rows[0].name
}

/** What PostgreSQL refuses with, or the rows. */
const outcome_of = (session: pg.Client, text: string) =>
  session.query(text).then(
    ({ rows }) => rows,
    ({ code }) => code,
  )

test(
  'at a worker, an organization that was not signed is an error for each login',
  skip,
  async (context: TestContext) => {
    const { seal } = place.credentials
    for (const [at, { org_id }] of tenants.entries()) {
      const other = seal.of(tenants[1 - at]!.org_id)
      const expired = expired_seal(context, () => credentials_of(TEST_KEY).seal.of(org_id))
      const forged = { ...forged_seals(other, org_id), 'an end that has passed': expired }
      const shard = await shard_of('connections', org_id)
      for (const login of ['calls', 'work', 'sql'] as const) {
        const session = await session_of(login, cluster.at_worker(place.database_url, at + 1))
        const seen_with = async (value: string) => {
          await session.query(`begin read only; set local app.org = '${value}'`)
          const seen = await outcome_of(session, `select distinct org_id from ${shard}`)
          await session.query('rollback')
          return seen
        }
        assert.deepEqual(await seen_with(seal.of(org_id)), [{ org_id }], `${login} with the right value`)
        assert.deepEqual(await seen_with(other), [], `${login} with the value of another organization`)
        for (const [kind, value] of Object.entries(forged))
          assert.equal(await seen_with(value), '42501', `${login}: ${kind}`)
        await session.end()
      }
    }
  },
)

test('SQL of callers names no table, and a worker gives it columns of the published views alone', skip, async () => {
  const { rows } = await owner.query<{ name: string }>(`
    select format('%I.%I', relnamespace::regnamespace, relname) as name from pg_class
    where relnamespace in ('public'::regnamespace, 'metrics'::regnamespace, 'auth'::regnamespace) and relkind in ('r', 'v')`)
  assert.ok(rows.length > 100)
  const [{ org_id }] = tenants as [Tenant]
  const named = `begin; ${set_org(app.engine.pool, org_id)}`
  const caller = await session_of('sql', place.database_url)
  for (const { name } of rows) {
    await caller.query(named)
    assert.equal(await outcome_of(caller, `select from ${name}`), '42501', name)
    await caller.query('rollback')
  }
  await caller.end()
  const at_worker = await session_of('sql', cluster.at_worker(place.database_url, 1))
  const shown = async (columns: string, table: string) => {
    await at_worker.query(named)
    const outcome = await outcome_of(at_worker, `select ${columns} from ${await shard_of(table, org_id)}`)
    await at_worker.query('rollback')
    return outcome
  }
  assert.deepEqual(await shown('distinct org_id', 'connections'), [{ org_id }])
  for (const [columns, table] of [
    ['secrets', 'connections'],
    ['settings', 'connections'],
    ['full_name', 'contacts'],
    ['body_text', 'email_campaigns'],
    ['buyer', 'marketplace_orders'],
    ['wrapped_key', 'org_data_keys'],
    ['actor', 'audit_log'],
  ] as const)
    assert.equal(await shown(columns, table), '42501', `${table}.${columns}`)
  await at_worker.end()
})

test('an operator sets a rate of an organization, and work of it changes no organization', skip, async () => {
  const [{ org_id }] = tenants as [Tenant]
  const work = app.engine.pool.worker
  const rate = {
    currency: 'ARS',
    valid_from: '2026-11-01',
    valid_until: null,
    units: '1250.5',
    per_currency: 'USD',
    kind: 'test',
  }
  await in_org(work, { org_id }, (db) => set_rate(db, 'test', rate))
  assert.equal((await in_org(work, { org_id }, list_rates)).filter(({ kind }) => kind === 'test').length, 1)
  assert.equal(await in_org(work, { org_id }, (db) => remove_rate(db, rate)), true)
  const update = `update orgs set name = 'changed' where org_id = $1`
  assert.equal((await in_org(work, { org_id }, (_, client) => client.query(update, [org_id]))).rowCount, 0)
})

test('unread notifications of organizations on both workers are read', skip, async () => {
  const user_id = randomUUID()
  const empty = await create_org(owner, { name: 'empty' })
  const org_ids = [...tenants.map(({ org_id }) => org_id), empty]
  const places = org_ids.map((org_id) => ({ org_id, user_id }))
  const found = await read_unread(app.engine.pool, places)
  assert.deepEqual(
    places.map((place) => found.get(key_of(place))?.unread),
    [1, 1, 0],
  )
  assert.equal(found.get(key_of(places[2]!))?.newest_id, null)
})

test(
  'without a worker, keys are known, readiness names it, and the organizations of the other continue',
  skip,
  async () => {
    await cluster.kill_worker(2)
    const [here, unreachable] = tenants as [Tenant, Tenant]
    assert.equal((await list(here)).status, 200)
    const refused = await list(unreachable)
    assert.deepEqual([refused.status, /reach its data/.test(refused.body.error)], [503, true])
    const readiness = await check_readiness(app.engine)
    assert.match(
      JSON.stringify(readiness),
      /"ready":true,"reason":"Workers of the database do not answer: 127\.0\.0\.1:\d+\."/,
    )
    await cluster.start_worker(2)
    assert.deepEqual(await check_readiness(app.engine), { ready: true })
    assert.equal((await list(unreachable)).status, 200)
  },
)

test('a later migration distributes its table, with a foreign key to a table of the organization', skip, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await cp(MIGRATIONS, folder, { recursive: true })
  const { text } = new_migration('visits', ROOT, [['connection_id', 'uuid not null,']])
  const key = 'alter table visits add foreign key (org_id, connection_id) references connections on delete cascade;'
  await writeFile(join(folder, '9000_visits.sql'), `${text}${key}`)
  assert.deepEqual(await migrate(place.database_url, { folder }), ['9000_visits.sql'])
  await rm(folder, { recursive: true })
  const { rows } = await owner.query(
    `select citus_table_type as kind, count(*) over ()::int as tables, colocation_id = (
       select colocation_id from citus_tables where table_name = 'connections'::regclass) as is_near from citus_tables where table_name = 'visits'::regclass`,
  )
  assert.deepEqual(rows, [{ kind: 'distributed', tables: 1, is_near: true }])
  const [{ org_id }] = tenants as [Tenant, Tenant]
  const insert = `insert into visits (org_id, name, connection_id) select org_id, 'x', connection_id from connections where org_id = $1 limit 1`
  assert.equal((await owner.query(insert, [org_id])).rowCount, 1)
})
