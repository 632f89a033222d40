// A worker as an operator runs it, on a fast clock: node worker.ts <database> <sandbox> <the hour as JSON> <places>. It reports its memory
// and its syncs in lines of JSON.
import { connectors } from '#connectors/index.ts'
import { open_pool } from '#db/pool.ts'
import { create_engine } from '#engine/engine.ts'
import { start_worker } from '#engine/queue/worker.ts'
import { jobs } from '#jobs/index.ts'
import { sync_connection } from '#jobs/sync_connection.ts'
import { silent_log } from '#lib/log.ts'
import { keep_young_heap_small } from '#lib/young_heap.ts'
import { TEST_KEY } from '#test/database.ts'
import { place_of } from '../../../scripts/disposable_postgres.ts'
import { clock_of, type Hour } from './hour.ts'

export interface Report {
  rss_mib: number
  /** Objects that the process still uses, or that were not collected yet. */
  heap_mib: number
  /** Syncs that have started, have not ended and do not sleep. */
  working: number
  asleep: number
}

const REPORT_MS = 250
const POOL = 20

keep_young_heap_small()
const [database_url = '', sandbox_url = '', json = '{}', places = '4'] = process.argv.slice(2)
const clock = clock_of(JSON.parse(json) as Hour)
let started = 0
let asleep = 0
const { run } = sync_connection
sync_connection.run = async (...given) => {
  started += 1
  await run(...given).finally(() => (started -= 1))
}
const engine = await create_engine({
  ...{ pool: open_pool(place_of(database_url), { max: POOL }), log: silent_log(), areas: {}, connectors, jobs },
  ...{ base_url: 'http://tablero.test', master_key: TEST_KEY, sandbox_url },
  clock: {
    now: clock.now,
    async sleep(ms, signal) {
      asleep += 1
      await clock.sleep(ms, signal).finally(() => (asleep -= 1))
    },
  },
})
const worker = await start_worker(engine, { long_concurrency: Number(places) })
const report = () => {
  const { rss, heapUsed } = process.memoryUsage()
  const [rss_mib = 0, heap_mib = 0] = [rss, heapUsed].map((bytes) => bytes / 2 ** 20)
  console.log(JSON.stringify({ rss_mib, heap_mib, working: started - asleep, asleep } satisfies Report))
}
report()
const reports = setInterval(report, REPORT_MS)
process.once('SIGTERM', async () => {
  clearInterval(reports)
  await worker.stop()
  await engine.close()
  process.exit(0)
})
