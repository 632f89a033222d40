// A new table gets a row for each organization without a change of the fixtures, or its author learns where to write the value.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { create_org } from '#test/access.ts'
import { type TestDatabase, test_database } from '#test/database.ts'
import { type Seed, seed_org } from '#test/fixtures.ts'

let database: TestDatabase
let db: pg.Pool
before(async () => {
  database = await test_database()
  db = new pg.Pool({ connectionString: database.url, max: 2 })
})
after(async () => {
  await db?.end()
  await database?.drop()
})

const new_seed = async (name: string): Promise<Seed> => ({ org_id: await create_org(db, { name }), name, digit: 7 })

test('a required column without a default gets a value, and others keep their default', async () => {
  await db.query(`create table lamps (org_id uuid not null references orgs, is_lit boolean not null, is_sold boolean not null default false,
    is_old boolean, settings jsonb not null)`)
  const seed = await new_seed('acme')
  await seed_org(db, seed)
  const { rows } = await db.query('select is_lit, is_sold, is_old, settings from lamps where org_id = $1', [
    seed.org_id,
  ])
  assert.deepEqual(rows, [{ is_lit: true, is_sold: false, is_old: null, settings: {} }])
})

test('a row that a rule of its table refuses names the table and the file of such values', async () => {
  await db.query(
    `create table bulbs (org_id uuid not null references orgs, color text not null check (color in ('red', 'blue')))`,
  )
  await assert.rejects(
    seed_org(db, await new_seed('globex')),
    /^Error: bulbs: .*"bulbs_color_check".* Put a valid value into test\/support\/fixture_values\.ts\.$/,
  )
})
