// Builds every answer with figures: takes groups of facts and a period, and returns sums, their sources and notes.
// This module decides for every tool what is compared, and what an answer states about its sources.
import { type RawBuilder, sql } from 'kysely'
import { descending } from '#domain/exact.ts'
import type { Window } from '#domain/windows.ts'
import type { Context } from '#engine/tool.ts'
import { type Ask, add, type Facts, type Figures, known, type Named, ranked_facts, sum_facts } from '#figures/facts.ts'
import type { Side, Sums } from '#figures/figure.ts'
import { type FxUse, type RateUsed, rates_used } from '#figures/fx.ts'
import type { FigureGroup } from '#figures/groups.ts'
import { type Period, type ShownWindow, shown_window, until_today } from '#figures/period.ts'
import { type Provenance, provenance_of } from '#figures/provenance.ts'
import { absent_notes, source_notes } from '#figures/source_notes.ts'
import { type Counted, read_sources, type SourceGroup, type Sources } from '#figures/sources.ts'

type Fragment = RawBuilder<unknown>

/** A group of facts, with the keys to group by, a filter of rows and a limit of lines. */
export interface Part<F extends Facts = Facts> {
  of: FigureGroup<F>
  by?: Record<string, Fragment>
  /** Display names of the keys, read once for each key. */
  named?: Named
  where?: Fragment
  /** Returns only the first lines, ordered by the sums `s`. For keys with very many values. */
  first?: { order: Fragment; limit: number }
  /** false: sums the current window only, even if other parts are compared. */
  is_compared?: false
}
type Parts = Record<string, Part>

type MoneyOf<P> = P extends { of: { facts: { money: infer Money } } } ? keyof Money & string : never
type CountsOf<P> = P extends { of: { facts: { counts: infer Counts } } } ? keyof Counts & string : never
type KeysOf<P> =
  | (P extends { by: infer By } ? keyof By & string : never)
  | (P extends { named: { columns: infer Columns } } ? keyof Columns & string : never)
type SumsOf<P> = Figures<MoneyOf<P>, CountsOf<P>>

/** Sums of each window. null: no data. */
type SidesOf<P> = Record<Side, SumsOf<P> | null>

export type SummedLine<P> = SidesOf<P> & { key: Record<KeysOf<P>, string | null> }

/** The sums of everything, and of each line. */
export type Summed<P> = SidesOf<P> & {
  lines: SummedLine<P>[]
  /** Number of all lines, without the limit. */
  total: number
  sources: Sources & { counted: Counted }
  /** A line for each platform that the organization has or had. Only for parts with the key `platform`. */
  by_platform: () => (SidesOf<P> & { platform: string })[]
}

/** The fields that every answer contains in addition to its figures. */
type Shared<P extends Parts, W extends Period> = Provenance & { window: ShownWindow } & (W extends { previous: Window }
    ? { previous_window: ShownWindow }
    : unknown) &
  ([MoneyOf<P[keyof P]>] extends [never] ? unknown : { currency: string })

export type Answer<P extends Parts, W extends Period> = { [Name in keyof P]: Summed<P[Name]> } & {
  shared: Shared<P, W>
}

/** Sums the parts, one statement after the other, and builds the shared fields. `notes` come from the tool. */
export async function answer<const P extends Parts, const W extends Period>(
  context: Context,
  period: W,
  parts: P,
  notes: readonly string[] = [],
): Promise<Answer<P, W>> {
  const sources = await sources_of(context, Object.values(parts))
  const summed: Record<string, Summed<Part>> = {}
  const rates: FxUse[] = []
  const cautions: string[] = []
  const heard = new Set<Sources>()
  for (const [name, part] of Object.entries<Part>(parts)) {
    const of = sources.get(id_of(part.of))!
    const { fx, ...sums } = await sum_part(context, period, part, of)
    summed[name] = sums
    // Further parts of the same sources only show details of the first part, so their notes would repeat its notes.
    if (heard.has(of)) continue
    heard.add(of)
    rates.push(fx)
    cautions.push(...(part.of.cautions?.(sums.current ?? {}) ?? []))
  }
  const has_money = Object.values(parts).some(({ of }) => Object.keys(of.facts.money).length > 0)
  const shared = {
    ...(has_money && { currency: context.org.currency }),
    ...shared_of(context, period, [...heard], {
      before: notes,
      after: [...rates.flatMap((fx) => fx.notes(context)), ...cautions],
      rates: rates_used(rates),
    }),
  }
  return { ...summed, shared } as unknown as Answer<P, W>
}

/** Window, sources and notes of an answer. `after` are notes about its figures. */
export function shared_of(
  context: Context,
  period: Period,
  sources: readonly Sources[],
  { before = [], after, rates }: { before?: readonly string[]; after: readonly string[]; rates?: RateUsed[] },
) {
  const { current, previous } = period
  return {
    window: shown_window(current, context),
    ...(previous && { previous_window: shown_window(previous, context) }),
    ...(rates && { rates }),
    ...provenance_of(sources, [
      ...before,
      ...absent_notes(sources),
      ...source_notes(sources, current),
      ...after,
      ...(previous && current.is_partial ? ['Today is not over, so the period is not complete.'] : []),
    ]),
  }
}

