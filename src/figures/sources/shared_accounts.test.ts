// An account of several connections counts once in the figures of every tool, and the notes say so.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { sql } from 'kysely'
import { seo_console } from '#connectors/seo_console/index.ts'
import type { Connector } from '#engine/connector.ts'
import { type Covering, counted_elsewhere, type Wider } from '#figures/sources/shared_accounts.ts'
import { campaign_day, type FiguresOrg, figures_bench } from '#test/figures.ts'

suite('whose rows count', () => {
  const one = (connection_id: string, ...accounts: (string | [string, string])[]) => ({
    connection_id,
    platform: 'mx_ads',
    accounts: Object.fromEntries(
      accounts.map((of): [string, string] => (typeof of === 'string' ? [of, '2026-11-20T12:00:00Z'] : of)),
    ),
  })
  /** An account `x/y` is a part of `x`. */
  const wider: Wider = (_, account) => (account.includes('/') ? [account.split('/')[0]!] : [])
  const overlaps = (...all: (ReturnType<typeof one> & Partial<Covering>)[]) =>
    [...counted_elsewhere(all, wider)].flatMap(([of, others]) =>
      [...others].map(
        ([account, { connection, is_part }]) =>
          `${of.connection_id}.${account} in ${connection.connection_id}${is_part ? ', a part' : ''}`,
      ),
    )

  test('accounts of only one connection belong to it', () => {
    assert.deepEqual(overlaps(one('a', 'x', 'y'), one('b', 'z'), one('c')), [])
  })

  test('of equal connections, the oldest counts', () => {
    assert.deepEqual(overlaps(one('b', 'x'), one('a', 'x')), ['b.x in a'])
  })

  test('a connection with more accounts counts before an older one', () => {
    assert.deepEqual(overlaps(one('a', 'x'), one('b', 'x', 'y')), ['a.x in b'])
  })

  test('of two connections that share some accounts, only the shared accounts are affected', () => {
    assert.deepEqual(overlaps(one('a', 'x', 'y'), one('b', 'y', 'z')), ['b.y in a'])
  })

  test('a connection that has not read the account for two days does not count', () => {
    assert.deepEqual(overlaps(one('a', ['x', '2026-11-18T11:59:00Z'], 'y'), one('b', 'x')), ['a.x in b'])
    assert.deepEqual(overlaps(one('a', ['x', '2026-11-18T12:01:00Z'], 'y'), one('b', 'x')), ['b.x in a'])
  })

  test('a connection that lost the account does not count, unless all of them lost it', () => {
    const lost = [{ account_id: 'x' }]
    assert.deepEqual(overlaps({ ...one('a', 'x', 'y'), lost }, one('b', 'x')), ['a.x in b'])
    assert.deepEqual(overlaps({ ...one('a', 'x', 'y'), lost }, { ...one('b', 'x'), lost }), ['b.x in a'])
    const unfinished = one('b', ['x', '1970-01-01T00:00:00.000Z'])
    assert.deepEqual(overlaps({ ...one('a', 'x', 'y'), lost }, unfinished), ['b.x in a'], 'its first load still runs')
  })

  test('the same id on another platform is another account', () => {
    assert.deepEqual(overlaps(one('a', 'x'), { ...one('b', 'x'), platform: 'gx_ads' }), [])
    assert.deepEqual(overlaps(one('a', 'x/y'), { ...one('b', 'x'), platform: 'gx_ads' }), [])
  })

  test('an account counts at the one that contains it, as long as that one is read', () => {
    const lost = [{ account_id: 'x' }]
    assert.deepEqual(overlaps(one('a', 'x/y', 'z'), one('b', 'x')), ['a.x/y in b'])
    assert.deepEqual(overlaps(one('a', 'x/y'), { ...one('b', 'x'), lost }), ['b.x in a, a part'])
    assert.deepEqual(overlaps({ ...one('a', 'x', 'x/y'), lost }), ['a.x in a, a part'])
    const unfinished = one('b', ['x', '1970-01-01T00:00:00.000Z'])
    assert.deepEqual(overlaps(one('a', 'x/y'), unfinished), ['b.x in a, a part'], 'its first load still runs')
    const denied = [{ account_id: 'x', is_left_out: true }]
    assert.deepEqual(overlaps(one('a', 'x/y'), { ...unfinished, denied }), [], 'nothing of it is stored')
  })

  test('of accounts that are not read any more, the one that contains the others counts', () => {
    const lost = ['x', 'x/y'].map((account_id) => ({ account_id }))
    assert.deepEqual(overlaps({ ...one('a', 'x/y'), lost }, { ...one('b', 'x'), lost }), ['a.x/y in b'])
  })
})

