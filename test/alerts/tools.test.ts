import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { add_days } from '#domain/windows.ts'
import { alert_bench, steady, TODAY } from './alert_bench.ts'

let bench: Awaited<ReturnType<typeof alert_bench>>
before(async () => {
  bench = await alert_bench()
})
after(() => bench.close())

const day = (back: number) => add_days(TODAY, -back)
const random_sales = (days: number) => {
  let state = 11
  const next = () => {
    state = (state * 48_271) % 2_147_483_647
    return state
  }
  return Object.fromEntries(Array.from({ length: days }, (_, at) => [day(at + 1), 50 + (next() % 90_000) / 100]))
}

/** The openings of a rule by its definition, day by day, without any code of the product. */
function openings(
  days: number,
  breaches: (back: number) => boolean | null,
  inside: (back: number) => boolean,
): string[] {
  const opened: string[] = []
  let firing = false
  for (let back = days; back >= 1; back -= 1) {
    const of = breaches(back)
    if (of === null) continue
    if (!firing && of) {
      firing = true
      opened.push(day(back))
    } else if (firing && inside(back)) firing = false
  }
  return opened
}

test('the backtest agrees with a brute-force evaluation of each condition', async () => {
  const shop = await bench.shop()
  const sales = random_sales(160)
  await shop.sell(sales)
  const cents = (back: number) => BigInt(Math.round((sales[day(back)] ?? 0) * 100))
  const sum = (back: number, days: number) =>
    Array.from({ length: days }, (_, at) => cents(back + at)).reduce((one, other) => one + other, 0n)
  const week_mean = (back: number) => sum(back + 1, 7)
  const median = (back: number) => {
    const of = [7, 14, 21, 28].map((days) => cents(back + days)).sort((one, other) => Number(one - other))
    return of[1]! + of[2]!
  }
  const ask = async (input: object) =>
    (await shop.org.ask('create_alert_rule', { metric: 'store.revenue', ...input })).would_have_fired

  assert.deepEqual(
    await ask({ threshold: 800.25 }),
    openings(
      90,
      (back) => cents(back) > 80_025n,
      (back) => cents(back) * 10n <= 80_025n * 9n,
    ),
  )
  assert.deepEqual(
    await ask({ condition: 'below', threshold: 3000, comparison_period: 'previous_7_days' }),
    openings(
      90,
      (back) => sum(back, 7) < 300_000n,
      (back) => sum(back, 7) >= 330_000n,
    ),
  )
  assert.deepEqual(
    await ask({ condition: 'increase_percent', threshold: 60, comparison_period: 'previous_7_days' }),
    openings(
      90,
      (back) => (7n * cents(back) - week_mean(back)) * 100n > 60n * week_mean(back),
      (back) => (7n * cents(back) - week_mean(back)) * 100n <= 54n * week_mean(back),
    ),
  )
  assert.deepEqual(
    await ask({ condition: 'decrease_percent', threshold: 50 }),
    openings(
      90,
      (back) => (median(back) - 2n * cents(back)) * 100n > 50n * median(back),
      (back) => (median(back) - 2n * cents(back)) * 100n <= 45n * median(back),
    ),
  )
})

test('a rule that would have fired more than eight times in 90 days says so', async () => {
  const shop = await bench.shop()
  const usual = Object.fromEntries(Array.from({ length: 160 }, (_, at) => [day(at + 1), 100]))
  const high_on = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [day(5 + 10 * at), 500]))
  const rule = { metric: 'store.revenue', threshold: 300 }
  await shop.sell({ ...usual, ...high_on(8) })
  const rare = await shop.org.ask('create_alert_rule', rule)
  assert.deepEqual([rare.would_have_fired.length, rare.warnings, rare.checked_days], [8, [], 90])
  await shop.sell(high_on(9))
  const often = await shop.org.ask('create_alert_rule', rule)
  assert.equal(often.would_have_fired.length, 9)
  assert.match(often.warnings[0], /would have opened 9 alerts/)
})

test('the short name of a metric with a platform counts this platform only', async () => {
  const shop = await bench.shop()
  const made = await shop.org.ask('create_alert_rule', { metric: 'spend', platform: 'gx_ads', threshold: 10 })
  assert.deepEqual(
    [made.metric, made.platform, made.unit, made.currency],
    ['search_ads.spend', 'gx_ads', 'money', 'MXN'],
  )
  assert.equal(made.checked_days, 0)
  assert.match(made.warnings[0], /^No day of the last 90 has figures for this rule/)
  const other = await shop.org.connect('tnx')
  await shop.sell({ [day(1)]: 500 })
  const store = await shop.org.ask('create_alert_rule', { metric: 'orders', platform: 'tnx', threshold: 0.5 })
  assert.deepEqual([store.metric, store.would_have_fired], ['store.orders', []], other)
  const both = await shop.org.ask('create_alert_rule', { metric: 'store.orders', threshold: 0.5 })
  assert.deepEqual(both.would_have_fired, [day(1)])
})

