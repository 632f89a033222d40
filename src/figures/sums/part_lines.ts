// The lines of one part of an answer: all of them, or the first ones of keys with very many values.
import { type RawBuilder, sql } from 'kysely'
import type { FigureContext } from '#engine/tool.ts'
import type { Days, Summing } from '#figures/sources/summed_days.ts'
import { type Ask, type Facts, type Figures, type Line, ranked_facts, sum_facts, zeros } from '#figures/sums/facts.ts'
import type { FxUse, MissingBefore } from '#figures/sums/fx.ts'
import type { Part, PartDays } from '#figures/sums/part.ts'
import { added, all_segments, edges_of, type Sides, sides_of, sum_of } from '#figures/sums/segments.ts'

interface KeyedLine extends Sides {
  key: Record<string, string | null>
}

export interface Lines {
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

/** Every line of all windows. */
export async function all_lines(
  context: FigureContext,
  { of: { facts }, by, named, where }: Part,
  { period, summing, divided, known, sources, all_single }: PartDays & Record<'divided' | 'all_single', Summing>,
): Promise<Lines> {
  const { current, previous } = period
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
export async function first_lines(
  context: FigureContext,
  { of: { facts, hides_rare }, by = {}, where = sql`true`, first }: Part,
  { period, summing, known, sources }: PartDays,
): Promise<Lines> {
  const { counted } = sources
  const { from, to } = summing.current ?? period.current
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
