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

async function verdict_of(rule: string, list: 'ad_campaigns' | 'ads', of_list: object) {
  const org = await bench.advertiser()
  const { connection_id, org_id } = org
  await org.campaign('c1', { roas: 0.3 })
  if (of_list === REFUSED)
    await org.insert((db) => db.deleteFrom('ad_campaigns').where('campaign_id', '=', 'c1').execute())
  await org.account(connection_id, { account_id: 'a1' })
  for (const [stream, { into }] of Object.entries(mx_ads.streams)) {
    const days = (into as readonly string[]).includes(list) ? of_list : READ
    const cursor = { org_id, connection_id, account_id: 'a1', stream, cursor: '{}', ...days }
    await org.insert((db) => db.insertInto('sync_cursors').values(cursor).execute())
  }
  await org.found(AT, { connectors: { mx_ads } })
  const { rows } = await bench.owner.query(
    'select state, untrusted, found from rule_verdicts where org_id = $1 and rule = $2',
    [org_id, rule],
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
