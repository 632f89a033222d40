// Abandoned carts: checkouts of the store and of the email platform. Checkouts with the same token are one cart. A checkout without one
// belongs to the cart of the same person in the same hour.
import { type RawBuilder, sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import { platforms_of } from '#domain/platforms.ts'
import { add_days, start_of } from '#domain/windows.ts'
import type { Facts, Span } from '#figures/facts.ts'
import type { Sources } from '#figures/sources.ts'
import { is_counted } from '#figures/warehouse.ts'
import { type Message, message } from '#messages/message.ts'

/** A checkout without any change for this time counts as abandoned. */
const ABANDONED_AFTER_MINUTES = 60

/**
 * One row for each cart. The store's values take precedence over the email platform's values. A checkout that either of them
 * reports as completed is not an abandoned cart. The two record different times, so the statement reads one more day at each end.
 */
export function merged_carts({ from, to, time_zone, counted, now }: Span): RawBuilder<unknown> {
  const first = (column: string) =>
    sql`(array_agg(${sql.ref(`k.${column}`)} order by k.platform = any(${platforms_of('store')}) desc, k.connection_id)
      filter (where ${sql.ref(`k.${column}`)} is not null))[1] as ${sql.ref(column)}`
  // Amount and currency come from the same checkout, and from one with an amount if there is one.
  const of_amount = (column: string) =>
    sql`(array_agg(${sql.ref(`k.${column}`)}
      order by k.total_micros is null, k.platform = any(${platforms_of('store')}) desc, k.connection_id))[1] as ${sql.ref(column)}`
  return sql`(
    select ${first('checkout_id')}, array_agg(distinct k.platform) as platforms, min(k.started_at) as started_at,
      ${first('email')}, ${first('customer_name')}, ${first('phone')}, ${of_amount('currency')}, ${of_amount('total_micros')},
      ${first('recovery_url')}, ${first('lines')}
    from ${of_org('checkouts', 'k')}
    join ${of_org('metrics.cart_keys', 'c')} on c.connection_id = k.connection_id and c.checkout_id = k.checkout_id
    where ${is_counted(counted, 'k.connection_id')}
      and k.started_at >= ${start_of(add_days(from, -1), time_zone)}::timestamptz
      and k.started_at < ${start_of(add_days(to, 2), time_zone)}::timestamptz
    group by c.cart
    having bool_and(k.completed_at is null)
      and max(k.changed_at) < ${now.toISOString()}::timestamptz - make_interval(mins => ${sql.lit(ABANDONED_AFTER_MINUTES)}))`
}

export const cart_facts = {
  from: (span: Span) => sql`(
    select (started_at at time zone ${span.time_zone})::date as date, currency, total_micros,
      (email is not null or phone is not null)::int as reachable, (recovery_url is not null)::int as recoverable
    from ${merged_carts(span)} m where m.started_at >= ${start_of(span.from, span.time_zone)}::timestamptz
      and m.started_at < ${start_of(add_days(span.to, 1), span.time_zone)}::timestamptz) f`,
  money: { value: sql`f.total_micros` },
  counts: {
    carts: sql`1`,
    valued: sql`(f.total_micros is not null)::int`,
    reachable: sql`f.reachable`,
    recoverable: sql`f.recoverable`,
  },
} satisfies Facts

/** Checkouts `k` of stores that customers left: still open, or completed later. Stores list no others once they are completed. */
export const left_checkouts = ({ from, to, time_zone, counted, now }: Span) => sql`
  ${of_org('checkouts', 'k')} where ${is_counted(counted, 'k.connection_id')}
    and k.started_at >= ${start_of(from, time_zone)}::timestamptz
    and k.started_at < ${start_of(add_days(to, 1), time_zone)}::timestamptz
    and (k.completed_at is not null
      or k.changed_at < ${now.toISOString()}::timestamptz - make_interval(mins => ${sql.lit(ABANDONED_AFTER_MINUTES)}))`

export const checkout_facts = {
  from: (span: Span) => sql`(
    select (k.started_at at time zone ${span.time_zone})::date as date, k.currency, k.total_micros, k.completed_at is not null as is_recovered
    from ${left_checkouts(span)}) f`,
  money: {
    value: sql`f.total_micros`,
    recovered_value: sql`case when f.is_recovered then f.total_micros else 0 end`,
  },
  counts: {
    checkouts: sql`1`,
    recovered: sql`f.is_recovered::int`,
    valued: sql`(f.total_micros is not null)::int`,
  },
} satisfies Facts

/** Platforms of stores that keep no abandoned checkouts, so that Tablero reads none of them. */
export const checkout_notes = ({ live }: Sources): Message[] =>
  live.flatMap(({ platform, name, is_left_out, denied }) =>
    is_left_out && denied.length === 0 && platforms_of('store').some((key) => key === platform)
      ? [message('checkouts.none', { source: `${platform} (${name})` })]
      : [],
  )
