// What a filter asks for, and the platform can withhold. No row of it is then no zero.
import { sql } from 'kysely'
import type { FigureContext } from '#engine/tool.ts'
import type { Dimension } from '#figures/metrics/catalog.ts'
import { is_time, rows_of } from '#figures/metrics/metric_facts.ts'
import type { CountedQuestion } from '#figures/metrics/question.ts'
import { withholds } from '#figures/sources/quality.ts'

/** Columns whose rare values the platform always withholds, by relation. */
const HIDES_RARE: Readonly<Record<string, string>> = { seo_queries: 'query', ad_search_terms: 'search_term' }
/** Columns that name a whole account. The platform withholds none. */
const OF_ACCOUNTS = ['platform', 'account', 'account_id', 'property', 'site', 'currency']

/** `dimensions`: those of the filters, or others. */
export async function is_withheld(
  { db, org, now }: FigureContext,
  { source, relation, conditions, days, counted }: CountedQuestion,
  dimensions: readonly Dimension[] = conditions.map(({ dimension }) => dimension),
): Promise<boolean> {
  const columns = dimensions.flatMap((of) => (is_time(of) ? [] : of.column_name))
  const of_parts = columns.filter((column) => !OF_ACCOUNTS.includes(column))
  if (of_parts.length === 0 || counted?.connection_ids.length === 0) return false
  if (of_parts.includes(HIDES_RARE[relation] ?? '')) return true
  if (!source.columns[relation]?.includes('quality')) return false
  return withholds(
    db,
    sql`(select * from ${rows_of(source, relation, { ...days, counted, time_zone: org.time_zone, now })}) f`,
  )
}
