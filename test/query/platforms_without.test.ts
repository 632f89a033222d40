// Platforms that do not report what a question asks for: no figure contains them, and the answer says so.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { email_a } from '#connectors/email_a/index.ts'
import { email_b } from '#connectors/email_b/index.ts'
import { net_c } from '#connectors/net_c/index.ts'
import { social_a } from '#connectors/social_a/index.ts'
import { store_c } from '#connectors/store_c/index.ts'
import { sx } from '#connectors/sx/index.ts'
import { type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'
import { read_streams } from '#test/stream_rows.ts'

describe('results of email by day', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  before(async () => {
    bench = await figures_bench({ connectors: { email_a, email_b } })
  })
  after(() => bench.close())

  const asked = { metric: 'email.delivered', date_from: '2026-11-01', date_to: '2026-11-10' }
  const note =
    /email_b \(Second\) has no such figures by day, so they do not contain it; revisar_email has its totals\./

  /** A connection of the second platform, whose streams have read what there is. */
  async function connect_second(org: Awaited<ReturnType<typeof bench.org>>) {
    const connection_id = await org.connect('email_b', { name: 'Second' })
    await org.insert((db) =>
      db
        .updateTable('sync_cursors')
        .set({ stream: 'campaigns' })
        .where('org_id', '=', org.org_id)
        .where('connection_id', '=', connection_id)
        .execute(),
    )
  }

  it('are not known from a platform that has none, and a note says why', async () => {
    const org = await bench.org()
    await connect_second(org)
    const { total_value, notes } = await org.ask('query_data', asked)
    assert.equal(total_value, null)
    assert.match(notes.join('\n'), note)
  })

  it('are those of the other platform, and a note names the one that they lack', async () => {
    const org = await bench.org()
    const first = await org.connect('email_a')
    await connect_second(org)
    await org.cover(
      first,
      { covered_from: '2026-10-01', covered_until: '2026-11-19', read_until: '2026-11-20' },
      'daily',
    )
    const counts = { delivered: 7n, opens: 0n, clicks: 0n, unsubscribes: 0n, conversions: '0', revenue_micros: 0n }
    const day = {
      connection_id: first,
      platform: 'email_a',
      campaign_id: '1',
      date: '2026-11-05',
      currency: 'MXN',
      ...counts,
    }
    await org.insert((db) => db.insertInto('email_campaign_daily').values(day).execute())
    const { total_value, notes, window } = await org.ask('query_data', asked)
    assert.equal(total_value, 7)
    assert.match(notes.join('\n'), note)
    assert.deepEqual([window.is_partial, window.lacks], [true, ['email_b']], 'the window says the same as the note')
  })

  it('say nothing of the kind about broadcasts, which the platform reports', async () => {
    const org = await bench.org()
    await connect_second(org)
    const { notes } = await org.ask('query_email_campaigns', {})
    assert.doesNotMatch(notes.join('\n'), /does not report|by day/)
  })
})

describe('a column that a platform never states', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  before(async () => {
    bench = await figures_bench({ connectors: { social_a, net_c } })
  })
  after(() => bench.close())

  const DAYS = { date_from: '2026-11-10', date_to: '2026-11-14' }
  const views = (org: FiguresOrg, more: object = {}) =>
    org.ask('query_data', { metric: 'social.profile_views', ...DAYS, ...more })

  it('is no zero where the platform has no row, and its other columns are', async () => {
    const org = await bench.org()
    const pages = { connection_id: await org.connect('net_c', { name: 'Pages' }), platform: 'net_c' }
    await read_streams(org, pages, 'p')
    const { total_value, rows, notes } = await views(org, { dimensions: ['date'] })
    assert.deepEqual([total_value, rows], [null, []])
    assert.match(notes.join(), /net_c \(Pages\)/)
    assert.equal((await org.ask('query_data', { metric: 'social.impressions', ...DAYS })).total_value, 0)
    const instagram = { connection_id: await org.connect('social_a'), platform: 'social_a' }
    await read_streams(org, instagram, 'i')
    const day = { ...instagram, social_account_id: 'i', date: '2026-11-12', profile_views: 5n }
    await org.insert((db) => db.insertInto('social_daily').values(day).execute())
    assert.deepEqual([(await views(org)).total_value, (await views(org)).notes], [5, notes])
    assert.equal((await views(org, { filters: { platform: 'net_c' } })).total_value, null)
  })
})

describe('carts', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  before(async () => {
    bench = await figures_bench({ connectors: { store_c, sx } })
  })
  after(() => bench.close())

  it('of a store that keeps none are named as carts, because the answer has sales of this store', async () => {
    const org = await bench.org()
    const WHOLE = { covered_from: '-infinity', covered_until: '2026-11-19', read_until: '2026-11-20' }
    for (const [platform, streams] of Object.entries({ store_c: ['orders'], sx: ['orders', 'checkouts'] })) {
      const id = await org.connect(platform, { name: 'Shop' })
      for (const stream of streams) await org.cover(id, WHOLE, stream)
      const order = store_order(id, { order_id: platform, ordered_at: '2026-11-18T16:00:00Z', total: '100.00' })
      await org.insert((db) => db.insertInto('store_orders').values(order).execute())
    }
    const { revenue, notes } = await org.ask('revisar_tienda', { days_back: 7 })
    assert.equal(revenue.current, 200)
    const note = 'store_c (Shop) does not report abandoned carts, so figures of these do not contain it.'
    assert.deepEqual(
      notes.filter((one: string) => /does not report/.test(one)),
      [note],
    )
  })
})
