// The campaign that drives a change is named only from a list of campaigns that was read. One without a name may have changed more.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mx_ads } from '#connectors/mx_ads/index.ts'
import { add_days } from '#domain/windows.ts'
import { campaign_day } from '#test/figures.ts'
import { alert_bench, TODAY } from './alert_bench.ts'

const READ = { covered_from: '-infinity', covered_until: add_days(TODAY, -1), read_until: TODAY }
const REFUSED = { covered_from: null, state: 'failed', reason: 'No answer.' }

let bench: Awaited<ReturnType<typeof alert_bench>>
before(async () => {
  bench = await alert_bench({ mx_ads })
})
after(() => bench.close())

for (const [what, of_list] of [
  ['is named where the lists are read', READ],
  ['is not named while the list of another account was never read', REFUSED],
] as const)
  test(`a campaign that drives a change ${what}`, async () => {
    const shop = await bench.shop()
    const { org, org_id } = shop
    const connection_id = await org.connect('mx_ads')
    const spent = (account_id: string, back: number, micros: bigint) =>
      campaign_day(connection_id, { account_id, campaign_id: account_id, date: add_days(TODAY, -back), spend: micros })
    const key = { connection_id, platform: 'mx_ads', currency: 'MXN', account_id: 'a2' }
    for (const account_id of ['a1', 'a2']) {
      await org.account(connection_id, { account_id })
      for (const [stream, { into }] of Object.entries(mx_ads.streams)) {
        const is_list = account_id === 'a1' && into.includes('ad_campaigns')
        const cursor = { org_id, connection_id, account_id, stream, cursor: '{}', ...(is_list ? of_list : READ) }
        await org.insert((db) => db.insertInto('sync_cursors').values(cursor).execute())
      }
    }
    await org.insert(async (db) => {
      const days = [spent('a1', 8, 10_000_000n), spent('a2', 8, 10_000_000n)]
      await db
        .insertInto('campaign_daily')
        .values([...days, spent('a1', 1, 3_000_000_000n), spent('a2', 1, 20_000_000n)])
        .execute()
      await db
        .insertInto('ad_accounts')
        .values({ ...key, name: 'a2', time_zone: 'UTC' })
        .execute()
      await db
        .insertInto('ad_campaigns')
        .values({ ...key, campaign_id: 'a2', name: 'Small', status: 'ACTIVE' })
        .execute()
    })
    const rule_id = await shop.rule({ metric: 'social_ads.spend', currency: 'MXN' })
    await shop.evaluate(rule_id, TODAY)
    const [fired] = await shop.said()
    assert.equal(fired?.kind, 'alert_fired')
    assert.equal(/alert\.driver.*Small/.test(JSON.stringify(fired.text)), of_list === READ)
  })
