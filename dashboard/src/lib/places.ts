// Time zones and currencies that a person chooses from, with a guess from the browser.
import { locale } from './language.ts'

/** Currencies of the regions whose people use Tablero most. Elsewhere the guess is the dollar. */
const currency_of_region: Record<string, string> = {
  AR: 'ARS',
  BO: 'BOB',
  BR: 'BRL',
  CA: 'CAD',
  CL: 'CLP',
  CO: 'COP',
  CR: 'CRC',
  DO: 'DOP',
  GB: 'GBP',
  GT: 'GTQ',
  HN: 'HNL',
  MX: 'MXN',
  NI: 'NIO',
  PE: 'PEN',
  PY: 'PYG',
  UY: 'UYU',
  AT: 'EUR',
  BE: 'EUR',
  DE: 'EUR',
  ES: 'EUR',
  FR: 'EUR',
  IE: 'EUR',
  IT: 'EUR',
  NL: 'EUR',
  PT: 'EUR',
}

export const guessed_time_zone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** From the region of the browser's language, else from nothing. */
export function guessed_currency(): string {
  const region = navigator.languages.map((name) => new Intl.Locale(name).region).find((name) => name !== undefined)
  return (region && currency_of_region[region]) || 'USD'
}

interface Choice {
  value: string
  label: string
}

/** Every zone is also found by the words of its name: 'mexico city'. */
export const time_zone_choices = (current?: string): Choice[] => {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...(current ? [current] : [])])
  return [...zones].map((value) => ({ value, label: value.replaceAll('_', ' ').replaceAll('/', ' / ') }))
}

export function currency_choices(): Choice[] {
  const names = new Intl.DisplayNames(locale(), { type: 'currency' })
  return Intl.supportedValuesOf('currency').map((value) => ({ value, label: `${value} · ${names.of(value)}` }))
}
