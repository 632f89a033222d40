// A cart that a store and an email platform both report is one cart: by its token, or else by person and hour.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { figures_bench } from '#test/figures.ts'
import { day } from '#test/known_days.ts'

describe('carts of several platforms', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  before(async () => {
    bench = await figures_bench()
  })
  after(() => bench.close())

  type Seen = {
    id: string
    at: string
    on?: string
    token?: string | null
    email?: string
    phone?: string
    completed_at?: string
  }

  /** The carts of an organization, each as the ids of its first checkout and of its platforms, and the number of carts in totals and by SQL. */
  async function carts_of({ store, mail }: { store: Seen[]; mail: Seen[] }) {
    const org = await bench.org()
    const ids = { sx: await org.connect('sx'), email_a: await org.connect('email_a') }
    const rows = (platform: keyof typeof ids, seen: Seen[]) =>
      seen.map(({ id, at, on = day(3), token = null, ...of }) => ({
        ...{
          connection_id: ids[platform],
          platform,
          checkout_id: id,
          token,
          currency: 'MXN',
          total_micros: 10_000_000n,
        },
        ...{ started_at: `${on}T${at}Z`, changed_at: `${on}T${at}Z`, ...of },
      }))
    await org.insert((db) =>
      db
        .insertInto('checkouts')
        .values([...rows('sx', store), ...rows('email_a', mail)])
        .execute(),
    )
    const { carts, totals } = await org.ask('query_carts')
    const { rows: by_sql } = await org.ask('run_readonly_sql', {
      sql: `select count(*) as carts from (
        select cart from checkouts where counts group by cart
        having bool_and(completed_at is null) and max(changed_at) < '${day(0)}T17:00:00Z') c`,
    })
    assert.deepEqual([totals.carts, by_sql[0].carts], [carts.length, carts.length])
    return carts.map((cart: { cart_id: string; platforms: string[] }) => [cart.cart_id, ...cart.platforms]).sort()
  }
  const ana = { email: 'ana@example.com' }

  it('a checkout without a token belongs to the cart of the same person within an hour', async () => {
    const found = await carts_of({
      store: [{ id: 's1', at: '16:00:00', token: 't1', ...ana }],
      mail: [
        { id: 'm1', at: '16:40:00', email: ' ANA@example.com' },
        { id: 'm2', at: '17:30:00', ...ana },
        { id: 'm3', at: '16:10:00', email: 'eva@example.com' },
      ],
    })
    assert.deepEqual(found, [
      ['m2', 'email_a'],
      ['m3', 'email_a'],
      ['s1', 'email_a', 'sx'],
    ])
  })

  it('it belongs to the nearest of several carts, and two tokens are two carts', async () => {
    const found = await carts_of({
      store: [
        { id: 's1', at: '16:00:00', token: 't1', ...ana },
        { id: 's2', at: '16:30:00', token: 't2', ...ana },
      ],
      mail: [
        { id: 'm1', at: '16:28:00', ...ana },
        { id: 'm2', at: '16:31:00', token: 't1' },
      ],
    })
    assert.deepEqual(found, [
      ['s1', 'email_a', 'sx'],
      ['s2', 'email_a', 'sx'],
    ])
  })

  it('without any token, the person and the hour are the cart; a phone number is a person, and nobody is none', async () => {
    const found = await carts_of({
      store: [
        { id: 's1', at: '16:00:00', phone: '+52 55 1234' },
        { id: 's2', at: '16:00:00' },
      ],
      mail: [
        { id: 'm1', at: '16:20:00', phone: '52551234' },
        { id: 'm2', at: '16:00:00' },
      ],
    })
    assert.deepEqual(found, [
      ['m2', 'email_a'],
      ['s1', 'email_a', 'sx'],
      ['s2', 'sx'],
    ])
  })

  it('a cart that was completed in the store is no abandoned cart of the email platform', async () => {
    const found = await carts_of({
      store: [{ id: 's1', at: '16:00:00', token: 't1', ...ana, completed_at: `${day(3)}T16:50:00Z` }],
      mail: [{ id: 'm1', at: '16:10:00', ...ana }],
    })
    assert.deepEqual(found, [])
  })

  it('a cart is abandoned 60 minutes after its last change, and not before', async () => {
    const seen = { on: day(0), ...ana }
    const found = await carts_of({
      store: [
        { id: 's1', at: '16:59:00', token: 't1', ...seen },
        { id: 's2', at: '17:01:00', token: 't2', ...seen },
      ],
      mail: [],
    })
    assert.deepEqual(found, [['s1', 'sx']])
  })
})
