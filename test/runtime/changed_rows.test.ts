// Migrations that change or delete rows, on a database that has some.
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { migrate } from '#db/migrate.ts'
import { NOT_CHOSEN } from '#engine/account_choice.ts'
import { empty_database, type TestDatabase } from '#test/database.ts'

const MIGRATIONS = join(import.meta.dirname, '../../migrations')
const UNCHOSEN = '0088_accounts_that_nobody_chose.sql'
const HELD = `held_${process.pid}`

const made: TestDatabase[] = []
after(async () => {
  for (const { drop } of made) await drop()
})

/** A database as it was before a migration, with a client of its superuser. */
async function before_migration(name: string) {
  const database = await empty_database()
  made.push(database)
  const names = (await readdir(MIGRATIONS)).filter((one) => one.endsWith('.sql') && one < name)
  await migrate(database.url, { only: names })
  const client = new pg.Client(database.url)
  await client.connect()
  return { database, client }
}

/** Accounts a (chosen), b (never chosen) and c (chosen and read before), on a social network and on an ad platform. */
const insert_accounts = (client: pg.Client) =>
  client.query(`
    with o as (insert into orgs (name) values ('O') returning org_id),
    c as (insert into connections (org_id, platform, name)
      select org_id, 'social_a', 'S' from o returning org_id, connection_id),
    x as (insert into connection_accounts (org_id, connection_id, account_id, name, time_zone, extra, seen_at, state, reason)
      select org_id, connection_id, id, id, 'UTC', '{}', now(), case id when 'a' then 'read' else 'skipped' end,
        case when id <> 'a' then '${NOT_CHOSEN}' end from c, unnest(array['a', 'b', 'c']) id),
    s as (insert into sync_cursors (org_id, connection_id, stream, account_id, cursor)
      select org_id, connection_id, 'daily', id, '{}' from c, unnest(array['a', 'c']) id),
    n as (insert into social_accounts (org_id, connection_id, social_account_id, platform, username)
      select org_id, connection_id, id, 'social_a', id from c, unnest(array['a', 'b', 'c']) id)
    insert into ad_accounts (org_id, connection_id, account_id, platform, name, currency, time_zone)
    select org_id, connection_id, id, 'mx_ads', id, 'USD', 'UTC' from c, unnest(array['a', 'b', 'c']) id`)

const accounts_of = async (client: pg.Client) =>
  (
    await client.query(
      `select 'social ' || social_account_id as one from social_accounts union all select 'ads ' || account_id from ad_accounts order by 1`,
    )
  ).rows.map(({ one }) => one)

test('rows of accounts that nobody chose are deleted, and those of accounts that were read stay', async () => {
  const { database, client } = await before_migration(UNCHOSEN)
  try {
    await insert_accounts(client)
    await migrate(database.url)
    assert.deepEqual(await accounts_of(client), ['ads a', 'ads c', 'social a', 'social c'])
  } finally {
    await client.end()
  }
})

test('an owner whom row security holds deletes the same rows, and row security holds it afterwards', async () => {
  const { client } = await before_migration(UNCHOSEN)
  const tables = ['social_accounts', 'ad_accounts', 'connection_accounts', 'sync_cursors']
  try {
    await insert_accounts(client)
    await client.query(`create role ${HELD}; grant create on schema public to ${HELD}`)
    for (const table of tables) await client.query(`alter table ${table} owner to ${HELD}`)
    const statements = await readFile(join(MIGRATIONS, UNCHOSEN), 'utf8')
    await client.query(`set role ${HELD}; ${statements}; reset role`)
    assert.deepEqual(await accounts_of(client), ['ads a', 'ads c', 'social a', 'social c'])
    const { rows } = await client.query(
      'select relname from pg_class where relname = any ($1) and relforcerowsecurity',
      [tables],
    )
    assert.equal(rows.length, tables.length)
  } finally {
    await client.query(`reassign owned by ${HELD} to current_user; drop owned by ${HELD}; drop role ${HELD}`)
    await client.end()
  }
})

const SINCE = '0096_since_when_ads_show_it.sql'

test('a stored link has the time of its row, also for an owner whom row security holds', async () => {
  const { client } = await before_migration(SINCE)
  const read_at = '2026-11-01T10:00:00.000Z'
  try {
    await insert_accounts(client)
    await client.query(`
      insert into meta_ad_creatives (org_id, connection_id, account_id, creative_id, thumbnail_url, synced_at)
      select org_id, connection_id, account_id, link, nullif(link, 'none'), '${read_at}'
      from ad_accounts, unnest(array['https://cdn.example/1', 'none']) link where account_id = 'a'`)
    await client.query(`create role ${HELD}; grant create on schema public to ${HELD}`)
    for (const table of ['ads', 'meta_ad_creatives']) await client.query(`alter table ${table} owner to ${HELD}`)
    await client.query(`set role ${HELD}; ${await readFile(join(MIGRATIONS, SINCE), 'utf8')}; reset role`)
    const { rows } = await client.query(
      'select thumbnail_read_at, shown_since from meta_ad_creatives order by creative_id',
    )
    assert.deepEqual(
      rows.map(({ thumbnail_read_at, shown_since }) => [
        thumbnail_read_at?.toISOString?.() ?? thumbnail_read_at,
        shown_since,
      ]),
      [
        [read_at, null],
        [null, null],
      ],
    )
    const held = "select relforcerowsecurity as is_forced from pg_class where oid = 'meta_ad_creatives'::regclass"
    assert.deepEqual((await client.query(held)).rows, [{ is_forced: true }])
  } finally {
    await client.query(`reassign owned by ${HELD} to current_user; drop owned by ${HELD}; drop role ${HELD}`)
    await client.end()
  }
})
