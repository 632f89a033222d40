// One part of an answer: its sums, without those that depend on a list that is not read, and the notes about them.
import type { FigureContext } from '#engine/tool.ts'
import type { Period } from '#figures/period.ts'
import { old_notes, platforms_of_lists, unread_notes } from '#figures/sources/unread_lists.ts'
import { named_text_notes } from '#figures/sums/named_text.ts'
import type { Part, PartSources } from '#figures/sums/part.ts'
import { sum_part } from '#figures/sums/part_sums.ts'
import { unknown_before_notes, unknown_notes } from '#figures/sums/unknown_rows.ts'
import { is_by_names, names_unread } from '#figures/sums/unread_names.ts'
import { message } from '#messages/message.ts'

const NOT_KNOWN = {
  current: null,
  previous: null,
  together: { current: null, previous: null },
  known_part: async () => undefined,
}

export async function answer_part(
  context: FigureContext,
  period: Period,
  part: Part,
  { sources, together }: PartSources,
) {
  const { fx, covered_part, ...found } = await sum_part(context, period, part, { sources, together })
  const { from, to } = period.current
  const days = { from: (part.is_compared !== false && period.previous?.from) || from, to }
  const { unread, old } = await names_unread(context, part, found, days)
  const is_unknown = is_by_names(part) && unread.length > 0
  const sums = is_unknown ? { ...found, ...NOT_KNOWN, ...(period.year_before && { year_before: null }) } : found
  const current = sums.current ?? {}
  const is_text_absent = part.named_text && sums.lines.length === 0
  const span = { from, to, counted: sources.counted }
  return {
    summed: { ...sums, unread },
    fx,
    /** What is known of sums whose whole is not known. Undefined: nothing, or the whole is known. */
    covered_part: async () => (is_unknown ? undefined : covered_part()),
    /** Platforms whose part of the sums is not known. */
    lacks: is_unknown ? platforms_of_lists(unread) : [],
    notes: [
      ...unread_notes(unread, is_unknown),
      ...old_notes(old),
      ...unknown_notes(current),
      ...(part.of.cautions?.(current, sources) ?? []),
      ...unknown_before_notes(sums),
      ...(found.is_withheld ? [message('filter.withheld')] : []),
      ...(is_text_absent ? await named_text_notes(context, part.named_text!, part.of.facts.from, span) : []),
    ],
  }
}
