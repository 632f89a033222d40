// The rule about the pace of a campaign, whose account has another currency than the organization.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { jobs } from '#jobs/index.ts'
import { campaign_day, type FiguresOrg, figures_bench } from '#test/figures.ts'
import { day } from '#test/known_days.ts'
import { find } from './world.ts'

/** Days since which a dollar costs twice as much. */
const DEARER_SINCE = 6
const [BEGUN, LEFT] = [40, 20]

interface Account {
  connection_id: string
  platform: string
  account_id: string
}

let bench: Awaited<ReturnType<typeof figures_bench>>
before(async () => {
  bench = await figures_bench({ jobs })
  const days = Array.from({ length: BEGUN + LEFT }, (_, back) => back)
  await bench.rate(
    days.flatMap((back) => [
      { currency: 'MXN', date: day(back), per_eur: back <= DEARER_SINCE ? '40' : '20' },
      { currency: 'USD', date: day(back), per_eur: '1' },
    ]),
  )
})
after(() => bench.close())

/** A campaign that spends 100 USD a day, with a budget for 60 days. */
async function campaign(org: FiguresOrg, account: Account, campaign_id: string, budget_usd: number, currency = 'USD') {
  const days = Array.from({ length: BEGUN }, (_, at) => day(at + 1))
  await org.insert(async (db) => {
    await db
      .insertInto('ad_campaigns')
      .values({
        ...{ ...account, campaign_id, name: campaign_id, status: 'ACTIVE', currency },
        ...{ lifetime_budget_micros: BigInt(budget_usd) * 1_000_000n, starts_on: day(BEGUN), ends_on: day(-LEFT) },
      })
      .execute()
    await db
      .insertInto('campaign_daily')
      .values(
        days.map((date) =>
          campaign_day(account.connection_id, { campaign_id, date, currency: 'USD', spend: 100_000_000n }),
        ),
      )
      .execute()
  })
}

test('a budget and its spend are compared in the currency of the account, and shown in that of the organization', async () => {
  const org = await bench.org()
  const mx = await org.connect('mx_ads')
  const account = { connection_id: mx, platform: 'mx_ads', account_id: 'a1' }
  const of_account = { ...account, name: 'Account', currency: 'USD', time_zone: 'UTC' }
  await org.insert((db) => db.insertInto('ad_accounts').values(of_account).execute())
  await campaign(org, account, 'as planned', 6_000)
  await campaign(org, account, 'far too slow', 12_000)
  await find(bench, org.org_id)
  const { recommendations } = await org.ask('list_recommendations')
  const found = recommendations.filter(({ rule }: { rule: string }) => rule === 'pacing')
  assert.deepEqual(
    found.map(({ title }: { title: string }) => title.includes('far too slow')),
    [true],
  )
  assert.match(found[0].text, /480,000\.00 MXN/)
})

test('a campaign whose account had another currency since its first day has no advice about its pace', async () => {
  const paced = async (on: string) => {
    const org = await bench.org()
    const mx = await org.connect('mx_ads')
    const account = { connection_id: mx, platform: 'mx_ads', account_id: 'a1' }
    const of_account = { ...account, name: 'Account', currency: 'MXN', time_zone: 'UTC' }
    await org.insert((db) => db.insertInto('ad_accounts').values(of_account).execute())
    await campaign(org, account, 'of two currencies', 120_000, 'MXN')
    const cursor = JSON.stringify({ currency: 'MXN', changed_currency: { from: 'USD', on } })
    await org.insert((db) => db.updateTable('sync_cursors').set({ account_id: 'a1', cursor }).execute())
    await find(bench, org.org_id)
    const { recommendations } = await org.ask('list_recommendations')
    return recommendations.filter(({ rule }: { rule: string }) => rule === 'pacing').length
  }
  assert.equal(await paced(day(10)), 0)
  assert.equal(await paced(day(BEGUN)), 1, 'all of its days have the present currency')
})
