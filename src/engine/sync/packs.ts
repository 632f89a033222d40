// Keeps marketplace_orders.is_first_of_pack, so that the orders of one basket count as one. Any merge can change which order is the first
// one of its pack: a sibling arrives, is cancelled, or is paid later.
import type { OrgSession } from '#db/org_session.ts'

/** Marks the first order that counts of each staged pack. Call this after the merge of the staged rows. */
export async function mark_packs({ client, org_id }: OrgSession, connection_id: string): Promise<void> {
  const { rows } = await client.query<{ pack_id: string }>(
    'select distinct pack_id from pg_temp."stage_marketplace_orders" where pack_id is not null',
  )
  if (rows.length === 0) return
  await client.query(
    `update public.marketplace_orders o set is_first_of_pack = not o.is_first_of_pack
     where o.org_id = $1 and o.connection_id = $2 and o.ctid = any (array(
       select f.ctid from (
         select m.ctid, m.is_first_of_pack, row_number() over (partition by m.pack_id order by m.ordered_at, m.order_id) = 1 as is_first
         from public.marketplace_orders m
         where m.org_id = $1 and m.connection_id = $2 and m.is_sold and not m.is_voided and not m.is_test
           and m.pack_id = any ($3)) f
       where f.is_first <> f.is_first_of_pack))`,
    [org_id, connection_id, rows.map(({ pack_id }) => pack_id)],
  )
}
