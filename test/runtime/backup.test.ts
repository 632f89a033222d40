import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { back_up, NOT_COPIED } from '#db/backup/backup.ts'
import { HELD_S, restore } from '#db/backup/restore.ts'
import { migrate } from '#db/migrate.ts'
import { empty_database, type TestDatabase, test_database } from '#test/database.ts'

const KEY = Buffer.alloc(32, 1)
// Texts that could break COPY: separators, escapes, its own end mark, every line end of Unicode, the text for null.
const AWKWARD = 'a\tb\nc\rd\\e\\.\n\\.\n\\N \u2028\u2029\u0085 "q" ñ 😀'
const made: TestDatabase[] = []
let folder: string
let source: TestDatabase

async function query(url: string, sql: string, values: unknown[] = []) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(sql, values)).rows
  } finally {
    await client.end()
  }
}

async function empty(): Promise<TestDatabase> {
  const database = await empty_database()
  made.push(database)
  return database
}

/** Every row of every table as text, so that a difference in one figure or byte is visible. */
async function contents(url: string) {
  const tables = await query(
    url,
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'graphile_worker') and relkind = 'r' and relname not in ('migrations', 'schema_migrations', 'org_seals') order by 1`,
  )
  const all: Record<string, string[]> = {}
  for (const { name } of tables)
    all[name] = (await query(url, `select t::text as row from ${name} t order by 1`)).map(({ row }) => row)
  return all
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'))
  source = await test_database()
  made.push(source)
  await query(
    source.url,
    `insert into orgs (name, currency) select 'Org ' || n || $1, 'MXN' from generate_series(1, 300) n`,
    [AWKWARD],
  )
  await query(
    source.url,
    `insert into api_keys (org_id, name, prefix, secret_hash, scopes)
    select org_id, 'k', 'svc_' || right(replace(org_id::text, '-', ''), 10), decode(repeat('00ff', 16), 'hex'), '{ads:read,"we,ird"}' from orgs`,
  )
  await query(source.url, `insert into credit_balances select org_id, 9007199254740993, 1, '2026-12-01' from orgs`)
  await query(
    source.url,
    `insert into rate_windows (org_id, tool, called_at)
    select org_id, 'tool_' || n, array['2026-11-01 03:04:05.678901+00'::timestamptz] from orgs, generate_series(1, 40) n`,
  )
  await query(source.url, `select graphile_worker.add_job('any', '{"n":1}')`)
})

after(async () => {
  for (const { drop } of made) await drop()
  await rm(folder, { recursive: true })
})

test('a restored Tablero holds the same rows to the last byte, and its sequences continue where the first stopped', async () => {
  const file = join(folder, 'whole.gz')
  const saved = await back_up(source.url, file, KEY)
  assert.ok(saved.rows > 12_000)
  const target = await empty()
  const restored = await restore(target.url, file, KEY)
  assert.deepEqual([restored.tables, restored.rows, restored.same_master_key], [saved.tables, saved.rows, true])
  assert.deepEqual(await contents(target.url), await contents(source.url))
  const [first] = await query(source.url, `select id from graphile_worker.add_job('any')`)
  const [second] = await query(target.url, `select id from graphile_worker.add_job('any')`)
  assert.equal(second.id, first.id)
})

/** The last messages of a COPY: its end, and the beginning of the one with the number of rows. */
const COPY_ENDS = Buffer.from('c\0\0\0\x04C')

/** Passes on what the server sends. The number of rows of each COPY comes later than the end of the rows, as over a slow network. */
async function* with_late_counts(chunks: AsyncIterable<Buffer>) {
  for await (let chunk of chunks) {
    for (let at = chunk.indexOf(COPY_ENDS); at >= 0; at = chunk.indexOf(COPY_ENDS)) {
      yield chunk.subarray(0, at + COPY_ENDS.length - 1)
      await wait(5)
      chunk = chunk.subarray(at + COPY_ENDS.length - 1)
    }
    yield chunk
  }
}

test('a backup whose counts of rows arrive after the rows can be restored', async () => {
  const { hostname, port } = new URL(source.url)
  const proxy = createServer({ noDelay: true }, (socket) => {
    const database = connect({ host: hostname, port: Number(port) })
    pipeline(socket, database).catch(() => {})
    pipeline(database, with_late_counts, socket).catch(() => {})
  })
  await new Promise<void>((listens) => proxy.listen(0, '127.0.0.1', listens))
  try {
    const through = new URL(source.url)
    Object.assign(through, { hostname: '127.0.0.1', port: String((proxy.address() as AddressInfo).port) })
    const file = join(folder, 'late.gz')
    const saved = await back_up(through.href, file, KEY)
    const target = await empty()
    assert.equal((await restore(target.url, file, KEY)).rows, saved.rows)
    assert.ok(saved.rows > 12_000)
  } finally {
    proxy.close()
  }
})

test('the planner knows how many rows a restored Tablero holds', async () => {
  const file = join(folder, 'counted.gz')
  await back_up(source.url, file, KEY)
  const target = await empty()
  await restore(target.url, file, KEY)
  const [{ rows }] = await query(target.url, 'select count(*)::int as rows from rate_windows')
  const [known] = await query(
    target.url,
    `select reltuples::int as rows from pg_class where oid = 'rate_windows'::regclass`,
  )
  const columns = await query(target.url, `select from pg_stats where tablename = 'rate_windows'`)
  assert.ok(rows > 0 && columns.length > 0)
  assert.equal(known.rows, rows)
})

test('a backup of an older Tablero is restored and brought to the newest schema', async () => {
  const names = (await query(source.url, 'select name from schema_migrations order by name')).map(({ name }) => name)
  const old = await empty()
  await migrate(old.url, { only: names.slice(0, 2) })
  await query(old.url, `insert into orgs (name) values ('Old one')`)
  const file = join(folder, 'old.gz')
  await back_up(old.url, file, KEY)
  const target = await empty()
  await restore(target.url, file, KEY)
  assert.deepEqual(await query(target.url, 'select name from orgs'), [{ name: 'Old one' }])
  assert.deepEqual(await migrate(target.url), [])
})

test('a backup in the earlier format, which has no hash, is restored, and a damaged one is refused', async () => {
  const file = join(folder, 'earlier.gz')
  await back_up(source.url, file, KEY)
  const text = gunzipSync(await readFile(file)).toString()
  const earlier = gzipSync(text.replace('tablero-backup-2', 'tablero-backup-1').replace(/,"sha256":"\w+"/, ''))
  await writeFile(file, earlier.subarray(0, earlier.length - 9))
  await assert.rejects(restore((await empty()).url, file, KEY), /is damaged or not whole/)
  await writeFile(file, earlier)
  const target = await empty()
  await restore(target.url, file, KEY)
  assert.deepEqual(await contents(target.url), await contents(source.url))
})

test('an open change waits after a restore until its platform must show what was sent after the backup', async () => {
  const from = await test_database()
  made.push(from)
  await query(
    from.url,
    `with o as (insert into orgs (name) values ('Changing') returning org_id),
       c as (insert into connections (org_id, platform, name) select org_id, 'mx_ads', 'm' from o returning org_id, connection_id)
     insert into action_executions (org_id, connection_id, account_id, action, input, mark, target, target_key, differences, seen,
         state, created_at, again_at, ended_at)
       select org_id, connection_id, '1', 'create_campaign', '{}', 'tb-' || state, '{}', state, '[]', '{}', state, now(),
         case when state = 'queued' then now() end, case when state = 'failed' then now() end
       from c, unnest(array['queued', 'failed']) state`,
  )
  const file = join(folder, 'changing.gz')
  await back_up(from.url, file, KEY)
  const target = await empty()
  await restore(target.url, file, KEY)
  const changes = await query(
    target.url,
    `select state, round(extract(epoch from again_at - now()) / 60)::int as minutes from action_executions order by state desc`,
  )
  assert.deepEqual(changes, [
    { state: 'queued', minutes: HELD_S / 60 },
    { state: 'failed', minutes: null },
  ])
})

/** The same lines with the hash of the new ones in the last line, as a Tablero would write it. */
function signed_again(text: string): string {
  const start = text.lastIndexOf('\n', text.length - 2) + 1
  const sha256 = createHash('sha256').update(text.slice(0, start)).digest('hex')
  return `${text.slice(0, start)}${JSON.stringify({ ...JSON.parse(text.slice(start)), sha256 })}\n`
}

test('a backup of a newer Tablero is refused', async () => {
  const file = join(folder, 'new.gz')
  await back_up(source.url, file, KEY)
  const text = gunzipSync(await readFile(file)).toString()
  const header = JSON.parse(text.slice(0, text.indexOf('\n')))
  await writeFile(file, gzipSync(signed_again(text.replace(header.migrations.at(-1), '9999_of_the_future.sql'))))
  await assert.rejects(restore((await empty()).url, file, KEY), /9999_of_the_future\.sql is not known here/)
  await writeFile(file, gzipSync(signed_again(text.replace(header.format, 'tablero-backup-9'))))
  await assert.rejects(restore((await empty()).url, file, KEY), /was made by another version of Tablero/)
})

test('a user under row security gets a sentence that names the needed rights, and neither backup nor restore has an effect', async () => {
  const role = `narrow_${process.pid}`
  const target = await empty()
  const as_role = (url: string) => Object.assign(new URL(url), { username: role, password: 'p' }).href
  await query(source.url, `create role ${role} login password 'p' in role pg_read_all_data`)
  try {
    const needs = new RegExp(`database user ${role}: .* alter role "${role}" bypassrls`)
    await assert.rejects(back_up(as_role(source.url), join(folder, 'part.gz'), KEY), needs)
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.startsWith('part.')),
      [],
    )
    await back_up(source.url, join(folder, 'all.gz'), KEY)
    await assert.rejects(restore(as_role(target.url), join(folder, 'all.gz'), KEY), needs)
    assert.deepEqual(await query(target.url, `select to_regclass('public.orgs') as made`), [{ made: null }])
    await query(source.url, `alter role ${role} bypassrls`)
    assert.ok((await back_up(as_role(source.url), join(folder, 'narrow.gz'), KEY)).rows > 12_000)
  } finally {
    await query(source.url, `drop role ${role}`)
  }
})

test('a backup contains the data of one moment, whatever is written meanwhile', async () => {
  const file = join(folder, 'moment.gz')
  let writing = true
  const writer = (async () => {
    const client = new pg.Client(source.url)
    await client.connect()
    while (writing)
      await client.query(`with o as (insert into orgs (name) values ('late') returning org_id)
        insert into credit_balances select org_id, 1, 1, '2026-12-01' from o`)
    await client.end()
  })()
  await back_up(source.url, file, KEY)
  writing = false
  await writer
  const target = await empty()
  await restore(target.url, file, KEY)
  const [row] = await query(
    target.url,
    `select count(*)::int as orgs, (select count(*)::int from credit_balances) as balances from orgs`,
  )
  assert.equal(row.orgs, row.balances)
})

test('restore rejects a file that is no backup, a missing file, and a database that is in use', async () => {
  const file = join(folder, 'some.gz')
  await back_up(source.url, file, KEY)
  await assert.rejects(restore(source.url, file, KEY), /has organizations already/)
  await writeFile(join(folder, 'other.gz'), gzipSync('hello\n'))
  const target = await empty()
  await assert.rejects(restore(target.url, join(folder, 'other.gz'), KEY), /is no backup/)
  await writeFile(join(folder, 'plain.txt'), 'hello\n')
  await assert.rejects(restore(target.url, join(folder, 'plain.txt'), KEY), /damaged/)
  await assert.rejects(restore(target.url, join(folder, 'absent.gz'), KEY), /ENOENT/)
})

test('restore reports another master key', async () => {
  const file = join(folder, 'key.gz')
  await back_up(source.url, file, KEY)
  const restored = await restore((await empty()).url, file, Buffer.alloc(32, 2))
  assert.equal(restored.same_master_key, false)
})

test('operations.md lists every table that a backup leaves out, and no other', async () => {
  const document = await readFile(join(import.meta.dirname, '../../docs/operations.md'), 'utf8')
  const [table] = /^\| Not in a backup [\s\S]*?\n\n/m.exec(document)!
  const listed = [...table.matchAll(/`([a-z_]+\.[a-z_]+)`(?=[^|]*\|[^|]*\|$)/gm)].map(([, name]) => name)
  assert.deepEqual(listed.toSorted(), [...NOT_COPIED].sort())
})

test('a backup that fails leaves no file', async () => {
  await assert.rejects(back_up(source.url, join(folder, 'no/such/folder.gz'), KEY), /ENOENT/)
  const before_it = (await readdir(folder)).length
  const url = new URL(source.url)
  url.pathname = '/no_such_database'
  await assert.rejects(back_up(url.href, join(folder, 'never.gz'), KEY), { code: '3D000' })
  assert.equal((await readdir(folder)).length, before_it)
})
