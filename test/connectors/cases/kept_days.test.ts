// What a vendor deletes after some days must be read before. A history that asks for older days would be refused, or come empty.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import type { Stream } from '#engine/connector.ts'

/** Days that vendors keep, by platform and table. */
const KEPT: Record<string, [days: number, tables: RegExp]> = {
  // Sponsored Products: 95 days. Other kinds have fewer (advertising.amazon.com/API/docs, reporting v3 FAQ, 2025-09).
  mpb_ads: [95, /_daily$/],
  // Orders and financial events: two years (models of the Selling Partner API, 2026-08).
  mpb_sp: [730, /orders|charges/],
  // 16 months (support.google.com/webmasters, performance report, read 2026-11).
  seo_console: [486, /_daily$/],
  // 30 days after they were created (tiendanube.github.io/api-documentation, abandoned-checkout, 2025-03).
  tnx: [30, /^checkouts$/],
}

const history_of = (stream: Stream) =>
  'window' in stream ? stream.window.history_days : 'since' in stream ? stream.since.history_days : undefined

for (const [platform, [days, tables]] of Object.entries(KEPT))
  test(`${platform}: the history asks for no day that is not kept`, () => {
    const streams = Object.values(connectors[platform]!.streams).filter(({ into }) =>
      into.some((of) => tables.test(of)),
    )
    assert.ok(streams.length > 0)
    for (const stream of streams) assert.ok((history_of(stream) ?? Number.POSITIVE_INFINITY) <= days)
  })
