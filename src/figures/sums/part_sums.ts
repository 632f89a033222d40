// Sums one part of an answer over the days that its sources know. Days that are not known never count as zero.
import { type RawBuilder, sql } from 'kysely'
import type { Known } from '#domain/coverage.ts'
import type { Window } from '#domain/windows.ts'
import type { FigureContext } from '#engine/tool.ts'
import type { Side } from '#figures/figure.ts'
import type { FigureGroup } from '#figures/groups.ts'
import type { Period } from '#figures/period.ts'
import { withholds } from '#figures/sources/quality.ts'
import { known_facts, type Sources } from '#figures/sources/sources.ts'
import { type Days, days_of, type Summing } from '#figures/sources/summed_days.ts'
import { covered_part_of } from '#figures/sums/covered_part.ts'
import {
  type Ask,
  type Facts,
  type Figures,
  type Line,
  type Named,
  ranked_facts,
  sum_facts,
  zeros,
} from '#figures/sums/facts.ts'
import type { FxUse, MissingBefore } from '#figures/sums/fx.ts'
import type { NamedText } from '#figures/sums/named_text.ts'
import { added, all_segments, edges_of, type Sides, sides_of, sum_of } from '#figures/sums/segments.ts'
import { whole_sides } from '#figures/sums/whole_sides.ts'

/** A group of facts, with the keys to group by, a filter of rows and a limit of lines. */
export interface Part<F extends Facts = Facts> {
  of: FigureGroup<F>
  by?: Record<string, RawBuilder<unknown>>
  /** Display names of the keys, read once for each key. */
  named?: Named
  /** true: the tool itself chooses lines by such names, so the sums of those are not known without the lists. */
  selects_by_name?: boolean
  where?: RawBuilder<unknown>
  /** A text that `where` compares. When no row of the days has it, the notes say so. */
  named_text?: NamedText
  /** Returns only the first lines, ordered by the sums `s`. For keys with very many values. */
  first?: { order: RawBuilder<unknown>; limit: number }
  /** false: sums the current window only, even if other parts are compared. */
  is_compared?: false
  /** true: the tool divides sums of this part by sums of another such part, so both are also summed over the same days. */
  together?: true
}
interface KeyedLine extends Sides {
  key: Record<string, string | null>
}

interface Sourced {
  sources: Sources
  /** What the parts that are divided by each other know together. */
  together: Known | undefined
}

interface Lines {
  lines: KeyedLine[]
  /** The sums of a platform, with those of an earlier side where the whole is not known. */
  of_platform: (platform: string) => Sides
  total: number
  all: Sides
  together: Sides
  /** The sums of the known days at the end of a window that is not known as a whole. Undefined: no row. */
  part: () => Promise<Figures | undefined>
  /** Of each statement. */
  fx: FxUse[]
}

const NOBODY = { connection_ids: [], without: [], elsewhere: [] }

export async function sum_part(context: FigureContext, period: Period, part: Part, { sources, together }: Sourced) {
  const { facts } = part.of
  const asked = part.is_compared === false ? { current: period.current } : period
  const known = sources.known(period.current)
  const summing = days_of(asked, known, sources)
  const divided = part.together && together ? days_of(asked, together, sources) : summing
  const is_answerable = part.of.is_answerable?.(sources) !== false
  const read = is_answerable ? sources : { ...sources, counted: NOBODY }
  const single = platform_days(asked, summing, { known, sources: read, part })
  const lines = part.first
    ? await first_lines(context, part, { asked, summing, known, sources: read })
    : await all_lines(context, part, { asked, summing, divided, known, sources: read, all_single: single.all })
  const is_withheld =
    part.where !== undefined && lines.all.current === null && (await is_withheld_in(context, part, read, asked.current))
  // Of known days. Without a row: zero if rows would have come, and null if not. A filter can ask for what the days lack.
  const of_known_days = (sums: Figures | null, days: Days, platform?: string) => {
    const is_zero = sources.zero_is_real(platform) && !is_withheld && !(part.where && sources.lacks(days, platform))
    return known_facts(sums ?? (is_zero ? zeros(facts) : null), sources, platform)
  }
  const known_part = async () => {
    const days = known.is === 'unknown' && is_answerable ? known.part : undefined
    const sums = days && of_known_days((await lines.part()) ?? null, days)
    return days && sums ? { ...days, sums } : undefined
  }
  const sides = (sums: Sides, days: Summing, platform?: string) => {
    const shown = (side: Side) => days[side] && of_known_days(sums[side], days[side], platform)
    return {
      current: shown('current'),
      previous: shown('previous'),
      ...(asked.year_before && { year_before: shown('year_before') }),
    }
  }
  const has_unknown = sources.unknown_facts().length > 0
  const of_line = (sums: Figures | null) => (has_unknown ? known_facts(sums, sources) : sums)
  return {
    ...sides(lines.all, summing),
    together: sides(lines.together, divided),
    lines: lines.lines.map(({ key, current, previous, year_before }) => ({
      key,
      current: of_line(current),
      previous: of_line(previous),
      ...(asked.year_before && { year_before: of_line(year_before) }),
    })),
    total: lines.total,
    fx: lines.fx,
    is_withheld,
    sources,
    ...whole_sides(sources, period),
    days: { current: summing.current, together: divided.current },
    known_part,
    covered_part: async () => {
      const sums = await known_part()
      return sums && covered_part_of(context, part, sums)
    },
    by_platform: () =>
      sources.platforms.map((platform) => {
        const days = part.first ? { ...single.of(platform), previous: null, year_before: null } : single.of(platform)
        const of_platform = lines.of_platform(platform)
        return { platform, ...whole_sides(sources, period, platform), ...sides(of_platform, days, platform) }
      }),
  }
}

