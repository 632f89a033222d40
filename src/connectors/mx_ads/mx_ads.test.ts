import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account, SnapshotStream } from '#engine/connector.ts'
import { canned_api, rows_of_days } from '#test/canned_api.ts'
import { mx_ads } from './index.ts'

const account: Account = { account_id: '7', name: 'Shop', currency: 'MXN', time_zone: 'America/Mexico_City' }
const days = { from: '2026-11-01', to: '2026-11-02' }

const line = (more: object) => ({
  date_start: '2026-11-01',
  campaign_id: '5',
  spend: '12.34',
  impressions: '100',
  clicks: '3',
  attribution_setting: '7d_click_1d_view',
  ...more,
})
async function campaign_day(more: object) {
  const { api } = canned_api([{ data: [line(more)] }, { data: [] }])
  return (await rows_of_days(mx_ads.streams.campaign_daily, { api, account, ...days }))[0]!
}

const action = (action_type: string, value: string) => ({ action_type, value })
const bought = (purchases: string, value: string) => ({
  actions: [action('omni_purchase', purchases)],
  action_values: [action('omni_purchase', value)],
})

test('a sale that is reported under three action types counts once', async () => {
  const types = ['offsite_conversion.fb_pixel_purchase', 'purchase', 'omni_purchase']
  const row = await campaign_day({
    actions: [action('link_click', '9'), ...types.map((type) => action(type, '2'))],
    action_values: types.map((type) => action(type, '1500.10')),
  })
  assert.deepEqual([row.conversions, row.conversion_value_micros], ['2', 1_500_100_000n])
})

test('a campaign with the objective leads counts leads', async () => {
  const actions = [action('lead', '4'), action('omni_purchase', '1')]
  assert.equal((await campaign_day({ objective: 'OUTCOME_LEADS', actions })).conversions, '4')
  assert.equal((await campaign_day({ objective: 'OUTCOME_SALES', actions })).conversions, '1')
})

test('a day without actions or reach has no conversions, and its reach is null', async () => {
  const row = await campaign_day({})
  assert.deepEqual([row.conversions, row.conversion_value_micros, row.reach], ['0', 0n, null])
})

test('a line that lacks clicks has none, and one that lacks impressions or spend is an error', async () => {
  const row = await campaign_day({ clicks: undefined })
  assert.deepEqual([row.clicks, row.impressions, row.spend_micros], [0n, 100n, 12_340_000n])
  for (const name of ['impressions', 'spend']) await assert.rejects(campaign_day({ [name]: undefined }), RegExp(name))
})

test('the value of purchases that Meta gives no value is not known', async () => {
  const row = await campaign_day({ actions: [action('omni_purchase', '2')], action_values: undefined })
  assert.deepEqual([row.conversions, row.conversion_value_micros], ['2', null])
})

test('claims that Meta gives for ad sets only are added up, and those that it gives nowhere are unknown, not zero', async () => {
  const campaigns = [
    line({ attribution_setting: 'multiple', actions: [action('link_click', '9')] }),
    line({ campaign_id: '6', attribution_setting: '7d_click, 1d_view', actions: [] }),
    line({ campaign_id: '8', attribution_setting: undefined }),
    line({ campaign_id: '7', ...bought('4', '40') }),
  ]
  const set = (adset_id: string, more: object) => line({ adset_id, attribution_setting: undefined, ...more })
  const one = set('51', bought('2', '10.10'))
  // A later page repeats a line of the page before.
  const pages = [
    { data: campaigns },
    { data: [one], paging: { cursors: { after: 'a' }, next: 'b' } },
    { data: [one, set('52', bought('1', '5.05')), set('71', { ...bought('1', '1'), campaign_id: '7' })] },
  ]
  const { api, asked } = canned_api(pages)
  const rows = await rows_of_days(mx_ads.streams.campaign_daily, { api, account, ...days })
  assert.deepEqual(
    rows.map((row) => [row.campaign_id, row.conversions, row.conversion_value_micros]),
    [
      ['5', '3', 15_150_000n],
      ['6', null, null],
      ['8', null, null],
      ['7', '4', 40_000_000n],
    ],
  )
  assert.deepEqual(
    asked.map(({ query }) => query?.level),
    ['campaign', 'adset', 'adset'],
  )
})

test('purchases that Meta leaves out of a campaign are those of its ad sets, and a campaign without any has none', async () => {
  const campaigns = [line({ actions: [action('link_click', '9')] }), line({ campaign_id: '6' })]
  const set = (adset_id: string, more: object) => line({ adset_id, attribution_setting: undefined, ...more })
  const sets = [set('51', bought('2', '10.10')), set('52', bought('1', '5.05')), set('61', { campaign_id: '6' })]
  const { api } = canned_api([{ data: campaigns }, { data: sets }])
  const rows = await rows_of_days(mx_ads.streams.campaign_daily, { api, account, ...days })
  assert.deepEqual(
    rows.map((row) => [row.campaign_id, row.conversions, row.conversion_value_micros]),
    [
      ['5', '3', 15_150_000n],
      ['6', '0', 0n],
    ],
  )
})

test('figures by device and country come from ad sets, which have claims whatever their settings, and are added up', async () => {
  const seen = (publisher_platform: string, adset_id: string) =>
    line({ publisher_platform, adset_id, impression_device: 'iphone', ...bought('2', '10') })
  const repeated = seen('instagram', '51')
  const { api, asked } = canned_api([
    { data: [seen('facebook', '51'), repeated], paging: { cursors: { after: 'a' }, next: 'b' } },
    { data: [repeated, seen('facebook', '52')] },
    { data: [] },
  ])
  const rows = await rows_of_days(mx_ads.streams.device_daily, { api, account, ...days })
  assert.deepEqual(
    rows.map((row) => [row.device, row.spend_micros, row.conversions, row.conversion_value_micros]),
    [['mobile', 37_020_000n, '6', 30_000_000n]],
  )
  assert.deepEqual(
    [asked[0]!.query?.level, asked[0]!.query?.breakdowns],
    ['adset', '["publisher_platform","impression_device"]'],
  )
})

