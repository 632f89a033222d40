// Counts of distinct values, such as customers.
import { sql } from 'kysely'
import { exact } from '#domain/exact.ts'
import type { FigureContext } from '#engine/tool.ts'
import type { Dimension } from '#figures/metrics/catalog.ts'
import { dimension_sql } from '#figures/metrics/filters.ts'
import { facts_of, order_of } from '#figures/metrics/metric_facts.ts'
import type { CountedQuestion, Read } from '#figures/metrics/question.ts'
import { FxUse } from '#figures/sums/fx.ts'
import { unknown, unknown_notes } from '#figures/sums/unknown_rows.ts'

/** Counts distinct values directly over the whole window, because distinct counts of days or currencies do not add up. */
export async function count_distinct(context: FigureContext, question: CountedQuestion): Promise<Read> {
  const { source, relation, metric, dimensions, where, days, counted, limit } = question
  const id = sql.ref(`f.${metric.column_name}`)
  // Each shop gives its customers ids of its own.
  const has = (column: string) => source.columns[relation]?.includes(column)
  const counted_once = has('connection_id') ? [sql`f.connection_id`, id] : [id]
  const rows = facts_of(question).from({ ...days, counted, time_zone: context.org.time_zone, now: context.now })
  const named_once = sql`count(distinct (${sql.join(counted_once)})) filter (where ${id} is not null)`
  // Refunds name nobody, and are no orders.
  const unnamed = sql`count(*) filter (where ${id} is null and ${has('orders') ? sql`f.orders > 0` : sql`true`})`
  const distinct = (keys: Dimension[]) => sql`
    select ${sql.join([
      ...keys.map((dimension) => sql`${dimension_sql(dimension)} as ${sql.ref(dimension.dimension)}`),
      sql`(case when ${unnamed} > 0 then nullif(${named_once}, 0) else ${named_once} end)::text as value`,
      sql`count(*) as rows, ${unnamed} as unnamed`,
    ])}
    from ${rows} where ${where}
    ${keys.length > 0 ? sql`group by ${sql.join(keys.map((_, at) => sql.lit(at + 1)))}` : sql``}`
  const all = await sql<{ value: string | null; rows: bigint; unnamed: bigint }>`${distinct([])}`.execute(context.db)
  const any = (all.rows[0]?.rows ?? 0n) > 0n
  const grouped = await sql<Record<string, string | null> & { total_rows: bigint }>`
    select s.*, count(*) over () as total_rows
    from (select k.*, k.value::bigint as ordered from (${distinct(dimensions)}) k) s
    order by ${order_of({ ...question, metric: { ...metric, kind: 'sum', column_name: 'ordered' } })}
    limit ${limit}`.execute(context.db)
  return {
    rows: any
      ? grouped.rows.map((row) => ({
          key: Object.fromEntries(dimensions.map(({ dimension }) => [dimension, row[dimension] ?? null])),
          value: row.value == null ? null : exact(row.value),
        }))
      : [],
    total_rows: any ? Number(grouped.rows[0]?.total_rows ?? 0n) : 0,
    total: any ? (all.rows[0]?.value == null ? null : exact(all.rows[0].value)) : undefined,
    is_part: false,
    fx: new FxUse(),
    notes: unknown_notes({ [unknown(metric.metric)]: exact(String(all.rows[0]?.unnamed ?? 0n)) }),
  }
}
