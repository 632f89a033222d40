// Builds every answer with figures: takes groups of facts and a period, and returns sums, their sources and notes.
// This module decides for every tool what is compared, and what an answer states about its sources.
import { both, type Known } from '#domain/coverage.ts'
import { descending } from '#domain/exact.ts'
import type { Window } from '#domain/windows.ts'
import type { FigureContext } from '#engine/tool.ts'
import { answer_part } from '#figures/answer_part.ts'
import type { Before, Side, Sums } from '#figures/figure.ts'
import { LACKED, type Period, type ShownWindow, shown_window, until_today, windows_of } from '#figures/period.ts'
import { counted_once_notes } from '#figures/sources/counted_once.ts'
import { day_zone_notes } from '#figures/sources/day_zones.ts'
import { lacked_by } from '#figures/sources/lacking.ts'
import { type CoveredPart, type Provenance, provenance_of } from '#figures/sources/provenance.ts'
import {
  absent_notes,
  coverage_notes,
  has_read_all,
  history_notes,
  knows_none,
  lacking_notes,
  source_notes,
  unsettled_notes,
} from '#figures/sources/source_notes.ts'
import { type Counted, read_sources, type SourceGroup, type Sources } from '#figures/sources/sources.ts'
import { type Days, is_today_alone } from '#figures/sources/summed_days.ts'
import type { UnreadList } from '#figures/sources/unread_lists.ts'
import { wrong_days_notes } from '#figures/sources/wrong_days.ts'
import type { Figures } from '#figures/sums/facts.ts'
import { type FxUse, filled_notes, rates_used } from '#figures/sums/fx.ts'
import type { Part } from '#figures/sums/part.ts'
import { unknown_state_notes, with_unknown_states } from '#figures/sums/unknown_states.ts'
import { type Message, message } from '#messages/message.ts'

export type { Part } from '#figures/sums/part.ts'

/** The groups of an answer, by name. */
export type Parts = Record<string, Part>

type MoneyOf<P> = P extends { of: { facts: { money: infer Money } } } ? keyof Money & string : never
type CountsOf<P> = P extends { of: { facts: { counts: infer Counts } } } ? keyof Counts & string : never
type KeysOf<P> =
  | (P extends { by: infer By } ? keyof By & string : never)
  | (P extends { named: { columns: infer Columns } } ? keyof Columns & string : never)
type SumsOf<P> = Figures<MoneyOf<P>, CountsOf<P>>

/** Sums of each window. null: not known. */
type SidesOf<P> = Record<Exclude<Side, 'year_before'>, SumsOf<P> | null> & { year_before?: SumsOf<P> | null }

export type SummedLine<P> = SidesOf<P> & { key: Record<KeysOf<P>, string | null> }

/** The sums of everything, and of each line. */
export type Summed<P> = SidesOf<P> & {
  lines: SummedLine<P>[]
  /** Number of all lines, without the limit. */
  total: number
  /** Lists that are not read, without which lines have no names. */
  unread: readonly UnreadList[]
  sources: Sources & { counted: Counted }
  /** True if something that belongs to the sums of a side is left out, so that no ratio of them is right. */
  lacks: Record<Side, boolean>
  /**
   * True if an account that is not read any more is part of one of this side and the current one only, so that no change of them is right. The
   * same holds for a sum that leaves out amounts of a currency on some days, because these have no exchange rate.
   */
  unlike: (before: Before, sum?: string) => boolean
  /** The sums of the days that all parts with `together` know. null: there are no such days. */
  together: SidesOf<P>
  /** The days of the current window that `current` and `together` sum. null: not known. */
  days: { current: Days | null; together: Days | null }
  /** The sums of the known days at the end. Undefined: no day is known, the whole window is, or nothing is known of these days. */
  known_part: () => Promise<(Days & { sums: SumsOf<P> }) | undefined>
  /** A line for each platform that the organization has or had. Only for parts with the key `platform`. */
  by_platform: () => (SidesOf<P> & Pick<Summed<P>, 'lacks' | 'unlike'> & { platform: string })[]
}

