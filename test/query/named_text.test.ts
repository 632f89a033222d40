// A text that no row has is named in the notes, so that a caller never takes a typo for a zero.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { figures_bench } from '#test/figures.ts'

let bench: Awaited<ReturnType<typeof figures_bench>>
before(async () => {
  bench = await figures_bench()
})
after(() => bench.close())

test('query_analytics says when no row has the traffic source, with the nearest ones', async () => {
  const org = await bench.org()
  const of = { connection_id: await org.connect('gx_analytics'), property_id: '1', date: '2026-11-19', currency: 'MXN' }
  const visits = { sessions: 9n, users: 5n, new_users: 1n, engaged_sessions: 1n, conversions: '0', purchases: 0n }
  const google = { source: 'google', medium: 'cpc', channel: 'Paid Search', campaign: 'x', revenue_micros: 0n }
  await org.insert((db) =>
    db
      .insertInto('web_source_daily')
      .values({ ...of, ...visits, ...google })
      .execute(),
  )
  const notes_of = async (traffic_source: string) =>
    (await org.ask('query_analytics', { traffic_source })).notes.join(' ')
  assert.match(await notes_of('gogle'), /No row of these days has the traffic_source .gogle.\. Nearest values: .google/)
  for (const known of ['Google', 'paid search']) assert.doesNotMatch(await notes_of(known), /No row of these days/)
})
