// Figures as parts of sentences.
import type { Window } from '#domain/windows.ts'
import type { Side } from '#figures/figure.ts'
import type { Days } from '#figures/sources/summed_days.ts'
import { as_percent, listed_by, Message, message, type Value } from '#messages/message.ts'

/** ' (+12.50%)', or nothing when there is nothing to compare with. */
export const change_of = (percent: number | null): Value =>
  percent === null ? '' : message('change', { percent: as_percent(percent, { is_signed: true }) })

/** A part of a sentence, with its last day where the window has later ones. `days`: those that its figures sum. */
export const up_to = (days: Days | null, { to }: Pick<Window, 'to'>, part: Message): Message =>
  days === null || days.to === to ? part : message('kpi.up_to', { part, date: days.to })

/** The first of the lines of a part, to be named as the best of all. Undefined: the part is not whole, so that another one can be better. */
export const first_of_all = <Line>(
  { current, lacks }: { current: object | null; lacks: Record<Side, boolean> },
  [first]: readonly Line[],
): Line | undefined => (current === null || lacks.current ? undefined : first)

/** One sentence of all known parts. Unknown parts are left out. It names the period before only if a part is compared with it. */
export function against_before(parts: readonly (Message | null | undefined | false)[]): Message {
  const known = parts.filter((part) => part instanceof Message)
  if (known.length === 0) return message('nothing_known')
  const parts_of = { parts: listed_by('; ', known) }
  return known.some(is_compared) ? message('against_before', parts_of) : message('in_period', parts_of)
}

/** True of a change, and of a message with a change in it. */
const is_compared = (of: Value): boolean =>
  of instanceof Message && (of.key === 'change' || Object.values(of.values).some(is_compared))
