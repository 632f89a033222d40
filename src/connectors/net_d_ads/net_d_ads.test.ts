import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account, VendorAnswer } from '#engine/connector.ts'
import { canned_api, rows_of_days } from '#test/canned_api.ts'
import { classify_answer } from './errors.ts'
import { net_d_ads } from './index.ts'

const account: Account = { account_id: 'a1B', name: 'Shop', currency: 'USD', time_zone: 'America/Los_Angeles' }
const days = { from: '2026-11-01', to: '2026-11-02' }
const entity = (entity_id: string, ...placements: string[]) => ({ entity_id, placements })
const job = (status: string) => ({ id_str: '7', status, url: 'https://ton.twimg.com/7.json.gz' })
const built = (metrics: object, length = 2) => [
  { data: job('PROCESSING') },
  { data: [job('SUCCESS')] },
  { time_series_length: length, data: [{ id: 'c1', id_data: [{ metrics: { ...none, ...metrics } }] }] },
]
const none = { impressions: null, clicks: null, billed_charge_local_micro: null, conversion_purchases: null }
const read = (...answers: unknown[]) => {
  const { api, asked } = canned_api(answers)
  const rows = rows_of_days(net_d_ads.streams.campaign_daily, { api, account, ...days })
  return rows.then((found) => ({ rows: found, asked }))
}

test('null means zero, a missing claim is not known, and a day on which everything is zero has no row', async () => {
  const { rows } = await read(
    { data: [entity('c1', 'ALL_ON_TWITTER')] },
    ...built({ impressions: [5, null], clicks: null, billed_charge_local_micro: [1_250_000, 0] }),
  )
  assert.deepEqual(
    rows.map((row) => [row.date, row.spend_micros, row.impressions, row.clicks, row.conversions]),
    [['2026-11-01', 1_250_000n, 5n, 0n, '0']],
  )
  const claims = async (...of_placements: [unknown, unknown]) => {
    const figures = of_placements.map((conversion_purchases) => ({ impressions: [5, 1], conversion_purchases }))
    const [ordered, done, file] = built(figures[0]!)
    const second = built(figures[1]!)[2]
    const answers = [{ data: [entity('c1', 'TREND', 'ALL_ON_TWITTER')] }, ordered, ordered, done, file, done, second]
    return (await read(...answers)).rows.map((row) => [row.conversions, row.conversion_value_micros])
  }
  const unknown = [null, null]
  assert.deepEqual(await claims(undefined, undefined), [unknown, unknown])
  assert.deepEqual(await claims({ metric: [1, null] }, { metric: [1, null] }), [
    ['2', null],
    ['0', null],
  ])
  const known = { metric: [1, 2], sale_amount: [100, 200] }
  assert.deepEqual(await claims(known, undefined), [unknown, unknown])
  assert.deepEqual(await claims(known, null), [
    ['1', 100n],
    ['2', 200n],
  ])
  for (const name of ['impressions', 'clicks', 'billed_charge_local_micro'])
    await assert.rejects(
      read({ data: [entity('c1', 'TREND')] }, ...built({ impressions: [1, 1], [name]: undefined })),
      new RegExp(name),
    )
})

test('placements are added, and one that X has no figures of is not asked for', async () => {
  const one = built({ impressions: [5, 1], billed_charge_local_micro: [100, 1] })
  const { rows, asked } = await read(
    { data: [entity('c1', 'TREND', 'ALL_ON_TWITTER', 'PUBLISHER_NETWORK')] },
    one[0],
    ...one,
    ...one.slice(1),
  )
  assert.deepEqual(
    rows.map((row) => [row.spend_micros, row.impressions]),
    [
      [200n, 10n],
      [2n, 2n],
    ],
  )
  const placements = asked.flatMap(({ query }) => query?.placement ?? [])
  assert.deepEqual(placements, ['ALL_ON_TWITTER', 'TREND'])
})

test('a report with another number of days is an error, never days that are shifted', () =>
  assert.rejects(read({ data: [entity('c1', 'TREND')] }, ...built({ impressions: [1] }, 1)), /2 days has 1/))

