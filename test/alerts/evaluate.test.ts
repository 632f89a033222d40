import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { add_days } from '#domain/windows.ts'
import { alert_bench, type Shop, steady, TODAY } from './alert_bench.ts'

let bench: Awaited<ReturnType<typeof alert_bench>>
before(async () => {
  bench = await alert_bench()
})
after(() => bench.close())

const day = (back: number) => add_days(TODAY, -back)
const kinds = async (shop: Shop) => (await shop.said()).map(({ kind }) => kind)

/** The morning of a day, on which the sync knows every day before it. */
async function morning(shop: Shop, rule_id: string, today: string) {
  await shop.synced(add_days(today, -1), `${today}T17:00:00Z`)
  await shop.evaluate(rule_id, today)
}

test('a breach opens one alert with a message and an event, and a later value inside resolves it', async () => {
  const shop = await bench.shop()
  const rule_id = await shop.rule({ threshold: '1000.50', currency: 'MXN' })
  await shop.sell({ ...steady(day(3), 10, 400), [day(3)]: 1000.51, [day(2)]: 950, [day(1)]: 900.45 })
  await morning(shop, rule_id, day(2))
  assert.deepEqual(await kinds(shop), ['alert_fired'])
  const [incident] = await shop.incidents()
  assert.equal(incident?.day, day(3))
  assert.equal(Number(incident?.value), 1000.51)
  await morning(shop, rule_id, day(2))
  await morning(shop, rule_id, day(1))
  assert.equal((await shop.state(rule_id)).state, 'firing', '950 is below the threshold, and not by a tenth')
  await morning(shop, rule_id, day(0))
  assert.deepEqual(await kinds(shop), ['alert_fired', 'alert_resolved'])
  assert.deepEqual(
    (await shop.events()).map(({ type, data }) => [type, data.date, data.value, data.is_withdrawn]),
    [
      ['alert.fired', day(3), 1000.51, undefined],
      ['alert.resolved', day(1), 900.45, false],
    ],
  )
  assert.equal((await shop.state(rule_id)).state, 'ok')
})

test('a value at the threshold, exact to the cent, does not breach it', async () => {
  const shop = await bench.shop()
  const rule_id = await shop.rule({ threshold: '1000.10', currency: 'MXN' })
  await shop.sell({ ...steady(day(1), 10, 400), [day(1)]: 1000.1 })
  await morning(shop, rule_id, TODAY)
  assert.equal((await shop.incidents()).length, 0)
})

test('an incomplete day opens no alert, except a sum that already exceeds its threshold', async () => {
  const shop = await bench.shop()
  const below = await shop.rule({ condition: 'below', threshold: '300', currency: 'MXN' })
  const above = await shop.rule({ threshold: '300', currency: 'MXN' })
  await shop.sell({ ...steady(TODAY, 10, 299), [TODAY]: 10 })
  await shop.sell(steady(TODAY, 10, 300))
  await shop.synced(day(1), `${TODAY}T17:00:00Z`)
  for (const rule_id of [below, above]) await shop.evaluate(rule_id, TODAY)
  assert.equal((await shop.incidents()).length, 0, 'today is below 300, and not over')
  await shop.sell({ [TODAY]: 301 })
  const average = await shop.rule({ metric: 'store.average_order_value', threshold: '300', currency: 'MXN' })
  for (const rule_id of [below, above, average]) await shop.evaluate(rule_id, TODAY)
  const incidents = await shop.incidents()
  assert.deepEqual(
    incidents.map(({ rule_id, day: of, is_complete }) => [rule_id, of, is_complete]),
    [[above, TODAY, false]],
  )
})

test('a restatement withdraws its alert with a correction, and missing data does not', async () => {
  const shop = await bench.shop()
  const rule_id = await shop.rule({ condition: 'below', threshold: '300', currency: 'MXN' })
  await shop.sell({ ...steady(day(2), 10, 400), [day(2)]: 100 })
  await morning(shop, rule_id, day(1))
  assert.deepEqual(await kinds(shop), ['alert_fired'])
  await shop.synced(day(9), `${day(1)}T17:00:00Z`)
  await shop.evaluate(rule_id, day(1))
  assert.equal((await shop.state(rule_id)).state, 'firing', 'the day is no longer covered')
  await shop.sell({ [day(2)]: 390 })
  await morning(shop, rule_id, day(1))
  assert.deepEqual(await kinds(shop), ['alert_fired', 'alert_withdrawn'])
  assert.equal((await shop.incidents())[0]?.state, 'withdrawn')
  assert.equal((await shop.state(rule_id)).state, 'ok')
  assert.equal((await shop.events())[1]?.data.is_withdrawn, true)
})

