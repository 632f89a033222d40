// A process that dispatches deliveries until it is killed: node dispatching_process.ts <database url> <address of the receivers>
// <start of the clock> <speed of the clock>.
import { open_pool } from '#db/pool.ts'
import { Dispatcher } from '#engine/outbound_webhooks/dispatcher.ts'
import { create_outbound } from '#engine/vendors/outbound.ts'
import { system_clock } from '#lib/clock.ts'
import { silent_log } from '#lib/log.ts'
import { TEST_KEY } from '#test/database.ts'
import { clock_at } from '#test/outbound_webhook_bench.ts'
import { place_of } from '../../scripts/disposable_postgres.ts'

const [database_url = '', sandbox_url = '', started_ms = '0', speed = '1'] = process.argv.slice(2)
new Dispatcher({
  pool: open_pool(place_of(database_url), { max: 4 }).worker,
  clock: { ...system_clock, now: clock_at(Number(started_ms), Number(speed)) },
  log: silent_log(),
  outbound: create_outbound({ sandbox_url }),
  master_key: TEST_KEY,
})
