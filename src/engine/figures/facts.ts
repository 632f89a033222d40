// Sums of daily facts over a window and the one before it, by any keys, in the reporting currency. Every tool's figures come
// through here, so that windows, conversion and rounding are decided once.
import { type RawBuilder, sql } from 'kysely'
import { type Exact, exact } from '#domain/exact.ts'
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
  connection_ids: readonly string[]
  time_zone: string
}

export interface Ask {
  current: Window
  /** The window just before `current`; left out when nothing is compared. */
  previous?: Window
  connection_ids: readonly string[]
  /** Keys to group by. */
  by?: Record<string, Fragment>
  where?: Fragment
}

export type Figures<Name extends string = string> = Record<Name, Exact>

export interface Line<Name extends string = string> {
  key: Record<string, string | null>
  /** Undefined when there is no row at all. */
  current?: Figures<Name>
  previous?: Figures<Name>
}

type SumRow = Record<string, string | null> & { is_current: boolean; currency: string | null; filled: number }

export async function sum_facts<M extends string, C extends string>(
  context: Pick<Context, 'db' | 'org'>,
  facts: Facts<M, C>,
  ask: Ask,
): Promise<{ lines: Line<M | C>[]; fx: FxUse }> {
  const fx = new FxUse()
  if (ask.connection_ids.length === 0) return { lines: [], fx }
  const money = Object.keys(facts.money) as M[]
  const counts = Object.keys(facts.counts) as C[]
  const keys = Object.keys(ask.by ?? {})
  const { rows } = await sum_query(context, facts, ask).execute(context.db)
  const lines = new Map<string, Line<M | C>>()
  for (const row of rows) {
    const key = Object.fromEntries(keys.map((name) => [name, row[name] ?? null]))
    const id = JSON.stringify(key)
    const line = lines.get(id) ?? { key }
    lines.set(id, line)
    const side = row.is_current ? 'current' : 'previous'
    const figures = line[side] ?? empty([...money, ...counts])
    line[side] = figures
    for (const name of [...money, ...counts]) figures[name] += exact_or_zero(row[name], money.includes(name as M))
    for (const name of money) {
      const what = row.is_current ? spoken(name) : `${spoken(name)} in the previous period`
      fx.add(what, row.currency, BigInt(row[`missing_${name}`] ?? '0'), row.filled)
    }
  }
  return { lines: [...lines.values()], fx }
}

/** The figures of a side; zeros where no row means that nothing happened, null where it means that nothing is known. */
export function known<M extends string, C extends string>(
  facts: Facts<M, C>,
  figures: Figures<NoInfer<M | C>> | undefined,
  zero_is_real: boolean,
): Figures<M | C> | null {
  if (figures) return figures
  return zero_is_real ? empty(Object.keys({ ...facts.money, ...facts.counts }) as (M | C)[]) : null
}

function empty<Name extends string>(names: Name[]): Figures<Name> {
  return Object.fromEntries(names.map((name) => [name, 0n])) as Figures<Name>
}

/** Money comes as whole 10^-12 units, counts as decimals. */
function exact_or_zero(value: string | null | undefined, is_money: boolean): Exact {
  if (value === null || value === undefined) return 0n
  return is_money ? BigInt(value) : exact(value)
}

const spoken = (name: string) => name.replaceAll('_', ' ')

function sum_query<M extends string, C extends string>({ org }: Pick<Context, 'org'>, facts: Facts<M, C>, ask: Ask) {
  const { current, previous, connection_ids, by = {}, where = sql`true` } = ask
  const reporting = org.currency
  const span = { from: previous?.from ?? current.from, to: current.to, connection_ids, time_zone: org.time_zone }
  const money = Object.entries<Fragment>(facts.money)
  const counts = Object.entries<Fragment>(facts.counts)
  const keys = Object.entries(by)
  const column = (name: string) => sql.ref(name)
  const listed = (parts: Fragment[]) => sql.join(parts, sql`, `)
  const currency = money.length > 0 ? sql`f.currency` : sql`null::text`
  const inner = listed([
    ...keys.map(([name, of]) => sql`${of} as ${column(name)}`),
    sql`f.date`,
    sql`${currency} as currency`,
    sql`f.date >= ${current.from}::date as is_current`,
    ...[...money, ...counts].map(([name, of]) => sql`sum(${of}) as ${column(name)}`),
  ])
  const outer = listed([
    ...keys.map(([name]) => sql`g.${column(name)}`),
    sql`g.currency`,
    sql`g.is_current`,
    ...money.flatMap(([name]) => [
      sql`round(sum(${converted(name, reporting)}))::text as ${column(name)}`,
      sql`(sum(g.${column(name)}) filter (where ${rate_is_missing(reporting)}))::text as ${column(`missing_${name}`)}`,
    ]),
    ...counts.map(([name]) => sql`sum(g.${column(name)})::text as ${column(name)}`),
    money.length > 0
      ? sql`(count(distinct g.date) filter (where ${rate_is_filled(reporting)}))::int as filled`
      : sql`0 as filled`,
  ])
  const positions = (count: number) => listed(Array.from({ length: count }, (_, at) => sql.lit(at + 1)))
  return sql<SumRow>`
    with g as (
      select ${inner} from ${facts.from(span)}
      where f.date between ${span.from}::date and ${span.to}::date and ${where}
      group by ${positions(keys.length + 3)})
    select ${outer} from g ${money.length > 0 ? rate_joins(reporting) : sql``}
    group by ${positions(keys.length + 2)}`
}
