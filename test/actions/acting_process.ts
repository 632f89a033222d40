// A process that carries out one change, and can be killed: node acting_process.ts <database url> <address of the platforms>
// <organization> <execution> <present instant>. It waits for nothing: another process continues what has to wait.
import { connectors } from '#connectors/index.ts'
import { open_pool } from '#db/pool.ts'
import { execute } from '#engine/actions/execute.ts'
import { create_engine } from '#engine/engine.ts'
import { silent_log } from '#lib/log.ts'
import { TEST_KEY } from '#test/database.ts'
import { place_of } from '../../scripts/disposable_postgres.ts'

const [database_url = '', sandbox_url = '', org_id = '', execution_id = '', now = ''] = process.argv.slice(2)
const pool = open_pool(place_of(database_url), { max: 4 }).worker
let waited_ms = 0
const engine = await create_engine({
  ...{ pool, log: silent_log(), areas: {}, jobs: {}, base_url: 'http://tablero.test' },
  ...{ master_key: TEST_KEY, sandbox_url, connectors },
  clock: {
    now: () => new Date(Date.parse(now) + waited_ms),
    // The clock by which the platforms count requests moves as far.
    sleep: async (ms) => {
      waited_ms += ms
      await fetch(`${sandbox_url}/waited/${ms}`)
    },
  },
})
await execute(engine, { org_id, execution_id, signal: new AbortController().signal })
await engine.close()
await pool.end()
