// What previews of changes say: who holds a budget, what the account and the platform allow, and until when.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type ActionBench, type ActionPlace, action_bench } from '#test/action_bench.ts'
import { campaign_with, changes_of, platforms, set_off } from './cases.ts'

let bench: ActionBench
const places = new Map<string, ActionPlace>()
before(async () => {
  bench = await action_bench()
  for (const { platform } of platforms) places.set(platform, await bench.place_of(platform))
  places.set('tx_ads USD', await bench.place_of('tx_ads', 'USD'))
})
after(() => bench?.close())
beforeEach(() => bench.reset())

const case_of = (platform: string) => platforms.find((one) => one.platform === platform)!
const active = (platform: string, place = places.get(platform)!) =>
  campaign_with(bench, case_of(platform), place, 'active')

const second_active = (platform: string) =>
  bench.sandbox.world.ads[case_of(platform).world].campaigns.find(
    ({ account_id, status, id }) =>
      account_id === places.get(platform)!.account_id && status === 'active' && id !== active(platform).id,
  )!

async function refusal(name: string, action: string, input: object) {
  const seen = await bench.look(places.get(name)!, action, input)
  assert.ok('refused' in seen, 'it was not refused')
  return seen
}
async function plan(name: string, action: string, input: object) {
  const seen = await bench.look(places.get(name)!, action, input)
  assert.ok(!('refused' in seen), 'refused' in seen ? seen.refused : '')
  return seen
}

for (const { platform, create } of platforms) {
  test(`${platform}: a preview names the target and each difference, and writes nothing`, async () => {
    const { id, name, daily_budget_cents } = active(platform)
    const before = bench.sandbox.world.writes.count(platform)
    const seen = await plan(platform, 'set_daily_budget', { campaign_id: id, daily_budget: '1234.50' })
    assert.equal(seen.target.kind, 'campaign')
    assert.equal(seen.target.name, name)
    assert.deepEqual(seen.differences, [
      {
        field: 'daily_budget',
        before: String(daily_budget_cents / 100),
        after: '1234.5',
        currency: 'MXN',
      },
    ])
    assert.equal(seen.inverse?.action, 'set_daily_budget')
    await plan(platform, 'create_campaign', create)
    assert.equal(bench.sandbox.world.writes.count(platform), before)
  })

  test(`${platform}: amounts that do not fit the account are refused with what would fit`, async () => {
    const { id: campaign_id, daily_budget_cents } = active(platform)
    const budget = (daily_budget: string, more = {}) =>
      refusal(platform, 'set_daily_budget', { campaign_id, daily_budget, ...more })
    assert.match((await budget('100', { currency: 'USD' })).refused, /currency is MXN.*never converted/)
    assert.match((await budget('100.001')).refused, /multiples of 0.01 MXN/)
    assert.match((await budget('0')).refused, /more than zero/)
    assert.match((await budget('-5')).refused, /daily_budget: must be a decimal amount/)
    assert.match((await budget('1e3')).refused, /daily_budget/)
    const same = await budget(String(daily_budget_cents / 100))
    assert.equal(same.cause, 'already_so')
    assert.match((await refusal(platform, 'pause_campaign', { campaign_id: '12345' })).refused, /no campaign 12345/)
    assert.match((await refusal(platform, 'no_such', {})).refused, /Changes: pause_campaign, /)
  })

  test(`${platform}: a deleted campaign cannot be changed`, async () => {
    const { id } = active(platform)
    bench.sandbox.world.changes.remove(id)
    try {
      const { refused } = await refusal(platform, 'pause_campaign', { campaign_id: id })
      assert.match(refused, /cannot be changed any more/)
    } finally {
      bench.sandbox.world.changes.clear()
    }
  })
}

