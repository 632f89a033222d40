// The known name that a wrong name most likely means, for sentences of errors.
import { distance } from 'fastest-levenshtein'

/** A name with more changed characters means something else. */
const TYPOS_MAX = 3
/** A wrong name is shortened before a sentence repeats it. */
const SHOWN_CHARS_MAX = 60

/**
 * Compares without case, and also the last parts of both names alone: `mexico_city` means `America/Mexico_City`. Undefined: none is near.
 */
export function nearest_of(given: string, names: readonly string[]): string | undefined {
  const wanted = normalized(given)
  let least = TYPOS_MAX + 1
  let nearest: string | undefined
  for (const name of names) {
    const far = Math.min(
      changes_between(wanted, normalized(name)),
      changes_between(last_part(wanted), last_part(normalized(name))),
    )
    // Nearly every name of three characters is within three changes of another one.
    if (far < least && far < Math.max(2, last_part(wanted).length / 2)) [least, nearest] = [far, name]
  }
  return nearest
}

/** Exchanged characters are the most common mistake, so they count less than another character. */
const changes_between = (one: string, other: string) =>
  one !== other && in_order(one) === in_order(other) ? EXCHANGED : distance(one, other)
const EXCHANGED = 0.5
const last_part = (name: string) => name.slice(name.lastIndexOf('/') + 1)
const in_order = (text: string) => [...text].sort().join('')

const normalized = (name: string) =>
  name
    .trim()
    .slice(0, SHOWN_CHARS_MAX)
    .toLowerCase()
    .replace(/[\s-]+/g, '_')

export const shortened = (given: string) => given.slice(0, SHOWN_CHARS_MAX)
