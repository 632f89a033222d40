// SQL of a caller sums rows without any tool that knows what is missing of them, so its answer says what the named tables lack.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { mx_ads } from '#connectors/mx_ads/index.ts'
import { sx } from '#connectors/sx/index.ts'
import type { Connector } from '#engine/connector.ts'
import { type CoveredDays, type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'

const connectors: Record<string, Connector> = { mx_ads, sx }
const READ = { covered_from: '-infinity', covered_until: '2026-11-19', read_until: '2026-11-20' }
const REFUSED = { covered_from: null, covered_until: null, read_until: null, state: 'denied', reason: 'No permission.' }
const SPEND = 'select sum(spend) as spend from campaign_daily where counts'
const ORDERS = 'select count(*) as orders from store_orders where counts'

const PERMIT =
  'mx_ads (Main): what is read is in no doubt. Grant the missing permission at the platform, or connect again with a sign-in that has it; the next sync then reads the rest.'

describe('notes of run_readonly_sql', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  before(async () => {
    bench = await figures_bench({ connectors })
  })
  after(() => bench.close())

  /** Advertiser 1 and a shop, read to the end in every stream. */
  async function whole() {
    const org = await bench.org()
    const ids = { mx_ads: await org.connect('mx_ads'), sx: await org.connect('sx') }
    for (const [platform, id] of Object.entries(ids)) await account(org, id, { platform, account_id: '1' })
    return { org, ...ids }
  }
  /** An account with a cursor of each stream. `days` are those of some streams. */
  async function account(
    org: FiguresOrg,
    connection_id: string,
    { platform, account_id, days = {} }: { platform: string; account_id: string; days?: Record<string, CoveredDays> },
  ) {
    await org.account(connection_id, { account_id, name: `Shop ${account_id}` })
    const streams = Object.keys(connectors[platform]!.streams)
    const of = { org_id: org.org_id, connection_id, account_id, cursor: '{}' }
    const cursors = streams.map((stream) => ({ ...of, stream, ...READ, ...days[stream] }))
    await org.insert((db) => db.insertInto('sync_cursors').values(cursors).execute())
  }
  const notes_of = async (org: FiguresOrg, sql: string): Promise<string[] | undefined> =>
    (await org.ask('run_readonly_sql', { sql })).notes

  it('are absent where nothing lacks', async () => {
    const { org } = await whole()
    for (const sql of [SPEND, ORDERS, 'select 1 as one', 'select platform from connections', 'select * from coverage'])
      assert.equal(await notes_of(org, sql), undefined, sql)
  })

  it('name an account that is left out, for statements with its rows only', async () => {
    const { org, mx_ads: id } = await whole()
    await account(org, id, { platform: 'mx_ads', account_id: '77', days: { campaign_daily: REFUSED } })
    assert.deepEqual(await notes_of(org, SPEND), [
      'mx_ads (Main) cannot read account 77, so it is left out: No permission.',
      PERMIT,
    ])
    assert.equal(await notes_of(org, ORDERS), undefined)
  })

  it('name a list that the platform does not give, for statements with it', async () => {
    const { org, mx_ads: id } = await whole()
    await account(org, id, { platform: 'mx_ads', account_id: '77', days: { campaigns: REFUSED } })
    assert.equal(await notes_of(org, SPEND), undefined)
    const named = `select c.name, sum(d.spend) from campaign_daily d left join ad_campaigns c using (campaign_id) group by 1`
    assert.match((await notes_of(org, named))!.join(), /cannot read account 77/)
  })

  it('say that a platform is still being read, and that rows may be wrong', async () => {
    const { org, mx_ads: id, sx: shop } = await whole()
    await org.account(id, { account_id: '78' })
    assert.match((await notes_of(org, SPEND))!.join(), /mx_ads \(Main\) is still being read/)
    const lost = { suspect_reason: '39 at the platform, 35 stored' }
    const set = (values: object) =>
      org.insert((db) =>
        db
          .updateTable('sync_cursors')
          .set(values)
          .where('connection_id', '=', shop)
          .where('stream', '=', 'orders')
          .execute(),
      )
    await set(lost)
    assert.match((await notes_of(org, ORDERS))!.join(), /39 at the platform, 35 stored/)
    await set({ suspect_reason: null })
    assert.equal(await notes_of(org, ORDERS), undefined)
  })

  it('say what other answers say of days that lost their rows, changed currencies and former settings', async () => {
    const { org, mx_ads: id, sx: shop } = await whole()
    const set = (connection_id: string, stream: string, values: object) =>
      org.insert((db) =>
        db
          .updateTable('sync_cursors')
          .set(values)
          .where('connection_id', '=', connection_id)
          .where('stream', '=', stream)
          .execute(),
      )
    await set(id, 'campaign_daily', { empty_days: ['2026-09-03'] })
    assert.match((await notes_of(org, SPEND))!.join(), /2026-09-03/)
    const changed_currency = { from: 'MXN', on: '2026-09-10', first_read_before: '2026-06-01' }
    const cursor = JSON.stringify({ currency: 'USD', changed_currency })
    await set(id, 'campaign_daily', { empty_days: [], cursor })
    assert.match((await notes_of(org, SPEND))!.join(), /from MXN to USD.*2026-06-01/)
    assert.equal(await notes_of(org, ORDERS), undefined)
    await set(shop, 'orders', { cursor: JSON.stringify({ outdated: { before: '2026-05-01' } }) })
    assert.match((await notes_of(org, ORDERS))!.join(), /2026-05-01/)
  })

  it('name orders that do not count because nobody knows their state', async () => {
    const { org, sx: shop } = await whole()
    const unknown = { order_id: '1', ordered_at: '2026-11-18T16:00:00Z', total: '300', financial_status: 'settled' }
    await org.insert((db) =>
      db
        .insertInto('store_orders')
        .values({ ...store_order(shop, unknown), is_pending: true })
        .execute(),
    )
    assert.match((await notes_of(org, ORDERS))!.join(), /1 order .*state that Tablero does not know.*settled/)
    assert.equal(await notes_of(org, SPEND), undefined)
  })

  it('name a platform that was disconnected in the last days, and no longer', async () => {
    const { org } = await whole()
    await org.connect('sx', { name: 'Old', status: 'revoked', revoked_at: '2026-08-01T12:00:00Z' })
    assert.equal(await notes_of(org, ORDERS), undefined)
    await org.connect('sx', { name: 'Second', status: 'revoked', revoked_at: '2026-11-10T12:00:00Z' })
    assert.match((await notes_of(org, ORDERS))!.join(), /sx \(Second\) is disconnected/)
    assert.equal(await notes_of(org, SPEND), undefined)
  })

  it('say that nothing fills a table, because its count is then no zero', async () => {
    const org = await bench.org()
    const nothing = (table: string) => [`No connected platform fills ${table}, so its rows are not known.`]
    assert.deepEqual(await notes_of(org, ORDERS), nothing('store_orders'))
    assert.equal(await notes_of(org, 'select count(*) as rates from fx_rates'), undefined)
    await org.connect('sx')
    assert.doesNotMatch((await notes_of(org, ORDERS))?.join() ?? '', /No connected platform/)
    assert.deepEqual(await notes_of(org, SPEND), nothing('campaign_daily'))
  })

  it('are few', async () => {
    const { org } = await whole()
    for (let at = 0; at < 9; at++) await org.connect('mx_ads', { name: `Ads ${at}`, last_sync_at: null })
    const notes = (await notes_of(org, SPEND))!
    assert.equal(notes.length, 6)
    assert.match(notes[0]!, /has not been synced to the end yet/)
  })

  it('say that a sum mixes currencies, unless the statement names the currency or a rate', async () => {
    const { org, mx_ads } = await whole()
    const add = (account_id: string, currency: string) => org.account(mx_ads, { account_id, currency })
    const mixed = async (statement: string) =>
      ((await org.ask('run_readonly_sql', { sql: statement })).notes ?? []).filter((one: string) =>
        /currency/.test(one),
      )
    await add('11', 'MXN')
    assert.deepEqual(await mixed(SPEND), [], 'one currency')
    await add('12', 'USD')
    const note =
      'Accounts of campaign_daily have amounts in MXN and USD, and the statement does not name the currency. A sum over more than one of these is no amount: group by currency, or convert each amount with fx_rates.'
    assert.deepEqual(await mixed(SPEND), [note])
    assert.deepEqual(await mixed("select 'currency' as name, avg(round(abs(spend), 2)) as spend from campaign_daily"), [
      note,
    ])
    for (const of of [
      'select currency, sum(spend) as spend from campaign_daily group by currency',
      "select sum(spend) as spend from campaign_daily where currency = 'USD'",
      'select sum(d.spend / r.per_eur) as eur from campaign_daily d join fx_rates r on r.date = d.date',
      'select sum(clicks) as clicks, max(spend) as spend from campaign_daily',
      'select sum(conversions) as conversions from campaign_daily',
      'select sum(total) as total from store_orders',
    ])
      assert.deepEqual(await mixed(of), [], of)
  })
})