/** Puts the active campaigns of Google Ads into the budget of the first one. */
function share_budget(campaigns: number) {
  const { account_id } = places.get('gx_ads')!
  const [one, ...others] = bench.sandbox.world.ads.gx.campaigns.filter(
    (campaign) => campaign.account_id === account_id && campaign.status === 'active',
  )
  const budget = `8${one!.id.slice(1)}`
  const { writes } = bench.sandbox.world
  writes.change('gx_ads', `campaignBudget ${budget}`, { explicitlyShared: true })
  const campaignBudget = `customers/${account_id}/campaignBudgets/${budget}`
  const joined = others.slice(0, campaigns - 1)
  for (const { id } of joined) writes.change('gx_ads', `campaign ${id}`, { campaignBudget })
  return { one: one!, joined, input: { campaign_id: one!.id, daily_budget: '500' } }
}

test('a budget that campaigns share is refused with their names, and changes only when that is meant', async () => {
  const { joined, input } = share_budget(2)
  const other = joined[0]!
  const { refused } = await refusal('gx_ads', 'set_daily_budget', input)
  assert.ok(refused.includes(other.name), refused)
  const seen = await plan('gx_ads', 'set_daily_budget', { ...input, changes_others: true })
  assert.deepEqual(
    seen.warnings?.map(({ key }) => key),
    ['action.budget_shared'],
  )
  assert.match(JSON.stringify(seen.warnings), new RegExp(other.name.replace(/[|().+]/g, '.')))
})

test('a shared budget that more campaigns joined since the approval is left alone', async () => {
  const place = places.get('gx_ads')!
  const { input } = share_budget(2)
  const execution_id = await bench.begin(place, 'set_daily_budget', { ...input, changes_others: true })
  share_budget(3)
  const at = bench.sandbox.world.writes.count('gx_ads')
  const ended = await bench.finish(place, execution_id)
  assert.deepEqual([ended.state, ended.cause], ['failed', 'target_changed'])
  assert.match(ended.reason!, /shared_with/)
  assert.equal(bench.sandbox.world.writes.count('gx_ads'), at)
})

test('a campaign that has another name since the approval is left alone', async () => {
  const place = places.get('mx_ads')!
  const { id } = active('mx_ads')
  const execution_id = await bench.begin(place, 'pause_campaign', { campaign_id: id })
  bench.sandbox.world.writes.change('mx_ads', id, { name: 'No tocar' })
  const ended = await bench.finish(place, execution_id)
  assert.deepEqual([ended.state, ended.cause], ['failed', 'target_changed'])
})

test('a budget that ad sets hold is refused with their names and amounts, and one of them can be changed', async () => {
  const { id } = active('mx_ads')
  const { writes, ads } = bench.sandbox.world
  const sets = ads.mx.groups.filter(({ campaign_id }) => campaign_id === id)
  writes.change('mx_ads', id, { daily_budget: null })
  for (const { id } of sets) writes.change('mx_ads', id, { daily_budget: '12000' })
  const input = { campaign_id: id, daily_budget: '150' }
  const { refused } = await refusal('mx_ads', 'set_daily_budget', input)
  for (const set of sets) assert.ok(refused.includes(`${set.name} (${set.id}): 120 MXN`), refused)
  const seen = await plan('mx_ads', 'set_daily_budget', { ...input, group_id: sets[0]!.id })
  assert.deepEqual([seen.target.kind, seen.target.id], ['ad_set', sets[0]!.id])
  const ended = await bench.carry_out(places.get('mx_ads')!, 'set_daily_budget', { ...input, group_id: sets[0]!.id })
  assert.equal(ended.state, 'executed')
  assert.equal(writes.of('mx_ads', sets[0]!.id)?.daily_budget, '15000')
})