test('without anything active no report is ordered, and more than 20 objects are several reports', async () => {
  assert.deepEqual((await read({ data: [] })).rows, [])
  const ids = Array.from({ length: 45 }, (_, at) => entity(`c${at}`, 'ALL_ON_TWITTER'))
  const [ordered, done, file] = built({ impressions: [1, 1] })
  const { asked } = await read({ data: ids }, ordered, ordered, ordered, done, file, done, file, done, file)
  const sizes = asked.flatMap(({ query }) => (query?.entity_ids ? String(query.entity_ids).split(',').length : []))
  assert.deepEqual(sizes, [20, 20, 5])
})

test('the first day of an account is that of its own time zone, also when it was created in the evening', async () => {
  const created_on = async (created_at: string, timezone: string, timezone_switch_at = created_at) => {
    const listed = { id: 'a1B', name: 'Shop', created_at, timezone, timezone_switch_at }
    const { api } = canned_api([{ data: [listed] }, { data: [{ currency: 'USD' }] }])
    const [found] = await net_d_ads.accounts.read({ api, settings: {} })
    return [found?.created_on, found?.extra?.first_day]
  }
  assert.deepEqual(await created_on('2026-11-11T02:00:00Z', 'America/Los_Angeles'), ['2026-11-10', undefined])
  assert.deepEqual(await created_on('2026-11-10T20:00:00Z', 'Asia/Tokyo'), ['2026-11-11', undefined])
  // Midnight of the day of the creation, and of the day after.
  const evening = '2026-11-11T02:00:00Z'
  const zone = 'America/Los_Angeles'
  assert.deepEqual(await created_on(evening, zone, '2026-11-10T08:00:00Z'), ['2026-11-10', undefined])
  assert.deepEqual(await created_on(evening, zone, '2026-11-11T08:00:00Z'), ['2026-11-10', '2026-11-12'])
  assert.deepEqual(await created_on(evening, 'Nowhere'), [undefined, undefined])
})

const said = (code: string, status: number, headers: VendorAnswer['headers'] = {}): VendorAnswer => ({
  status,
  headers,
  body: { errors: [{ code, message: 'No.' }] },
})

test('each error is classified by its code', () => {
  const kinds: [VendorAnswer, string][] = [
    [said('TOO_MANY_REQUESTS', 429), 'throttled'],
    [said('OVER_CAPACITY', 503), 'throttled'],
    [said('UNAUTHORIZED_ACCESS', 401), 'revoked'],
    [said('ACCOUNT_NOT_FOUND', 403), 'denied'],
    [said('UNAUTHORIZED_CLIENT_APPLICATION', 403), 'refused'],
    [said('INTERNAL_ERROR', 500), 'transient'],
    [said('LOCK_ACQUISITION_TIMEOUT', 423), 'transient'],
    [said('INVALID_PARAMETER', 400), 'refused'],
  ]
  for (const [answer, kind] of kinds) assert.equal(classify_answer(answer)?.kind, kind, JSON.stringify(answer))
  assert.equal(classify_answer({ status: 200, headers: {}, body: { data: [] } }), undefined)
})

test('waits until the limit that is used up ends, that of the account before that of the app', () => {
  const date = 'Wed, 18 Nov 2026 20:00:00 GMT'
  const at = (seconds: number) => String(Date.parse(date) / 1000 + seconds)
  const limits = { date, 'x-rate-limit-remaining': '900', 'x-rate-limit-reset': at(9) }
  const wait = (more: VendorAnswer['headers']) => {
    const verdict = classify_answer(said('TOO_MANY_REQUESTS', 429, more))
    return verdict?.kind === 'throttled' ? verdict.wait_s : undefined
  }
  assert.equal(wait({ ...limits, 'x-account-rate-limit-remaining': '0', 'x-account-rate-limit-reset': at(600) }), 600)
  assert.equal(wait({ ...limits, 'x-rate-limit-remaining': '0' }), 9)
  assert.equal(wait({ date, 'retry-after': '30' }), 30)
  assert.equal(wait({}), undefined)
})
