// Vendors restate past days. Days that are not read again keep figures that the vendor no longer shows.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import type { Stream } from '#engine/connector.ts'
import { without_contracts } from '../../vendors/published.ts'

/** Days that each vendor still changes, by platform (list of the vendors' own words and of others, read 2026-11), with other streams. */
const RESTATED: Record<string, { days: number; month: string; streams?: string[] }> = {
  // Tables of orders and of money, which are read by change.
  mpa: { days: 60, month: '2026-06', streams: ['orders'] },
  mpb_sp: { days: 30, month: '2026-11', streams: ['orders'] },
  store_c: { days: 90, month: '2026-09', streams: ['orders'] },
  tnx: { days: 60, month: '2026-11', streams: ['orders'] },
  // Attribution of 14 days, and 28 days of corrections.
  mpb_ads: { days: 42, month: '2025-09' },
  net_c_ads: { days: 30, month: '2026-11' },
  net_d_ads: { days: 14, month: '2026-11' },
  tx_ads: { days: 28, month: '2026-11' },
  email_b: { days: 30, month: '2026-11', streams: ['results'] },
  email_c: { days: 30, month: '2026-11' },
  merchant_feed: { days: 7, month: '2026-11' },
  net_c: { days: 3, month: '2026-11' },
  social_a: { days: 3, month: '2026-06' },
  heat_a: { days: 0, month: '2026-08' },
}

/** Days that are read again, once a day or more often. */
function read_again(stream: Stream): number {
  if ('window' in stream) return stream.window.overlap_days
  return 'since' in stream ? (stream.since.sweep?.days ?? 0) : Number.POSITIVE_INFINITY
}

/** What a vendor gives of today alone has no earlier day to read. */
const has_days = (stream: Stream) => 'window' in stream && stream.window.history_days > 0

for (const [platform, { days, month, streams = [] }] of Object.entries(RESTATED))
  test(`${platform}: at least the ${days} days that the vendor changes are read again (${month})`, () => {
    const declared = connectors[platform]!.streams
    for (const name of streams) assert.ok(declared[name], name)
    const checked = Object.entries(declared).filter(([name, stream]) => has_days(stream) || streams.includes(name))
    assert.ok(checked.length > 0)
    for (const [name, stream] of checked) assert.ok(read_again(stream) >= days, `${name}: ${read_again(stream)} days`)
  })

test('the days are those of the list of the vendors', { skip: without_contracts }, () => {
  const list = readFileSync(join(import.meta.dirname, '../../../../shared/vendors/TRAPS.md'), 'utf8')
  const [names = '', ...rows] = list.split('\n').filter((line) => /^\| (Key|[a-z_]+) \| /.test(line))
  const column = names.split(' | ').indexOf('Backfill / overlap')
  const stated = rows.map((row) => {
    const cells = row.replace(/^\| /, '').split(' | ')
    return [cells[0]!, Number(/ \/ (\d+)/.exec(cells[column] ?? '')?.[1])]
  })
  const own = Object.entries(RESTATED).map(([platform, { days }]) => [platform, days])
  assert.deepEqual(own.toSorted(), stated.toSorted())
})
