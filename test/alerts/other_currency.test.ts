// What alert rules keep when an organization changes its reporting currency.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { add_days } from '#domain/windows.ts'
import { set_org } from '#test/access.ts'
import { call_as_member, result_of } from '#test/people.ts'
import { alert_bench, type Shop, steady, TODAY } from './alert_bench.ts'

let bench: Awaited<ReturnType<typeof alert_bench>>
before(async () => {
  bench = await alert_bench()
})
after(() => bench.close())

const day = (back: number) => add_days(TODAY, -back)

async function evaluate(shop: Shop, rule_id: string) {
  await shop.synced(day(1), `${TODAY}T17:00:00Z`)
  await shop.evaluate(rule_id, TODAY)
}

const changes: [string, (shop: Shop) => Promise<unknown>][] = [
  [
    'an admin',
    async ({ org_id }) => {
      const admin = { org_id, role: 'admin' } as const
      result_of(await call_as_member(bench.engine, 'update_org_settings', { currency: 'EUR' }, admin))
      const { rowCount } = await bench.owner.query('select from graphile_worker.jobs where key = $1', [
        `${org_id}:evaluate_alerts:evaluate_alerts`,
      ])
      assert.equal(rowCount, 1, 'an evaluation waits')
    },
  ],
  ['an operator', ({ org_id }) => set_org(bench.owner, org_id, { currency: 'EUR' })],
]
test('no last value of an earlier currency is left after a change of the currency', async () => {
  await bench.rate([
    { currency: 'EUR', date: day(2), per_eur: '1' },
    { currency: 'MXN', date: day(2), per_eur: '20' },
  ])
  for (const [who, change] of changes) {
    const shop = await bench.shop()
    await shop.sell(steady(day(0), 10, 400))
    const amount = await shop.rule({ threshold: '1000', currency: 'MXN' })
    const percent = await shop.rule({ condition: 'increase_percent', comparison_period: 'previous_day' })
    const orders = await shop.rule({ metric: 'store.orders', unit: 'count' })
    const all = [amount, percent, orders]
    const last = async () => Promise.all(all.map(async (id) => (await shop.state(id)).last_value))
    for (const id of all) await evaluate(shop, id)
    assert.deepEqual((await last()).map(Number), [400, 400, 1])
    await change(shop)
    assert.deepEqual(
      (await last()).map((value) => value && Number(value)),
      [null, null, 1],
      who,
    )
    assert.equal((await shop.state(percent)).evaluated_day, null)
    // An evaluation whose cache still has the earlier currency.
    for (const id of all) await evaluate(shop, id)
    assert.deepEqual(
      (await last()).map((value) => value && Number(value)),
      [null, 20, 1],
    )
    assert.equal((await shop.state(amount)).no_data_reason, 'currency')
  }
})
