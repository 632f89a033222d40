// Which rows of the published views count. The rule is that of the figures of all other tools, so a statement can sum the same rows.
import { org_tables } from '#db/org_tables.ts'
import { platform_keys } from '#domain/platforms.ts'
import type { Context } from '#engine/tool.ts'
import { broadcasts, carts, sales } from '#figures/groups.ts'
import { type Counted, read_sources } from '#figures/sources/sources.ts'

const ad_tables = ['campaign_daily', 'ad_group_daily', 'ad_daily']
/** Parts of campaigns count with their campaign. */
const of_campaign = (table: string) => [table, ['campaign_daily', table]] as const

/** The tables whose reads decide which connection counts. A relation that is not listed is such a table itself. */
const decided_by: Record<string, readonly string[]> = {
  ...Object.fromEntries(
    [
      'store_connections',
      'store_order_lines',
      'store_products',
      'store_variants',
      'store_variant_costs',
      ...sales.tables,
    ].map((relation) => [relation, sales.tables]),
  ),
  checkouts: carts.tables,
  email_campaigns: broadcasts.tables,
  ad_accounts: ['campaign_daily'],
  ...Object.fromEntries(
    ['campaign_country_daily', 'campaign_device_daily', 'campaign_share_daily', 'search_term_daily'].map(of_campaign),
  ),
  ad_group_daily: ad_tables,
  ad_daily: ad_tables,
  ...Object.fromEntries(
    ['connections', 'coverage', 'ledger', 'metric_restatements'].map((relation) => [relation, org_tables]),
  ),
}

/** No relation: the times in which sales count in another place, for metrics.is_counted_elsewhere. */
const ELSEWHERE = 'elsewhere'

/** The counted connections and accounts of these relations, as JSON for the views of schema published. */
export async function counted_in(context: Context, relations: ReadonlySet<string>): Promise<string> {
  const names = [...relations]
  const groups = names.map((name) => ({ platforms: platform_keys, tables: decided_by[name] ?? [name], label: name }))
  const sources = await read_sources(context, groups)
  const ranges = sources.flatMap(({ counted }) =>
    (counted?.elsewhere ?? []).map(({ also_in, from, before }) => [also_in, `[${from},${before})`]),
  )
  return JSON.stringify({
    ...Object.fromEntries(names.map((name, at) => [name, shown(sources[at]!.counted)])),
    [ELSEWHERE]: Object.fromEntries(ranges),
  })
}

const shown = (counted: Counted | null) => ({
  connections: counted?.connection_ids ?? [],
  without: counted?.without.map(({ connection_id, account_id }) => `${connection_id}/${account_id}`) ?? [],
})
