// The bound of a platform's history, asked for at any hour: the platform, the account and UTC may have different days.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { today_in } from '#domain/windows.ts'
import type { WarehouseTable, WindowStream } from '#engine/connector.ts'
import { accounts_of } from '#engine/sync/accounts.ts'
import { with_run } from '#engine/sync/connected.ts'
import { history_start } from '#engine/sync/cursor.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'

const HOUR_MS = 3_600_000
/** Each attempt is on another day, because some platforms allow few requests a day, and six hours later in it. */
const STEP_HOURS = 30
const ATTEMPTS = 4

const window_streams = Object.entries(connectors).flatMap(([platform, { streams }]) =>
  Object.entries(streams)
    .filter(([, stream]) => 'window' in stream)
    .map(([name, stream]) => ({ platform, name, stream: stream as WindowStream<never, WarehouseTable> })),
)

suite('the oldest day of a stream', () => {
  let bench: SyncBench
  before(async () => {
    bench = await sync_bench({ now: '2026-11-20T01:00:00Z' })
  })
  after(() => bench.close())

  for (const platform of new Set(window_streams.map(({ platform }) => platform)))
    test(`of ${platform} can be read at every hour of a day`, async () => {
      bench.sandbox.clock.reset()
      const place = await bench.connect(platform)
      const read: string[] = []
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        bench.sandbox.clock.reset()
        bench.sandbox.clock.advance(attempt * STEP_HOURS * HOUR_MS)
        await bench.database.owner.query('delete from vendor_budgets')
        const signal = new AbortController().signal
        await with_run(bench.engine, { ...place, signal }, 'person', async (run) => {
          const [account] = (await accounts_of(run)).filter(({ unreadable }) => !unreadable)
          for (const { name, stream } of window_streams.filter((of) => of.platform === platform)) {
            const now = new Date(bench.sandbox.clock.now())
            const source = {
              api: run.api_for({ account_id: account!.account_id }),
              account: account!,
              settings: run.settings,
            }
            const history_days = (await stream.window.kept?.days(source)) ?? stream.window.history_days
            const from = history_start(
              { ...stream.window, history_days },
              { ...account!, created_on: undefined },
              today_in(account!.time_zone, now),
            )
            for await (const _ of stream.read({ ...source, from, to: from }));
            read.push(`${name} ${from}`)
          }
        })
      }
      const streams = window_streams.filter((of) => of.platform === platform).length
      assert.equal(read.length, streams * ATTEMPTS)
    })
})
