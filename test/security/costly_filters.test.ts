// Filters of query_data that no row has. Their notes look for the nearest existing values, which must not delay other callers.
import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { after, before, describe, it } from 'node:test'
import { type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'

/** Existing values: at least as many as are compared. */
const VALUES = 1_000
const LONG_CHARS = 2_000
const FILTERS = 20
const LIST = 200
const FILTER_CHARS = 500
/** Without the limits of length and number, the process is blocked for the better part of a minute. */
const BLOCKED_MAX_MS = 3_000

describe('filters with long values that no row has', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let acme: FiguresOrg
  before(async () => {
    bench = await figures_bench()
    acme = await bench.org()
    const shop = await acme.connect('sx')
    const long = (n: number) => `${n} summer`.padEnd(LONG_CHARS, 'abcdefg hijk')
    const orders = Array.from({ length: VALUES }, (_, n) =>
      store_order(shop, {
        order_id: String(n),
        ordered_at: '2026-11-10T12:00:00Z',
        total: '1.00',
        utm_campaign: long(n),
      }),
    )
    await acme.insert((db) => db.insertInto('store_orders').values(orders).execute())
  })
  after(() => bench.close())

  it('are compared without blocking the process', async () => {
    const values = Array.from({ length: LIST }, (_, n) => `${n} winter`.padEnd(FILTER_CHARS, 'zyxwv utsr'))
    // A name is read without its spaces, so a caller can filter one dimension many times.
    const filters = Object.fromEntries(
      Array.from({ length: FILTERS }, (_, n) => [`${' '.repeat(n)}utm_campaign`, values]),
    )
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const { notes } = await acme.ask('query_data', { metric: 'store.revenue', filters })
    delay.disable()
    const [note] = notes.filter((text: string) => text.includes('No row of these days'))
    assert.match(note, /the utm_campaign '0 winterzyxwv .*…'\. Nearest values: '.* summerabcdefg .*…'/)
    assert.ok(delay.max / 1e6 < BLOCKED_MAX_MS, `blocked for ${delay.max / 1e6} ms`)
  })
})
