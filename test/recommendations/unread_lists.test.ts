// Rules about campaigns read the list of campaigns. While it was never read, nobody knows which campaigns run.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mx_ads } from '#connectors/mx_ads/index.ts'
import { type RecommendationBench, recommendation_bench } from './recommendation_bench.ts'

const AT = '2026-11-20T17:30:00Z'
const READ = { covered_from: '-infinity', covered_until: '2026-11-19', read_until: '2026-11-20' }
const REFUSED = { covered_from: null, state: 'denied', reason: 'No permission.' }

let bench: RecommendationBench
before(async () => {
  bench = await recommendation_bench()
})
after(() => bench?.close())

type Advertiser = Awaited<ReturnType<RecommendationBench['advertiser']>>

/** An account whose streams are read, and those of a list as given. */
async function account(org: Advertiser, account_id: string, list: 'ad_campaigns' | 'ads', of_list: object) {
  const { connection_id, org_id } = org
  await org.account(connection_id, { account_id })
  for (const [stream, { into }] of Object.entries(mx_ads.streams)) {
    const days = (into as readonly string[]).includes(list) ? of_list : READ
    const cursor = { org_id, connection_id, account_id, stream, cursor: '{}', ...days }
    await org.insert((db) => db.insertInto('sync_cursors').values(cursor).execute())
  }
}

async function verdict_of(rule: string, list: 'ad_campaigns' | 'ads', of_list: object) {
  const org = await bench.advertiser()
  await org.campaign('c1', { roas: 0.3 })
  if (of_list === REFUSED)
    await org.insert((db) => db.deleteFrom('ad_campaigns').where('campaign_id', '=', 'c1').execute())
  await account(org, 'a1', list, of_list)
  return verdict(org, rule)
}

async function verdict(org: Advertiser, rule: string, at = AT) {
  await org.found(at, { connectors: { mx_ads } })
  const { rows } = await bench.owner.query(
    'select state, untrusted, found from rule_verdicts where org_id = $1 and rule = $2',
    [org.org_id, rule],
  )
  return [rows[0].state, rows[0].untrusted, rows[0].found]
}

for (const [rule, list, found] of [
  ['roas_below_one', 'ad_campaigns', 1],
  ['creative_fatigue', 'ads', 0],
] as const) {
  test(`a rule is not evaluated without the list that it needs (${rule})`, async () => {
    assert.deepEqual(await verdict_of(rule, list, REFUSED), ['unknown', ['Ads'], 0])
  })

  test(`a rule is evaluated once its list is read (${rule})`, async () => {
    assert.deepEqual(await verdict_of(rule, list, READ), ['evaluated', [], found])
  })
}

const skip = (org: Advertiser, days: object) =>
  org.account(org.connection_id, { account_id: 'a2', state: 'skipped', reason: 'It has no currency.', days })

for (const [what, refuse] of [
  ['whose list was never read', (org: Advertiser) => account(org, 'a2', 'ad_campaigns', REFUSED)],
  ['without any access', (org: Advertiser) => skip(org, { covered_from: null, covered_until: null })],
  ['that is not read any more', (org: Advertiser) => skip(org, {})],
] as const)
  test(`a rule leaves out only the account ${what}`, async () => {
    const org = await bench.advertiser()
    await org.campaign('c1', { roas: 0.3 })
    await account(org, 'a1', 'ad_campaigns', READ)
    await refuse(org)
    assert.deepEqual(await verdict(org, 'roas_below_one'), ['in_part', ['Ads'], 1])
  })

test('what was found in an account stays open while its list cannot be read, and is resolved in the others', async () => {
  const org = await bench.advertiser()
  await org.campaign('c1', { roas: 0.3 })
  await account(org, 'a1', 'ad_campaigns', READ)
  await account(org, 'a2', 'ad_campaigns', READ)
  await verdict(org, 'roas_below_one', '2026-11-20T15:00:00Z')
  const refuse = (account_id: string) =>
    org.insert((db) =>
      db
        .updateTable('sync_cursors')
        .set(REFUSED)
        .where('account_id', '=', account_id)
        .where('stream', '=', 'campaigns')
        .execute(),
    )
  const statuses = async () => (await org.stored()).map(({ status }) => status)
  await refuse('a1')
  await org.campaign('c1', { roas: 3 })
  assert.deepEqual(await verdict(org, 'roas_below_one', '2026-11-20T16:10:00Z'), ['in_part', ['Ads'], 0])
  assert.deepEqual(await statuses(), ['new'])
  await org.insert((db) =>
    db
      .updateTable('sync_cursors')
      .set({ ...READ, state: 'ok', reason: null })
      .execute(),
  )
  await refuse('a2')
  assert.deepEqual(await verdict(org, 'roas_below_one'), ['in_part', ['Ads'], 0])
  assert.deepEqual(await statuses(), ['resolved'])
})
