// Abandoned carts: checkouts of the store and of the email platform. Checkouts with the same token are one cart. A checkout without one
// belongs to the cart of the same person in the same hour.
import { type RawBuilder, sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import { platforms_of } from '#domain/platforms.ts'
import { add_days, start_of } from '#domain/windows.ts'
import { count, figures, money, quotient } from '#figures/figure.ts'
import { days_up_to } from '#figures/period.ts'
import type { Sources } from '#figures/sources/sources.ts'
import type { Facts, Span } from '#figures/sums/facts.ts'
import { beside, unknown_rows } from '#figures/sums/unknown_rows.ts'
import { is_counted } from '#figures/sums/warehouse.ts'
import { type Message, message } from '#messages/message.ts'

/**
 * Days before today that a list of carts has with today, without dates. Tiendanube keeps checkouts for 30 days (read 2026-11). On the day of
 * the connection, one more day would be there in part.
 */
export const CART_DAYS_BEFORE = 29
/** Stores keep checkouts for one to three months. */
const DAYS_MAX = 90

/** Input of lists of carts. */
export const cart_days_back = days_up_to(DAYS_MAX, ', because stores keep no older ones', CART_DAYS_BEFORE).describe(
  'Days before today, and today.',
)

/** A checkout without any change for this time counts as abandoned. */
const ABANDONED_AFTER_MINUTES = 60

/**
 * The cart of a checkout `k`, as the view metrics.cart_keys defines it. Most checkouts have a token, so others are searched only for the
 * rest. The search names the organization itself, without which Citus would look at every shard.
 */
const cart_of_k = sql`coalesce(k.token, (
      select coalesce(o.token, o.connection_id || '/' || o.checkout_id) from ${of_org('checkouts', 'o')}
      where o.person = k.person
        and o.started_at between k.started_at - interval '1 hour' and k.started_at + interval '1 hour'
      order by o.token is null, case when o.token is not null then abs(extract(epoch from o.started_at - k.started_at)) end,
        o.started_at, o.connection_id, o.checkout_id
      limit 1), k.connection_id || '/' || k.checkout_id)`

/**
 * The checkouts of a span, with their carts. Stores and email platforms record different times for the same cart, so there is one more
 * day at each end.
 */
export const checkouts_with_carts = ({ from, to, time_zone, counted }: Span): RawBuilder<unknown> => sql`
    select k.*, ${cart_of_k} as cart from ${of_org('checkouts', 'k')}
    where ${is_counted(counted, 'k.connection_id')}
      and k.started_at >= ${start_of(add_days(from, -1), time_zone)}::timestamptz
      and k.started_at < ${start_of(add_days(to, 2), time_zone)}::timestamptz`

const is_of_store = sql`k.platform = any(${platforms_of('store')})`

/** The value of a cart `k`. The store's values take precedence over the email platform's values. */
export const first_of_cart = (column: string): RawBuilder<unknown> =>
  sql`(array_agg(${sql.ref(`k.${column}`)} order by ${is_of_store} desc, k.connection_id)
      filter (where ${sql.ref(`k.${column}`)} is not null))[1] as ${sql.ref(column)}`

/** Amount and currency come from the same checkout, and from one with an amount if there is one. */
export const amount_of_cart = (column: string): RawBuilder<unknown> =>
  sql`(array_agg(${sql.ref(`k.${column}`)} order by k.total_micros is null, ${is_of_store} desc, k.connection_id))[1] as ${sql.ref(column)}`

/**
 * One row for each cart of these checkouts `k` that was started in the span. A checkout that the store or the email platform reports as
 * completed is not an abandoned cart.
 */
export const abandoned_carts = (checkouts: RawBuilder<unknown>, { from, to, time_zone, now }: Span) => sql`(
    select * from (
      select k.cart, min(k.started_at) as started_at, ${first_of_cart('checkout_id')}, ${amount_of_cart('currency')},
        ${amount_of_cart('total_micros')}, bool_or(k.email is not null or k.phone is not null) as is_reachable,
        bool_or(k.recovery_url is not null) as is_recoverable
      from ${checkouts} k group by k.cart
      having bool_and(k.completed_at is null)
        and max(k.changed_at) < ${now.toISOString()}::timestamptz - make_interval(mins => ${sql.lit(ABANDONED_AFTER_MINUTES)})) m
    where m.started_at >= ${start_of(from, time_zone)}::timestamptz and m.started_at < ${start_of(add_days(to, 1), time_zone)}::timestamptz)`

/** Carts with a value. */
export const valued_carts = beside('carts', 'value')

export const cart_facts = {
  from: (span: Span) => sql`(
    select (m.started_at at time zone ${span.time_zone})::date as date, m.currency, m.total_micros, m.is_reachable, m.is_recoverable
    from ${abandoned_carts(sql`(${checkouts_with_carts(span)})`, span)} m) f`,
  money: { value: sql`f.total_micros` },
  counts: {
    carts: sql`1`,
    [valued_carts]: sql`(f.total_micros is not null)::int`,
    ...unknown_rows({ value: sql`f.total_micros` }),
    reachable: sql`f.is_reachable::int`,
    recoverable: sql`f.is_recoverable::int`,
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
    [beside('checkouts', 'value')]: sql`(f.total_micros is not null)::int`,
    ...unknown_rows({ value: sql`f.total_micros` }),
  },
} satisfies Facts

/** Platforms of stores that keep no abandoned checkouts, so that Tablero reads none of them. */
export const checkout_notes = ({ live }: Sources): Message[] =>
  live.flatMap(({ platform, name, is_left_out, denied }) =>
    is_left_out && denied.length === 0 && platforms_of('store').some((key) => key === platform)
      ? [message('checkouts.none', { source: `${platform} (${name})` })]
      : [],
  )

export const cart_totals = figures({
  carts: count('Abandoned carts.'),
  value: money('What they are worth together.'),
  average_value: money('value divided by the carts with a value.', quotient('value', valued_carts)),
  reachable: count('Carts with an email address or phone number.'),
  recoverable: count('Carts with a recovery URL.'),
})
