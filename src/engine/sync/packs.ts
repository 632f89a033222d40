// Keeps marketplace_orders.is_first_of_pack, so that the orders of one basket count as one, and is_first_of_shipment, so that what a shipment
// costs counts once. Any merge can change which order is the first one: a sibling arrives, is cancelled, or is paid later.
import type { OrgSession } from '#db/org_session.ts'

const groups = [
  { column: 'pack_id', mark: 'is_first_of_pack' },
  { column: 'shipment_id', mark: 'is_first_of_shipment' },
] as const

/** Marks the first order that counts of each pack and shipment of the staged orders. Call this after the merge of the staged rows. */
export async function mark_packs({ client, org_id }: OrgSession, connection_id: string): Promise<void> {
  const { rows: staged } = await client.query<{ order_id: string }>(
    'select order_id from pg_temp."stage_marketplace_orders"',
  )
  // Not every stream names the shipment, so the stored rows tell.
  const { rows } = await client.query<Record<(typeof groups)[number]['column'], string | null>>(
    `select distinct pack_id, shipment_id from public.marketplace_orders
     where org_id = $1 and connection_id = $2 and order_id = any ($3) and (pack_id is not null or shipment_id is not null)`,
    [org_id, connection_id, staged.map(({ order_id }) => order_id)],
  )
  for (const { column, mark } of groups) {
    const ids = new Set(rows.flatMap((row) => row[column] ?? []))
    if (ids.size === 0) continue
    await client.query(
      `update public.marketplace_orders o set ${mark} = not o.${mark}
       where o.org_id = $1 and o.connection_id = $2 and o.ctid = any (array(
         select f.ctid from (
           select m.ctid, m.${mark}, row_number() over (partition by m.${column} order by m.ordered_at, m.order_id) = 1 as is_first
           from public.marketplace_orders m
           where m.org_id = $1 and m.connection_id = $2 and m.is_sold and not m.is_voided and not m.is_test
             and m.${column} = any ($3)) f
         where f.is_first <> f.${mark}))`,
      [org_id, connection_id, [...ids]],
    )
  }
}
