// The tools of organic social. SQL over the published rows makes each of their figures again.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { in_system } from '#db/org.ts'
import { LIMIT_MAX } from '#engine/lists.ts'
import { type FiguresOrg, figures_bench } from '#test/figures.ts'
import { BRAND, ID, insert_social } from './social_rows.ts'

describe('organic social', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let acme: FiguresOrg
  before(async () => {
    bench = await figures_bench()
    acme = await bench.org()
    await insert_social(acme)
    await insert_social(await bench.org({ name: 'Globex' }))
  })
  after(() => bench.close())

  const ask = async (tool: string, input: object = {}) => {
    await in_system(bench.pool, (db) => db.deleteFrom('rate_windows').execute())
    return acme.ask(tool, input)
  }
  const rows = async (sql: string) => (await ask('run_readonly_sql', { sql })).rows

  it('list_social_accounts names each account once, with its last total and the time of the read', async () => {
    const { accounts, total, sources } = await ask('list_social_accounts')
    assert.deepEqual(accounts, [
      {
        ...{ social_account_id: ID, platform: 'social_a', username: 'casalumbre.mx', name: 'Casa Lumbre' },
        ...{ followers: 1_030, followers_read_at: '2026-11-20T17:00:00.000Z' },
      },
      {
        ...{ social_account_id: BRAND, platform: 'net_c', username: 'casa-lumbre', name: 'Casa Lumbre' },
        ...{ followers: null, followers_read_at: null },
      },
    ])
    assert.equal(total, 2)
    assert.deepEqual(sources.map(({ name }: { name: string }) => name).sort(), ['Agency', 'Main', 'Own'])
    const [latest] = await rows(
      `select followers from social_daily where counts and social_account_id = '${ID}' and followers is not null order by date desc limit 1`,
    )
    assert.deepEqual(latest, { followers: accounts[0]!.followers })
  })

  it('list_social_accounts counts the accounts that it does not show, and each of them is known', async () => {
    const org = await bench.org()
    const connection_id = await org.connect('social_a')
    const of = { connection_id, platform: 'social_a' }
    const ids = Array.from({ length: LIMIT_MAX + 1 }, (_, at) => String(at).padStart(4, '0'))
    await org.insert((db) =>
      db
        .insertInto('social_accounts')
        .values(ids.map((id) => ({ ...of, social_account_id: id, username: `brand ${id}` })))
        .execute(),
    )
    const { total, truncated } = await org.ask('list_social_accounts')
    assert.deepEqual([total, truncated], [LIMIT_MAX + 1, true])
    const last = await org.ask('list_social_metrics', { social_account_id: ids.at(-1) })
    assert.equal(last.username, `brand ${ids.at(-1)}`)
    const refused = await org.refused('list_social_posts', { social_account_id: 'x' })
    assert.match(refused, /0019 \(brand 0019\) and 981 more/)
  })

  it('an answer about one account has no other network, whatever happened to that', async () => {
    const org = await bench.org()
    await insert_social(org)
    await org.insert((db) =>
      db
        .updateTable('connections')
        .set({ status: 'revoked', revoked_at: '2026-11-19T12:00:00Z' })
        .where('platform', '=', 'net_c')
        .execute(),
    )
    for (const [tool, input] of Object.entries({
      list_social_metrics: { days_back: 5 },
      list_social_posts: { days_back: 5 },
    })) {
      const { sources, window, notes } = await org.ask(tool, { social_account_id: ID, ...input })
      assert.deepEqual(
        new Set(sources.map(({ platform }: { platform: string }) => platform)),
        new Set(['social_a']),
        tool,
      )
      assert.deepEqual([window.lacks, notes.filter((note: string) => note.includes('net_c'))], [undefined, []], tool)
    }
    const { window } = await org.ask('list_social_posts', { days_back: 5 })
    assert.deepEqual(window.lacks, ['net_c'])
    assert.match(
      await org.refused('list_social_metrics', { social_account_id: BRAND }),
      new RegExp(`Use one of: ${ID}`),
    )
  })

  it('list_social_metrics has every day, and no sum of reach or of followers', async () => {
    const found = await ask('list_social_metrics', { social_account_id: ID, days_back: 5 })
    assert.deepEqual(found.days, [
      day('2026-11-19', { followers: 1_020, reach: 0, impressions: 0, engagements: 0, engagement_rate: null }),
      day('2026-11-18', { reach: 200, impressions: 300, engagements: 30, engagement_rate: 0.15 }),
      day('2026-11-17', { reach: 100, impressions: 150 }),
      day('2026-11-16', { followers: 990 }),
      day('2026-11-15', {}),
    ])
    assert.deepEqual([found.impressions, found.engagements, found.window.from], [450, 30, '2026-11-15'])
    assert.match(found.notes.join(' '), /leave them out: impressions \(1 row\); engagements \(2 rows\)/)
    assert.ok(!('reach' in found) && !('followers' in found))
    assert.match(found.notes.join(' '), /followers of 3 days were not read/)
    const made = await rows(
      `select date::text as date, followers, reach, impressions, engagements, round(engagements::numeric / nullif(reach, 0), 4) as engagement_rate
       from social_daily where counts and social_account_id = '${ID}' and date between '2026-11-15' and '2026-11-19' order by date desc`,
    )
    assert.deepEqual(made, found.days.slice(0, 4))
    const [sums] = await rows(
      `select sum(impressions) as impressions, sum(engagements) as engagements from social_daily
       where counts and social_account_id = '${ID}' and date between '2026-11-15' and '2026-11-19'`,
    )
    assert.deepEqual(sums, { impressions: found.impressions, engagements: found.engagements })
  })

  it('followers and reach of a day are unknown where nobody read them, and never zero', async () => {
    const total = async (metric: string, date: string, more: object = {}) =>
      (await ask('query_data', { metric: `social.${metric}`, date_from: date, date_to: date, ...more })).total_value
    for (const date of ['2026-11-15', '2026-11-17']) assert.equal(await total('followers', date), null, date)
    assert.equal(await total('followers', '2026-11-16'), 990)
    assert.equal(await total('reach', '2026-11-16'), null)
    assert.equal(await total('engagements', '2026-11-17'), null)
    const { rows: days } = await ask('query_data', {
      ...{ metric: 'social.followers', dimensions: ['date'], date_from: '2026-11-15', date_to: '2026-11-17' },
    })
    assert.deepEqual(days, [
      { date: '2026-11-16', value: 990 },
      { date: '2026-11-17', value: null },
    ])
  })

  it('followers of one of two accounts never stand for those of both, and other sums say what they leave out', async () => {
    const org = await bench.org()
    const { instagram } = await insert_social(org)
    const of = { connection_id: instagram, social_account_id: '2', platform: 'social_a', date: '2026-11-18' }
    await org.insert(async (db) => {
      await db
        .insertInto('social_daily')
        .values({ ...of, followers: null, impressions: null })
        .execute()
      await db
        .insertInto('social_follower_daily')
        .values({ ...of, social_account_id: ID, followers: 1_000n })
        .execute()
    })
    const dates = { date_from: of.date, date_to: of.date }
    const both = await org.ask('query_data', { metric: 'social.followers', ...dates })
    assert.equal(both.total_value, null)
    const by_account = await org.ask('query_data', { metric: 'social.followers', dimensions: ['account'], ...dates })
    assert.deepEqual(by_account.rows, [
      { account: 'casalumbre.mx', value: 1_000 },
      { account: null, value: null },
    ])
    const shown = await org.ask('query_data', { metric: 'social.impressions', ...dates })
    assert.equal(shown.total_value, 300)
    assert.match(shown.notes.join(' '), /state no value, and sums leave them out: impressions \(1 row\)/)
  })

  it('followers without those of an account that cannot be read are no total', async () => {
    const org = await bench.org()
    await insert_social(org)
    const day = { metric: 'social.followers', date_from: '2026-11-16', date_to: '2026-11-16' }
    assert.equal((await org.ask('query_data', day)).total_value, 990)
    const unread = { covered_from: null, covered_until: null, read_until: null }
    await org.cover(await org.connect('net_c'), { ...unread, state: 'denied', reason: 'No permission.' })
    const found = await org.ask('query_data', { ...day, dimensions: ['date'] })
    assert.deepEqual([found.total_value, found.rows], [null, [{ date: '2026-11-16', value: null }]])
    assert.match(found.notes.join(' '), /No permission/)
    const own = await org.ask('query_data', { ...day, filters: { account: 'casalumbre.mx' } })
    const by_account = await org.ask('query_data', { ...day, dimensions: ['account'] })
    assert.deepEqual([own.total_value, by_account.total_value, by_account.rows[0].value], [990, null, 990])
  })

  it('days that are not stored make the sums unknown, and the stored days stay', async () => {
    const org = await bench.org()
    const { instagram } = await insert_social(org)
    await org.cover(instagram, { covered_from: '2026-11-18', covered_until: '2026-11-19' })
    const found = await org.ask('list_social_metrics', { social_account_id: ID, days_back: 5 })
    assert.deepEqual([found.impressions, found.engagements], [null, null])
    assert.equal(found.days[1].impressions, 300)
    assert.match(found.notes.join(' '), /has data since 2026-11-18/)
    assert.ok(!JSON.stringify(found.covered_parts ?? []).includes('reach'))
  })

  it('a day that was read before its end has the followers of that read, and nothing that still grows', async () => {
    const org = await bench.org()
    const { instagram } = await insert_social(org)
    await org.cover(instagram, { covered_until: '2026-11-17', read_until: '2026-11-18' })
    const found = await org.ask('list_social_metrics', { social_account_id: ID, days_back: 5 })
    assert.deepEqual(found.days.slice(0, 3), [
      day('2026-11-19', { followers: 1_020 }),
      day('2026-11-18', {}),
      day('2026-11-17', { reach: 100, impressions: 150 }),
    ])
    assert.deepEqual([found.impressions, found.window.lacks], [150, ['social_a']])
  })
  it('days for which Instagram has no figures are unknown alone, and leave the sum of the others with a note', async () => {
    const org = await bench.org()
    const { instagram } = await insert_social(org)
    const empty = { connection_id: instagram, social_account_id: ID, platform: 'social_a', date: '2026-11-15' }
    await org.insert((db) => db.insertInto('social_daily').values(empty).execute())
    const until = (date_to: string) =>
      org.ask('query_data', { metric: 'social.impressions', date_from: '2026-11-15', date_to })
    const [alone, partly] = [await until('2026-11-15'), await until('2026-11-18')]
    assert.deepEqual([alone.total_value, partly.total_value], [null, 450])
    assert.match(partly.notes.join(' '), /leave them out: impressions \(2 rows\)/)
  })
  it('list_social_posts lists posts and stories, newest first, with vanished ones marked', async () => {
    const found = await ask('list_social_posts')
    assert.deepEqual(
      found.posts.map(({ post_id, kind }: Record<string, unknown>) => [post_id, kind]),
      [
        ['s1', 'story'],
        ['p3', 'post'],
        ['urn:li:share:7', 'post'],
        ['p2', 'post'],
      ],
    )
    const [story, , , vanished] = found.posts
    assert.deepEqual([story.likes, story.reach, story.engagement_rate, story.vanished_at], [null, 50, 0.1, null])
    assert.deepEqual(
      [vanished.likes, vanished.reach, vanished.engagement_rate, vanished.vanished_at],
      [9, 100, 0.12, '2026-11-12T00:00:00.000Z'],
    )
    const made = await rows(
      `select post_id, likes, comments, reach, round(engagements::numeric / nullif(reach, 0), 4) as engagement_rate
       from social_posts where counts and posted_at >= '2026-10-21T06:00:00Z' order by posted_at desc`,
    )
    const posts = found.posts.filter(({ kind }: { kind: string }) => kind === 'post')
    assert.deepEqual(
      made,
      posts.map(({ post_id, likes, comments, reach, engagement_rate }: Record<string, unknown>) => ({
        ...{ post_id, likes, comments, reach, engagement_rate },
      })),
    )
    const [{ stories }] = await rows('select count(*)::int as stories from social_stories where counts')
    assert.equal(made.length + stories, found.total)
  })

  it('the total of posts is independent of limit, and an account and days narrow it', async () => {
    const { count, total, truncated } = await ask('list_social_posts', { limit: 1 })
    assert.deepEqual([count, total, truncated], [1, 4, true])
    const of_account = await ask('list_social_posts', { social_account_id: BRAND })
    assert.deepEqual([of_account.total, of_account.posts[0].account], [1, 'casa-lumbre'])
    assert.equal((await ask('list_social_posts', { days_back: 1 })).total, 1)
    assert.equal((await ask('list_social_posts', { days_back: 300 })).total, 5)
  })

  it('an unknown account is refused with those there are, and bounds with how to keep them', async () => {
    for (const tool of ['list_social_metrics', 'list_social_posts'])
      assert.match(
        await acme.refused(tool, { social_account_id: '1' }),
        new RegExp(`Use one of: ${ID} \\(casalumbre.mx\\), ${BRAND} \\(casa-lumbre\\)`),
      )
    assert.match(await acme.refused('list_social_metrics', {}), /social_account_id/)
    assert.match(await acme.refused('list_social_posts', { days_back: 0 }), /at least 1/)
    assert.match(await acme.refused('list_social_posts', { limit: 1_001 }), /at most 1000/)
    const empty = await bench.org()
    assert.match(await empty.refused('list_social_metrics', { social_account_id: '1' }), /Connect one/)
  })
})

const day = (date: string, figures: Record<string, number | null>) => ({
  date,
  ...{ followers: null, reach: null, impressions: null, engagements: null, engagement_rate: null },
  ...figures,
})