/** The fields that every answer contains in addition to its figures. */
type Shared<P extends Parts, W extends Period> = Provenance & { window: ShownWindow } & (W extends { previous: Window }
    ? { previous_window: ShownWindow }
    : unknown) &
  (W extends { year_before: Window } ? { year_before_window: ShownWindow } : unknown) &
  ([MoneyOf<P[keyof P]>] extends [never] ? unknown : { currency: string })

export type Answer<P extends Parts, W extends Period> = { [Name in keyof P]: Summed<P[Name]> } & {
  shared: Shared<P, W>
}

/** Sums the parts, one statement after the other, and builds the shared fields. `notes` come from the tool. */
export async function answer<const P extends Parts, const W extends Period>(
  context: FigureContext,
  period: W,
  parts: P,
  notes: readonly Message[] = [],
): Promise<Answer<P, W>> {
  const all = Object.values<Part>(parts)
  const sources = await sources_of(context, period, all)
  const together = known_together(period, all, sources)
  const summed: Record<string, Summed<Part>> = {}
  const rates: FxUse[] = []
  const cautions: Message[] = []
  const covered: CoveredPart[] = []
  const rate_notes: Message[] = []
  const lacks: string[] = []
  /** The amounts without an exchange rate that notes about these sources state. */
  const stated = new Map<Sources, Set<string>>()
  const whole = new Set([...Map.groupBy(all, ({ of }) => id_of(of)).values()].map(whole_of))
  for (const [name, part] of Object.entries<Part>(parts)) {
    const of = sources.get(id_of(part.of))!
    const found = await answer_part(context, period, part, { sources: of, together })
    summed[name] = found.summed as unknown as Summed<Part>
    lacks.push(...found.lacks)
    cautions.push(...found.notes)
    rates.push(...found.fx)
    const of_sources = stated.get(of) ?? new Set()
    rate_notes.push(...found.fx.flatMap((one) => one.notes(context, of_sources)))
    const known_days = whole.has(part) && (await found.covered_part())
    if (known_days) covered.push(known_days)
    // Other notes about further parts of the same sources would repeat those about the first part.
    if (stated.has(of)) continue
    stated.set(of, of_sources)
    cautions.push(...(await counted_once_notes(context, of, period.current)))
  }
  cautions.push(...day_zone_notes(context, divided_days(all, sources), period.current))
  const has_money = all.some(({ of }) => Object.keys(of.facts.money).length > 0)
  const shared = {
    ...(has_money && { currency: context.org.currency }),
    ...shared_of(context, period, [...stated.keys()], {
      before: notes,
      after: [...rate_notes, ...filled_notes(rates), ...cautions],
      rates,
      covered,
      lacks,
    }),
  }
  return { ...summed, shared } as unknown as Answer<P, W>
}

interface About {
  /** True: the figures are known without any connection. */
  is_own?: boolean
  /** Notes of the tool. */
  before?: readonly Message[]
  /** Notes about the figures. */
  after: readonly Message[]
  /** What is known of figures whose whole is not known. */
  covered?: CoveredPart[]
  /** Platforms whose part of the figures is not known, whatever days they have. */
  lacks?: readonly string[]
  /** The exchange rates that the figures use. */
  rates?: readonly FxUse[]
}

