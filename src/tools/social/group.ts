// The accounts, days and posts of social networks, as facts.
import { sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import { platforms_of } from '#domain/platforms.ts'
import { add_days, start_of } from '#domain/windows.ts'
import type { Facts } from '#figures/facts.ts'
import type { FigureGroup } from '#figures/groups.ts'
import type { SourceGroup } from '#figures/sources.ts'
import { unknown_rows } from '#figures/unknown_rows.ts'
import { is_counted } from '#figures/warehouse.ts'
import { message } from '#messages/message.ts'

const networks = { platforms: platforms_of('social'), label: message('group.social') }

/** The totals of followers, which have no days to sum. */
export const followers: SourceGroup = { ...networks, tables: ['social_follower_daily'] }

// Reach and followers are left out, because their days do not add up.
const day_counts = { impressions: sql`f.impressions`, engagements: sql`f.engagements` }
const day_facts = {
  from: ({ from, to, counted }) => sql`(select d.* from ${of_org('metrics.social_days', 'd')}
    where d.date between ${from}::date and ${to}::date and ${is_counted(counted, 'd.connection_id', 'd.account_id')}) f`,
  money: {},
  counts: { ...day_counts, ...unknown_rows(day_counts) },
} satisfies Facts
export const days: FigureGroup<typeof day_facts> = { ...networks, tables: ['social_daily'], facts: day_facts }

const post_facts = {
  from: ({ from, to, counted, time_zone }) => sql`(
    select p.*, (p.at at time zone ${time_zone})::date as date from ${of_org('metrics.social_posts', 'p')}
    where p.at >= ${start_of(from, time_zone)}::timestamptz and p.at < ${start_of(add_days(to, 1), time_zone)}::timestamptz
      and ${is_counted(counted, 'p.connection_id', 'p.account_id')}) f`,
  at: sql`f.at`,
  money: {},
  counts: { posts: sql`1::bigint` },
} satisfies Facts
/** Posts decide which days are known. Stories are there as far as they were read. */
export const posts: FigureGroup<typeof post_facts> = { ...networks, tables: ['social_posts'], facts: post_facts }
