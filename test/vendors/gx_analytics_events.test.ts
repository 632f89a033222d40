// The events of the funnel, from the sandbox's reports to rows.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gx_analytics } from '#connectors/gx_analytics/index.ts'
import { without_contracts as skip } from './published.ts'
import { google_secrets, wire } from './wire.ts'

let wired: Awaited<ReturnType<typeof wire>>
before(async () => {
  if (skip) return
  const secrets = google_secrets('gx_analytics')
  wired = await wire({ connector: gx_analytics, platform: 'gx_analytics', secrets })
})
after(() => wired?.close())

test('events of a day are those of the funnel, with as many purchases as the day has', { skip }, async () => {
  const [account] = await wired.accounts()
  const days = ['2026-11-10', '2026-11-12'] as const
  const daily = await wired.rows(gx_analytics.streams.daily, account!, ...days)
  const events = await wired.rows(gx_analytics.streams.by_event_daily!, account!, ...days)
  for (const day of daily) {
    const of_day = events.filter(({ date }) => date === day.date)
    const named = Object.fromEntries(of_day.map((row) => [row.event_name, row]))
    assert.deepEqual(Object.keys(named).sort(), ['add_to_cart', 'begin_checkout', 'purchase', 'view_item'])
    assert.equal(named.purchase!.events, day.purchases)
    for (const { events, users } of of_day as { events: bigint; users: bigint }[])
      assert.ok(users > 0n && users <= events && users <= (day.users as bigint))
  }
})
