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

/** A page of groups, one of each message. */
const groups = (of: number, links?: object) => {
  const measurements = { count: [1, 0] }
  const { data } = aggregate({})
  const rows = Array.from({ length: of }, (_, n) => ({ dimensions: [n === 0 ? 'm1' : `flow${n}`], measurements }))
  return { data: { attributes: { ...data.attributes, data: rows } }, links }
}

test('a full page of groups without a link is asked for again for fewer days, and one day of it is an error', async () => {
  const days = (to: string, page: unknown) =>
    rows_of_days(email_a.streams.daily, {
      api: canned_api([...account_with('Received Email'), page]).api,
      account,
      ...{ from: DAYS.from, to },
    })
  for (const links of [undefined, { self: 'https://a.klaviyo.com/api/metric-aggregates' }]) {
    await assert.rejects(days(DAYS.to, groups(500, links)), { kind: 'too_much' })
    await assert.rejects(days(DAYS.from, groups(500, links)), { kind: 'refused', message: /500 messages/ })
  }
  await assert.rejects(days(DAYS.to, groups(1, { next: 'https://a.klaviyo.com/api/metric-aggregates?p=2' })), {
    kind: 'too_much',
  })
  assert.equal((await days(DAYS.to, groups(499))).length, 1)
  assert.equal((await days(DAYS.to, groups(500, { next: null }))).length, 1)
})

test('the next page of groups is asked for, whichever name its cursor has in the link', async () => {
  for (const parameter of ['page_cursor', 'page%5Bcursor%5D']) {
    const next = `https://a.klaviyo.com/api/metric-aggregates?${parameter}=b%3D`
    const { api, asked } = canned_api([...account_with('Received Email'), groups(500, { next }), groups(1)])
    const [row] = await rows_of_days(email_a.streams.daily, { api, account, ...DAYS })
    assert.equal(row!.delivered, 2n)
    assert.deepEqual(
      asked.slice(-2).map(({ body }) => {
        const { attributes } = (body as { data: { attributes: Record<string, unknown> } }).data
        return [attributes.page_size, attributes.page_cursor]
      }),
      [
        [500, undefined],
        [500, 'b='],
      ],
    )
  }
})

test('a single zero stands for zeros of all days, and any other number of values that is not that of the days is an error', async () => {
  const orders = aggregate({ count: [0, 2], sum_value: [0] })
  const received = aggregate({ count: [0] })
  const names = ['Received Email', 'Placed Order']
  assert.deepEqual(
    (await read([...account_with(...names), received, orders])).map(
      ({ date, delivered, conversions, revenue_micros }) => [...[date, delivered, conversions, revenue_micros]],
    ),
    [['2026-11-02', 0n, 2, 0n]],
  )
  for (const count of [[5], [1, 1, 1], []])
    await assert.rejects(read([...account_with('Received Email'), aggregate({ count })]), /values of 2 days/)
})
