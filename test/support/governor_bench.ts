// Governors of several processes, each with pools of its own. Their clock is simulated, so no test waits.
import { after, before } from 'node:test'
import type { Pool } from '#db/pool.ts'
import type { Pace } from '#engine/connector.ts'
import { type Asker, Governor, shared_budgets } from '#engine/vendors/governor.ts'
import { type TestDatabase, test_database, test_pool } from '#test/database.ts'

export const START = Date.parse('2026-11-18T20:00:00Z')

/** A clock that moves when somebody waits. */
export const a_clock = (ms = START) => ({
  ms,
  now(): Date {
    return new Date(this.ms)
  },
  async sleep(wait_ms: number): Promise<void> {
    this.ms += wait_ms
  },
})

export function governor_bench() {
  const { signal } = new AbortController()
  let database: TestDatabase
  const pools: Pool[] = []
  before(async () => {
    database = await test_database()
  })
  after(async () => {
    for (const pool of pools) await pool.end()
    await database.drop()
  })

  function a_process(clock = a_clock()) {
    const pool = test_pool(database, { max: 2 })
    pools.push(pool)
    return { governor: new Governor(shared_budgets(pool.worker.org), clock), clock, pool }
  }
  type Process = Pick<ReturnType<typeof a_process>, 'governor' | 'clock'>

  let vendors = 0
  const asker = (of: Partial<Asker> = {}): Asker => ({
    platform: `vendor_${vendors}`,
    org: 'org',
    user: 'one',
    app: 'app',
    priority: 'person',
    ...of,
  })
  const send = ({ governor }: Process, paces: Pace[], of: Partial<Asker> = {}, most_ms = Number.POSITIVE_INFINITY) =>
    governor.throttle(paces, asker(of), { signal, most_ms })
  return {
    a_process,
    asker,
    send,
    /** What is sent from now on is sent to a vendor without any requests. */
    next_vendor() {
      vendors += 1
    },
    /** Requests that are sent until one would have to wait. */
    async sent_now(process: Process, paces: Pace[], of: Partial<Asker> = {}) {
      for (let sent = 0; ; sent++) if ((await send(process, paces, of, 0)) !== undefined) return sent
    },
    /** The owner of the database. */
    owner: () => database.owner,
  }
}
