// Time zones whose rules the database and this process do not share are named from the start on.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fault_of_zones, ZoneWatch } from '#engine/access/zone_watch.ts'
import { check_readiness } from '#engine/queue/readiness.ts'
import { silent_log } from '#lib/log.ts'
import { type TestDatabase, test_database, test_pool } from '#test/database.ts'

let database: TestDatabase
let pool: ReturnType<typeof test_pool>
before(async () => {
  database = await test_database()
  pool = test_pool(database, { max: 2 })
})
after(async () => {
  await pool.end()
  await database.drop()
})

const clock = { now: () => new Date('2026-11-20T18:00:00Z'), sleep: async () => {} }
/** What an operator or an earlier version wrote. */
const set_zone = (time_zone: string) =>
  database.owner.query(`insert into orgs (name, time_zone) values ('x', $1)`, [time_zone])

test('zones that both read alike are no fault, in any spelling', async () => {
  for (const zone of ['America/Mexico_City', 'europe/madrid', 'America/Asuncion', 'UTC']) await set_zone(zone)
  assert.equal(await fault_of_zones({ pool, clock }), undefined)
})

test('a zone with other rules in the database, and one that it does not know, are named in the log and in /readyz', async () => {
  // PostgreSQL reads this name as an offset without summer time, which stands for time zone data of another age.
  await set_zone('CET')
  const logged: unknown[] = []
  const log = Object.assign(Object.create(silent_log), { warn: (text: unknown) => logged.push(text) })
  const zones = new ZoneWatch({ pool, clock, log })
  zones.start()
  await zones.stop()
  const readiness = () =>
    check_readiness({
      pool,
      log,
      zones,
      recorder: { lacking: undefined },
      space: { lacking: undefined, lacking_in_part: undefined },
    })
  const fault = zones.fault ?? ''
  assert.match(
    fault,
    /^The database and Tablero read the rules of time zones differently: CET \(from 202\d-\d\d-\d\d\)\./,
  )
  assert.deepEqual(await readiness(), { ready: true, reason: fault })
  await set_zone('-03:00')
  zones.start()
  await zones.stop()
  assert.match(zones.fault ?? '', /^The database does not know time zones that are in use: -03:00\. The database and /)
  assert.deepEqual(await readiness(), { ready: true, reason: zones.fault })
  assert.deepEqual(logged, [fault, zones.fault])
  await database.owner.query(`update orgs set time_zone = 'UTC'`)
  zones.start()
  await zones.stop()
  assert.deepEqual(await readiness(), { ready: true })
})
