// Daily results of campaigns: orders that nobody counts are not known, and no answer is read that lacks what was asked for.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canned_api, rows_of_days } from '#test/canned_api.ts'
import { email_a } from './index.ts'

const account = { account_id: 'a', name: 'Shop', time_zone: 'UTC', currency: 'MXN' }
const DAYS = { from: '2026-11-01', to: '2026-11-02' }
const metric = (id: string, name: string) => ({ id, attributes: { name, created: '2020-01-01T00:00:00+00:00' } })
const campaign = {
  type: 'campaign',
  id: 'c1',
  attributes: { name: 'News', status: 'Sent', updated_at: '2026-10-01T00:00:00+00:00' },
  relationships: { 'campaign-messages': { data: [{ type: 'campaign-message', id: 'm1' }] } },
}
const aggregate = (measurements: Record<string, number[]>) => ({
  data: {
    attributes: {
      dates: ['2026-11-01T00:00:00+00:00', '2026-11-02T00:00:00+00:00'],
      data: [{ dimensions: ['m1'], measurements }],
    },
  },
})
/** An account with these metrics, whose campaigns are listed, and then archived ones. */
const account_with = (...names: string[]) => [
  { data: names.map((name, at) => metric(`M${at}`, name)) },
  { data: [campaign] },
  { data: [] },
]
const read = (answers: unknown[]) =>
  rows_of_days(email_a.streams.daily, { api: canned_api(answers).api, account, ...DAYS })

test('orders and revenue are null where no shop counts orders, and a zero where one does', async () => {
  const received = aggregate({ count: [100, 0] })
  const [alone] = await read([...account_with('Received Email'), received])
  assert.deepEqual(
    [alone!.delivered, alone!.opens, alone!.conversions, alone!.revenue_micros],
    [100n, null, null, null],
  )
  const orders = aggregate({ count: [0, 2], sum_value: [0, 12.5] })
  const with_shop = await read([...account_with('Received Email', 'Placed Order'), received, orders])
  assert.deepEqual(
    with_shop.map(({ date, delivered, conversions, revenue_micros }) => [date, delivered, conversions, revenue_micros]),
    [
      ['2026-11-01', 100n, 0, 0n],
      ['2026-11-02', 0n, 2, 12_500_000n],
    ],
  )
})

test('an answer without a measurement that was asked for ends the read', async () => {
  const incomplete = aggregate({ count: [1, 1] })
  const received = aggregate({ count: [0, 0] })
  await assert.rejects(
    read([...account_with('Received Email', 'Placed Order'), received, incomplete]),
    /lacks the measurement sum_value/,
  )
})

test('opens and clicks are null where the campaign does not track them, and a zero where it does', async () => {
  const sent_with = async (tracking_options: object) => {
    const received = aggregate({ count: [100, 0] })
    const seen = aggregate({ unique: [0, 3] })
    const names = ['Received Email', 'Opened Email', 'Clicked Email']
    const listed = { ...campaign, attributes: { ...campaign.attributes, tracking_options } }
    const [metrics, , archived] = account_with(...names)
    const rows = await read([metrics, { data: [listed] }, archived, received, seen, seen])
    return rows.map(({ date, opens, clicks }) => [date, opens, clicks])
  }
  assert.deepEqual(await sent_with({ is_tracking_opens: true, is_tracking_clicks: null }), [
    ['2026-11-01', 0n, 0n],
    ['2026-11-02', 3n, 3n],
  ])
  assert.deepEqual(await sent_with({ is_tracking_opens: false, is_tracking_clicks: true }), [
    ['2026-11-01', null, 0n],
    ['2026-11-02', null, 3n],
  ])
  assert.deepEqual(await sent_with({ is_tracking_opens: false, is_tracking_clicks: false }), [
    ['2026-11-01', null, null],
  ])
})

test('opens and clicks are null where no metric of their name counts them', async () => {
  const received = aggregate({ count: [100, 0] })
  const seen = aggregate({ unique: [0, 3] })
  const rows = await read([...account_with('Received Email', 'Opened Email', 'Clicked the Email'), received, seen])
  assert.deepEqual(
    rows.map(({ delivered, opens, clicks }) => [delivered, opens, clicks]),
    [
      [100n, 0n, null],
      [0n, 3n, null],
    ],
  )
})

test('delivered emails that no metric counts are an error where broadcasts were sent, and nothing where none was', async () => {
  const [metrics, , archived] = account_with('Email Received')
  const listed = (attributes: object) => [
    metrics,
    { data: [{ ...campaign, attributes: { ...campaign.attributes, ...attributes } }] },
    archived,
  ]
  const sent_on = (date: string) => ({ send_time: `${date}T10:00:00+00:00` })
  await assert.rejects(read(listed(sent_on('2026-10-01'))), /no metric 'Received Email'/)
  // An account that sends its first broadcast has the metric later on the same day.
  assert.deepEqual(await read(listed(sent_on(DAYS.to))), [])
  assert.deepEqual(await read(listed({ status: 'Draft' })), [])
})
