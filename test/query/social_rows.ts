// Rows of two accounts on social networks.
import type { FiguresOrg } from '#test/figures.ts'

export const ID = '17841400008460056'
export const BRAND = '64265083'

/** Two connections cover the same account. The rows of one of them count. */
export async function insert_social(org: FiguresOrg) {
  const instagram = await org.connect('social_a', { name: 'Own' })
  const agency = await org.connect('social_a', { name: 'Agency' })
  const pages = await org.connect('net_c')
  await org.insert(async (db) => {
    const own = { connection_id: instagram, social_account_id: ID, platform: 'social_a' }
    const brand = { connection_id: pages, social_account_id: BRAND, platform: 'net_c' }
    await db
      .insertInto('sync_cursors')
      .values(
        [instagram, agency].map((connection_id) => ({
          ...{ org_id: org.org_id, connection_id, stream: 'daily', account_id: ID, cursor: '{}' },
          ...{ covered_from: '-infinity', covered_until: '2026-11-19', read_until: '2026-11-20' },
        })),
      )
      .execute()
    await db
      .insertInto('social_accounts')
      .values([
        { ...own, username: 'casalumbre.mx', name: 'Casa Lumbre' },
        { ...own, connection_id: agency, username: 'casalumbre.mx', name: 'Casa Lumbre' },
        { ...brand, username: 'casa-lumbre', name: 'Casa Lumbre' },
      ])
      .execute()
    for (const connection_id of [instagram, agency]) {
      const of = { ...own, connection_id }
      await db
        .insertInto('social_follower_daily')
        .values([
          { ...of, date: '2026-11-16', followers: 990n },
          { ...of, date: '2026-11-19', followers: 1_020n },
          { ...of, date: '2026-11-20', followers: 1_030n, synced_at: '2026-11-20T17:00:00Z' },
        ])
        .execute()
      await db
        .insertInto('social_daily')
        .values([
          { ...of, date: '2026-11-17', reach: 100n, impressions: 150n },
          { ...of, date: '2026-11-18', reach: 200n, impressions: 300n, engagements: 30n },
          { ...of, date: '2026-11-19', reach: 0n, impressions: 0n, engagements: 0n },
        ])
        .execute()
      const post = { ...of, caption: 'Hola', likes: 9n, comments: 2n, reach: 100n, engagements: 12n }
      await db
        .insertInto('social_posts')
        .values([
          { ...post, post_id: 'p1', posted_at: '2026-04-01T12:00:00Z' },
          { ...post, post_id: 'p2', posted_at: '2026-11-10T12:00:00Z', vanished_at: '2026-11-12T00:00:00Z' },
          { ...post, post_id: 'p3', posted_at: '2026-11-18T12:00:00Z', likes: null, reach: null },
        ])
        .execute()
      const story = { ...of, story_id: 's1', posted_at: '2026-11-20T12:00:00Z', reach: 50n, engagements: 5n }
      await db.insertInto('social_stories').values(story).execute()
    }
    await db
      .insertInto('social_posts')
      .values({
        ...brand,
        post_id: 'urn:li:share:7',
        posted_at: '2026-11-11T12:00:00Z',
        likes: 1n,
        comments: 0n,
        reach: 0n,
      })
      .execute()
  })
  return { instagram }
}
