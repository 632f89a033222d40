// Rows of several connections can have the same time and the same id. Each list has one order all the same.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'
import { day } from '#test/known_days.ts'

let bench: Awaited<ReturnType<typeof figures_bench>>
before(async () => {
  bench = await figures_bench()
})
after(() => bench.close())

const AT = `${day(3)}T16:00:00Z`
type Pair = { first: string; second: string }

/** Two connections in the order of their ids. Rows of the second one are stored before those of the first one. */
async function pair(org: FiguresOrg, platform: string): Promise<Pair> {
  const ids = [await org.connect(platform, { name: 'One' }), await org.connect(platform, { name: 'Two' })].sort()
  return { first: ids[0]!, second: ids[1]! }
}

const amounts = { first: 10, second: 20 }
const each = ({ first, second }: Pair) => [
  { connection_id: second, micros: 20_000_000n },
  { connection_id: first, micros: 10_000_000n },
]
const both = [amounts.first, amounts.second]

test('list_social_posts', async () => {
  const org = await bench.org()
  const of = each(await pair(org, 'social_a'))
  await org.insert(async (db) => {
    for (const [at, { connection_id, micros }] of of.entries()) {
      const account = { connection_id, platform: 'social_a', social_account_id: String(at) }
      await db
        .insertInto('social_accounts')
        .values({ ...account, username: 'one' })
        .execute()
      await db
        .insertInto('social_posts')
        .values({ ...account, post_id: '1', posted_at: AT, likes: micros / 1_000_000n })
        .execute()
    }
  })
  const { posts } = await org.ask('list_social_posts')
  assert.deepEqual(
    posts.map(({ likes }: { likes: number }) => likes),
    both,
  )
})

test('query_orders and list_store_orders', async () => {
  const org = await bench.org()
  const of = each(await pair(org, 'store_c'))
  await org.insert((db) =>
    db
      .insertInto('store_orders')
      .values(
        of.map(({ connection_id, micros }) =>
          store_order(connection_id, { order_id: '1', ordered_at: AT, total: String(micros / 1_000_000n) }),
        ),
      )
      .execute(),
  )
  for (const tool of ['query_orders', 'list_store_orders']) {
    const { orders } = await org.ask(tool)
    assert.deepEqual(
      orders.map(({ total }: { total: number }) => total),
      both,
      tool,
    )
  }
})

test('query_carts and list_abandoned_checkouts', async () => {
  const org = await bench.org()
  const of = each(await pair(org, 'tnx'))
  await org.insert((db) =>
    db
      .insertInto('checkouts')
      .values(
        of.map(({ connection_id, micros }) => ({
          ...{ connection_id, platform: 'tnx', checkout_id: '1', currency: 'MXN', total_micros: micros },
          ...{ started_at: AT, changed_at: AT },
        })),
      )
      .execute(),
  )
  const { carts } = await org.ask('query_carts')
  const { checkouts } = await org.ask('list_abandoned_checkouts')
  assert.deepEqual(
    [carts.map(({ total }: { total: number }) => total), checkouts.map(({ value }: { value: number }) => value)],
    [both, both],
  )
})

test('list_mpa_orders', async () => {
  const org = await bench.org()
  const of = each(await pair(org, 'mpa'))
  await org.insert((db) =>
    db
      .insertInto('marketplace_orders')
      .values(
        of.map(({ connection_id, micros }) => ({
          ...{ connection_id, platform: 'mpa', order_id: '1', status: 'paid', currency: 'MXN', total_micros: micros },
          ...{ ordered_at: AT, changed_at: AT },
        })),
      )
      .execute(),
  )
  const { orders } = await org.ask('list_mpa_orders')
  assert.deepEqual(
    orders.map(({ total }: { total: number }) => total),
    both,
  )
})

test('query_email_campaigns', async () => {
  const org = await bench.org()
  const of = each(await pair(org, 'email_c'))
  await org.insert((db) =>
    db
      .insertInto('email_campaigns')
      .values(
        of.map(({ connection_id, micros }) => ({
          ...{ connection_id, platform: 'email_c', campaign_id: '1', name: 'News', status: 'sent', currency: 'MXN' },
          ...{ sent_at: AT, changed_at: AT, recipients: micros / 1_000_000n },
        })),
      )
      .execute(),
  )
  const { campaigns } = await org.ask('query_email_campaigns')
  assert.deepEqual(
    campaigns.map(({ sent }: { sent: number }) => sent),
    both,
  )
})
