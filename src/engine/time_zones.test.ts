import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type pg from 'pg'
import { type Database, kysely_on } from '#db/pool.ts'
import { type TestDatabase, test_database } from '#test/database.ts'
import * as zones from './time_zones.ts'

/** Reads the names each time, because the tests change them. */
const checked_zone = (of: Database, given: string) => zones.checked_zone(of, given, zones.read_zone_names)
const zones_of_accounts = (of: Database, given: readonly string[]) =>
  zones.zones_of_accounts(of, given, zones.read_zone_names)

let database: TestDatabase
let client: pg.PoolClient
let db: Database
before(async () => {
  database = await test_database()
  client = await database.owner.connect()
  db = kysely_on(client)
})
after(async () => {
  client.release()
  await database.drop()
})
beforeEach(() => client.query('set search_path to default'))

/** As on Debian 13 without the package tzdata-legacy. */
async function without_earlier_names() {
  await client.query(`create or replace temporary view pg_timezone_names as select * from pg_catalog.pg_timezone_names
    where name not in ('America/Buenos_Aires', 'Asia/Calcutta', 'Europe/Kiev', 'US/Eastern', 'Asia/Katmandu', 'Asia/Kathmandu')`)
  await client.query('set search_path to pg_temp, public, pg_catalog')
}

test('the zone of an organization has the name that the database knows', async () => {
  for (const name of ['Asia/Calcutta', 'America/Mexico_City', 'UTC', 'Etc/GMT+3'])
    assert.equal(await checked_zone(db, name), name)
  assert.equal(await checked_zone(db, 'america/mexico_city'), 'America/Mexico_City')
  await without_earlier_names()
  for (const [earlier, present] of [
    ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['US/Eastern', 'America/New_York'],
  ] as const)
    assert.equal(await checked_zone(db, earlier), present)
})

test('a zone that the database does not know under any name is refused, and the transaction continues', async () => {
  await without_earlier_names()
  await client.query('begin')
  await assert.rejects(checked_zone(db, 'Asia/Kathmandu'), {
    message: /^'Asia\/Kathmandu' is not known to the database; use an IANA name, for example \w+\/\w+\.$/,
  })
  await assert.rejects(checked_zone(db, 'Asia/Calcuta'), {
    message: /is no time zone; .* for example Asia\/Kolkata\.$/,
  })
  for (const offset of ['-03:00', '+05:30', '<-03>3'])
    await assert.rejects(checked_zone(db, offset), { message: /is no time zone; use an IANA name/ })
  assert.equal((await client.query('select 1 as one')).rows[0].one, 1)
  await client.query('rollback')
})

test('a name that PostgreSQL reads as an abbreviation without summer time becomes the zone that Node means', async () => {
  const named = { CET: 'Europe/Brussels', EET: 'Europe/Athens', EST: 'America/Panama', GMT: 'UTC' }
  for (const [short, zone] of Object.entries(named)) {
    assert.equal(await checked_zone(db, short), zone)
    const { rows } = await client.query(
      `select to_char(timestamptz '2026-07-01 12:00Z' at time zone $1, 'HH24:MI') as at`,
      [zone],
    )
    const at = Temporal.Instant.from('2026-07-01T12:00:00Z').toZonedDateTimeISO(short).toPlainTime()
    assert.equal(rows[0].at, at.toString({ smallestUnit: 'minute' }), short)
  }
})

test('zones of accounts: an offset of whole hours gets its zone, and what is not known is absent', async () => {
  await without_earlier_names()
  const found = await zones_of_accounts(db, ['-03:00', '+05:30', 'Asia/Calcutta', 'Mars/Base', 'Asia/Kathmandu'])
  assert.deepEqual(Object.fromEntries(found), { '-03:00': 'Etc/GMT+3', 'Asia/Calcutta': 'Asia/Kolkata' })
})