test('what cannot be evaluated is refused with a sentence that says how to fix it', async () => {
  const shop = await bench.shop()
  await shop.sell(steady(TODAY, 30, 100))
  const cases: [object, RegExp][] = [
    [{ metric: 'store.revenu', threshold: 1 }, /Did you mean 'revenue'/],
    [{ metric: 'stor.revenue', threshold: 1 }, /Did you mean 'store'/],
    [{ metric: 'spend', platform: 'gx_adds', threshold: 1 }, /Did you mean 'gx_ads'/],
    [{ metric: 'store.revenue', threshold: 1, condition: 'over' }, /condition/],
    [{ metric: 'store.revenue', threshold: 1, channels: ['sms'] }, /channels/],
    [{ metric: 'store.revenue', threshold: 1, channels: [] }, /at least one channel/],
    [{ metric: 'store.revenue', threshold: 'high' }, /threshold/],
    [{ metric: 'store.revenue', threshold: 1e300 }, /threshold/],
    [{ metric: 'store.revenue', threshold: 0.123_456_7 }, /at most 6 decimals/],
    [{ metric: 'store.revenue', threshold: 2, condition: 'anomaly' }, /from 3 to 8/],
    [
      { metric: 'store.revenue', threshold: 4, condition: 'anomaly', comparison_period: 'previous_day' },
      /Leave comparison_period out/,
    ],
    [{ metric: 'store.revenue', threshold: -5, condition: 'increase_percent' }, /more than 0 percent/],
    [{ metric: 'store.revenue', threshold: 100, condition: 'decrease_percent' }, /less than 100/],
    [{ metric: 'store.revenue', threshold: 1, name: ' ' }, /name/],
    [{ metric: 'store.revenue' }, /threshold/],
  ]
  for (const [input, sentence] of cases)
    assert.match(await shop.org.refused('create_alert_rule', input), sentence, JSON.stringify(input))
  assert.equal((await shop.org.ask('list_alert_rules')).total, 0)
})

test('an anomaly needs six weeks of known days', async () => {
  const shop = await bench.shop()
  const store = await shop.org.ask('list_connections')
  const connection_id = store.connections[0].connection_id
  await shop.sell(steady(TODAY, 100, 100))
  const rule = { metric: 'store.revenue', threshold: 4, condition: 'anomaly' }
  await shop.org.cover(connection_id, { covered_from: day(41) })
  assert.match(await shop.org.refused('create_alert_rule', rule), /42 known days/)
  await shop.org.cover(connection_id, { covered_from: day(42) })
  assert.deepEqual((await shop.org.ask('create_alert_rule', rule)).would_have_fired, [])
})

test('an anomaly without its history can be renamed and switched off, but not set or switched on', async () => {
  const shop = await bench.shop()
  await shop.sell(steady(TODAY, 100, 100))
  const rule = { metric: 'store.revenue', threshold: 4, condition: 'anomaly' }
  const { rule_id } = await shop.org.ask('create_alert_rule', rule)
  await shop.org.cover(shop.store, { covered_from: day(41) })
  const update = (given: object) => shop.org.ask('update_alert_rule', { rule_id, ...given })
  const refused = (given: object) => shop.org.refused('update_alert_rule', { rule_id, ...given })
  assert.equal((await update({ name: 'Sales', threshold: 4 })).name, 'Sales')
  assert.match(await refused({ threshold: 5 }), /42 known days/)
  assert.equal((await update({ enabled: false })).enabled, false)
  assert.equal((await update({ threshold: 5, description: 'When it is connected again' })).threshold, 5)
  assert.match(await refused({ enabled: true }), /42 known days/)
  await shop.org.cover(shop.store, { covered_from: day(42) })
  assert.equal((await update({ enabled: true })).enabled, true)
})

test('an update drops the period of an anomaly, and an alert that is open stays open', async () => {
  const shop = await bench.shop()
  await shop.sell({ ...steady(day(1), 160, 100), [day(1)]: 500 })
  const stored = { condition: 'anomaly', threshold: '4', comparison_period: 'previous_7_days' }
  const rule_id = await shop.rule(stored)
  await shop.evaluate(rule_id, TODAY)
  const update = (given: object) => shop.org.ask('update_alert_rule', { rule_id, ...given })
  const period = { comparison_period: 'previous_day' }
  assert.match(await shop.org.refused('update_alert_rule', { rule_id, ...period }), /Leave comparison_period out/)
  assert.equal((await update({ name: 'Sales' })).comparison_period, null)
  await shop.evaluate(rule_id, TODAY)
  assert.deepEqual(
    (await shop.incidents()).map(({ state }) => state),
    ['open'],
  )
  const change = { condition: 'change_percent', threshold: 30, ...period }
  assert.equal((await update(change)).comparison_period, 'previous_day')
  assert.equal((await update({ condition: 'anomaly', threshold: 4 })).comparison_period, null)
})