/** True if the platform can withhold what a filter asks for: always, or by what rows of the days say. */
async function is_withheld_in(
  { db, org, now }: FigureContext,
  { of, named_text }: Part,
  { counted }: Sources,
  { from, to }: Window,
) {
  if (counted?.connection_ids.length === 0) return false
  if (of.hides_rare || !named_text) return of.hides_rare === true
  return withholds(db, of.facts.from({ from, to, counted, time_zone: org.time_zone, now }))
}

/**
 * The days of the lines of single platforms. Where the whole is known, these lines add up to it. Where it is not, a line has its own
 * sums, if all of the days are known that the whole would have. `all`: the days that any of them has.
 */
function platform_days(
  asked: Period,
  summing: Summing,
  { known, sources, part }: { known: Known; sources: Sources; part: Part },
) {
  const of = (platform: string): Summing => {
    const own = days_of(asked, sources.known(asked.current, platform), sources, platform)
    if (summing.current) return { ...days_of(asked, known, sources, platform), current: own.current && summing.current }
    // Lines of a window that is not known as a whole show what is stored, so a part of it would look like the whole.
    const is_part = own.current !== null && own.current.to !== asked.current.to
    return is_part ? { current: null, previous: null, year_before: null } : own
  }
  const each = part.by?.platform && !part.first ? sources.platforms.map(of) : []
  const days = (side: Side) => summing[side] ?? each.find((of_one) => of_one[side])?.[side] ?? null
  const all = { current: summing.current, previous: days('previous'), year_before: days('year_before') }
  return { of, all }
}

interface Asked {
  asked: Period
  summing: Summing
  sources: Sources
}

async function all_lines(
  context: FigureContext,
  { of: { facts }, by, named, where }: Part,
  {
    asked,
    summing,
    divided,
    known,
    sources,
    all_single,
  }: Asked & Record<'divided' | 'all_single', Summing> & { known: Known },
): Promise<Lines> {
  const { current, previous } = asked
  const part = known.is === 'unknown' ? known.part : undefined
  // Lines of a window that is not known as a whole show what is stored.
  const shown = { ...summing, current: summing.current ?? current }
  const from = previous?.from ?? current.from
  const single = { ...all_single, current: shown.current }
  const edges = edges_of([current, shown, single, divided, part], { from, to: current.to })
  const earlier = edges.findIndex((day) => day >= current.from)
  const ask = { counted: sources.counted, by, named, where }
  const { lines, fx } = await sum_facts(context, facts, { ...ask, from, to: current.to, cuts: edges.slice(1), earlier })
  const before = await year_before_lines(context, facts, ask, single.year_before)
  const years_before = before?.lines ?? []
  const in_days = (days: Summing, earlier_lines: readonly Line[]) =>
    with_year_before(lines, earlier_lines).map(
      ({ key, segments, year_before }): KeyedLine => ({
        key,
        ...sides_of({ segments, year_before }, edges, days),
      }),
    )
  const keyed = in_days(shown, shown.year_before ? years_before : [])
  // Few tools ask for single platforms, and an answer can have thousands of lines.
  let single_lines: KeyedLine[] | undefined
  const of_single = () => (single_lines ??= in_days(single, years_before))
  const all = all_segments(lines)
  const years = added(keyed, ['year_before']).year_before
  return {
    lines: keyed,
    of_platform: (platform) => added(of_single().filter(({ key }) => key.platform === platform)),
    total: keyed.length,
    all: sides_of({ segments: all, year_before: years }, edges, summing),
    together: sides_of({ segments: all, year_before: years }, edges, divided),
    part: async () => part && sum_of(all, edges, part),
    fx: before ? [fx, before.fx] : [fx],
  }
}

