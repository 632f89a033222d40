// What a person approves is what is sent, so a proposal has only texts that a page shows as they are.
import { refuse } from '#engine/outcomes.ts'
import { DOCUMENT_CHARS_MAX } from '#engine/texts.ts'
import { visible_text } from '#lib/text.ts'

/** Refuses a change with a text that an answer would show otherwise. */
export function check_is_readable(input: unknown, path = ''): void {
  if (typeof input === 'string') {
    if (visible_text(input) !== input)
      refuse(
        `${path} has hidden characters, such as control or zero-width ones. A person would approve another text than the one that is sent. Leave them out.`,
      )
    if (input.length > DOCUMENT_CHARS_MAX)
      refuse(
        `${path} has more than ${DOCUMENT_CHARS_MAX} characters, so a person could not read all of it. Shorten it.`,
      )
  } else if (typeof input === 'object' && input !== null)
    for (const [name, value] of Object.entries(input)) check_is_readable(value, path === '' ? name : `${path}.${name}`)
}
