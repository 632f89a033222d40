// Which rows of the published views count, and what is missing of them. The rules are those of the figures of all other tools.
import { org_tables } from '#db/org_tables.ts'
import { platform_keys } from '#domain/platforms.ts'
import { add_days } from '#domain/windows.ts'
import type { Context } from '#engine/tool.ts'
import { broadcasts, carts, sales, social_days } from '#figures/groups.ts'
import { rows_notes } from '#figures/sources/source_notes.ts'
import { type Counted, read_sources, type SourceGroup, type Sources } from '#figures/sources/sources.ts'
import { feeds } from '#figures/sources/stream_states.ts'
import { unknown_state_notes, with_unknown_states } from '#figures/sums/unknown_states.ts'
import { and_list, type Message, message } from '#messages/message.ts'

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
  ...Object.fromEntries(['ad_group_daily', 'ad_daily', 'ad_groups', 'ads'].map((relation) => [relation, ad_tables])),
  ...Object.fromEntries(
    ['connections', 'coverage', 'ledger', 'metric_restatements'].map((relation) => [relation, org_tables]),
  ),
}

/** What other streams add to the rows of a relation. */
const beside_of: Record<string, SourceGroup['beside']> = { social_daily: social_days.beside }

/** No relation: the times in which sales count in another place, for metrics.is_counted_elsewhere. */
const ELSEWHERE = 'elsewhere'

/** Days in which a disconnected platform, a closed account or an unknown state is news. A statement can ask for any days. */
const RECENT_DAYS = 30
/** Number of notes. An answer of rows has no other words, and each statement would repeat them. */
const NOTES_MAX = 5

/** The platforms that fill a relation by their streams. None for rows that no stream brings, such as exchange rates. */
export const platforms_filling = ({ connectors }: Pick<Context, 'connectors'>, relation: string) =>
  platform_keys.filter((platform) =>
    Object.values(connectors[platform]?.streams ?? {}).some(({ into }) => feeds(into, [relation])),
  )

function filled_by(context: Context, relation: string): SourceGroup[] {
  const platforms = platforms_filling(context, relation)
  return platforms.length > 0 ? [{ platforms, tables: [relation], label: relation, beside: beside_of[relation] }] : []
}

/**
 * The counted connections and accounts of these relations, as JSON for the views of schema published, and what the relations lack. One
 * statement reads both.
 */
export async function counted_in(
  context: Context,
  relations: ReadonlySet<string>,
): Promise<{ counted: string; notes: Message[] }> {
  const names = [...relations]
  const groups = names.map((name) => ({ platforms: platform_keys, tables: decided_by[name] ?? [name], label: name }))
  const filled = names.flatMap((name) => filled_by(context, name))
  const all = await read_sources(context, [...groups, ...filled])
  const sources = all.slice(0, groups.length)
  const ranges = sources.flatMap(({ counted }) =>
    [...Map.groupBy(counted?.elsewhere ?? [], ({ also_in }) => also_in)].map(([also_in, times]) => [
      also_in,
      `{${times.map(({ from, before }) => `[${from},${before})`)}}`,
    ]),
  )
  const { today } = context
  const recent = { from: add_days(today, 1 - RECENT_DAYS), to: today, days: RECENT_DAYS, is_partial: true }
  const counted = JSON.stringify({
    ...Object.fromEntries(names.map((name, at) => [name, shown(sources[at]!.counted)])),
    [ELSEWHERE]: Object.fromEntries(ranges),
  })
  const fillers = await with_unknown_states(context, all.slice(groups.length), [recent])
  const lacking = [...rows_notes(fillers, recent, NOTES_MAX), ...unknown_state_notes(fillers, [recent])]
  return { counted, notes: [...unfilled_notes(fillers), ...lacking] }
}

/** A note about relations that no connected platform fills, because a count of their rows would read as a zero. */
function unfilled_notes(fillers: readonly Sources[]): Message[] {
  const tables = fillers.filter(({ live }) => live.length === 0).map(({ group }) => group.label)
  return tables.length > 0 ? [message('sql.nothing_fills', { tables: and_list(tables), count: tables.length })] : []
}

const shown = (counted: Counted | null) => ({
  connections: counted?.connection_ids ?? [],
  without: counted?.without.map(({ connection_id, account_id }) => `${connection_id}/${account_id}`) ?? [],
})