test('TikTok: a budget that ad groups hold is refused with their names and amounts, because an update takes the whole group', async () => {
  const place = places.get('tx_ads USD')!
  const { id } = active('tx_ads', place)
  const { writes, ads } = bench.sandbox.world
  const groups = ads.tx.groups.filter(({ campaign_id, status }) => campaign_id === id && status !== 'removed')
  writes.change('tx_ads', id, { budget: 0, budget_mode: 'BUDGET_MODE_INFINITE' })
  for (const one of groups) writes.change('tx_ads', one.id, { budget: 120, budget_mode: 'BUDGET_MODE_DAY' })
  const input = { campaign_id: id, daily_budget: '150' }
  const { refused } = await refusal('tx_ads USD', 'set_daily_budget', input)
  for (const one of groups) assert.ok(refused.includes(`${one.name} (${one.id}): 120 USD`), refused)
  const of_group = { ...input, group_id: groups[0]!.id, daily_budget: '25' }
  assert.equal((await refusal('tx_ads USD', 'set_daily_budget', of_group)).refused, refused)
})

test('a resumed campaign spends its daily budget again, which is not known of groups, of a shared budget and of a lifetime', async () => {
  const { writes, ads } = bench.sandbox.world
  const spend_of = async (platform: string) => {
    const { id } = active(platform)
    set_off(bench, platform, id)
    return (await plan(platform, 'resume_campaign', { campaign_id: id })).spend
  }
  for (const { platform } of platforms) {
    const { daily_budget_cents } = active(platform)
    assert.deepEqual(await spend_of(platform), { amount: String(daily_budget_cents / 100), currency: 'MXN' })
  }
  assert.equal((await plan('mx_ads', 'pause_campaign', { campaign_id: second_active('mx_ads').id })).spend, undefined)
  const { id } = active('mx_ads')
  writes.change('mx_ads', id, { daily_budget: null })
  for (const one of ads.mx.groups.filter(({ campaign_id }) => campaign_id === id))
    writes.change('mx_ads', one.id, { daily_budget: '12000' })
  assert.equal(await spend_of('mx_ads'), null)
  writes.change('mx_ads', id, { lifetime_budget: '900000' })
  assert.equal(await spend_of('mx_ads'), null)
  const [one, other] = [active('gx_ads'), second_active('gx_ads')]
  const budget = `8${one.id.slice(1)}`
  writes.change('gx_ads', `campaignBudget ${budget}`, { explicitlyShared: true })
  const campaignBudget = `customers/${places.get('gx_ads')!.account_id}/campaignBudgets/${budget}`
  writes.change('gx_ads', `campaign ${other.id}`, { campaignBudget })
  assert.equal(await spend_of('gx_ads'), null)
})

test('a campaign whose budget changed since the approval is not resumed', async () => {
  const place = places.get('mx_ads')!
  const { id } = active('mx_ads')
  set_off(bench, 'mx_ads', id)
  const execution_id = await bench.begin(place, 'resume_campaign', { campaign_id: id })
  bench.sandbox.world.writes.change('mx_ads', id, { daily_budget: '9000000' })
  const at = bench.sandbox.world.writes.count('mx_ads')
  const ended = await bench.finish(place, execution_id)
  assert.deepEqual([ended.state, ended.cause], ['failed', 'target_changed'])
  assert.equal(bench.sandbox.world.writes.count('mx_ads'), at)
})

test('a lifetime budget is not turned into a daily one', async () => {
  const { id } = active('mx_ads')
  bench.sandbox.world.writes.change('mx_ads', id, { daily_budget: null, lifetime_budget: '900000' })
  const { refused } = await refusal('mx_ads', 'set_daily_budget', { campaign_id: id, daily_budget: '10' })
  assert.match(refused, /for its lifetime/)
})

test("a budget below the platform's minimum is refused with the minimum", async () => {
  const low = { campaign_id: active('mx_ads').id, daily_budget: '5' }
  assert.match((await refusal('mx_ads', 'set_daily_budget', low)).refused, /minimum of 20 MXN/)
  const { id } = active('tx_ads', places.get('tx_ads USD')!)
  const input = { campaign_id: id, daily_budget: '12' }
  assert.match((await refusal('tx_ads USD', 'set_daily_budget', input)).refused, /minimum of 50 USD/)
})

