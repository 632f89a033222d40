// Countries and devices in one spelling for all platforms: ISO 3166-1 alpha-2, and five kinds of device.
// The package's main file loads the names of all countries in all languages. Only the codes are needed.
import { alpha3ToAlpha2, numericToAlpha2 } from 'i18n-iso-countries/index.js'

export type Device = 'mobile' | 'desktop' | 'tablet' | 'tv' | 'other'

const NOT_SET = '(not set)'
/** Codes of platforms for events without a known country. */
const UNKNOWN_COUNTRIES = ['', 'ZZ', 'ZZZ']

const devices = new Map<string, Device>([
  ['mobile', 'mobile'],
  ['iphone', 'mobile'],
  ['ipod', 'mobile'],
  ['android_smartphone', 'mobile'],
  ['desktop', 'desktop'],
  ['tablet', 'tablet'],
  ['ipad', 'tablet'],
  ['android_tablet', 'tablet'],
  ['tv', 'tv'],
  ['smart_tv', 'tv'],
  ['connected_tv', 'tv'],
])

/** A platform's own group of values, such as '(other)', keeps its name. */
const is_group = (word: string) => word.startsWith('(')

/** The kind of device that a platform's word means, in any case. */
export const device_of = (word: string): string =>
  is_group(word) ? word : (devices.get(word.trim().toLowerCase().replaceAll(/[\s-]/g, '_')) ?? 'other')

/** The alpha-2 code of a country given as alpha-2 or alpha-3, in any case. A code that is not known is kept. */
export function country_of(code: string): string {
  if (is_group(code)) return code
  const given = code.trim().toUpperCase()
  return UNKNOWN_COUNTRIES.includes(given) ? NOT_SET : (alpha3ToAlpha2(given) ?? given)
}

/** The alpha-2 code of a country's number in ISO 3166-1. Undefined: no country has the number. */
export const country_of_number = (number: number): string | undefined => numericToAlpha2(number)
