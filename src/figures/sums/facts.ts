// Sums daily facts over a window and the one before it, by any keys, in the reporting currency. Every tool's figures come from
// here, so that all tools treat windows, conversion and rounding in the same way.
import { type RawBuilder, sql } from 'kysely'
import type { Exact } from '#domain/exact.ts'
import { start_of } from '#domain/windows.ts'
import type { FigureContext } from '#engine/tool.ts'
import { unrated } from '#figures/figure.ts'
import type { Counted } from '#figures/sources/sources.ts'
import type { ListTable } from '#figures/sources/unread_lists.ts'
import {
  converted,
  converted_rows,
  FxUse,
  join_rates,
  type MissingBefore,
  rate_is_missing,
  rates_of_g,
  rates_used_in_g,
} from '#figures/sums/fx.ts'
import { keys_of_g, one_of, split_keys } from '#figures/sums/keys.ts'
import { planned_for } from '#figures/sums/planned.ts'
import { row_reader, type SumRow } from '#figures/sums/sum_rows.ts'
import { unknown_apart } from '#figures/sums/unknown_rows.ts'

type Fragment = RawBuilder<unknown>

/** Rows with `date`. Rows with money also have `currency`. */
export interface Facts<Money extends string = string, Count extends string = string> {
  /** The FROM clause: the rows of the span's days, and of the connections that count. */
  from: (span: Span) => Fragment
  /** The instant from which `date` is computed, if any. Comparing instants is cheaper than computing dates. */
  at?: Fragment
  /** Amounts in micros, by name. Their sums are converted into the reporting currency. */
  money: Record<Money, Fragment>
  counts: Record<Count, Fragment>
}

export interface Span {
  from: string
  to: string
  /** null: rows are not tied to connections, all count. */
  counted: Counted | null
  time_zone: string
  now: Date
}

export interface Ask {
  from: string
  to: string
  /** First days of further segments, oldest first. Sums are separate for each segment of the days. */
  cuts?: readonly string[]
  /** Number of first segments that belong to earlier periods, and the message about their amounts without an exchange rate. */
  earlier?: number
  missing_before?: MissingBefore
  /** null: rows are not tied to connections, all count. */
  counted: Counted | null
  /** Keys to group by. */
  by?: Record<string, Fragment>
  where?: Fragment
  /** Display names of the keys, read once for each key instead of once for each row. */
  named?: Named
}

/** Columns of tables that are joined to the summed rows `s` by their keys. */
export interface Named<Name extends string = string> {
  columns: Record<Name, Fragment>
  joins: (counted: Counted | null) => Fragment
  where?: Fragment
  /** The list from which a column comes, where a sync reads it on its own. */
  lists?: Readonly<Record<string, ListTable>>
}

/** A sum is null if no row states its value, or if no amount of it has an exchange rate. */
export type Figures<Money extends string = string, Count extends string = string> = Record<Money | Count, Exact | null>

export interface Line<Money extends string = string, Count extends string = string> {
  key: Record<string, string | null>
  /** The sums of each segment. A segment without rows has none. */
  segments: Map<number, Figures<Money, Count>>
}

/** One line for each key, in the order of the keys. So the order of lines with equal figures never depends on the query plan. */
export async function sum_facts<M extends string, C extends string>(
  context: Pick<FigureContext, 'db' | 'org' | 'now'>,
  facts: Facts<M, C>,
  ask: Ask,
): Promise<{ lines: Line<M, C>[]; fx: FxUse }> {
  const fx = new FxUse(ask.earlier, ask.missing_before)
  if (ask.counted?.connection_ids.length === 0) return { lines: [], fx }
  const keys = Object.keys({ ...ask.by, ...ask.named?.columns })
  const rows = await converted_rows(context, has_money(facts), (converts) => sum_query(context, facts, ask, converts))
  const read = row_reader(facts)
  const lines = new Map<string, Line<M, C>>()
  for (const row of rows) {
    const key: Line['key'] = {}
    for (const name of keys) key[name] = (row[name] ?? null) as string | null
    const id = JSON.stringify(key)
    const line = lines.get(id) ?? { key, segments: new Map() }
    lines.set(id, line)
    line.segments.set(row.segment, add(line.segments.get(row.segment), read.rated(row, fx)))
  }
  const in_order = [...lines].sort(([one], [other]) => (one < other ? -1 : 1))
  return { lines: in_order.map(([, line]) => line), fx }
}

/** Zero for every sum. */
export function zeros<M extends string, C extends string>({ money, counts }: Facts<M, C>): Figures<M, C> {
  return Object.fromEntries(Object.keys({ ...money, ...counts }).map((name) => [name, 0n])) as Figures<M, C>
}

