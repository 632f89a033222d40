// A part of an answer, and what is known of it before it is summed.
import type { RawBuilder } from 'kysely'
import type { Known } from '#domain/coverage.ts'
import type { FigureGroup } from '#figures/groups.ts'
import type { Period } from '#figures/period.ts'
import type { Sources } from '#figures/sources/sources.ts'
import type { Summing } from '#figures/sources/summed_days.ts'
import type { Facts, Named } from '#figures/sums/facts.ts'
import type { NamedText } from '#figures/sums/named_text.ts'

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

/** The days that a part sums, and whose rows. */
export interface PartDays {
  /** Without the windows that the part is not compared with. */
  period: Period
  summing: Summing
  known: Known
  sources: Sources
}

export interface PartSources {
  sources: Sources
  /** What the parts that are divided by each other know together. Undefined: no parts are. */
  together: Known | undefined
}