test('an update changes only what is passed, and a changed condition starts the rule again', async () => {
  const shop = await bench.shop()
  await shop.sell({ ...steady(day(1), 20, 100), [day(1)]: 500 })
  const { rule_id, name } = await shop.org.ask('create_alert_rule', {
    ...{ metric: 'store.revenue', threshold: 400, description: 'Look at the shop', channels: ['email'] },
  })
  await shop.evaluate(rule_id, TODAY)
  const [firing] = (await shop.org.ask('list_alert_rules')).alert_rules
  assert.deepEqual([firing.state, firing.last_value, firing.evaluated_day], ['firing', 500, day(1)])
  const renamed = await shop.org.ask('update_alert_rule', { rule_id, name: 'Sales' })
  assert.deepEqual([renamed.name, renamed.description, renamed.threshold], ['Sales', 'Look at the shop', 400])
  assert.notEqual(name, 'Sales')
  assert.equal((await shop.state(rule_id)).state, 'firing')
  const changed = await shop.org.ask('update_alert_rule', { rule_id, threshold: 450, description: null })
  assert.deepEqual([changed.threshold, changed.description, changed.would_have_fired], [450, null, [day(1)]])
  assert.deepEqual([(await shop.state(rule_id)).state, (await shop.incidents())[0]?.state], ['ok', 'ended'])
  await shop.evaluate(rule_id, TODAY)
  assert.equal((await shop.incidents()).length, 2)
  await shop.org.ask('update_alert_rule', { rule_id, enabled: false })
  await shop.evaluate(rule_id, TODAY)
  assert.deepEqual(
    (await shop.incidents()).map(({ state }) => state),
    ['ended', 'ended'],
  )
  assert.equal((await shop.org.ask('list_alert_rules', { enabled_only: true })).total, 0)
  assert.match(await shop.org.refused('update_alert_rule', { rule_id }), /nothing to change/)
})

test('another organization neither sees, changes, deletes nor evaluates a rule', async () => {
  const own = await bench.shop()
  const other = await bench.shop()
  await own.sell(steady(TODAY, 20, 500))
  const { rule_id } = await own.org.ask('create_alert_rule', { metric: 'store.revenue', threshold: 400 })
  assert.equal((await other.org.ask('list_alert_rules')).total, 0)
  const unknown = /No alert rule has this rule_id/
  assert.match(await other.org.refused('update_alert_rule', { rule_id, threshold: 1 }), unknown)
  assert.match(await other.org.refused('delete_alert_rule', { rule_id }), unknown)
  await other.evaluate(rule_id, TODAY)
  assert.equal((await own.incidents()).length, 0)
  await own.org.ask('delete_alert_rule', { rule_id })
  assert.equal((await own.org.ask('list_alert_rules')).total, 0)
})

test('the rule after the hundredth is refused', async () => {
  const shop = await bench.shop()
  for (let at = 0; at < 100; at += 1) await shop.rule({ name: `rule ${at}` })
  assert.match(
    await shop.org.refused('create_alert_rule', { metric: 'store.revenue', threshold: 1 }),
    /100 alert rules/,
  )
})

test('the default name says what the rule watches in the language of the organization', async () => {
  const rules = [
    { metric: 'store.revenue', threshold: 1250.5 },
    { metric: 'store.orders', condition: 'decrease_percent', threshold: 10 },
    { metric: 'store.average_order_value', condition: 'anomaly', threshold: 4 },
  ]
  const names = {
    en: ['Store: revenue above 1,250.50 MXN', 'Store: Orders down by 10.00%', /^Store: .+ against its history$/],
    es: ['Tienda: ingresos por encima de 1,250.50 MXN', 'Tienda: Pedidos baja 10.00%', /^Tienda: .+ se aparta de su/],
    pt: ['Loja: receita acima de 1.250,50 MXN', 'Loja: Pedidos cai 10,00%', /^Loja: .+ foge do seu histórico$/],
  }
  for (const [language, expected] of Object.entries(names)) {
    const shop = await bench.shop({ language: language as 'en' })
    await shop.sell(steady(day(1), 90, 100))
    for (const [at, rule] of rules.entries()) {
      const { name } = await shop.org.ask('create_alert_rule', rule)
      const wanted = expected[at]!
      if (wanted instanceof RegExp) assert.match(name, wanted)
      else assert.equal(name, wanted)
    }
  }
})

test('the last value is rounded as everywhere, and compared as it is', async () => {
  const shop = await bench.shop({ currency: 'USD' })
  await shop.sell(steady(day(0), 3, 100))
  // 100 pesos are 5.7803... dollars.
  await bench.rate([
    { currency: 'USD', date: day(1), per_eur: '1' },
    { currency: 'MXN', date: day(1), per_eur: '17.3' },
  ])
  const rule_id = await shop.rule({ threshold: '5.78', currency: 'USD' })
  await shop.evaluate(rule_id, TODAY)
  const [rule] = (await shop.org.ask('list_alert_rules')).alert_rules
  assert.deepEqual([rule.last_value, rule.state], [5.78, 'firing'])
})
