// Orders and broadcasts in a state that no declaration names count in no figure. Each answer over their days names them.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'
import { day, TODAY } from '#test/known_days.ts'

const DATES = { date_from: day(10), date_to: day(1) }
const EARLIER = { date_from: day(30), date_to: day(21) }
const at = (back: number) => `${day(back)}T16:00:00Z`
const WHOLE = { covered_from: '-infinity', covered_until: day(1), read_until: TODAY }
const UNKNOWN = /state that Tablero does not know|states that Tablero does not know/

describe('records in unknown states', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  before(async () => {
    const { store_c, sx, tnx, mpa, mpb_sp, email_b } = connectors
    bench = await figures_bench({ connectors: { store_c, sx, tnx, mpa, mpb_sp, email_b } as typeof connectors })
  })
  after(() => bench.close())

  async function shop(org: FiguresOrg, platform: string, states: [string, object][]) {
    const id = await org.connect(platform, { name: platform })
    await org.cover(id, WHOLE, 'orders')
    const orders = states.map(([financial_status, of], n) =>
      store_order(id, { order_id: `${platform} ${n}`, ordered_at: at(3), total: '100.00', financial_status, ...of }),
    )
    if (orders.length > 0) await org.insert((db) => db.insertInto('store_orders').values(orders).execute())
    return id
  }
  const explain = (org: FiguresOrg, connection_id: string) =>
    org.insert((db) =>
      db
        .updateTable('connections')
        .set({ settings: JSON.stringify({ states: { 'ready-for-pickup': 'pending' } }) })
        .where('connection_id', '=', connection_id)
        .execute(),
    )
  const PENDING = { is_pending: true }
  const notes_of = (result: { notes: string[] }) => result.notes.filter((note) => UNKNOWN.test(note))
  const revenue = (org: FiguresOrg, dates: object = DATES, more: object = {}) =>
    org.ask('query_data', { metric: 'store.revenue', ...dates, ...more })

  it('of a store are counted, valued and named, and the window lacks the store on these days only', async () => {
    const org = await bench.org()
    const states: [string, object][] = [
      ['completed', {}],
      ['on-hold', PENDING],
    ]
    await shop(org, 'store_c', [...states, ['ready-for-pickup', PENDING], ['ready-for-pickup', PENDING]])
    const result = await revenue(org)
    assert.deepEqual([result.total_value, result.window.is_partial, result.window.lacks], [100, true, ['store_c']])
    assert.equal(notes_of(result).length, 1)
    assert.match(notes_of(result)[0]!, /store_c.* 2 orders.*ready-for-pickup.*200.*setting states/)
    const summary = await org.ask('get_kpi_summary', DATES)
    assert.deepEqual([summary.window.lacks, notes_of(summary).length], [['store_c'], 1])
    const earlier = await revenue(org, EARLIER)
    assert.deepEqual([earlier.window.lacks, notes_of(earlier)], [undefined, []])
  })

  it('are none where the connection says what the state means, and where an order is void or a test', async () => {
    const org = await bench.org()
    const id = await shop(org, 'store_c', [
      ['ready-for-pickup', PENDING],
      ['other', { is_voided: true }],
      ['other', { ...PENDING, is_test: true }],
    ])
    await explain(org, id)
    const result = await revenue(org)
    assert.deepEqual([result.window.is_partial, notes_of(result)], [false, []])
  })

  it('are named by the comparison too, when only the window before has them', async () => {
    const org = await bench.org()
    await shop(org, 'tnx', [
      ['paid', {}],
      ['settled', { ...PENDING, ordered_at: at(15) }],
    ])
    const summary = await org.ask('get_kpi_summary', DATES)
    assert.deepEqual([summary.window.lacks, summary.previous_window.lacks], [undefined, ['tnx']])
    assert.match(notes_of(summary)[0]!, /tnx.*1 order .*settled/)
  })

  it('of a store whose declaration has no state that is pending are all pending orders, also without a word', async () => {
    const org = await bench.org()
    await shop(org, 'sx', [
      ['paid', {}],
      ['settled', PENDING],
    ])
    await org.insert((db) =>
      db.updateTable('store_orders').set({ financial_status: null }).where('is_pending', '=', true).execute(),
    )
    const result = await revenue(org)
    assert.deepEqual([result.window.lacks, notes_of(result).length], [['sx'], 1])
  })

  it('of marketplaces are those that are neither sold nor void, without those that their declaration leaves out', async () => {
    const org = await bench.org()
    const a = await org.connect('mpa', { name: 'mpa' })
    const b = await org.connect('mpb_sp', { name: 'mpb_sp' })
    for (const id of [a, b]) await org.cover(id, WHOLE, 'orders')
    const order = (
      connection_id: string,
      order_id: string,
      status: string,
      total_micros: bigint | null = 7_000_000n,
    ) => ({
      ...{ connection_id, platform: connection_id === a ? 'mpa' : 'mpb_sp', order_id, status, total_micros },
      ...{ ordered_at: at(3), changed_at: at(3), currency: 'MXN', is_sold: false },
    })
    // A replacement is no sale whatever its state, and a pack that was split is void.
    const known = [
      order(a, '1', 'payment_required'),
      order(b, '1', 'shipped'),
      { ...order(a, '2', 'split'), is_voided: true },
    ]
    await org.insert((db) => db.insertInto('marketplace_orders').values(known).execute())
    const silent = await org.ask('get_kpi_summary', DATES)
    assert.deepEqual(notes_of(silent), [])
    const unknown = [order(a, '3', 'settled'), order(b, '3', 'packed', null)]
    await org.insert((db) => db.insertInto('marketplace_orders').values(unknown).execute())
    const summary = await org.ask('get_kpi_summary', DATES)
    assert.deepEqual([notes_of(summary).length, summary.window.lacks.includes('mpa')], [2, true])
    assert.match(notes_of(summary).join('\n'), /mpa.*1 order .*settled.*7/)
    const list = await org.ask('list_mpa_orders', DATES)
    assert.deepEqual([notes_of(list).length, list.window.lacks], [1, ['mpa']])
  })

  it('of broadcasts are named, and no sentence says that none was sent', async () => {
    const org = await bench.org()
    const id = await org.connect('email_b', { name: 'email_b' })
    for (const stream of ['campaigns', 'results']) await org.cover(id, WHOLE, stream)
    const broadcast = { connection_id: id, platform: 'email_b', name: 'News', status: 'draft', scheduled_at: at(3) }
    await org.insert((db) =>
      db
        .insertInto('email_campaigns')
        .values([
          { ...broadcast, campaign_id: '1', unknown_status: 'dispatched' },
          { ...broadcast, campaign_id: '2' },
        ])
        .execute(),
    )
    const result = await org.ask('revisar_email', { days_back: 10 })
    assert.deepEqual([result.window.lacks, notes_of(result).length], [['email_b'], 1])
    assert.match(notes_of(result)[0]!, /email_b.*1 broadcast .*dispatched/)
    assert.doesNotMatch(result.summary, /No broadcast was sent/)
  })

  it('of the last 30 days are a notice of the connection, without amounts, until somebody says what they mean', async () => {
    const org = await bench.org()
    const UNEXPLAINED: [string, object] = ['ready-for-pickup', PENDING]
    const store = await shop(org, 'store_c', [['completed', {}], UNEXPLAINED])
    await shop(org, 'tnx', [['settled', { ...PENDING, ordered_at: at(40) }]])
    const notices = async (tool: string) => {
      const { connections } = await org.ask(tool)
      return Object.fromEntries(
        connections.map((one: { platform: string; notices?: string[] }) => [one.platform, one.notices ?? []]),
      )
    }
    const notice =
      "Orders in states that Tablero does not know ('ready-for-pickup') count in no figure. The setting states of the connection says what a state means."
    for (const tool of ['list_connections', 'list_connections_detail', 'estado_conexiones'])
      assert.deepEqual(await notices(tool), { store_c: [notice], tnx: [] }, tool)
    const { summary } = await org.ask('estado_conexiones')
    assert.match(summary, /1 connection has a notice of what a person should do: 'store_c'\./)
    await explain(org, store)
    assert.deepEqual(await notices('list_connections'), { store_c: [], tnx: [] })
    assert.doesNotMatch((await org.ask('estado_conexiones')).summary, /notice/)
  })
})
