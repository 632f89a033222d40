// Connections that are no part of a figure keep no alert rule silent, and a threshold that is passed is set again.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { email_a } from '#connectors/email_a/index.ts'
import { email_c } from '#connectors/email_c/index.ts'
import { add_days } from '#domain/windows.ts'
import { campaign_day } from '#test/figures.ts'
import { alert_bench, type Shop, steady, TODAY } from './alert_bench.ts'

let bench: Awaited<ReturnType<typeof alert_bench>>
before(async () => {
  bench = await alert_bench({ email_a, email_c })
})
after(() => bench.close())

const day = (back: number) => add_days(TODAY, -back)
const AN_HOUR_AGO = `${TODAY}T17:00:00Z`
const LAST_WEEK = `${day(7)}T17:00:00Z`

/** A connection of social ads that read these accounts at an instant, each with a cost of 100 on every day. */
async function read_ads({ org }: Shop, account_ids: string[], read: { at: string; needs_reconnection?: boolean }) {
  const { at, needs_reconnection = false } = read
  const connection_id = await org.connect('mx_ads', { last_sync_at: null, needs_reconnection })
  for (const account_id of account_ids) await org.account(connection_id, { account_id })
  await org.insert(async (db) => {
    const cursor = JSON.stringify({ finished_at: at })
    await db.updateTable('sync_cursors').set({ cursor }).where('connection_id', '=', connection_id).execute()
    const times = { last_sync_at: at, last_rows_at: at }
    await db.updateTable('connections').set(times).where('connection_id', '=', connection_id).execute()
    const days = Array.from({ length: 20 }, (_, back) => day(back + 1))
    await db
      .insertInto('campaign_daily')
      .values(
        account_ids.flatMap((account_id) =>
          days.map((date) => campaign_day(connection_id, { account_id, date, spend: 100_000_000n })),
        ),
      )
      .execute()
  })
}

const SPEND = { metric: 'social_ads.spend', condition: 'below', currency: 'MXN' }

test('an old connection whose accounts another one reads silences no rule', async () => {
  const shop = await bench.shop()
  await read_ads(shop, ['a1'], { at: LAST_WEEK, needs_reconnection: true })
  await read_ads(shop, ['a1', 'a2'], { at: AN_HOUR_AGO })
  const rule_id = await shop.rule({ ...SPEND, threshold: '300' })
  await shop.evaluate(rule_id, TODAY)
  const { state, no_data_reason } = await shop.state(rule_id)
  assert.deepEqual([state, no_data_reason], ['firing', null])
  assert.equal(Number((await shop.incidents())[0]?.value), 200, 'each account counts once')
})

test('a rule of a metric of one platform is listed for it, and its event names it', async () => {
  const shop = await bench.shop()
  await read_ads(shop, ['a1'], { at: AN_HOUR_AGO })
  await shop.sell(steady(TODAY, 40, 400))
  const spend = await shop.rule({ ...SPEND, threshold: '300' })
  const sales = await shop.rule({ threshold: '300', currency: 'MXN' })
  const sales_of_one = await shop.rule({ platform: 'sx', threshold: '300', currency: 'MXN' })
  const listed = async (platform: string) =>
    (await shop.org.ask('list_alert_rules', { platform })).alert_rules.map(
      ({ rule_id }: { rule_id: string }) => rule_id,
    )
  assert.deepEqual(await listed('mx_ads'), [spend])
  assert.deepEqual((await listed('sx')).sort(), [sales, sales_of_one].sort())
  assert.deepEqual(await listed('tnx'), [sales])
  assert.deepEqual(await listed('gx_ads'), [])
  for (const rule_id of [spend, sales, sales_of_one]) await shop.evaluate(rule_id, TODAY)
  const platforms = (await shop.events()).map(({ data }) => [data.rule_id, data.platform])
  assert.deepEqual(
    new Map(platforms as [string, string][]),
    new Map([
      [spend, 'mx_ads'],
      [sales, null],
      [sales_of_one, 'sx'],
    ]),
  )
})

