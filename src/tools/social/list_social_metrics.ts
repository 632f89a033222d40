import { sql } from 'kysely'
import { z } from 'zod'
import { of_org } from '#db/organization.ts'
import { is_known } from '#domain/coverage.ts'
import { integer, ratio } from '#domain/exact.ts'
import { add_days, last_days, type Window } from '#domain/windows.ts'
import { listed } from '#engine/lists.ts'
import { outside_text, own_text, platform_word } from '#engine/texts.ts'
import { type Context, tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import type { Counted, Sources } from '#figures/sources/sources.ts'
import { is_counted } from '#figures/sums/warehouse.ts'
import { message } from '#messages/message.ts'
import { find_account, platform_of, social_account_id } from './accounts.ts'

const totals = f.figures({
  impressions: f.count('Times shown, in all days. Instagram calls them views.'),
  engagements: f.count('Likes, comments, shares and saves, in all days.'),
})

const days = listed(
  'days',
  z.strictObject({
    date: own_text(),
    followers: f.count_field('Total at the last read of the day.'),
    reach: f.count_field('Different people of the day. Days do not add up.'),
    impressions: f.count_field('Times shown.'),
    engagements: f.count_field('Likes, comments, shares and saves.'),
    engagement_rate: f.ratio_field('engagements divided by reach.'),
  }),
  'Ask for fewer days with days_back.',
)

export const list_social_metrics = tool({
  about: 'Daily followers, reach, impressions and engagement rate of one social account, newest first.',
  keywords: {
    es: 'crecimiento de seguidores perdí alcance impresiones engagement por día de una cuenta de redes sociales Instagram',
    en: 'follower growth lost reach impressions engagement rate daily of a social media account Instagram',
    pt: 'crescimento de seguidores perdi alcance impressões engajamento por dia de uma conta de redes sociais Instagram',
  },
  scopes: ['analytics:read'],
  effect: 'read',
  input: { social_account_id, days_back: f.days_back.describe('Days that end yesterday.') },
  result: {
    ...f.period_fields,
    social_account_id: platform_word(),
    platform: own_text(),
    username: outside_text(),
    ...totals.fields,
    ...days.fields,
    ...f.provenance,
  },
  example: { social_account_id: '17841400008460056', days_back: 7 },
  async run({ social_account_id: id, days_back }, context) {
    const period = { current: last_days(days_back, context.today) }
    const { of_days, shared } = await f.answer(context, period, {
      of_days: { of: f.on_platform(f.social_days, await platform_of(context, id)), where: sql`f.account_id = ${id}` },
    })
    const { platform, username } = await find_account(context, of_days.sources.counted.connection_ids, id)
    const rows = await read_days(context, id, of_days.sources, period.current)
    const unread = rows.filter(({ followers }) => followers === null).length
    return {
      social_account_id: id,
      platform,
      username,
      ...totals.values(of_days, context.org.currency),
      ...days.of(rows, rows.length),
      ...f.with_notes(shared, unread > 0 ? [message('social.followers_unread', { count: unread })] : []),
    }
  },
})

type Read = Sources & { counted: Counted }

const nothing = { followers: null, reach: null, impressions: null, engagements: null }

/** Every day of the window, newest first. What the network did not say, and what was not read to the end of the day, is null. */
async function read_days({ db }: Context, id: string, { counted, known }: Read, window: Window) {
  const { from, to, days: count } = window
  const read = known(window)
  const { rows } = await sql<{ date: string } & Record<keyof typeof nothing, bigint | null>>`
    select d.date, d.followers, d.reach, d.impressions, d.engagements from ${of_org('metrics.social_days', 'd')}
    where d.account_id = ${id} and d.date between ${from}::date and ${to}::date
      and ${is_counted(counted, 'd.connection_id', 'd.account_id')}`.execute(db)
  const by_date = new Map(rows.map(({ date, ...figures }) => [date, figures]))
  return Array.from({ length: count }, (_, at) => {
    const date = add_days(to, -at)
    const stored = by_date.get(date) ?? nothing
    // Followers are the total of a read, which is no less true before the end of the day.
    const shown = is_known(read, { from: date, to: date }) ? stored : { ...nothing, followers: stored.followers }
    return {
      date,
      followers: integer(shown.followers),
      reach: integer(shown.reach),
      impressions: integer(shown.impressions),
      engagements: integer(shown.engagements),
      engagement_rate: ratio(shown.engagements, shown.reach),
    }
  })
}
