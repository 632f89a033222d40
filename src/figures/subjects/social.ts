// The days and posts of social networks, as facts.
import { sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import { add_days, start_of } from '#domain/windows.ts'
import type { Facts } from '#figures/sums/facts.ts'
import { unknown_rows } from '#figures/sums/unknown_rows.ts'
import { is_counted } from '#figures/sums/warehouse.ts'

// Reach and followers are left out, because their days do not add up.
const day_counts = { impressions: sql`f.impressions`, engagements: sql`f.engagements` }
export const social_day_facts = {
  from: ({ from, to, counted }) => sql`(select d.* from ${of_org('metrics.social_days', 'd')}
    where d.date between ${from}::date and ${to}::date and ${is_counted(counted, 'd.connection_id', 'd.account_id')}) f`,
  money: {},
  counts: { ...day_counts, ...unknown_rows(day_counts) },
} satisfies Facts

export const social_post_facts = {
  from: ({ from, to, counted, time_zone }) => sql`(
    select p.*, (p.at at time zone ${time_zone})::date as date from ${of_org('metrics.social_posts', 'p')}
    where p.at >= ${start_of(from, time_zone)}::timestamptz and p.at < ${start_of(add_days(to, 1), time_zone)}::timestamptz
      and ${is_counted(counted, 'p.connection_id', 'p.account_id')}) f`,
  at: sql`f.at`,
  money: {},
  counts: { posts: sql`1::bigint` },
} satisfies Facts