test('an old connection with an account that no other one reads silences the rule', async () => {
  const shop = await bench.shop()
  await read_ads(shop, ['a1', 'a3'], { at: LAST_WEEK, needs_reconnection: true })
  await read_ads(shop, ['a1', 'a2'], { at: AN_HOUR_AGO })
  const rule_id = await shop.rule({ ...SPEND, threshold: '300' })
  await shop.evaluate(rule_id, TODAY)
  const { state, no_data_reason } = await shop.state(rule_id)
  assert.deepEqual([state, no_data_reason], ['no_data', 'needs_reconnection'])
})

test('a platform that reports no such figures silences no rule, and the alert does not name it', async () => {
  const { org, ...shop } = await bench.shop()
  const klaviyo = await org.connect('email_a', { name: 'Klaviyo' })
  await org.connect('email_c', { name: 'Brevo', last_sync_at: LAST_WEEK, last_rows_at: LAST_WEEK })
  const whole = { covered_from: '-infinity', covered_until: day(1), read_until: TODAY }
  await org.cover(klaviyo, whole, 'daily')
  const counts = { delivered: 7n, opens: 0n, clicks: 0n, unsubscribes: 0n, conversions: '0', revenue_micros: 0n }
  const row = { connection_id: klaviyo, platform: 'email_a', campaign_id: '1', currency: 'MXN', ...counts }
  const days = Array.from({ length: 20 }, (_, back) => ({ ...row, date: day(back + 1) }))
  await org.insert((db) => db.insertInto('email_campaign_daily').values(days).execute())
  const rule_id = await shop.rule({ metric: 'email.delivered', unit: 'count', condition: 'below', threshold: '10' })
  await shop.evaluate(rule_id, TODAY)
  const { state, no_data_reason } = await shop.state(rule_id)
  assert.deepEqual([state, no_data_reason], ['firing', null])
  const text = JSON.stringify((await shop.said())[0]?.text)
  assert.match(text, /Klaviyo/)
  assert.doesNotMatch(text, /Brevo/)
})

/** A rule whose threshold of 500 is an amount of the currency before. */
async function rule_in_euros(shop: Shop, values: object = {}) {
  await shop.sell(steady(TODAY, 40, 400))
  const rule_id = await shop.rule({ condition: 'below', threshold: '500', currency: 'EUR', ...values })
  await shop.evaluate(rule_id, TODAY)
  return rule_id
}

test('a threshold that is passed is set again, also when it is the same number', async () => {
  const shop = await bench.shop()
  const rule_id = await rule_in_euros(shop)
  assert.deepEqual((await shop.state(rule_id)).no_data_reason, 'currency')
  assert.equal((await shop.org.ask('update_alert_rule', { rule_id, name: 'Sales' })).currency, 'EUR')
  const { currency, threshold } = await shop.org.ask('update_alert_rule', { rule_id, threshold: 500 })
  assert.deepEqual([currency, threshold], ['MXN', 500])
  await shop.evaluate(rule_id, TODAY)
  const { state, no_data_reason } = await shop.state(rule_id)
  assert.deepEqual([state, no_data_reason], ['firing', null])
})

test('a threshold that is not passed stays an amount of its currency, whatever else changes', async () => {
  const shop = await bench.shop()
  const rule_id = await rule_in_euros(shop)
  const changed = await shop.org.ask('update_alert_rule', { rule_id, condition: 'above' })
  assert.equal(changed.currency, 'EUR')
  await shop.evaluate(rule_id, TODAY)
  assert.equal((await shop.state(rule_id)).no_data_reason, 'currency')
  const percent = { rule_id, condition: 'decrease_percent', threshold: 20 }
  assert.equal((await shop.org.ask('update_alert_rule', percent)).currency, null)
  const amount = { rule_id, condition: 'below', threshold: 500 }
  assert.equal((await shop.org.ask('update_alert_rule', amount)).currency, 'MXN')
})

test('the same threshold in the same currency changes nothing, and an open alert stays open', async () => {
  const shop = await bench.shop()
  const rule_id = await rule_in_euros(shop, { currency: 'MXN' })
  assert.equal((await shop.state(rule_id)).state, 'firing')
  await shop.org.ask('update_alert_rule', { rule_id, threshold: 500 })
  assert.equal((await shop.state(rule_id)).state, 'firing')
  assert.deepEqual(
    (await shop.incidents()).map(({ state }) => state),
    ['open'],
  )
})
