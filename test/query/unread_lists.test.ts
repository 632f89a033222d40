// Names, states and kinds come from lists that are read on their own. Until a list is read, no filter by it can be answered with a zero.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { mx_ads } from '#connectors/mx_ads/index.ts'
import { sx } from '#connectors/sx/index.ts'
import { lists_of_relation } from '#figures/metrics/lists.ts'
import { campaign_day, type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'

const connectors = { mx_ads, sx }
const DAY = '2026-11-15'
const dates = { date_from: '2026-11-10', date_to: '2026-11-16' }
const READ = { covered_from: '-infinity', covered_until: '2026-11-19', read_until: '2026-11-20' }
const REFUSED = { covered_from: null, state: 'denied', reason: 'No permission.' }

let bench: Awaited<ReturnType<typeof figures_bench>>
before(async () => {
  bench = await figures_bench({ connectors })
})
after(() => bench.close())

/** Cursors of all streams of an account. Those of `unread` lists were refused from the first read on. */
async function read_account(org: FiguresOrg, of: { id: string; account: string }, unread: readonly string[]) {
  const { id: connection_id, account: account_id } = of
  const { platform } = await org.insert((db) =>
    db
      .selectFrom('connections')
      .select('platform')
      .where('connection_id', '=', connection_id)
      .executeTakeFirstOrThrow(),
  )
  await org.account(connection_id, { account_id })
  const streams = Object.entries(connectors[platform as 'sx'].streams)
  const cursors = streams.map(([stream, { into }]) => ({
    ...{ org_id: org.org_id, connection_id, account_id, stream, cursor: '{}' },
    ...(into.some((table: string) => unread.includes(table)) ? REFUSED : READ),
  }))
  for (const cursor of cursors) await org.insert((db) => db.insertInto('sync_cursors').values(cursor).execute())
}

/** Two accounts that each spent 10 on a day: a1, whose lists can be unread, and a2 with an active campaign. */
async function two_accounts(unread: readonly string[]) {
  const org = await bench.org()
  const id = await org.connect('mx_ads')
  await read_account(org, { id, account: 'a1' }, unread)
  await read_account(org, { id, account: 'a2' }, [])
  const spent = { date: DAY, spend: 10_000_000n }
  const days = [campaign_day(id, spent), campaign_day(id, { ...spent, account_id: 'a2', campaign_id: 'c2' })]
  await org.insert(async (db) => {
    await db.insertInto('campaign_daily').values(days).execute()
    const of_ads = days.map((row, at) => ({ ...row, ad_group_id: `g${at}`, ad_id: `x${at}` }))
    await db.insertInto('ad_daily').values(of_ads).execute()
  })
  return { org, id }
}

/** What a read of the lists brings. */
const listed = (org: FiguresOrg, connection_id: string, account_id: string, campaign_id: string) =>
  org.insert(async (db) => {
    const key = { connection_id, account_id, campaign_id }
    const words = { name: `Sale ${account_id}`, status: 'ACTIVE' }
    const account = { connection_id, account_id, name: account_id, time_zone: 'UTC', status: 'ACTIVE' }
    await db
      .insertInto('ad_accounts')
      .values({ ...account, platform: 'mx_ads', currency: 'MXN' })
      .execute()
    await db
      .insertInto('ad_campaigns')
      .values({ ...key, ...words, platform: 'mx_ads', currency: 'MXN' })
      .execute()
  })

const notes_of = ({ notes }: { notes: string[] }) => notes.join('\n')

describe('a list of campaigns that was never read', () => {
  let org: FiguresOrg
  before(async () => {
    const world = await two_accounts(['ad_campaigns'])
    org = world.org
    await listed(org, world.id, 'a2', 'c2')
  })
  const spend = (input: object) => org.ask('query_data', { metric: 'social_ads.spend', ...dates, ...input })

  for (const filter of [{ campaign: 'Sale a1' }, { campaign: { contains: 'sale' } }, { status: ['ACTIVE'] }])
    it(`leaves the figures of a filter unknown, and says why: ${JSON.stringify(filter)}`, async () => {
      const found = await spend({ filters: filter })
      assert.equal(found.total_value, null)
      assert.equal(found.total, null)
      assert.deepEqual([found.window.is_partial, found.window.lacks], [true, ['mx_ads']])
      assert.match(notes_of(found), /The list of campaigns of mx_ads \(Main\) is not read completely/)
      assert.doesNotMatch(notes_of(found), /No row of these days/)
    })

  it('does not concern a filter on another account, or days without a row of the account', async () => {
    const of_other = await spend({ filters: { campaign: 'Sale a2', account: 'a2' } })
    assert.deepEqual([of_other.total_value, of_other.window.is_partial], [10, false])
    const before_it = await spend({ date_from: '2026-11-01', date_to: '2026-11-05', filters: { campaign: 'Sale a2' } })
    assert.deepEqual([before_it.total_value, before_it.window.is_partial], [0, false])
  })

  it('leaves totals by name whole, and says that names are missing', async () => {
    const found = await spend({ dimensions: ['campaign'] })
    assert.deepEqual([found.total_value, found.window.is_partial], [20, false])
    assert.match(notes_of(found), /The list of campaigns of mx_ads \(Main\) is not read completely, so rows/)
  })

  it('leaves totals without names as they are, without a word', async () => {
    const found = await spend({})
    assert.deepEqual([found.total_value, found.window.is_partial], [20, false])
    assert.doesNotMatch(notes_of(found), /list of/)
  })

  it('leaves the campaigns of a state unknown, and refuses no state', async () => {
    for (const status of ['ACTIVE', 'PAUSED']) {
      const found = await org.ask('query_mx_campaigns', { ...dates, status })
      assert.deepEqual([found.totals.spend, found.total, found.window.lacks], [null, null, ['mx_ads']])
      assert.match(notes_of(found), /The list of campaigns of mx_ads \(Main\) is not read completely/)
    }
    const all = await org.ask('query_mx_campaigns', dates)
    assert.deepEqual([all.totals.spend, all.total, all.window.is_partial], [20, 2, false])
    assert.match(notes_of(all), /The list of campaigns of mx_ads \(Main\) is not read completely, so rows/)
  })
})

describe('a list of ads that was never read', () => {
  it('leaves creatives with a score unknown, and says that names are missing', async () => {
    const { org } = await two_accounts(['ads'])
    const all = await org.ask('query_mx_creatives', dates)
    assert.deepEqual([all.totals.spend, all.window.is_partial], [20, false])
    assert.match(notes_of(all), /The list of ads of mx_ads \(Main\) is not read completely, so rows/)
    const tired = await org.ask('query_mx_creatives', { ...dates, min_fatigue_score: 1 })
    assert.deepEqual([tired.totals.spend, tired.total, tired.window.lacks], [null, null, ['mx_ads']])
  })
})

describe('a list that was not read for longer than two of its intervals', () => {
  it('is named with the day of its last read where a filter needs it, and nowhere else', async () => {
    const { org, id } = await two_accounts([])
    await listed(org, id, 'a2', 'c2')
    const names = Object.entries(mx_ads.streams).flatMap(([name, { into }]) =>
      into.some((table: string) => table === 'ad_campaigns') ? name : [],
    )
    const read_at = (finished_at: string) =>
      org.insert((db) =>
        db
          .updateTable('sync_cursors')
          .set({ cursor: JSON.stringify({ finished_at }) })
          .where('connection_id', '=', id)
          .where('account_id', '=', 'a2')
          .where('stream', 'in', names)
          .execute(),
      )
    const spend = (input: object) => org.ask('query_data', { metric: 'social_ads.spend', ...dates, ...input })
    const filters = { campaign: 'Sale a2' }
    await read_at('2026-11-17T18:00:00Z')
    const found = await spend({ filters })
    assert.equal(found.total_value, 10)
    assert.match(notes_of(found), /The list of campaigns of mx_ads \(Main\) was last read on 2026-11-17/)
    const of_state = await org.ask('query_mx_campaigns', { ...dates, status: 'ACTIVE' })
    assert.match(notes_of(of_state), /The list of campaigns of mx_ads \(Main\) was last read on 2026-11-17/)
    assert.doesNotMatch(notes_of(await spend({ dimensions: ['campaign'] })), /last read/)
    assert.doesNotMatch(notes_of(await org.ask('query_mx_campaigns', dates)), /last read/)
    await read_at('2026-11-20T17:30:00Z')
    assert.doesNotMatch(notes_of(await spend({ filters })), /last read/)
  })
})

describe('lists that were read', () => {
  it('answer a filter, also about a campaign that they do not name any more', async () => {
    const { org, id } = await two_accounts([])
    await listed(org, id, 'a2', 'c2')
    const of_filter = { ...dates, metric: 'social_ads.spend', filters: { campaign: 'Sale a2' } }
    const found = await org.ask('query_data', of_filter)
    assert.deepEqual([found.total_value, found.window.is_partial, notes_of(found)], [10, false, ''])
    const active = await org.ask('query_mx_campaigns', { ...dates, status: 'ACTIVE' })
    assert.deepEqual([active.totals.spend, active.total, active.window.is_partial], [10, 1, false])
    const unknown = await org.ask('query_data', { ...of_filter, filters: { campaign: 'Sal a2' } })
    assert.equal(unknown.total_value, 0)
    assert.match(notes_of(unknown), /No row of these days has the campaign/)
  })
})

describe('a list that the platform refuses by now', () => {
  it('still names what it named, and nobody knows the names of newer campaigns', async () => {
    const { org, id } = await two_accounts([])
    await listed(org, id, 'a1', 'c1')
    await listed(org, id, 'a2', 'c2')
    await org.insert((db) =>
      db
        .updateTable('sync_cursors')
        .set({ state: 'denied', reason: 'No permission.' })
        .where('stream', '=', 'campaigns')
        .where('account_id', '=', 'a1')
        .execute(),
    )
    const spend = () => org.ask('query_data', { ...dates, metric: 'social_ads.spend', filters: { status: 'ACTIVE' } })
    const named = await spend()
    assert.deepEqual([named.total_value, named.window.is_partial], [20, false])
    const newer = campaign_day(id, { date: DAY, spend: 10_000_000n, campaign_id: 'c9' })
    await org.insert((db) => db.insertInto('campaign_daily').values(newer).execute())
    const found = await spend()
    assert.deepEqual([found.total_value, found.window.lacks], [null, ['mx_ads']])
  })
})

describe('a list of products that was never read', () => {
  it('leaves sales of a vendor unknown', async () => {
    const org = await bench.org()
    const id = await org.connect('sx')
    await read_account(org, { id, account: 'shop' }, ['store_products'])
    const of = { store_connection_id: id, order_id: '1' }
    await org.insert(async (db) => {
      await db
        .insertInto('store_orders')
        .values(store_order(id, { order_id: '1', ordered_at: `${DAY}T16:00:00Z`, total: '50.00' }))
        .execute()
      const line = {
        ...of,
        line_id: '1',
        discount_micros: 0n,
        product_id: 'p1',
        title: 'Mug',
        quantity: 1n,
        currency: 'MXN',
        unit_price_micros: 50_000_000n,
      }
      await db
        .insertInto('store_order_lines')
        .values({ ...line, total_micros: 50_000_000n })
        .execute()
    })
    const sold = (filters: object) => org.ask('query_data', { metric: 'store.product_revenue', ...dates, filters })
    const of_vendor = await sold({ vendor: 'Acme' })
    assert.deepEqual([of_vendor.total_value, of_vendor.window.lacks], [null, ['sx']])
    assert.match(notes_of(of_vendor), /The list of products of sx \(Main\) is not read completely/)
    assert.equal((await sold({ product: 'Mug' })).total_value, 50)
  })
})

describe('the catalog of metrics', () => {
  it('names the list of every column that a list brings', async () => {
    const { rows } = await bench.owner.query<{ relation: string; tables: string[] }>(
      `select c.relname as relation, array_agg(distinct b.relname::text order by b.relname::text) as tables
       from pg_class c join pg_rewrite r on r.ev_class = c.oid
       join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass
       join pg_class b on b.oid = d.refobjid
       where c.relnamespace = 'metrics'::regnamespace and c.relname <> 'broadcast_names' and b.relname = any($1) group by 1`,
      [['ad_campaigns', 'ad_groups', 'ads', 'store_products', 'feed_products', 'broadcast_names']],
    )
    for (const { relation, tables } of rows) {
      const declared = new Set(Object.values(lists_of_relation(relation)))
      const wanted = tables.map((table) => (table === 'broadcast_names' ? 'email_campaigns' : table))
      assert.deepEqual([...declared].sort(), wanted.sort(), relation)
    }
  })
})
