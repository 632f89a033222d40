// One stream of a platform is refused, or begins later than the others. What only it fills is then not known, and answers say so.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { type FiguresBench, type FiguresOrg, figures_bench } from '#test/figures.ts'
import { NEVER_READ, read_streams } from '#test/stream_rows.ts'

const DAYS = { date_from: '2026-11-14', date_to: '2026-11-18' }
const DAY = { date_from: '2026-11-14', date_to: '2026-11-14' }

describe('streams that are refused or begin later', () => {
  let bench: FiguresBench
  before(async () => {
    bench = await figures_bench({ connectors })
  })
  after(() => bench.close())

  /** Two accounts of Instagram, and the streams of the second one. */
  async function two_accounts(streams: Parameters<typeof read_streams>[3], totals: [string, string, bigint][]) {
    const org = await bench.org()
    const connection_id = await org.connect('social_a')
    const of = { connection_id, platform: 'social_a' }
    await read_streams(org, of, 'A')
    await read_streams(org, of, 'B', streams)
    await org.insert(async (db) => {
      const accounts = ['A', 'B'].map((id) => ({ ...of, social_account_id: id, username: id, name: id }))
      await db.insertInto('social_accounts').values(accounts).execute()
      await db
        .insertInto('social_follower_daily')
        .values(totals.map(([social_account_id, date, followers]) => ({ ...of, social_account_id, date, followers })))
        .execute()
    })
    return org
  }
  const followers = (org: FiguresOrg, more: object) => org.ask('query_data', { metric: 'social.followers', ...more })

  it('followers of a day on which only some accounts were read are no total of all', async () => {
    const org = await two_accounts({ followers: { covered_from: '2026-11-16' } }, [
      ['A', '2026-11-14', 100n],
      ['A', '2026-11-16', 101n],
      ['B', '2026-11-16', 50n],
    ])
    for (const dimensions of [['date'], ['date', 'platform']]) {
      const { rows, window, notes } = await followers(org, { dimensions, ...DAYS })
      assert.deepEqual(
        rows.map(({ date, value }: Record<string, unknown>) => [date, value]),
        [
          ['2026-11-14', null],
          ['2026-11-16', 151],
        ],
      )
      assert.deepEqual([window.is_partial, window.lacks], [true, ['social_a']])
      assert.match(notes.join(' '), /total of 1 day is null, because not every account was read then/)
    }
    assert.equal((await followers(org, DAY)).total_value, null)
    assert.equal((await followers(org, { ...DAY, filters: { platform: 'Social_A' } })).total_value, null)
    assert.equal((await followers(org, { ...DAY, filters: { account: 'A' } })).total_value, 100)
    for (const account of [['A', 'B'], { gte: 'A' }])
      assert.equal((await followers(org, { ...DAY, filters: { account } })).total_value, null)
    const by_account = await followers(org, { ...DAY, dimensions: ['account'] })
    assert.deepEqual(by_account.rows, [{ account: 'A', value: 100 }])
  })

  it('followers of the days before a day without a read stay known', async () => {
    const org = await two_accounts({ followers: { covered_from: '2026-11-17' } }, [
      ['A', '2026-11-14', 100n],
      ['B', '2026-11-14', 50n],
    ])
    const { rows, window, notes } = await followers(org, { dimensions: ['date'], ...DAYS })
    assert.deepEqual(rows, [{ date: '2026-11-14', value: 150 }])
    assert.deepEqual([window.lacks, notes], [undefined, []])
  })

  it('followers without those of an account that gives no access are no total, and the answer says so', async () => {
    const org = await two_accounts({ followers: NEVER_READ }, [['A', '2026-11-14', 100n]])
    const { rows, window, notes } = await followers(org, { dimensions: ['date'], ...DAYS })
    assert.deepEqual(rows, [{ date: '2026-11-14', value: null }])
    assert.deepEqual(window.lacks, ['social_a'])
    assert.match(notes.join(' '), /cannot read account B.*No permission/)
    assert.equal((await followers(org, DAY)).total_value, null)
    const shown = await org.ask('query_data', { metric: 'social.impressions', ...DAY })
    assert.equal(shown.window.lacks, undefined)
    const refused = /cannot read totals of followers of account B, so they are left out: No permission/
    const days = await org.ask('list_social_metrics', { social_account_id: 'B' })
    assert.match(days.notes.join(' '), refused)
    assert.deepEqual(days.window.lacks, ['social_a'])
    const { notes: of_sql } = await org.ask('run_readonly_sql', { sql: 'select followers from social_daily' })
    assert.match(of_sql.join(' '), refused)
  })

  it('an account that gives no access to its days and posts has no zero', async () => {
    const org = await two_accounts({ daily: NEVER_READ, posts: NEVER_READ }, [['A', '2026-11-14', 100n]])
    const metrics = await org.ask('list_social_metrics', { social_account_id: 'B', days_back: 5 })
    assert.deepEqual([metrics.impressions, metrics.engagements, metrics.window.lacks], [null, null, ['social_a']])
    const posts = await org.ask('list_social_posts', { social_account_id: 'B' })
    assert.deepEqual([posts.posts, posts.total, posts.window.lacks], [[], null, ['social_a']])
  })

  it('posts without stories that give no access are a part, and none of them is no zero', async () => {
    const org = await two_accounts({ stories: NEVER_READ }, [['A', '2026-11-14', 100n]])
    const listed = async () => {
      const { total, window, notes } = await org.ask('list_social_posts')
      assert.match(notes.join(' '), /cannot read stories of account B, so they are left out: No permission/)
      return [total, window.lacks]
    }
    assert.deepEqual(await listed(), [null, ['social_a']])
    const { connection_id } = (await org.ask('list_social_posts')).sources[0]
    const post = { connection_id, platform: 'social_a', social_account_id: 'A', post_id: 'p' }
    await org.insert((db) =>
      db
        .insertInto('social_posts')
        .values({ ...post, posted_at: '2026-11-18T12:00:00Z' })
        .execute(),
    )
    assert.deepEqual(await listed(), [1, ['social_a']])
    const days = await org.ask('list_social_metrics', { social_account_id: 'B' })
    assert.equal(days.window.lacks, undefined)
  })

  it('broadcasts and listings are not left out where only their bodies or visits give no access', async () => {
    const org = await bench.org()
    const [email, mpa] = [await org.connect('email_a'), await org.connect('mpa')]
    await read_streams(org, { connection_id: email, platform: 'email_a' }, 'k', { bodies: NEVER_READ })
    await read_streams(org, { connection_id: mpa, platform: 'mpa' }, 's', { visits: NEVER_READ })
    const results = { delivered: 100n, opens: 10n, clicks: 1n, currency: 'MXN' }
    const of_email = { connection_id: email, platform: 'email_a', campaign_id: 'c', name: 'News', status: 'sent' }
    const listing = { connection_id: mpa, platform: 'mpa', account_id: 's', listing_id: 'l', title: 'Lamp' }
    await org.insert(async (db) => {
      const sent_at = '2026-11-15T12:00:00Z'
      await db
        .insertInto('email_campaigns')
        .values({ ...of_email, ...results, sent_at })
        .execute()
      await db
        .insertInto('marketplace_listings')
        .values({ ...listing, status: 'active', currency: 'MXN' })
        .execute()
    })
    const rate = await org.ask('query_data', { metric: 'email.open_rate', ...DAYS })
    assert.deepEqual([rate.total_value, rate.window.lacks, rate.notes], [0.1, undefined, []])
    const listed = async (tool: string, input: object = {}) => {
      const { total, notes } = await org.ask(tool, input)
      return [total, notes.filter((note: string) => note.includes('cannot read'))]
    }
    const reason = 'so they are left out: No permission.'
    const of_bodies = `email_a (Main) cannot read bodies of account k, ${reason}`
    assert.deepEqual(await listed('query_email_campaigns'), [1, []])
    assert.deepEqual(await listed('query_email_campaigns', { include_body: true }), [1, [of_bodies]])
    const of_visits = `mpa (Main) cannot read visits of account s, ${reason}`
    assert.deepEqual(await listed('list_mpa_listings'), [1, [of_visits]])
  })

  it('refunds and fees that give no access have no rows whose number is known', async () => {
    const org = await bench.org()
    const of = { connection_id: await org.connect('mpb_sp'), platform: 'mpb_sp' }
    await read_streams(org, of, 'a', { charges: NEVER_READ })
    const ask = async (name: string) => {
      const { total_value, rows, total } = await org.ask('query_data', { metric: `marketplace_b.${name}`, ...DAYS })
      return [total_value, rows.length, total]
    }
    assert.deepEqual(
      [await ask('refunds'), await ask('fees')],
      [
        [null, 0, null],
        [null, 0, null],
      ],
    )
    assert.deepEqual(await ask('revenue'), [0, 1, 1])
  })

  /** Two properties, and the streams and the state of the second one. */
  async function two_properties(streams: Parameters<typeof read_streams>[3], state: object = { state: 'read' }) {
    const org = await bench.org()
    const of = { connection_id: await org.connect('gx_analytics'), platform: 'gx_analytics' }
    await read_streams(org, of, 'p1')
    await read_streams(org, of, 'p2', streams)
    await org.insert(async (db) => {
      await db.updateTable('connection_accounts').set(state).where('account_id', '=', 'p2').execute()
      await db
        .insertInto('web_event_daily')
        .values({
          ...{ connection_id: of.connection_id, property_id: 'p2' },
          date: '2026-11-11',
          event_name: 'purchase',
          events: 9n,
          users: 5n,
        })
        .execute()
    })
    const steps = async (dates: object) => {
      const { totals, total, window } = await org.ask('query_gx4_funnel', { property_id: 'p2', ...dates })
      return [totals.view_item, totals.purchase, total, window.lacks]
    }
    return steps
  }

  it('the funnel of a property that gives no access to its events, or does not any more, has no zero', async () => {
    const denied = await two_properties({ by_event_daily: NEVER_READ })
    assert.deepEqual(await denied(DAYS), [null, null, null, ['gx_analytics']])
    const until = { covered_until: '2026-11-12', read_until: '2026-11-12' }
    const streams = Object.keys(connectors.gx_analytics!.streams)
    const lost = await two_properties(Object.fromEntries(streams.map((stream) => [stream, until])), {
      ...{ state: 'skipped', reason: 'No access.', state_since: '2026-11-13T00:00:00Z' },
    })
    assert.deepEqual(await lost(DAYS), [null, null, null, ['gx_analytics']])
    // What was read before stays.
    assert.deepEqual(await lost({ ...DAYS, date_from: '2026-11-10' }), [0, 9, 1, ['gx_analytics']])
  })

  it('a list without rows has no total of zero where older records are not stored, or an account gives no access to it', async () => {
    const total_of = async (tool: string, platforms: Record<string, Parameters<typeof read_streams>[3]>) => {
      const org = await bench.org()
      for (const [platform, streams] of Object.entries(platforms))
        await read_streams(org, { connection_id: await org.connect(platform), platform }, 'a', streams)
      const { total, notes } = await org.ask(tool)
      return [total, /cannot read account a/.test(notes.join())]
    }
    const later = { state: 'denied', reason: 'No permission.' }
    for (const listings of [NEVER_READ, later])
      assert.deepEqual(await total_of('list_mpa_listings', { mpa: { listings } }), [null, true])
    assert.deepEqual(await total_of('list_mpa_questions', { mpa: { questions: later } }), [null, true])
    for (const tool of ['list_store_products', 'query_products']) {
      assert.deepEqual(await total_of(tool, { sx: {}, tnx: { products: NEVER_READ } }), [null, true])
      assert.deepEqual(await total_of(tool, { sx: {}, tnx: {} }), [0, false])
    }
    const since = { covered_from: '2026-11-15' }
    assert.deepEqual(await total_of('query_email_campaigns', { email_b: { campaigns: since } }), [null, false])
    assert.deepEqual(await total_of('query_contacts', { email_b: { contacts: since } }), [null, false])
    assert.deepEqual(await total_of('query_contacts', { email_b: {} }), [0, false])
  })
})
