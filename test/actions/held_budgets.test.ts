// Budgets that are not a campaign's own: what a proposal about one says, and what rules know of one.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { in_org } from '#db/org.ts'
import { type ActionBench, action_bench } from '#test/action_bench.ts'
import { propose_update_budget } from '#tools/ads/propose_update_budget.ts'
import { campaign_with, platforms } from './cases.ts'

let bench: ActionBench
before(async () => {
  const streams = { campaigns: connectors.gx_ads!.streams.campaigns! }
  bench = await action_bench({ connectors: { ...connectors, gx_ads: { ...connectors.gx_ads!, streams } } })
})
after(() => bench?.close())
beforeEach(() => bench.reset())

const synced = async (platform: string) => {
  const place = await bench.place_of(platform)
  return { place, campaign: campaign_with(bench, platforms.find((one) => one.platform === platform)!, place, 'active') }
}

/** A refusal of another budget, for a caller of the tool. */
async function refusal(platform: string, { place, campaign }: Awaited<ReturnType<typeof synced>>): Promise<string> {
  const input = { campaign_id: campaign.id, daily_budget: '500' }
  const seen = await bench.look(place, 'set_daily_budget', input)
  assert.ok('refused' in seen, 'it was not refused')
  // The tool takes no other parameters than its own.
  const { shape } = connectors[platform]!.actions!.set_daily_budget!.input as never as { shape: object }
  const others = Object.keys(shape).filter((name) => !(name in propose_update_budget.input) && !(name in input))
  assert.ok(others.length > 0)
  for (const name of others) assert.ok(!seen.refused.includes(name), seen.refused)
  return seen.refused
}

/** Puts another campaign into the budget of the first one. */
function share_budget({ place, campaign }: Awaited<ReturnType<typeof synced>>) {
  const { world } = bench.sandbox
  const other = world.ads.gx.campaigns.find(
    ({ account_id, status, id }) => account_id === place.account_id && status === 'active' && id !== campaign.id,
  )!
  const budget = `8${campaign.id.slice(1)}`
  world.writes.change('gx_ads', `campaignBudget ${budget}`, { explicitlyShared: true, name: 'Todo México' })
  const campaignBudget = `customers/${place.account_id}/campaignBudgets/${budget}`
  world.writes.change('gx_ads', `campaign ${other.id}`, { campaignBudget })
  return { other, budget }
}

test('the budget of several campaigns is refused with its name, those that share it, and where it is changed', async () => {
  const one = await synced('gx_ads')
  const { other, budget } = share_budget(one)
  const refused = await refusal('gx_ads', one)
  for (const part of [`'Todo México' (${budget})`, other.name, 'Change it in Google Ads', 'propose again'])
    assert.ok(refused.includes(part), refused)
})

test('the budgets of groups are refused with where they are changed', async () => {
  const { writes, ads } = bench.sandbox.world
  const meta = await synced('mx_ads')
  writes.change('mx_ads', meta.campaign.id, { daily_budget: null })
  for (const { id } of ads.mx.groups.filter(({ campaign_id }) => campaign_id === meta.campaign.id))
    writes.change('mx_ads', id, { daily_budget: '12000' })
  assert.match(await refusal('mx_ads', meta), /Change that of the ad set in Meta Ads Manager\.$/)
  const tiktok = await synced('tx_ads')
  writes.change('tx_ads', tiktok.campaign.id, { budget: 0, budget_mode: 'BUDGET_MODE_INFINITE' })
  for (const { id } of ads.tx.groups.filter(({ campaign_id }) => campaign_id === tiktok.campaign.id))
    writes.change('tx_ads', id, { budget: 120, budget_mode: 'BUDGET_MODE_DAY' })
  assert.match(await refusal('tx_ads', tiktok), /Change that of the ad group in TikTok Ads Manager\.$/)
})

test('a budget that campaigns share is stored as no budget of a campaign, so that no rule recommends a larger one', async () => {
  const one = await synced('gx_ads')
  share_budget(one)
  await bench.sync({ org_id: one.place.org_id, connection_id: one.place.connection_id })
  const rows = await in_org(bench.engine.pool, one.place, (db) =>
    db
      .selectFrom('ad_campaigns')
      .select(['campaign_id', 'daily_budget_micros'])
      .where('status', '=', 'ENABLED')
      .execute(),
  )
  const without = rows.filter(({ daily_budget_micros }) => daily_budget_micros === null)
  assert.deepEqual(
    without.map(({ campaign_id }) => campaign_id),
    [one.campaign.id],
  )
  assert.ok(rows.length > without.length)
})
