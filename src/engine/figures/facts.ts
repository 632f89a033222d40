// Sums of daily facts over a window and the one before it, by any keys, in the reporting currency. Every tool's figures come
// through here, so that windows, conversion and rounding are decided once.
import { type RawBuilder, sql } from 'kysely'
import { type Exact, exact, sum_known } from '#domain/exact.ts'
import type { Window } from '#domain/windows.ts'
import { converted, FxUse, rate_is_filled, rate_is_missing, rate_joins } from '#engine/figures/fx.ts'
import type { Context } from '#engine/tool.ts'

type Fragment = RawBuilder<unknown>

/** Rows with `date`, and `currency` where there is money. */
export interface Facts<Money extends string = string, Count extends string = string> {
  /** From clause; sees the span of days and the connections that count. */
  from: (span: Span) => Fragment
  /** Micros by name; sums are converted. */
  money: Record<Money, Fragment>
  counts: Record<Count, Fragment>
}

export interface Span {
  from: string
  to: string
  /** null: rows are not tied to connections, all count. */
  connection_ids: readonly string[] | null
  time_zone: string
}

export interface Ask {
  current: Window
  /** The window just before `current`; left out when nothing is compared. */
  previous?: Window
  /** null: rows are not tied to connections, all count. */
  connection_ids: readonly string[] | null
  /** Keys to group by. */
  by?: Record<string, Fragment>
  where?: Fragment
}

/** Money is null where there is some, but none of it has an exchange rate. */
export type Figures<Money extends string = string, Count extends string = string> = Record<Money, Exact | null> &
  Record<Count, Exact>

export interface Line<Money extends string = string, Count extends string = string> {
  key: Record<string, string | null>
  /** Undefined when there is no row at all. */
  current?: Figures<Money, Count>
  previous?: Figures<Money, Count>
}

type SumRow = Record<string, string | null> & { is_current: boolean; in_currency: string | null; filled: number }

export async function sum_facts<M extends string, C extends string>(
  context: Pick<Context, 'db' | 'org'>,
  facts: Facts<M, C>,
  ask: Ask,
): Promise<{ lines: Line<M, C>[]; fx: FxUse }> {
  const fx = new FxUse()
  if (ask.connection_ids?.length === 0) return { lines: [], fx }
  const money = Object.keys(facts.money) as M[]
  const counts = Object.keys(facts.counts) as C[]
  const keys = Object.keys(ask.by ?? {})
  const { rows } = await sum_query(context, facts, ask).execute(context.db)
  const lines = new Map<string, Line<M, C>>()
  for (const row of rows) {
    const key = Object.fromEntries(keys.map((name) => [name, row[name] ?? null]))
    const id = JSON.stringify(key)
    const line = lines.get(id) ?? { key }
    lines.set(id, line)
    const side = row.is_current ? 'current' : 'previous'
    line[side] = add(line[side], read_sums(row, money, counts))
    for (const name of money) {
      const what = row.is_current ? spoken(name) : `${spoken(name)} in the previous period`
      fx.add(what, row.in_currency, missing_of(row, name), row.filled)
    }
  }
  return { lines: [...lines.values()], fx }
}

/** The figures of a side; zeros where no row means that nothing happened, null where it means that nothing is known. */
export function known<M extends string, C extends string>(
  facts: Facts<M, C>,
  figures: Figures<NoInfer<M>, NoInfer<C>> | undefined,
  zero_is_real: boolean,
): Figures<M, C> | null {
  if (figures) return figures
  return zero_is_real ? empty<M, C>(Object.keys({ ...facts.money, ...facts.counts })) : null
}

function empty<M extends string, C extends string>(names: string[]): Figures<M, C> {
  return Object.fromEntries(names.map((name) => [name, 0n])) as Figures<M, C>
}

/** Figures added up; what is not known counts for nothing as long as anything is. */
export function add<Of extends Record<string, Exact | null>>(one: Of | undefined, other: Of): Of {
  if (!one) return other
  return Object.fromEntries(
    Object.keys(one).map((name) => [name, sum_known([one[name] ?? null, other[name] ?? null])]),
  ) as Of
}

const missing_of = (row: Record<string, unknown>, name: string) =>
  BigInt((row[`missing_${name}`] as string | null) ?? '0')

/** Money comes as whole 10^-12 units, counts as decimals. An amount without a rate is not zero but not known. */
function read_sums<M extends string, C extends string>(row: SumRow, money: M[], counts: C[]): Figures<M, C> {
  const amount = (name: string) => (row[name] === null ? null : BigInt(row[name] ?? '0'))
  return Object.fromEntries([
    ...money.map((name) => [name, amount(name) ?? (missing_of(row, name) === 0n ? 0n : null)]),
    ...counts.map((name) => [name, exact(row[name] ?? '0')]),
  ]) as Figures<M, C>
}

