// The events of the funnel of a shop in web analytics, as facts: one row for each property and day.
import { sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import { is_of, quality_counts } from '#figures/sources/quality.ts'
import type { Facts } from '#figures/sums/facts.ts'
import { beside, unknown_rows } from '#figures/sums/unknown_rows.ts'
import { is_counted } from '#figures/sums/warehouse.ts'

type Fragment = ReturnType<typeof sql>

/** The recommended events of a shop, in the order of a purchase. */
const steps = ['view_item', 'add_to_cart', 'begin_checkout', 'purchase'] as const
export type Step = (typeof steps)[number]

/** A step without a row has no events, unless Google can have withheld its row. Then its events are unknown. */
const of_step = (column: 'events' | 'users', step: Step) =>
  sql`coalesce(sum(${sql.ref(`f.${column}`)}) filter (where f.event_name = ${sql.lit(step)}),
    case when not bool_or(${is_of('thresholded')}) then 0 end)`
const columns = steps.flatMap((step) => [
  sql`${of_step('events', step)} as ${sql.ref(step)}`,
  sql`${of_step('users', step)} as ${sql.ref(`${step}_users`)}`,
])
const quality = Object.entries(quality_counts).map(([name, of]) => sql`sum(${of}) as ${sql.ref(name)}`)

const of_days = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, sql.ref(`f.${name}`)])) as unknown as Record<Name, Fragment>
const events = of_days(steps)

/** The part of a step whose days also know the other one, so that a rate divides sums of the same days. */
const both = <Of extends Step, Other extends Step>(of: Of, other: Other) =>
  ({ [beside(of, other)]: sql`case when ${events[other]} is not null then ${events[of]} end` }) as Record<
    ReturnType<typeof beside<Of, Other>>,
    Fragment
  >

export const funnel_facts = {
  from: ({ from, to, counted }) => sql`(
    select f.property_id, f.date, ${sql.join([...columns, ...quality])} from ${of_org('web_event_daily', 'f')}
    where f.date between ${from}::date and ${to}::date and ${is_counted(counted, 'f.connection_id', 'f.property_id')}
    group by f.connection_id, f.property_id, f.date) f`,
  money: {},
  counts: {
    ...events,
    ...unknown_rows(events),
    ...both('add_to_cart', 'view_item'),
    ...both('view_item', 'add_to_cart'),
    ...both('begin_checkout', 'add_to_cart'),
    ...both('add_to_cart', 'begin_checkout'),
    ...both('purchase', 'begin_checkout'),
    ...both('begin_checkout', 'purchase'),
    ...of_days(steps.map((step) => `${step}_users` as const)),
    ...of_days(Object.keys(quality_counts) as (keyof typeof quality_counts)[]),
  },
} satisfies Facts
