import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canned_api } from '#test/canned_api.ts'
import { ad_actions } from './ad_actions.ts'

/** The change of a campaign's budget from an amount, in an account whose amounts are whole hundredths. */
async function undo_of(daily_budget: string) {
  const campaign = { id: '1', name: 'Sala', status: 'active' as const, status_word: 'on' }
  const holder = { kind: 'campaign', id: '1', name: 'Sala', daily_budget, shared_with: [] }
  const { set_daily_budget: change } = ad_actions({
    ...{ scopes: [], visible_within: { s: 1, source: 'test' }, group_word: 'group', ads_manager: 'the ads manager' },
    unit: () => 10_000n,
    read: async () => ({ ...campaign, holders: [holder] }),
    status_request: () => ({ method: 'POST', path: '/' }),
    budget_request: () => ({ method: 'POST', path: '/' }),
  })
  const account = { account_id: '7', name: 'Shop', currency: 'MXN', time_zone: 'UTC' }
  const input = { campaign_id: '1', daily_budget: '400' }
  const plan = await change!.preflight({ api: canned_api([]).api, account, settings: {}, input } as never)
  assert.ok(!('refused' in plan))
  return change!.inverse?.({ input, seen: plan.seen } as never)
}

test('a change has an undo exactly when the amount of before can be set again', async () => {
  assert.equal((await undo_of('350.5'))?.input.daily_budget, '350.5')
  assert.equal(await undo_of('350.505'), undefined)
  assert.equal(await undo_of('0'), undefined)
})
