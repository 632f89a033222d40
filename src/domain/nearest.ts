// The known name that a wrong name most likely means, for sentences of errors.
import { distance } from 'fastest-levenshtein'

/** A name with more changed characters means something else. */
const TYPOS_MAX = 3
/** A wrong name is shortened before a sentence repeats it. */
const SHOWN_CHARS_MAX = 60

/** Compares without case, and with the last part of a name alone: `mexico_city` means `America/Mexico_City`. Undefined: none is near. */
export function nearest_of(given: string, names: readonly string[]): string | undefined {
  const wanted = normalized(given)
  let least = TYPOS_MAX + 1
  let nearest: string | undefined
  for (const name of names) {
    const parts = [name, name.slice(name.lastIndexOf('/') + 1)]
    const far = Math.min(...parts.map((part) => changes_between(wanted, normalized(part))))
    // Nearly every name of three characters is within three changes of another one.
    if (far < least && far < Math.max(2, wanted.length / 2)) [least, nearest] = [far, name]
  }
  return nearest
}

/** Exchanged characters are the most common mistake, so they count less than another character. */
const changes_between = (one: string, other: string) =>
  one !== other && in_order(one) === in_order(other) ? EXCHANGED : distance(one, other)
const EXCHANGED = 0.5
const in_order = (text: string) => [...text].sort().join('')

const normalized = (name: string) =>
  name
    .trim()
    .slice(0, SHOWN_CHARS_MAX)
    .toLowerCase()
    .replace(/[\s-]+/g, '_')

export const shortened = (given: string) => given.slice(0, SHOWN_CHARS_MAX)