test('an older day opens nothing, whatever its new version is', async () => {
  const shop = await bench.shop()
  const rule_id = await shop.rule({ condition: 'below', threshold: '300', currency: 'MXN' })
  await shop.sell(steady(TODAY, 10, 400))
  await morning(shop, rule_id, TODAY)
  await shop.sell({ [day(4)]: 10 })
  await morning(shop, rule_id, TODAY)
  assert.equal((await shop.incidents()).length, 0)
})

test('after a withdrawal, a newest day that breaches too opens its own alert', async () => {
  const shop = await bench.shop()
  const rule_id = await shop.rule({ condition: 'below', threshold: '300', currency: 'MXN' })
  await shop.sell({ ...steady(day(2), 10, 400), [day(2)]: 100, [day(1)]: 100 })
  await morning(shop, rule_id, day(1))
  await morning(shop, rule_id, TODAY)
  await shop.sell({ [day(2)]: 400 })
  await morning(shop, rule_id, TODAY)
  assert.deepEqual(
    (await shop.incidents()).map(({ day: of, state }) => [of, state]),
    [
      [day(2), 'withdrawn'],
      [day(1), 'open'],
    ],
  )
})

test('a stale source keeps the state, and is reported once for all rules', async () => {
  const shop = await bench.shop()
  const below = await shop.rule({ condition: 'below', threshold: '300', currency: 'MXN' })
  const other = await shop.rule({ condition: 'decrease_percent', threshold: '20' })
  await shop.sell({ ...steady(day(3), 40, 400), [day(3)]: 100 })
  await morning(shop, below, day(2))
  await morning(shop, other, day(2))
  const before_gap = await kinds(shop)
  await shop.evaluate(below, TODAY)
  await shop.evaluate(other, TODAY)
  await shop.evaluate(other, TODAY)
  const lacking = (await shop.said()).slice(before_gap.length)
  assert.deepEqual(
    lacking.map(({ kind, link }) => [kind, link]),
    [['alert_no_data', `/o/${shop.org_id}/connections`]],
  )
  const state = await shop.state(below)
  assert.deepEqual([state.state, state.is_firing, state.no_data_reason], ['no_data', true, 'stale'])
  await shop.sell({ [day(2)]: 400, [day(1)]: 400 })
  await morning(shop, below, TODAY)
  assert.equal((await shop.state(below)).state, 'ok')
})

test('without a connection there is no data, and no zero', async () => {
  const shop = await bench.shop()
  const rule_id = await shop.rule({ metric: 'search_ads.spend', condition: 'below', threshold: '10', currency: 'MXN' })
  await shop.evaluate(rule_id, TODAY)
  assert.equal((await shop.state(rule_id)).state, 'no_data')
  assert.equal((await shop.incidents()).length, 0)
})

test('a day without a sale is a zero once it is complete', async () => {
  const shop = await bench.shop()
  const rule_id = await shop.rule({ condition: 'below', threshold: '10', currency: 'MXN' })
  await shop.sell({ ...steady(day(1), 10, 400), [day(1)]: null })
  await morning(shop, rule_id, TODAY)
  assert.equal(Number((await shop.incidents())[0]?.value), 0)
})

test('the fourth opening in 14 days says flapping once, and then there is one line a day', async () => {
  const shop = await bench.shop()
  const rule_id = await shop.rule({ condition: 'below', threshold: '300', currency: 'MXN' })
  const sales = steady(day(20), 10, 400)
  for (let back = 20; back > 8; back -= 1) sales[day(back)] = back % 2 === 0 ? 100 : 400
  for (let back = 8; back > 0; back -= 1) sales[day(back)] = 400
  await shop.sell(sales)
  for (let back = 19; back >= 6; back -= 1) await morning(shop, rule_id, day(back))
  const said = await kinds(shop)
  assert.equal(said.filter((kind) => kind === 'alert_fired').length, 3)
  assert.equal(said.filter((kind) => kind === 'alert_flapping').length, 1)
  assert.equal(said.filter((kind) => kind === 'alert_flapping_day').length, 14 - 7)
  assert.equal((await shop.state(rule_id)).state, 'flapping')
  assert.equal((await shop.events()).filter(({ type }) => type === 'alert.fired').length, 6)
  for (let back = 5; back >= 0; back -= 1) await morning(shop, rule_id, day(back))
  assert.equal((await shop.state(rule_id)).state, 'ok', 'fewer than four openings in 14 days')
})