/**
 * Adds the known figures. A zero of other currencies must not stand for amounts without an exchange rate, so a sum of both is unknown.
 * The same holds for a zero of orders beside a refund whose amount nobody stated.
 */
export const add = <Of extends Record<string, Exact | null>>(one: Of | undefined, other: Of): Of =>
  one ? add_to({ ...one }, other) : other

/** Adds to the sums themselves, because an answer can have many thousand lines. */
export function add_to<Of extends Record<string, Exact | null>>(sums: Of, other: Of): Of {
  const all: Record<string, Exact | null> = sums
  const is_in_either = (name: string | undefined) => name !== undefined && Boolean(all[name] || other[name])
  const add_named = (name: string) => {
    const [first = null, second = null] = [all[name], other[name]]
    const sum = first === null ? second : second === null ? first : first + second
    all[name] = sum === 0n && (is_in_either(unrated(name)) || is_in_either(unknown_apart(name))) ? null : sum
  }
  // The part without a rate and the number of unknown rows follow their sum, so that they do not change before.
  for (const name of Object.keys(all)) add_named(name)
  for (const name of Object.keys(other)) if (!(name in all)) add_named(name)
  return sums
}

const listed = (parts: Fragment[]) => sql.join(parts, sql`, `)
const positions = (count: number) => listed(Array.from({ length: count }, (_, at) => sql.lit(at + 1)))
const of_g = (names: string[]) => names.map((name) => sql`g.${sql.ref(name)}`)
const has_money = (facts: Facts) => Object.keys(facts.money).length > 0

/**
 * Rows `g`: sums by keys, currency and window. Only amounts that need conversion are also grouped by date, so that amounts in the
 * reporting currency become few rows immediately.
 */
function grouped(
  { org, now }: Pick<FigureContext, 'org' | 'now'>,
  facts: Facts,
  ask: Ask,
  converts: boolean,
): Fragment {
  const { from, to, cuts = [], counted, by = {}, where = sql`true` } = ask
  const span = { from, to, counted, time_zone: org.time_zone, now }
  const { grouping, following } = split_keys(by)
  const measures = Object.entries({ ...facts.money, ...facts.counts })
  const columns = [
    ...grouping.map(([name, of]) => sql`${of} as ${sql.ref(name)}`),
    converts ? sql`case when f.currency <> ${org.currency} then f.date end as on_date` : sql`null::date as on_date`,
    has_money(facts) ? sql`f.currency as in_currency` : sql`null::text as in_currency`,
    sql`${segment_of(facts, cuts, org.time_zone)} as segment`,
    ...following.map(([name, of]) => one_of(of, name)),
    ...measures.map(([name, of]) => sql`sum(${of}) as ${sql.ref(name)}`),
  ]
  return sql`
    select ${listed(columns)} from ${facts.from(span)} where ${where}
    group by ${positions(grouping.length + 3)}`
}

/** The number of cuts that a row comes after. */
const segment_of = (facts: Facts, cuts: readonly string[], time_zone: string) =>
  cuts.length === 0
    ? sql`0`
    : sql.join(
        cuts.map((day) => sql`(${is_since(facts, day, time_zone)})::int`),
        sql` + `,
      )

const is_since = ({ at }: Facts, day: string, time_zone: string) =>
  at ? sql`${at} >= ${start_of(day, time_zone)}::timestamptz` : sql`f.date >= ${day}::date`

/** `g`, joined to the exchange rates of its dates if amounts are converted. */
function with_rates(context: Pick<FigureContext, 'org' | 'now'>, facts: Facts, ask: Ask, converts: boolean) {
  const g = grouped(context, facts, ask, converts)
  return converts
    ? { ctes: sql`g as (${g}), rates as (${rates_of_g(context.org)})`, rows: sql`g ${join_rates}` }
    : { ctes: sql`g as (${g})`, rows: sql`g` }
}

/** Sums over `g`: money as whole 10^-12 units, counts unchanged, and the amounts without an exchange rate. */
function sums(facts: Facts, reporting: string, converts: boolean): Fragment[] {
  const money = Object.keys(facts.money)
  const unrated_of = (name: string) =>
    converts
      ? sql`sum(g.${sql.ref(name)}) filter (where ${rate_is_missing(reporting)}) as ${sql.ref(unrated(name))}`
      : sql`null::numeric as ${sql.ref(unrated(name))}`
  // A zero of other rows must not stand for amounts that all lack an exchange rate, or that nobody stated.
  const sum_or_unknown = (name: string) => {
    const sum = converts
      ? sql`round(sum(${converted(name, reporting)}))`
      : sql`round(sum(${sql.ref(`g.${name}`)}) * 1000000)`
    const rows = unknown_apart(name)
    const is_unknown = [
      ...(converts ? [sql`bool_or(${rate_is_missing(reporting)} and ${sql.ref(`g.${name}`)} <> 0)`] : []),
      ...(rows !== undefined && rows in facts.counts ? [sql`sum(${sql.ref(`g.${rows}`)}) > 0`] : []),
    ]
    return is_unknown.length === 0
      ? sql`${sum} as ${sql.ref(name)}`
      : sql`case when ${sql.join(is_unknown, sql` or `)} then nullif(${sum}, 0) else ${sum} end as ${sql.ref(name)}`
  }
  return [
    ...money.map(sum_or_unknown),
    ...Object.keys(facts.counts).map((name) => sql`sum(g.${sql.ref(name)}) as ${sql.ref(name)}`),
    ...Object.keys({ ...facts.money, ...facts.counts }).map(unrated_of),
  ]
}

