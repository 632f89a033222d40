import { sql } from 'kysely'
import { z } from 'zod'
import { of_org } from '#db/organization.ts'
import { last_day } from '#domain/coverage.ts'
import { integer, ratio } from '#domain/exact.ts'
import { add_days, last_days, type Window } from '#domain/windows.ts'
import { listed } from '#engine/lists.ts'
import { outside_text, own_text, platform_word } from '#engine/texts.ts'
import { type Context, tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import type { Counted } from '#figures/sources/sources.ts'
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
    const { counted } = of_days.sources
    const { platform, username } = await find_account(context, counted.connection_ids, id)
    const known = of_days.sources.known(period.current)
    const known_until = known.is === 'unknown' ? known.part?.to : last_day(known, period.current)
    const rows = await read_days(context, { id, counted, window: period.current, known_until })
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

interface DayFilter {
  id: string
  counted: Counted
  window: Window
  /** What is stored of later days was read before their end, or is late. Absent: no day is known. */
  known_until: string | null | undefined
}

const nothing = { followers: null, reach: null, impressions: null, engagements: null }

/** Every day of the window, newest first. What the network did not say, and what was not read to the end of the day, is null. */
async function read_days({ db }: Context, { id, counted, window, known_until }: DayFilter) {
  const { from, to, days: count } = window
  const { rows } = await sql<{ date: string } & Record<keyof typeof nothing, bigint | null>>`
    select d.date, d.followers, d.reach, d.impressions, d.engagements from ${of_org('metrics.social_days', 'd')}
    where d.account_id = ${id} and d.date between ${from}::date and ${to}::date
      and ${is_counted(counted, 'd.connection_id', 'd.account_id')}`.execute(db)
  const by_date = new Map(rows.map(({ date, ...figures }) => [date, figures]))
  return Array.from({ length: count }, (_, at) => {
    const date = add_days(to, -at)
    const stored = by_date.get(date) ?? nothing
    // Followers are the total of a read, which is no less true before the end of the day.
    const is_open = known_until != null && date > known_until
    const { followers, reach, impressions, engagements } = is_open
      ? { ...nothing, followers: stored.followers }
      : stored
    return {
      date,
      followers: integer(followers),
      reach: integer(reach),
      impressions: integer(impressions),
      engagements: integer(engagements),
      engagement_rate: ratio(engagements, reach),
    }
  })
}
