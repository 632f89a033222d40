// Sums one part of an answer over the days that its sources know. Days that are not known never count as zero.
import type { Window } from '#domain/windows.ts'
import type { FigureContext } from '#engine/tool.ts'
import type { Side } from '#figures/figure.ts'
import type { Period } from '#figures/period.ts'
import { withholds } from '#figures/sources/quality.ts'
import { known_facts, type Sources } from '#figures/sources/sources.ts'
import { type Days, days_of, type Summing } from '#figures/sources/summed_days.ts'
import { covered_part_of } from '#figures/sums/covered_part.ts'
import { type Figures, zeros } from '#figures/sums/facts.ts'
import { is_of_unknown_day } from '#figures/sums/known_lines.ts'
import type { Part, PartDays, PartSources } from '#figures/sums/part.ts'
import { all_lines, first_lines } from '#figures/sums/part_lines.ts'
import type { Sides } from '#figures/sums/segments.ts'
import { whole_sides } from '#figures/sums/whole_sides.ts'

/** No connection counts. */
const NOBODY = { connection_ids: [], without: [], elsewhere: [] }
const NO_EARLIER = { previous: null, year_before: null }

export async function sum_part(
  context: FigureContext,
  whole_period: Period,
  part: Part,
  { sources, together }: PartSources,
) {
  const period = part.is_compared === false ? { current: whole_period.current } : whole_period
  const known = sources.known(period.current)
  const is_answerable = part.of.is_answerable?.(sources) !== false
  const summing = days_of(period, known, sources)
  const days = { period, summing, known, sources: is_answerable ? sources : { ...sources, counted: NOBODY } }
  const single = platform_days(days, part)
  // Earlier windows have only the first lines, so their totals are not known.
  const totals = part.first ? { ...summing, ...NO_EARLIER } : summing
  const divided = part.together && together ? days_of(period, together, sources) : totals
  const lines = part.first
    ? await first_lines(context, part, days)
    : await all_lines(context, part, { ...days, divided, all_single: single.all })
  const is_withheld = lines.all.current === null && (await is_withheld_in(context, part, days.sources, period.current))
  const shown = shown_sums(part, { sources, period, is_withheld })
  const known_part = async () => {
    const part_days = known.is === 'unknown' && is_answerable ? known.part : undefined
    const sums = part_days && shown.of_days((await lines.part()) ?? null, part_days)
    return part_days && sums ? { ...part_days, sums } : undefined
  }
  const of_all = shown.sides(lines.all, totals)
  const [{ money }, { fx }] = [part.of.facts, lines]
  return {
    ...of_all,
    together: shown.sides(lines.together, divided),
    lines: lines.lines.map(({ key, ...sums }) => ({
      key,
      ...shown.line(is_of_unknown_day(known, key) ? { ...sums, current: null } : sums),
    })),
    total: lines.total,
    fx,
    is_withheld,
    sources,
    ...whole_sides(sources, whole_period, { sums: of_all, money, fx }),
    days: { current: totals.current, together: divided.current },
    known_part,
    covered_part: async () => {
      const sums = await known_part()
      return sums && covered_part_of(context, part, sums)
    },
    by_platform: () =>
      sources.platforms.map((platform) => {
        const own_days = part.first ? { ...single.of(platform), ...NO_EARLIER } : single.of(platform)
        const sums = shown.sides(lines.of_platform(platform), own_days, platform)
        return { platform, ...whole_sides(sources, whole_period, { sums, money, fx }, platform), ...sums }
      }),
  }
}

/** The sums as the answer shows them: without the sides that it is not compared with, and without figures that are not known. */
function shown_sums({ of: { facts }, where }: Part, { sources, period, is_withheld }: Shown) {
  // Of known days. Without a row: zero if rows would have come, and null if not. A filter can ask for what the days lack.
  const of_days = (sums: Figures | null, days: Days, platform?: string) => {
    const is_zero = sources.zero_is_real(platform) && !is_withheld && !(where && sources.lacks(days, platform))
    return known_facts(sums ?? (is_zero ? zeros(facts) : null), sources, platform)
  }
  const has_unknown = sources.unknown_facts().length > 0
  const each = (of: (side: Side) => Figures | null) => ({
    current: of('current'),
    previous: of('previous'),
    ...(period.year_before && { year_before: of('year_before') }),
  })
  return {
    of_days,
    sides: (sums: Sides, days: Summing, platform?: string) =>
      each((side) => days[side] && of_days(sums[side], days[side], platform)),
    line: (sums: Sides) => each((side) => (has_unknown ? known_facts(sums[side], sources) : sums[side])),
  }
}

interface Shown {
  sources: Sources
  period: Period
  is_withheld: boolean
}

/** True if the platform can withhold what a filter asks for: always, or by what rows of the days say. */
async function is_withheld_in(
  { db, org, now }: FigureContext,
  { of, where, named_text }: Part,
  { counted }: Sources,
  { from, to }: Window,
) {
  if (where === undefined || counted?.connection_ids.length === 0) return false
  if (of.hides_rare || !named_text) return of.hides_rare === true
  return withholds(db, of.facts.from({ from, to, counted, time_zone: org.time_zone, now }))
}

/**
 * The days of the lines of single platforms. Where the whole is known, these lines add up to it. Where it is not, a line has its own
 * sums, if all of the days are known that the whole would have. `all`: the days that any of them has.
 */
function platform_days({ period, summing, known, sources }: PartDays, part: Part) {
  const of = (platform: string): Summing => {
    const own = days_of(period, sources.known(period.current, platform), sources, platform)
    if (summing.current)
      return { ...days_of(period, known, sources, platform), current: own.current && summing.current }
    // Lines of a window that is not known as a whole show what is stored, so a part of it would look like the whole.
    const is_part = own.current !== null && own.current.to !== period.current.to
    return is_part ? { current: null, previous: null, year_before: null } : own
  }
  const each = part.by?.platform && !part.first ? sources.platforms.map(of) : []
  const days = (side: Side) => summing[side] ?? each.find((of_one) => of_one[side])?.[side] ?? null
  const all = { current: summing.current, previous: days('previous'), year_before: days('year_before') }
  return { of, all }
}