test('two processes that evaluate at the same moment open one alert and write one message', async () => {
  const shop = await bench.shop()
  const rule_id = await shop.rule({ condition: 'below', threshold: '300', currency: 'MXN' })
  await shop.sell({ ...steady(day(1), 10, 400), [day(1)]: 100 })
  await shop.synced(day(1), `${TODAY}T17:00:00Z`)
  await Promise.all(Array.from({ length: 4 }, () => shop.evaluate(rule_id, TODAY)))
  assert.equal((await shop.incidents()).length, 1)
  assert.deepEqual(await kinds(shop), ['alert_fired'])
})

test('an alert names what drives the change, its source, and whether the day is final', async () => {
  const shop = await bench.shop()
  const ads = await shop.org.connect('mx_ads')
  const rows = ['a', 'b'].flatMap((campaign_id) =>
    Array.from({ length: 40 }, (_, at) => ({
      connection_id: ads,
      account_id: 'a1',
      campaign_id,
      platform: 'mx_ads',
      currency: 'MXN',
      date: day(at + 1),
      spend_micros: campaign_id === 'b' && at === 0 ? 90_000_000n : 10_000_000n,
      impressions: 10n,
      clicks: 1n,
      conversions: '0',
      conversion_value_micros: 0n,
    })),
  )
  const campaigns = ['a', 'b'].map((campaign_id) => ({
    ...{ connection_id: ads, account_id: 'a1', campaign_id, platform: 'mx_ads' },
    ...{ name: `Campaign ${campaign_id}`, status: 'ACTIVE', currency: 'MXN' },
  }))
  await shop.org.insert(async (db) => {
    await db
      .insertInto('ad_accounts')
      .values({
        connection_id: ads,
        account_id: 'a1',
        platform: 'mx_ads',
        name: 'Account',
        currency: 'MXN',
        time_zone: 'UTC',
      })
      .execute()
    await db.insertInto('ad_campaigns').values(campaigns).execute()
    await db.insertInto('campaign_daily').values(rows).execute()
  })
  const rule_id = await shop.rule({ metric: 'social_ads.spend', condition: 'increase_percent', threshold: '50' })
  await shop.evaluate(rule_id, TODAY)
  const [fired] = await shop.said()
  assert.equal(fired?.link, `/o/${shop.org_id}/alerts?rule=${rule_id}`)
  const text = JSON.stringify(fired?.text)
  assert.match(text, /alert\.fired\.change/)
  assert.match(text, /Campaign b/)
  assert.match(text, /alert\.source.*Main/)
  assert.match(text, /alert\.unsettled/)
  assert.equal(Number((await shop.incidents())[0]?.expected), 20)
})

test('the severity follows the money a day at stake, also of a week, and an average of money has none', async () => {
  const shop = await bench.shop()
  await bench.rate([
    { currency: 'EUR', date: day(1), per_eur: '1' },
    { currency: 'MXN', date: day(1), per_eur: '20' },
  ])
  await shop.sell({ ...steady(day(1), 10, 20_000), [day(1)]: 10_100 })
  for (const threshold of ['20100', '10520', '10200'])
    await shop.rule({ condition: 'below', threshold, currency: 'MXN' })
  const { rows } = await bench.owner.query('select rule_id from alert_rules where org_id = $1 order by threshold', [
    shop.org_id,
  ])
  for (const { rule_id } of rows) await morning(shop, rule_id, TODAY)
  const severities = await Promise.all(rows.map(async ({ rule_id }) => (await shop.incidents(rule_id))[0]?.severity))
  assert.deepEqual(severities, ['info', 'warning', 'critical'])

  const week = { comparison_period: 'previous_7_days', threshold: '141000' } as const
  const average = { metric: 'store.average_order_value', threshold: '90000' } as const
  for (const terms of [week, average]) {
    const rule_id = await shop.rule({ condition: 'below', currency: 'MXN', ...terms })
    await morning(shop, rule_id, TODAY)
    // 545 euros of a week are 78 a day.
    assert.equal((await shop.incidents(rule_id))[0]?.severity, 'warning', terms.threshold)
  }
})
