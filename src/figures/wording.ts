// Figures as parts of sentences.
import { as_percent, listed_by, Message, message, type Value } from '#messages/message.ts'

/** ' (+12.50%)', or nothing when there is nothing to compare with. */
export const change_of = (percent: number | null): Value =>
  percent === null ? '' : message('change', { percent: as_percent(percent, { is_signed: true }) })

/** One sentence of all known parts. Unknown parts are left out. */
export function against_before(parts: readonly (Message | null | undefined | false)[]): Message {
  const known = parts.filter((part) => part instanceof Message)
  return known.length > 0 ? message('against_before', { parts: listed_by('; ', known) }) : message('nothing_known')
}
