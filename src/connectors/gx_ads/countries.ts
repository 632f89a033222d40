// Countries in Google Ads: the id of a country is 2000 plus its number in ISO 3166-1 (geo targets, read 2026-11).
import { country_of_number } from '#domain/places.ts'

const FIRST = 2000
/** ISO 3166-1 has no number for Kosovo, so Google uses one of its own. */
const KOSOVO = 900

/** The ISO code of '2484'. Undefined: the place is unknown, or it is no country. */
export function country_code(criterion: string): string | undefined {
  const number = Number(criterion) - FIRST
  return number === KOSOVO ? 'XK' : country_of_number(number)
}
