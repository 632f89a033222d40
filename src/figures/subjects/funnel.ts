// The events of the funnel of a shop in web analytics, as facts.
import { sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import { is_of, quality_counts } from '#figures/sources/quality.ts'
import type { Facts } from '#figures/sums/facts.ts'
import { is_counted } from '#figures/sums/warehouse.ts'

/** The recommended events of a shop, in the order of a purchase. */
const steps = ['view_item', 'add_to_cart', 'begin_checkout', 'purchase'] as const
type Step = (typeof steps)[number]

/** A step without a row has no events, unless Google can have withheld its row. Then its events are unknown. */
const of_step = (column: 'events' | 'users', step: Step) =>
  sql`case when f.event_name = ${sql.lit(step)} then ${sql.ref(`f.${column}`)} when ${is_of('thresholded')} then null else 0 end`
const events = Object.fromEntries(steps.map((step) => [step, of_step('events', step)])) as Record<
  Step,
  ReturnType<typeof of_step>
>
const users = Object.fromEntries(steps.map((step) => [`${step}_users`, of_step('users', step)])) as Record<
  `${Step}_users`,
  ReturnType<typeof of_step>
>

export const funnel_facts = {
  from: ({ from, to, counted }) => sql`(select * from ${of_org('web_event_daily')}
    where date between ${from}::date and ${to}::date and ${is_counted(counted, 'connection_id', 'property_id')}) f`,
  money: {},
  counts: { ...events, ...users, ...quality_counts },
} satisfies Facts
