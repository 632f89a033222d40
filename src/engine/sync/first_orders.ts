// Keeps store_orders.is_first_of_customer, from which figures of new and returning customers are summed. Any change of an order can
// change which order of its customer is the first one: a cancellation, a deletion, or an older order that a backfill reads later.
import type { OrgSession } from '#db/org_session.ts'
import type { Queryable } from '#db/pool.ts'

const MINE = 'o.org_id = $1 and o.store_connection_id = $2'

/**
 * Customers of staged orders, and of their stored versions. Call this before the merge of the staged rows. The ids are an array, because a
 * join would read every order of the store, or the whole table for each order while the planner has no statistics.
 */
export function customers_of_staged({ client, org_id }: OrgSession, connection_id: string): Promise<string[]> {
  return ids(
    client.query<{ customer_id: string }>(
      `select customer_id from pg_temp."stage_store_orders" where customer_id is not null
       union
       select o.customer_id from public.store_orders o
       where ${MINE} and o.order_id = any (array(select order_id from pg_temp."stage_store_orders")) and o.customer_id is not null`,
      [org_id, connection_id],
    ),
  )
}

/** Customers of stored orders. Call this before the orders are deleted. */
export function customers_of(
  { client, org_id }: OrgSession,
  connection_id: string,
  order_ids: readonly string[],
): Promise<string[]> {
  return ids(
    client.query<{ customer_id: string }>(
      `select distinct o.customer_id from public.store_orders o
       where ${MINE} and o.order_id = any ($3) and o.customer_id is not null`,
      [org_id, connection_id, order_ids],
    ),
  )
}

/** Marks the first order of each of these customers. */
export async function mark_first_orders(
  { client, org_id }: { client: Queryable; org_id: string },
  connection_id: string,
  customer_ids: readonly string[],
): Promise<void> {
  if (customer_ids.length === 0) return
  const counted = `${MINE} and o.customer_id = any ($3) and o.customer_id is not null and not o.is_voided and not o.is_test and not o.is_pending`
  await client.query(
    `update public.store_orders o set is_first_of_customer = not o.is_first_of_customer
     where ${MINE} and o.ctid = any (array(
       select f.ctid from (
         select o.ctid, o.is_first_of_customer, row_number() over (partition by o.customer_id order by o.ordered_at, o.order_id) = 1 as is_first
         from public.store_orders o where ${counted}) f
       where f.is_first <> f.is_first_of_customer))`,
    [org_id, connection_id, customer_ids],
  )
}

const ids = async (found: Promise<{ rows: { customer_id: string }[] }>) =>
  (await found).rows.map(({ customer_id }) => customer_id)