/** The sources of things without dates, such as stock, as of today. */
export async function sources_today(context: Context, group: SourceGroup) {
  const sources = await read_sources(context, [group])
  const notes = [...absent_notes(sources), ...source_notes(sources, until_today(context))]
  return { connection_ids: sources[0]?.counted?.connection_ids ?? [], shared: provenance_of(sources, notes) }
}

/** Groups of the same platforms have the same sources. */
const id_of = ({ platforms }: SourceGroup) => platforms.join(' ')

/** The sources of each part. Parts of the same platforms are evaluated together, with all of their tables. */
async function sources_of(context: Context, parts: Part[]): Promise<Map<string, Sources>> {
  const groups = new Map<string, SourceGroup>()
  for (const { of } of parts) {
    const { platforms, label, tables } = groups.get(id_of(of)) ?? of
    groups.set(id_of(of), { platforms, label, tables: [...new Set([...tables, ...of.tables])] })
  }
  const sources = await read_sources(context, [...groups.values()])
  return new Map(sources.map((of) => [id_of(of.group), of]))
}

interface Lines {
  lines: (Record<Side, Figures | null> & { key: Record<string, string | null> })[]
  total: number
  all: Partial<Record<Side, Figures>>
  fx: FxUse
}

async function sum_part(context: Context, period: Period, part: Part, sources: Sources) {
  const { of, by, named, where, first, is_compared } = part
  const { facts } = of
  const { current, previous } = is_compared === false ? { current: period.current } : period
  const ask: Ask = { current, previous, counted: sources.counted, by, named, where }
  const { lines, total, all, fx } = first
    ? await first_lines(context, facts, ask, first)
    : await all_lines(context, facts, ask)
  const sides = (of: Partial<Record<Side, Figures>>, platform?: string): Record<Side, Figures | null> => ({
    current: known(facts, of.current, sources.zero_is_real(current, platform)),
    // The previous window has only the first lines.
    previous: previous && !first ? known(facts, of.previous, sources.zero_is_real(previous, platform)) : null,
  })
  return {
    ...sides(all),
    lines,
    total,
    fx,
    sources: sources as Summed<Part>['sources'],
    by_platform: () =>
      sources.platforms.map((platform) => ({
        platform,
        ...sides(added(lines.filter(({ key }) => key.platform === platform)), platform),
      })),
  }
}

async function all_lines(context: Context, facts: Facts, ask: Ask): Promise<Lines> {
  const { lines: found, fx } = await sum_facts(context, facts, ask)
  const lines = found.map(({ key, current = null, previous = null }) => ({ key, current, previous }))
  return { lines, total: lines.length, all: added(lines), fx }
}

function added(lines: readonly Record<Side, Figures | null>[]): Partial<Record<Side, Figures>> {
  const all: Partial<Record<Side, Figures>> = {}
  for (const line of lines) {
    if (line.current) all.current = add(all.current, line.current)
    if (line.previous) all.previous = add(all.previous, line.previous)
  }
  return all
}

/** The first lines of the current window. The previous window is read for these lines only, so its total is unknown. */
async function first_lines(
  context: Context,
  facts: Facts,
  ask: Ask,
  first: NonNullable<Part['first']>,
): Promise<Lines> {
  const { previous, named: _, ...current } = ask
  const { rows, total, all, fx } = await ranked_facts(context, facts, current, first)
  const ranked = rows.map(({ key, figures }) => ({
    key: key as Record<string, string | null>,
    current: figures as Figures,
    previous: null,
  }))
  if (!previous || rows.length === 0) return { lines: ranked, total, all: { current: all }, fx }
  const is_ranked = Object.entries(ask.by ?? {}).map(([name, of]) =>
    is_one_of(
      of,
      ranked.map(({ key }) => key[name] ?? null),
    ),
  )
  const where = sql.join([ask.where ?? sql`true`, ...is_ranked], sql` and `)
  const then = await sum_facts(context, facts, { ...current, current: previous, where })
  const id = (key: object) => JSON.stringify(key)
  const before = new Map(then.lines.map((line) => [id(line.key), line.current ?? null]))
  const lines = ranked.map((line) => ({ ...line, previous: before.get(id(line.key)) ?? null }))
  return { lines, total, all: { current: all }, fx }
}

const is_one_of = (of: Fragment, values: (string | null)[]) =>
  values.includes(null) ? sql`(${of}::text = any(${values}) or ${of} is null)` : sql`${of}::text = any(${values})`

/** Orders lines: the highest sum of the current window first, unknown sums last. */
export const highest =
  <Name extends string>(name: Name) =>
  (a: { current: Sums<Name> | null }, b: { current: Sums<Name> | null }) =>
    descending(a.current?.[name] ?? null, b.current?.[name] ?? null)