const delivered = (date_start: string, impressions = '100') => ({
  date_start,
  spend: '12.34',
  impressions,
  clicks: '3',
})
const devices = (...answers: object[]) => canned_api([...answers, ...Array(6).fill({ data: [] })])
const device_days = async ({ api }: ReturnType<typeof canned_api>, of = days) =>
  (await rows_of_days(mx_ads.streams.device_daily, { api, account, ...of }))
    .map(({ date, device }) => [date, device])
    .sort()
const ipad = (date_start: string) =>
  line({ date_start, publisher_platform: 'facebook', adset_id: '51', impression_device: 'ipad' })
const report = [{ report_run_id: '60' }, { async_status: 'Job Completed', async_percent_completion: 100 }]

test('days by device from before an administrator asked for them are read from a report, and given days are not repeated', async () => {
  const given = [ipad('2026-11-01'), ipad('2026-11-02')]
  const whole = [
    ['2026-11-01', 'tablet'],
    ['2026-11-02', 'tablet'],
  ]
  // Without any day of the slice: the account has devices on other days.
  const before = devices(
    { data: [] },
    { data: [delivered('2026-11-01')] },
    { data: [{ impressions: '9' }] },
    ...report,
    {
      data: [given[0]!],
    },
  )
  assert.deepEqual(await device_days(before), [whole[0]])
  const both = devices({ data: [given[1]!] }, { data: [delivered('2026-11-01'), delivered('2026-11-02')] }, ...report, {
    data: given,
  })
  assert.deepEqual(await device_days(both), whole)
  assert.deepEqual(JSON.parse(String(both.asked[2]!.query?.time_range)), { since: '2026-11-01', until: '2026-11-01' })
})

test('no report by device is ordered for days without an impression, for the newest days, or for an account without devices', async () => {
  const none = [
    devices({ data: [ipad('2026-11-01'), ipad('2026-11-02')] }),
    devices({ data: [] }, { data: [delivered('2026-11-01', '0')] }),
  ]
  for (const one of none) await device_days(one)
  const newest = devices({ data: [] }, { data: [delivered('2026-11-18')] }, { data: [{ impressions: '9' }] })
  await device_days(newest, { from: '2026-11-17', to: '2026-11-18' })
  const denied = devices({ data: [] }, { data: [delivered('2026-11-01')] }, { data: [] })
  await assert.rejects(device_days(denied), /only after an administrator/)
  assert.deepEqual(
    [...none, newest, denied].map(({ asked }) => asked.length),
    [1, 2, 3, 3],
  )
})

test('money keeps every cent that Meta sends', async () => {
  assert.equal((await campaign_day({ spend: '90071992547409.93' })).spend_micros, 90_071_992_547_409_930_000n)
})

test("the next page is requested by its cursor, never by the vendor's link, which contains the token", async () => {
  const link = 'https://graph.facebook.com/v26.0/act_7/insights?access_token=secret&after=abc'
  const { api, asked } = canned_api([
    { data: [], paging: { cursors: { after: 'abc' }, next: link } },
    { data: [], paging: { cursors: { after: 'def' } } },
  ])
  await rows_of_days(mx_ads.streams.ad_daily, { api, account, ...days })
  assert.deepEqual(
    asked.map(({ path, query }) => [path, query?.after]),
    [
      ['/act_7/insights', undefined],
      ['/act_7/insights', 'abc'],
    ],
  )
})

test('a budget is read in hundredths, or in whole units for the currencies that Meta counts so', async () => {
  const stream = mx_ads.streams.campaigns as SnapshotStream<never, never>
  const budget_in = async (currency: string, daily_budget?: string) => {
    const { api } = canned_api([{ data: [{ id: '1', name: 'A', effective_status: 'ACTIVE', daily_budget }] }])
    for await (const page of stream.read({ api, account, settings: {} })) {
      const rows = stream.rows(page[0]!, { account: { ...account, currency } }) as Record<
        string,
        Record<string, unknown>
      >
      return rows.ad_campaigns!.daily_budget_micros
    }
  }
  assert.equal(await budget_in('MXN', '150000'), 1_500_000_000n)
  assert.equal(await budget_in('CLP', '150000'), 150_000_000_000n)
  assert.equal(await budget_in('HUF', '5000'), 5_000_000_000n)
  assert.equal(await budget_in('USD', '0'), null)
  assert.equal(await budget_in('USD'), null)
})

test('the start that Meta states of a campaign without ad sets is none, in every time zone', async () => {
  const stream = mx_ads.streams.campaigns as SnapshotStream<never, never>
  const start_of = async (start_time: string) => {
    const campaign = { id: '1', name: 'A', effective_status: 'PAUSED', start_time }
    const { api } = canned_api([{ data: [campaign] }, { data: [] }])
    for await (const [item] of stream.read({ api, account, settings: {} }))
      if (item)
        return (stream.rows(item, { account }) as { ad_campaigns: { starts_on: string } }).ad_campaigns.starts_on
  }
  assert.equal(await start_of('1969-12-31T15:59:59-0800'), null)
  assert.equal(await start_of('1970-01-01T00:59:59+0100'), null)
  assert.equal(await start_of('2024-03-12T15:02:47-0700'), '2024-03-12')
})