function sum_query(context: Pick<FigureContext, 'org' | 'now'>, facts: Facts, ask: Ask, converts: boolean) {
  const { names: keys, following } = keys_of_g(ask.by)
  const { ctes, rows } = with_rates(context, facts, ask, converts)
  const columns = [
    ...of_g([...keys, 'in_currency', 'segment']),
    ...following,
    ...sums(facts, context.org.currency, converts),
  ]
  const summed = sql`select ${listed(columns)} from ${rows} group by ${positions(keys.length + 2)}`
  const used = converts ? sql`case when row_number() over () = 1 then ${rates_used_in_g} end` : sql`null`
  if (!ask.named)
    return sql<SumRow>`${planned_for(ask)} with ${ctes}, s as (${summed}) select s.*, ${used} as used_rates from s`
  const names = Object.entries(ask.named.columns).map(([name, of]) => sql`${of} as ${sql.ref(name)}`)
  return sql<SumRow>`
    ${planned_for(ask)} with ${ctes}, s as (${summed})
    select s.*, ${used} as used_rates, ${listed(names)} from s ${ask.named.joins(ask.counted)} where ${ask.named.where ?? sql`true`}`
}

export interface Ranked<M extends string, C extends string> {
  rows: {
    key: Record<string, string | number | boolean | null>
    figures: Figures<M, C>
  }[]
  /** Number of all rows, without the limit. */
  total: number
  /** The sums of everything. Undefined without any row. */
  all?: Figures<M, C>
  fx: FxUse
}

/**
 * The first rows, ordered by the sums `s`, with the number and the sums of all rows. For keys with very many values. `having` leaves
 * out rows, but not their sums.
 */
export async function ranked_facts<M extends string, C extends string>(
  context: Pick<FigureContext, 'db' | 'org' | 'now'>,
  facts: Facts<M, C>,
  ask: Omit<Ask, 'cuts' | 'earlier' | 'named'>,
  { order, limit, having = sql`true` }: { order: Fragment; limit: number; having?: Fragment },
): Promise<Ranked<M, C>> {
  const fx = new FxUse()
  if (ask.counted?.connection_ids.length === 0) return { rows: [], total: 0, fx }
  const keys = Object.keys(ask.by ?? {})
  const { names, following } = keys_of_g(ask.by)
  const query = (converts: boolean) => {
    const { ctes, rows } = with_rates(context, facts, ask, converts)
    const columns = [
      ...of_g([...names, 'in_currency']),
      sql`0 as segment, grouping(g.in_currency) = 0 as is_of_all`,
      ...following,
      ...sums(facts, context.org.currency, converts),
    ]
    return sql<SumRow & { is_of_all: boolean; total_rows: bigint | null }>`
      ${planned_for(ask)} with ${ctes}, s as (
        select ${listed(columns)} from ${rows}
        group by grouping sets ((${listed(of_g(names))}), (g.in_currency)))
      select s.*, null as total_rows, ${converts ? rates_used_in_g : sql`null::jsonb`} as used_rates from s where is_of_all
      union all
      (select s.*, count(*) over (), null from s where not is_of_all and ${having} order by ${order} limit ${limit})`
  }
  const rows = await converted_rows(context, has_money(facts), query)
  const of_all = rows.filter(({ is_of_all }) => is_of_all)
  if (of_all.length === 0) return { rows: [], total: 0, fx }
  const read = row_reader(facts)
  const all = of_all.map((row) => read.rated(row, fx)).reduce((sum, of) => add(sum, of))
  const ranked = rows.filter(({ is_of_all }) => !is_of_all)
  return {
    total: Number(ranked[0]?.total_rows ?? 0n),
    rows: ranked.map((row) => ({ key: pick(row, keys), figures: read.sums(row) })),
    all,
    fx,
  }
}

type Key = Ranked<string, string>['rows'][number]['key']
const pick = (row: SumRow, names: string[]) => Object.fromEntries(names.map((name) => [name, row[name] ?? null])) as Key