suite('the figures of tools', () => {
  const connectors: Record<string, Connector> = { seo_console }
  let bench: Awaited<ReturnType<typeof figures_bench>>
  before(async () => {
    bench = await figures_bench({ connectors })
  })
  after(() => bench.close())

  const date = '2026-11-10'
  /** A row of ten for each account, stored by each connection that covers the account. */
  const kinds = {
    mx_ads: (connection_id: string, account_id: string) =>
      sql`insert into campaign_daily ${values(campaign_day(connection_id, { date, spend: 10_000_000n, account_id }))}`,
    gx_analytics: (connection_id: string, property_id: string) =>
      sql`insert into web_daily ${values({ connection_id, property_id, date, currency: 'MXN', sessions: 10, users: 10, new_users: 0, engaged_sessions: 0, page_views: 0, conversions: 0, purchases: 0, revenue_micros: 0 })}`,
    seo_console: (connection_id: string, site_url: string) =>
      sql`insert into seo_daily ${values({ connection_id, site_url, date, clicks: 10, impressions: 100, position_weighted: 100 })}`,
    social_a: (connection_id: string, social_account_id: string) =>
      sql`insert into social_daily ${values({ connection_id, social_account_id, date, platform: 'social_a', impressions: 10 })}`,
  }
  const values = (row: Record<string, unknown>) =>
    sql`(${sql.join(Object.keys(row).map((name) => sql.ref(name)))}) values (${sql.join(Object.values(row))})`

  /** The cursor of an account that was read to its end. */
  const READ = { finished_at: '2026-11-20T12:00:00Z' }
  const whole_history = { covered_from: '-infinity', covered_until: '2026-11-19', read_until: '2026-11-20' }

  async function cover(org: FiguresOrg, platform: keyof typeof kinds, name: string, accounts: string[], cursor = {}) {
    const connection_id = await org.connect(platform, { name })
    await org.insert(async (db) => {
      for (const account_id of accounts) {
        const key = { org_id: org.org_id, connection_id, account_id }
        for (const stream of Object.keys(connectors[platform]?.streams ?? { daily: {} }))
          await db
            .insertInto('sync_cursors')
            .values({ ...key, stream, cursor: JSON.stringify(cursor), ...whole_history })
            .execute()
        await kinds[platform](connection_id, account_id).execute(db)
      }
    })
    return connection_id
  }

  const figures: Record<keyof typeof kinds, (org: FiguresOrg) => Promise<unknown[]>> = {
    mx_ads: async (org) => [
      (await org.ask('get_kpi_summary')).ad_spend,
      (await org.ask('query_mx_campaigns')).totals.spend,
      (await org.ask('query_data', { metric: 'social_ads.spend' })).total_value,
      (await org.ask('query_data', { metric: 'social_ads.spend', dimensions: ['campaign'] })).total_value,
    ],
    gx_analytics: async (org) => [
      (await org.ask('get_kpi_summary')).sessions,
      (await org.ask('query_data', { metric: 'web_analytics.sessions' })).total_value,
    ],
    seo_console: async (org) => [
      (await org.ask('revisar_seo')).clicks.current,
      (await org.ask('query_seo_console')).site.clicks,
      (await org.ask('query_data', { metric: 'seo.clicks' })).total_value,
    ],
    social_a: async (org) => [
      (await org.ask('query_data', { metric: 'social.impressions' })).total_value,
      (await org.ask('query_data', { metric: 'social.impressions', dimensions: ['date'] })).rows[0].value,
    ],
  }

  for (const platform of Object.keys(kinds) as (keyof typeof kinds)[])
    test(`${platform}: each account counts once, in every tool`, async () => {
      const org = await bench.org()
      await cover(org, platform, 'Agency', ['one', 'two'])
      await cover(org, platform, 'Own', ['two', 'three'])
      await cover(org, platform, 'Again', ['one'])
      const values = await figures[platform](org)
      assert.deepEqual(values, Array(values.length).fill(30))
      const { sources, notes } =
        platform === 'social_a'
          ? await org.ask('query_data', { metric: 'social.impressions' })
          : await org.ask('get_kpi_summary')
      assert.equal(sources.length, 3)
      for (const note of [
        `One account of ${platform} (Own) is covered by ${platform} (Agency) too and counted there.`,
        `${platform} (Again) covers accounts that ${platform} (Agency) covers too, so they are counted once; disconnect one of them.`,
      ])
        assert.ok(notes.includes(note), notes.join('\n'))
    })

  test('a site of one connection counts at the domain of another one, in every tool', async () => {
    const org = await bench.org()
    await cover(org, 'seo_console', 'Agency', ['sc-domain:shop.example'], READ)
    await cover(org, 'seo_console', 'Own', ['https://www.shop.example/', 'https://other.example/'], READ)
    const values = await figures.seo_console(org)
    assert.deepEqual(values, Array(values.length).fill(20))
    const { notes } = await org.ask('revisar_seo')
    const note = 'One account of seo_console (Own) is covered by seo_console (Agency) too and counted there.'
    assert.ok(notes.includes(note), notes.join('\n'))
  })

  test('a domain that is not verified any more gives its place to its site, and is named', async () => {
    const org = await bench.org()
    const [domain, ...sites] = ['sc-domain:shop.example', 'https://www.shop.example/', 'https://blog.shop.example/']
    const connection_id = await cover(org, 'seo_console', 'Own', [domain!, ...sites], READ)
    const common = { org_id: org.org_id, connection_id, time_zone: 'UTC', seen_at: '2026-11-20T12:00:00Z' }
    const unverified = 'This Google account has not verified that the site is its own.'
    const rows = [
      { account_id: domain!, state: 'skipped', reason: unverified },
      ...sites.map((account_id) => ({ account_id, state: 'read' })),
    ].map((account) => ({ ...common, ...account, name: account.account_id, state_since: '2026-11-18T12:00:00Z' }))
    await org.insert((db) => db.insertInto('connection_accounts').values(rows).execute())
    const values = await figures.seo_console(org)
    assert.deepEqual(values, Array(values.length).fill(20))
    const { notes, window } = await org.ask('query_seo_console')
    assert.deepEqual(window.lacks, ['seo_console'])
    assert.ok(
      notes.some((note: string) => note.includes(`cannot read account sc-domain:shop.example`)),
      notes.join('\n'),
    )
    assert.ok(!notes.some((note: string) => note.includes('counted there')), notes.join('\n'))
  })

  test('when one connection no longer reads an account, the account counts at the other connection', async () => {
    const org = await bench.org()
    await cover(org, 'mx_ads', 'Old', ['one', 'two'], { finished_at: '2026-11-10T12:00:00Z' })
    await org.insert((db) =>
      sql`insert into sync_cursors (org_id, connection_id, stream, account_id, cursor, covered_from, covered_until, read_until)
        select org_id, connection_id, 'creatives', account_id, '{"finished_at": "2026-11-20T12:00:00Z"}', covered_from, covered_until, read_until
        from sync_cursors where account_id <> ''`.execute(db),
    )
    await cover(org, 'mx_ads', 'New', ['one'], { finished_at: '2026-11-20T12:00:00Z' })
    const { notes } = await org.ask('get_kpi_summary')
    assert.ok(notes.includes('One account of mx_ads (Old) is covered by mx_ads (New) too and counted there.'))
  })

  test('of a disconnected connection, an account that no other connection reads is missing', async () => {
    const org = await bench.org()
    await cover(org, 'mx_ads', 'Old', ['one', 'two'])
    const ended = { status: 'revoked', revoked_at: '2026-11-19T12:00:00Z' }
    await org.insert((db) => db.updateTable('connections').set(ended).execute())
    const lacked = async () => (await org.ask('get_kpi_summary')).window.lacks
    await cover(org, 'mx_ads', 'New', ['one'])
    assert.deepEqual(await lacked(), ['mx_ads'])
    await cover(org, 'mx_ads', 'Newer', ['two'])
    assert.equal(await lacked(), undefined)
  })
})
