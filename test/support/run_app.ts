// A Tablero with a worker and the tools with runs, and short functions to read its runs.
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, type Call, call } from '#engine/calls/call.ts'
import { start_worker } from '#engine/queue/worker.ts'
import { test_app } from '#test/app.ts'
import { COSTS, hooks, run_fixtures } from '#test/run_area.ts'
import { unlimited } from '#test/unlimited.ts'

export const ALL_STEPS = COSTS.one + COSTS.two + COSTS.three
/** Credits of each organization before each test. */
export const BALANCE = 1_000

export type RunApp = Awaited<ReturnType<typeof run_app>>

export async function run_app() {
  const app = await test_app({ areas: unlimited({ run_fixtures }), seeded: false })
  let worker = await start_worker(app.engine)
  let reached: string[] = []
  let request = 0
  const runs = async () => (await app.db.query('select * from runs order by run_id')).rows

  return {
    app,
    runs,
    /** Points that the work reached, in their order. */
    reached: () => reached,
    async refill() {
      reached = []
      hooks.reach = async (point) => void reached.push(point)
      await app.db.query(`delete from runs; delete from contacts; update credit_balances set balance = ${BALANCE}`)
    },
    stop_worker: () => worker.stop(),
    async start_worker() {
      worker = await start_worker(app.engine)
    },
    async close() {
      hooks.reach = async () => {}
      await worker.stop()
      await app.close()
    },

    /** Blocks the work at the point until `open` is called. An error of `then` is thrown at this point. */
    gate(at: string, then: () => void = () => {}) {
      const [here, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      hooks.reach = async (point) => {
        reached.push(point)
        if (point !== at) return
        here.resolve()
        await open.promise
        then()
      }
      return { here: here.promise, open: open.resolve }
    },

    ask: (
      input: object,
      { key = app.keys.acme, tool = 'fixture_run', ...more }: { key?: string } & Partial<Call> = {},
    ) =>
      call(app.engine, {
        tool,
        input,
        credential: key,
        org_id: undefined,
        transport: 'rest',
        request_id: `request-${request++}`,
        ...more,
      }),

    async balance(org_id = app.acme.org_id) {
      const { rows } = await app.db.query('select balance from credit_balances where org_id = $1', [org_id])
      return Number(rows[0].balance)
    },

    /** The row of the run, when it has ended. */
    async ended(run_id: string) {
      for (;;) {
        const run = (await runs()).find((row) => row.run_id === run_id)
        if (run.ended_at !== null) return run
        await wait(20)
      }
    },

    /** The queue waits longer after each failure. Here it does not wait. */
    async hurry_until<T>(done: Promise<T>): Promise<T> {
      let is_done = false
      const ending = done.finally(() => {
        is_done = true
      })
      while (!is_done) {
        await app.db.query('update graphile_worker._private_jobs set run_at = now() where locked_at is null')
        await wait(50)
      }
      return ending
    },
  }
}

export function result_of(answer: Answer) {
  assert.ok(answer.ok, JSON.stringify(answer))
  return answer.result
}

export const run_of = (answer: Answer) => String(result_of(answer).run_id)

export function error_of(answer: Answer) {
  assert.ok(!answer.ok, JSON.stringify(answer))
  return [answer.status, answer.error] as const
}