type Keys = Pick<Ask, 'counted' | 'by' | 'named' | 'where'>

async function year_before_lines(context: FigureContext, facts: Facts, ask: Keys, days: Days | null) {
  return days && sum_facts(context, facts, { ...ask, ...days, earlier: 1, missing_before: 'rate.missing_year_before' })
}

const id = (key: object) => JSON.stringify(key)

/** Lines of both statements. A line that only existed a year before has no sums of now. */
function with_year_before(lines: readonly Line[], before: readonly Line[]) {
  if (before.length === 0) return lines.map((line) => ({ ...line, year_before: null }))
  const years = new Map(before.map((line) => [id(line.key), line]))
  const of_year = (line: Line | undefined) => line?.segments.get(0) ?? null
  const both = lines.map((line) => ({ ...line, year_before: of_year(years.get(id(line.key))) }))
  const known = new Set(lines.map(({ key }) => id(key)))
  const only_before = before
    .filter(({ key }) => !known.has(id(key)))
    .map((line) => ({ key: line.key, segments: new Map<number, Figures>(), year_before: of_year(line) }))
  return [...both, ...only_before]
}

/** The first lines of the current window. Earlier windows are read for these lines only, so their totals are unknown. */
async function first_lines(
  context: FigureContext,
  { of: { facts, hides_rare }, by = {}, where = sql`true`, first }: Part,
  { asked, summing, known, sources }: Asked & { known: Known },
): Promise<Lines> {
  const { counted } = sources
  const { from, to } = summing.current ?? asked.current
  const { rows, total, all, fx } = await ranked_facts(context, facts, { from, to, counted, by, where }, first!)
  const keys = rows.map(({ key }) => key as KeyedLine['key'])
  const is_ranked = Object.entries(by).map(([name, of]) =>
    is_one_of(
      of,
      keys.map((key) => key[name] ?? null),
    ),
  )
  const of_rows = { counted, by, where: sql.join([where, ...is_ranked], sql` and `) }
  const all_fx = [fx]
  const sums_of = async (days: Days | null, missing_before?: MissingBefore) => {
    if (!days || rows.length === 0) return new Map<string, Figures | null>()
    const earlier = await sum_facts(context, facts, { ...of_rows, ...days, earlier: 1, missing_before })
    all_fx.push(earlier.fx)
    return new Map(earlier.lines.map(({ key, segments }) => [id(key), segments.get(0) ?? null]))
  }
  const previous = await sums_of(summing.previous)
  const year_before = await sums_of(summing.year_before, 'rate.missing_year_before')
  // A line without a row in a known window is zero there, unless the platform can withhold the row.
  const absent = sources.zero_is_real() && !hides_rare ? (zeros(facts) as Figures) : null
  const lines = rows.map(({ figures }, at): KeyedLine => {
    const key = keys[at]!
    return {
      key,
      current: figures as Figures,
      previous: summing.previous && (previous.get(id(key)) ?? absent),
      year_before: summing.year_before && (year_before.get(id(key)) ?? absent),
    }
  })
  const none = { current: null, previous: null, year_before: null }
  // The earlier windows have only the first lines.
  summing.previous = null
  summing.year_before = null
  const part = async () => {
    if (known.is !== 'unknown' || !known.part) return undefined
    // The statement of the first lines has all days of the window, so its notes and rates have these days too.
    const known_lines = await sum_facts(context, facts, { counted, where, ...known.part })
    return known_lines.lines[0]?.segments.get(0)
  }
  const of_platform = (platform: string) => added(lines.filter(({ key }) => key.platform === platform))
  return { lines, of_platform, total, all: { ...none, current: all ?? null }, together: none, part, fx: all_fx }
}

const is_one_of = (of: RawBuilder<unknown>, values: (string | null)[]) =>
  values.includes(null) ? sql`(${of}::text = any(${values}) or ${of} is null)` : sql`${of}::text = any(${values})`
