import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Lack } from '#engine/connector.ts'
import { canned_api, rows_of_days } from '#test/canned_api.ts'
import { gx_analytics } from './index.ts'

const account = { account_id: '42', name: 'Shop', time_zone: 'America/Mexico_City', currency: 'MXN' }
const row = (date: string, event: string, count: string, users: string) => ({
  dimensionValues: [{ value: date }, { value: event }],
  metricValues: [{ value: count }, { value: users }],
})
const answer = {
  dimensionHeaders: [{ name: 'date' }, { name: 'eventName' }],
  metricHeaders: ['eventCount', 'totalUsers'].map((name) => ({ name, type: 'TYPE_INTEGER' })),
  rows: [row('20261101', 'add_to_cart', '12', '9'), row('(other)', 'add_to_cart', '3', '3')],
  rowCount: 2,
  metadata: { currencyCode: 'MXN', timeZone: 'America/Mexico_City', subjectToThresholding: true },
}

test('an event of a day is a row with its people, and only events of the funnel are requested', async () => {
  const { api, asked } = canned_api([answer])
  const { by_event_daily } = gx_analytics.streams
  const rows = await rows_of_days(by_event_daily!, { api, account, from: '2026-11-01', to: '2026-11-02' })
  assert.deepEqual(rows, [
    {
      ...{ property_id: '42', date: '2026-11-01', event_name: 'add_to_cart', events: 12n, users: 9n },
      ...{ is_sampled: true, quality: 'thresholded' },
    },
  ])
  assert.deepEqual((asked[0]!.body as { dimensionFilter: object }).dimensionFilter, {
    filter: {
      fieldName: 'eventName',
      inListFilter: { values: ['view_item', 'add_to_cart', 'begin_checkout', 'purchase'], caseSensitive: true },
    },
  })
})

test('an empty report that Google withholds or shortens leaves its days uncertain, and an exact one does not', async () => {
  const reasons_of = async (metadata: Record<string, unknown>, name: 'daily' | 'by_source_daily' = 'daily') => {
    const reasons: string[] = []
    const answer = { metadata: { currencyCode: 'MXN', ...metadata } }
    const { api } = canned_api([answer, answer])
    const lacks = ({ reason, is_suspect }: Lack) => void reasons.push(`${is_suspect} ${reason}`)
    await rows_of_days(gx_analytics.streams[name]!, {
      api,
      account,
      from: '2026-11-01',
      to: '2026-11-02',
      lacks,
    })
    return reasons
  }
  assert.deepEqual(await reasons_of({}), [])
  for (const withheld of [{ subjectToThresholding: true }, { dataLossFromOtherRow: true }, { samplingMetadatas: [{}] }])
    assert.match((await reasons_of(withheld)).join(), /^true Google gives no row of some days/)
  // The site's days show what its parts lack.
  const parts = await reasons_of({ subjectToThresholding: true }, 'by_source_daily')
  assert.match(parts.join(), /^undefined Google gives no row of some days/)
})