/** Window, sources and notes of an answer. */
export function shared_of(
  context: FigureContext,
  period: Period,
  sources: readonly Sources[],
  { is_own = false, before = [], after, rates = [], covered = [], lacks: further = [] }: About,
) {
  const { current, previous, year_before } = period
  // Where the figures are known without any connection, only one that was disconnected is missing.
  const asked = is_own ? sources.filter(({ disconnected }) => disconnected.length > 0) : sources
  // Earlier windows are summed over as many days as are known of the current one.
  const is_cut = asked.some((of) => of.known(current).is === 'begun')
  const shown = (window: Window, side: Side) => {
    const { lacks: lacked, is_nothing } = lacked_by(asked, window, context.today)
    const lacks = [...new Set([...further, ...lacked])]
    if (rates.some((fx) => fx.misses_rates(side))) lacks.push(LACKED.rates)
    return shown_window(window, context, { lacks, is_part: is_nothing || (side !== 'current' && is_cut) })
  }
  return {
    window: shown(current, 'current'),
    ...(previous && { previous_window: shown(previous, 'previous') }),
    ...(year_before && { year_before_window: shown(year_before, 'year_before') }),
    ...(rates.length > 0 && { rates: rates_used(rates) }),
    ...provenance_of(sources, [
      ...before,
      ...absent_notes(sources),
      ...lacking_notes(sources, windows_of(period)),
      ...source_notes(sources, current, previous?.from),
      ...coverage_notes(sources, period),
      ...wrong_days_notes(context, sources, windows_of(period)),
      ...unknown_state_notes(asked, windows_of(period)),
      ...after,
      ...unsettled_notes(sources, current),
      ...(previous && current.is_partial ? [message(is_today_alone(current) ? 'today_alone' : 'today_is_open')] : []),
    ]),
    ...(covered.length > 0 && { covered_parts: covered }),
  }
}

/** The sources of things without dates, such as stock, as of today. */
export async function sources_today(context: FigureContext, group: SourceGroup) {
  const sources = await read_sources(context, [group])
  const today = until_today(context)
  const notes = [
    ...absent_notes(sources),
    ...lacking_notes(sources, [today]),
    ...source_notes(sources, today),
    ...history_notes(sources),
    ...unsettled_notes(sources, today),
  ]
  const { counted, live = [] } = sources[0] ?? {}
  return {
    connection_ids: counted?.connection_ids ?? [],
    live,
    is_known: sources.every(has_read_all),
    knows_none: sources.every(knows_none),
    shared: provenance_of(sources, notes),
  }
}

/** What the parts that are divided by each other know together. Undefined when the tool divides none. */
function known_together({ current }: Period, parts: Part[], sources: Map<string, Sources>): Known | undefined {
  const divided = parts.filter(({ together }) => together).map(({ of }) => sources.get(id_of(of))!)
  if (divided.length === 0) return undefined
  return divided.map((of) => of.known(current)).reduce(both)
}

/** The sources of platforms' own days that are divided by sums of the organization's days. */
function divided_days(parts: readonly Part[], sources: Map<string, Sources>): Sources[] {
  const divided = parts.filter(({ together }) => together)
  const [own, of_platforms] = [divided.filter(({ of }) => of.facts.at), divided.filter(({ of }) => !of.facts.at)]
  return own.length > 0 ? of_platforms.map(({ of }) => sources.get(id_of(of))!) : []
}

/** Of parts with the same sources, the first one that is neither filtered nor ranked: its sums are those of the sources. */
const whole_of = (parts: readonly Part[]): Part => parts.find(({ first, where }) => !first && !where) ?? parts[0]!

/** Groups of the same platforms have the same sources. */
const id_of = ({ platforms }: SourceGroup) => platforms.join(' ')

/** The sources of each part. Parts of the same platforms are evaluated together, with all of their tables. */
async function sources_of(context: FigureContext, period: Period, parts: Part[]): Promise<Map<string, Sources>> {
  const groups = new Map<string, SourceGroup>()
  for (const { of } of parts) {
    const { tables, columns, refunding = of.refunding, ...group } = groups.get(id_of(of)) ?? of
    const both = { tables: [...tables, ...of.tables], columns: columns && of.columns && [...columns, ...of.columns] }
    groups.set(id_of(of), { ...group, refunding, columns: both.columns, tables: [...new Set(both.tables)] })
  }
  const read = await read_sources(context, [...groups.values()])
  const sources = await with_unknown_states(context, read, windows_of(period))
  return new Map(sources.map((of) => [id_of(of.group), of]))
}

/** Orders lines: the highest sum of the current window first, unknown sums last. */
export const highest =
  <Name extends string>(name: Name) =>
  (a: { current: Sums<Name> | null }, b: { current: Sums<Name> | null }) =>
    descending(a.current?.[name] ?? null, b.current?.[name] ?? null)
