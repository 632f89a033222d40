import { sql } from 'kysely'
import { z } from 'zod'
import { of_org } from '#db/organization.ts'
import { integer, ratio } from '#domain/exact.ts'
import { add_days, start_of, type Window } from '#domain/windows.ts'
import { limit, listed, total_of } from '#engine/lists.ts'
import { LONG_TEXT_CHARS_MAX, outside_text, own_text, platform_word } from '#engine/texts.ts'
import { type Context, tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import type { Counted } from '#figures/sources/sources.ts'
import { total_field, with_total } from '#figures/sources/totals.ts'
import { planned_for } from '#figures/sums/planned.ts'
import { is_counted } from '#figures/sums/warehouse.ts'
import { short_text } from '#lib/text.ts'
import { find_account, platform_of, social_account_id } from './accounts.ts'

/** Characters of a caption in short rows. */
const SHORT_CHARS = 80

const post = z.strictObject({
  post_id: platform_word(),
  kind: z.enum(['post', 'story']).describe('A story is shown for 24 hours.'),
  platform: own_text(),
  social_account_id: platform_word(),
  account: outside_text().nullable().describe('Username of the account.'),
  posted_at: own_text(),
  type: platform_word().nullable().describe('As the network says, such as VIDEO.'),
  caption: outside_text(LONG_TEXT_CHARS_MAX).nullable(),
  permalink: outside_text(LONG_TEXT_CHARS_MAX).nullable(),
  likes: f.count_field('Likes.'),
  comments: f.count_field('Comments.'),
  shares: f.count_field('Shares.'),
  saves: f.count_field('Saves.'),
  reach: f.count_field('Different people. Posts do not add up.'),
  impressions: f.count_field('Times shown.'),
  engagements: f.count_field('Likes, comments, shares and saves.'),
  engagement_rate: f.ratio_field('engagements divided by reach.'),
  vanished_at: own_text()
    .nullable()
    .describe('When the network was found not to have the post any more; its figures are the last ones.'),
})
type Post = z.input<typeof post>

const shorter_post =
  (chars: number) =>
  (row: Post): Post => ({ ...row, caption: short_text(row.caption, chars) })

const posts = listed('posts', post, 'Ask for fewer days with days_back, or for one account.', undefined, {
  short: {
    fields: ['post_id', 'posted_at', 'caption', 'likes', 'comments', 'reach', 'engagement_rate'],
    differing: ['kind', 'platform', 'social_account_id', 'account', 'vanished_at'],
    of: shorter_post(SHORT_CHARS),
  },
  shorter: [shorter_post(300), shorter_post(80), shorter_post(20)],
})

export const list_social_posts = tool({
  about:
    'Posts and stories on social networks with likes, comments and engagement rate, newest first; vanished ones marked.',
  keywords: {
    es: 'posteos publicaciones contenido reels historias me gusta comentarios guardados redes sociales Instagram mejores rendimiento',
    en: 'posts content reels stories likes comments saves social media Instagram best performance',
    pt: 'posts publicações conteúdo reels stories curtidas comentários salvos redes sociais Instagram melhores desempenho',
  },
  scopes: ['analytics:read'],
  effect: 'read',
  input: {
    social_account_id: social_account_id.optional(),
    days_back: f.days_back.describe('Days before today, and today.'),
    limit: limit(50),
  },
  result: {
    ...f.period_fields,
    ...posts.fields,
    ...total_field,
    ...f.provenance,
  },
  example: { days_back: 7, limit: 5 },
  async run({ social_account_id: id, days_back, limit }, context) {
    const period = f.period_until_today(days_back, context)
    const of = f.on_platform(f.social_posts, id && (await platform_of(context, id)))
    const where = id === undefined ? undefined : sql`f.account_id = ${id}`
    const { found, shared } = await f.answer(context, period, { found: { of, where } })
    const { counted } = found.sources
    if (id !== undefined) await find_account(context, counted.connection_ids, id)
    const { rows, total } = await newest_posts(context, { id, counted, limit, window: period.current })
    return { ...with_total(posts.of(rows, total), found.current), ...shared }
  },
})

interface PostFilter {
  id: string | undefined
  counted: Counted
  limit: number
  window: Window
}

type Count = 'likes' | 'comments' | 'shares' | 'saves' | 'reach' | 'impressions' | 'engagements'
type Row = Omit<Post, Count | 'engagement_rate'> & Record<Count, bigint | null>

async function newest_posts({ db, org }: Context, { id, counted, limit, window: { from, to } }: PostFilter) {
  const is_of_account = id === undefined ? sql`true` : sql`p.account_id = ${id}`
  const matching = sql`${of_org('metrics.social_posts', 'p')}
    where p.at >= ${start_of(from, org.time_zone)}::timestamptz and p.at < ${start_of(add_days(to, 1), org.time_zone)}::timestamptz
      and ${is_counted(counted, 'p.connection_id', 'p.account_id')} and ${is_of_account}`
  const { rows } = await sql<Row & { total: bigint }>`
    ${planned_for({ from, to })} select p.post_id, p.kind, p.platform, p.account_id as social_account_id, p.account, p.at as posted_at, p.type, p.caption, p.permalink,
      p.likes, p.comments, p.shares, p.saves, p.reach, p.impressions, p.engagements, p.vanished_at, (select count(*) from ${matching}) as total
    from ${matching} order by p.at desc, p.post_id, p.kind, p.connection_id, p.account_id limit ${limit}`.execute(db)
  const shown = rows.map(
    ({ total: _, ...row }): Post => ({
      ...row,
      likes: integer(row.likes),
      comments: integer(row.comments),
      shares: integer(row.shares),
      saves: integer(row.saves),
      reach: integer(row.reach),
      impressions: integer(row.impressions),
      engagements: integer(row.engagements),
      engagement_rate: ratio(row.engagements, row.reach),
    }),
  )
  return { rows: shown, total: total_of(rows) }
}
