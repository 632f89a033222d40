// The sums of the days of a window that are known, where the whole is not.
import type { FigureContext } from '#engine/tool.ts'
import { number_of, type Unit } from '#figures/figure.ts'
import type { FigureGroup } from '#figures/groups.ts'
import type { CoveredPart } from '#figures/sources/provenance.ts'
import type { Days } from '#figures/sources/summed_days.ts'
import type { Figures } from '#figures/sums/facts.ts'
import { is_helper } from '#figures/sums/unknown_rows.ts'

/** People are counted in each row, so their sum over several days is no number of people. */
const is_people = (name: string) => /^(?:.*_)?users$/.test(name)

export function covered_part_of(
  { org }: FigureContext,
  { of: { facts, label } }: { of: FigureGroup },
  { from, to, sums }: Days & { sums: Figures },
): CoveredPart {
  const of_unit = (unit: Unit, names: object) =>
    Object.keys(names)
      .filter((name) => !is_helper(name) && !is_people(name))
      .map((name) => [name, number_of(sums[name] ?? null, unit, org.currency)])
  const figures = Object.fromEntries([...of_unit('money', facts.money), ...of_unit('count', facts.counts)])
  return { of: label, from, to, figures }
}
