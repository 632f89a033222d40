import { closest, distance } from 'fastest-levenshtein'

/** The known word that was probably meant. Without one that is similar, the example. */
export function nearest(given: string, known: readonly string[], example: string): string {
  const lower = given.toLowerCase()
  const found = known.find((word) => word.toLowerCase() === lower) ?? closest(given, known)
  return distance(found.toLowerCase(), lower) <= given.length / 3 ? found : example
}