test('an objective whose creation ends is warned of before, and refused with the date after', async () => {
  const input = {
    ...case_of('tx_ads').create,
    ...{ objective: 'WEB_CONVERSIONS', pixel_id: '7', optimization_event: 'SHOPPING' },
  }
  const seen = await plan('tx_ads', 'create_campaign', input)
  assert.ok(seen.warnings?.some(({ key, values }) => key === 'action.objective_ends' && values.date === '2027-01-01'))
  const now = bench.sandbox.clock.now()
  bench.sandbox.clock.set(Date.parse('2027-01-02T12:00:00Z'))
  try {
    assert.equal((await refusal('tx_ads', 'create_campaign', input)).rule_begins_on, '2027-01-01')
  } finally {
    bench.sandbox.clock.set(now)
  }
  const old = { ...case_of('mx_ads').create, objective: 'CONVERSIONS' }
  assert.equal((await refusal('mx_ads', 'create_campaign', old)).rule_begins_on, '2023-05-23')
})

test('texts of a search ad are checked by number and length, and the platform checks the rest without a change', async () => {
  const { create } = case_of('gx_ads')
  const with_texts = (more: object) => refusal('gx_ads', 'create_campaign', { ...create, ...more })
  assert.match((await with_texts({ headlines: ['one', 'two'] })).refused, /headlines/)
  assert.match((await with_texts({ headlines: ['one', 'two', 'x'.repeat(31)] })).refused, /headlines.2: .*30 char/)
  assert.match((await with_texts({ descriptions: ['one', 'two', 'x'.repeat(91)] })).refused, /descriptions.2/)
  assert.match((await with_texts({ keywords: [{ text: 'sala, barata' }] })).refused, /invalid characters/)
  assert.match((await with_texts({ surprise: 1 })).refused, /surprise/)
})

test('a permission that was not granted is named', async () => {
  const place = await bench.place_of('mx_ads')
  await bench.database.owner.query("update connections set granted_scopes = '{ads_read}' where connection_id = $1", [
    place.connection_id,
  ])
  const seen = await bench.look(place, 'pause_campaign', { campaign_id: active('mx_ads').id })
  assert.match('refused' in seen ? seen.refused : '', /permission ads_management was not granted/)
})

const READERS = {
  mx_ads: /Permissions error.*can see this account and not change it.*business settings of Meta/,
  gx_ads: /ACTION_NOT_PERMITTED.*can see this account and not change it.*Access and security/,
}

for (const [platform, says] of Object.entries(READERS))
  test(`${platform}: a person who may only look at the account is refused before the yes, with what to do`, async () => {
    const place = places.get(platform)!
    const of = case_of(platform)
    const { access } = bench.sandbox.world.ads[of.world]
    const execution_id = await bench.begin(place, 'create_campaign', of.create)
    const changes = changes_of(bench, of, place)
    const before = bench.sandbox.world.writes.count(platform)
    access.may_write = false
    try {
      for (const [action, input] of changes)
        assert.match((await refusal(platform, action, input)).refused, says, action)
      const ended = await bench.finish(place, execution_id)
      assert.deepEqual([ended.state, ended.cause], ['failed', 'refused'])
      assert.equal(bench.sandbox.world.writes.count(platform), before)
    } finally {
      access.may_write = true
    }
  })

test('a key of a shop that may only read is refused before the yes', async () => {
  const place = await bench.place_of('store_c', 'CLP')
  const product_id = bench.sandbox.world.shops.store_c.products()[2]!.id
  const look = async (granted: string) => {
    await bench.database.owner.query('update connections set granted_scopes = $2 where connection_id = $1', [
      place.connection_id,
      `{${granted}}`,
    ])
    const seen = await bench.look(place, 'change_product_texts', { product_id, title: 'Otro' })
    return 'refused' in seen ? seen.refused : undefined
  }
  assert.match(String(await look('read')), /permission read_write was not granted/)
  assert.equal(await look('read_write'), undefined)
})
