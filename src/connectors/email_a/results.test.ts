// Results of broadcasts. Klaviyo refuses the value of conversions for some metrics, and a refusal must not end all results.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Row, SnapshotStream } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { canned_api } from '#test/canned_api.ts'
import { email_a } from './index.ts'

const account = { account_id: 'a', name: 'Shop', time_zone: 'UTC', currency: 'MXN' }
const NO_VALUES = new VendorRefusal(
  'refused',
  'Email platform A refused the request: Passed in conversion metric does not support querying for values data',
)
const metrics = (...names: string[]) => ({ data: names.map((name, at) => ({ id: `M${at}`, attributes: { name } })) })
const report = (statistics: Record<string, number>) => ({
  data: { attributes: { results: [{ groupings: { campaign_id: 'c1' }, statistics }] } },
})
const none = { data: { attributes: { results: [] } } }
const sent = {
  data: [
    { type: 'campaign', id: 'c1', attributes: { name: 'News', status: 'Sent', updated_at: '2026-11-01T00:00:00Z' } },
  ],
}
const totals = { recipients: 110, delivered: 100, opens_unique: 40, clicks_unique: 7 }

async function read(answers: unknown[]) {
  const { api, asked } = canned_api([...answers, sent, { data: [] }])
  const stream = email_a.streams.results as unknown as SnapshotStream<unknown, 'email_campaigns'>
  const rows: Row<'email_campaigns'>[] = []
  for await (const page of stream.read({ api, account, settings: {} }))
    for (const item of page) rows.push(stream.rows(item, { account }).email_campaigns as Row<'email_campaigns'>)
  const reports = asked.filter(({ path }) => path === '/campaign-values-reports')
  const wanted = reports.map(
    ({ body }) => (body as { data: { attributes: { statistics: string[] } } }).data.attributes.statistics,
  )
  return { row: rows[0]!, wanted }
}

test('an account without orders is not asked for the value of clicks, which have none', async () => {
  const { row, wanted } = await read([metrics('Received Email', 'Clicked Email'), none, report(totals)])
  assert.deepEqual([row.delivered, row.opens, row.clicks], [100n, 40n, 7n])
  assert.deepEqual([row.conversions, row.revenue_micros], [null, null])
  for (const statistics of wanted) assert.ok(!statistics.includes('conversion_value'))
})

test('where Klaviyo refuses the value of orders, the revenue is unknown and everything else is read', async () => {
  const { row, wanted } = await read([
    ...[metrics('Placed Order', 'Placed Order'), NO_VALUES, none, report({ ...totals, conversions: 3 })],
    ...[none, report({ conversions: 2, conversion_value: 20.5 })],
  ])
  assert.deepEqual([row.delivered, row.conversions, row.revenue_micros], [100n, 5, null])
  assert.deepEqual(
    wanted.map((statistics) => statistics.includes('conversion_value')),
    [true, false, false, true, true],
  )
})

test('any other refusal of a report ends the read', async () => {
  const other = new VendorRefusal('refused', 'Email platform A refused the request: Invalid input.')
  await assert.rejects(read([metrics('Placed Order'), other]), /Invalid input/)
})
