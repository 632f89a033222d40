// A cell: what happened in an account on a day, by one stream. Amounts and conversions in micros. No code of src/ computes one.
import type { Business } from './business.ts'

export interface Place {
  platform: string
  stream: string
  /** Of a shop: its currency. */
  account: string
  day: string
}
export type Sums = Record<string, bigint>
export type Cells = Map<string, Sums>

const key_of = ({ platform, stream, account, day }: Place) => [platform, stream, account, day].join(' ')
export function place_of(key: string): Place {
  const [platform = '', stream = '', account = '', day = ''] = key.split(' ')
  return { platform, stream, account, day }
}

export function add(cells: Cells, place: Place, sums: Sums) {
  const key = key_of(place)
  const known = cells.get(key)
  if (!known) cells.set(key, { ...sums })
  else for (const [name, sum] of Object.entries(sums)) known[name] = (known[name] ?? 0n) + sum
}

/** Half a micro of each row, where the platform has more digits than a micro. */
export const is_equal = (one: Sums = {}, other: Sums = {}, tolerance = 0n) =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => {
    const difference = (one[name] ?? 0n) - (other[name] ?? 0n)
    return (difference < 0n ? -difference : difference) <= (name === 'spend' ? tolerance : 0n)
  })

const AD_TABLES: Record<string, string> = {
  campaign_daily: 'campaign_daily',
  ad_group_daily: 'ad_group_daily',
  ad_set_daily: 'ad_group_daily',
  ad_daily: 'ad_daily',
}

/** What Tablero stores, as its figures read it. `once`: without the sales that another connection has too. */
export async function stored_cells(
  business: Business,
  platform: string,
  streams: readonly string[],
  once = false,
): Promise<Cells> {
  const cells: Cells = new Map()
  const connection_id = business.connections.get(platform)
  const put = (stream: string, { account, day, ...sums }: Record<string, string>) =>
    add(
      cells,
      { platform, stream, account: account!, day: day! },
      Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, BigInt(sum)])),
    )
  for (const stream of streams) {
    const table = AD_TABLES[stream]
    if (table)
      for (const row of await business.rows(
        `select account_id as account, date::text as day, sum(spend_micros)::text as spend, sum(impressions)::text as impressions,
           sum(clicks)::text as clicks, (coalesce(sum(conversions), 0) * 1000000)::bigint::text as conversions,
           coalesce(sum(conversion_value_micros), 0)::text as value
         from ${table} where org_id = $1 and connection_id = $2 group by 1, 2`,
        [connection_id],
      ))
        put(stream, row)
  }
  if (streams.includes('orders'))
    for (const row of await business.rows(
      `select currency as account, (at at time zone 'America/Mexico_City')::date::text as day, coalesce(sum(revenue_micros), 0)::text as gross,
         coalesce(sum(refunds_micros), 0)::text as refunded, coalesce(sum(orders), 0)::text as orders
       from metrics.sales where org_id = $1 and connection_id = $2 and not ($3 and also_in is not null) group by 1, 2`,
      [connection_id, once],
    )) {
      // Refunds of this marketplace are a stream of their own.
      if (platform !== 'mpb_sp') put('orders', row)
      else {
        const { refunded = '0', ...sold } = row
        put('orders', sold)
        put('charges', { account: row.account, day: row.day, refunded })
      }
    }
  return cells
}
