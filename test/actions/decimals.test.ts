// Budgets in currencies that people write without decimals. Platforms take and show hundredths of them.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { in_org } from '#db/org.ts'
import { type ActionBench, action_bench } from '#test/action_bench.ts'
import { campaign_with, platforms } from './cases.ts'

let bench: ActionBench
before(async () => {
  bench = await action_bench()
  const { gx, tx } = bench.sandbox.world.ads
  // The plan of all worlds has the same accounts, and keeps them.
  for (const ads of [gx, tx])
    ads.accounts = ads.accounts.map((one) => (one.currency === 'MXN' ? { ...one, currency: 'PKR' } : one))
})
after(() => bench?.close())

suite('an undo brings back the exact amount that was read', () => {
  for (const of of platforms.filter(({ platform }) => platform !== 'mx_ads'))
    test(of.platform, async () => {
      const place = await bench.place_of(of.platform, 'PKR')
      const { id: campaign_id } = campaign_with(bench, of, place, 'active')
      const set = (daily_budget: string) =>
        bench.carry_out(place, 'set_daily_budget', { campaign_id, daily_budget, currency: 'PKR' })
      assert.equal((await set('5350.50')).state, 'executed')
      const input = { campaign_id, daily_budget: '6000' }
      const seen = await bench.look(place, 'set_daily_budget', input)
      assert.ok(!('refused' in seen) && seen.inverse)
      assert.deepEqual(seen.differences[0], { field: 'daily_budget', before: '5350.5', after: '6000', currency: 'PKR' })
      assert.equal((await bench.carry_out(place, 'set_daily_budget', input)).state, 'executed')
      assert.equal((await bench.carry_out(place, seen.inverse.action, seen.inverse.input)).state, 'executed')
      const again = await bench.look(place, 'set_daily_budget', input)
      assert.ok(!('refused' in again))
      assert.equal(again.differences[0]!.before, '5350.5')
    })
})

test('no amount is proposed for an account whose currency is not known', async () => {
  const of = platforms.find(({ platform }) => platform === 'tx_ads')!
  const place = await bench.place_of(of.platform, 'PKR')
  await in_org(bench.engine.pool, place, (db) =>
    db
      .updateTable('connection_accounts')
      .set({ currency: null })
      .where('connection_id', '=', place.connection_id)
      .execute(),
  )
  const { id: campaign_id } = campaign_with(bench, of, place, 'active')
  for (const [action, input] of [
    ['set_daily_budget', { campaign_id, daily_budget: '500' }],
    ['create_campaign', of.create],
  ] as const) {
    const seen = await bench.look(place, action, input)
    assert.match('refused' in seen ? seen.refused : '', /currency of the account .* is not known.* trigger_sync/)
  }
})