const spoken = (name: string) => name.replaceAll('_', ' ')

const listed = (parts: Fragment[]) => sql.join(parts, sql`, `)
const positions = (count: number) => listed(Array.from({ length: count }, (_, at) => sql.lit(at + 1)))

/** Rows `g`: summed by the keys, date, currency and window; what conversion needs and no more. */
function grouped({ org }: Pick<Context, 'org'>, facts: Facts, ask: Ask): Fragment {
  const { current, previous, connection_ids, by = {}, where = sql`true` } = ask
  const span = { from: previous?.from ?? current.from, to: current.to, connection_ids, time_zone: org.time_zone }
  const keys = Object.entries(by)
  const measures = Object.entries({ ...facts.money, ...facts.counts })
  const columns = [
    ...keys.map(([name, of]) => sql`${of} as ${sql.ref(name)}`),
    sql`f.date as on_date`,
    has_money(facts) ? sql`f.currency as in_currency` : sql`null::text as in_currency`,
    sql`f.date >= ${current.from}::date as is_current`,
    ...measures.map(([name, of]) => sql`sum(${of}) as ${sql.ref(name)}`),
  ]
  return sql`
    select ${listed(columns)} from ${facts.from(span)}
    where f.date between ${span.from}::date and ${span.to}::date and ${where}
    group by ${positions(keys.length + 3)}`
}

const has_money = (facts: Facts) => Object.keys(facts.money).length > 0

/** Sums over `g`, converted: money as whole 10^-12 units, counts as they are. */
function sums(facts: Facts, reporting: string): Fragment[] {
  return [
    ...Object.keys(facts.money).map((name) => sql`round(sum(${converted(name, reporting)})) as ${sql.ref(name)}`),
    ...Object.keys(facts.counts).map((name) => sql`sum(g.${sql.ref(name)}) as ${sql.ref(name)}`),
  ]
}

function sum_query(context: Pick<Context, 'org'>, facts: Facts, ask: Ask) {
  const reporting = context.org.currency
  const keys = Object.keys(ask.by ?? {})
  const columns = [
    ...keys.map((name) => sql`g.${sql.ref(name)}`),
    sql`g.in_currency`,
    sql`g.is_current`,
    ...sums(facts, reporting),
    ...Object.keys(facts.money).map(
      (name) =>
        sql`sum(g.${sql.ref(name)}) filter (where ${rate_is_missing(reporting)}) as ${sql.ref(`missing_${name}`)}`,
    ),
    has_money(facts)
      ? sql`(count(distinct g.on_date) filter (where ${rate_is_filled(reporting)}))::int as filled`
      : sql`0 as filled`,
  ]
  return sql<SumRow>`
    with g as (${grouped(context, facts, ask)})
    select ${listed(columns)} from g ${has_money(facts) ? rate_joins(reporting) : sql``}
    group by ${positions(keys.length + 2)}`
}

export interface Ranked<Name extends string> {
  key: Record<string, string | number | boolean | null>
  /** null where every amount lacks a rate, or where there was nothing to sum. */
  figures: Record<Name, Exact | null>
}

/** The first rows by an order over the sums, and how many there are; for keys that may be very many. */
export async function ranked_facts<M extends string, C extends string>(
  context: Pick<Context, 'db' | 'org'>,
  facts: Facts<M, C>,
  ask: Omit<Ask, 'previous'>,
  { order, limit }: { order: Fragment; limit: number },
): Promise<{ rows: Ranked<M | C>[]; total: number }> {
  if (ask.connection_ids?.length === 0) return { rows: [], total: 0 }
  const reporting = context.org.currency
  const keys = Object.keys(ask.by ?? {})
  const columns = [...keys.map((name) => sql`g.${sql.ref(name)}`), ...sums(facts, reporting)]
  const { rows } = await sql<Record<string, string | null> & { total_rows: bigint }>`
    with g as (${grouped(context, facts, ask)}), s as (
      select ${listed(columns)} from g ${has_money(facts) ? rate_joins(reporting) : sql``}
      ${keys.length > 0 ? sql`group by ${positions(keys.length)}` : sql``})
    select s.*, count(*) over () as total_rows from s order by ${order} limit ${limit}`.execute(context.db)
  const read = (row: Record<string, string | null>, name: string, is_money: boolean) => {
    const value = row[name] ?? null
    return value === null ? null : is_money ? BigInt(value) : exact(value)
  }
  const money = Object.keys(facts.money)
  return {
    total: Number(rows[0]?.total_rows ?? 0n),
    rows: rows.map((row) => ({
      key: Object.fromEntries(keys.map((name) => [name, row[name] ?? null])),
      figures: Object.fromEntries(
        [...money, ...Object.keys(facts.counts)].map((name) => [name, read(row, name, money.includes(name))]),
      ) as Record<M | C, Exact | null>,
    })),
  }
}
