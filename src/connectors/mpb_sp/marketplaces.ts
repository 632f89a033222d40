import type { Account } from '#engine/connector.ts'

// The marketplaces of Amazon by id (developer-docs.amazon.com/sp-api/docs/marketplace-ids, read 2026-11), with the zone of their country.
// A list of a seller's marketplaces also has technical ones, such as "Non-Amazon", which are not here.
export const zones: Record<string, string | undefined> = {
  A2EUQ1WTGCTBG2: 'America/Los_Angeles', // Canada
  ATVPDKIKX0DER: 'America/Los_Angeles', // United States
  A1AM78C64UM0Y8: 'America/Mexico_City',
  A2Q3Y263D00KWC: 'America/Sao_Paulo',
  A28R8C7NBKEWEA: 'Europe/Dublin',
  A1RKKUPIHCS9HS: 'Europe/Madrid',
  A1F83G8C2ARO7P: 'Europe/London',
  A13V1IB3VIYZZH: 'Europe/Paris',
  AMEN7PMS3EDWL: 'Europe/Brussels',
  A1805IZSGTT6HS: 'Europe/Amsterdam',
  A1PA6795UKMFR9: 'Europe/Berlin',
  APJ6JRA9NG5V4: 'Europe/Rome',
  A2NODRKZP88ZB9: 'Europe/Stockholm',
  AE08WJ6YKNBMC: 'Africa/Johannesburg',
  A1C3SOZRARQ6R3: 'Europe/Warsaw',
  ARBP9OOSHTCHU: 'Africa/Cairo',
  A33AVAJ2PDY3EV: 'Europe/Istanbul',
  A17E79C6D8DWNP: 'Asia/Riyadh',
  A2VIGQ35RCS4UG: 'Asia/Dubai',
  A21TJRUUN4KGV: 'Asia/Kolkata',
  A19VAU5U5O7RUS: 'Asia/Singapore',
  A39IBJ37TRP1C6: 'Australia/Sydney',
  A1VC38T7YXB528: 'Asia/Tokyo',
}

// Japan: services.amazon.co.jp/support/c-tax (read 2026-11). Europe, for sellers in the VAT Calculation Service: page "Option 1: Allow Amazon to
// create invoices for you" (read 2026-11). The reports of other sellers in Europe state no tax.
/** Marketplaces whose order reports have prices with tax. */
const WITH_TAX = new Set([
  'A28R8C7NBKEWEA',
  'A1RKKUPIHCS9HS',
  'A1F83G8C2ARO7P',
  'A13V1IB3VIYZZH',
  'AMEN7PMS3EDWL',
  'A1805IZSGTT6HS',
  'A1PA6795UKMFR9',
  'APJ6JRA9NG5V4',
  'A2NODRKZP88ZB9',
  'A1C3SOZRARQ6R3',
  'A1VC38T7YXB528',
])

export const has_prices_with_tax = ({ extra }: Account) => WITH_TAX.has(extra?.marketplace_id ?? '')

/**
 * Where something belongs of which Amazon answers for all marketplaces together. The first account takes what names none of the seller's
 * marketplaces, so that it is not lost. `domain`: as in 'Amazon.com.mx'.
 */
export function place_of(domain: string | undefined, { extra }: Account): 'here' | 'unknown' | 'another' {
  const address = `www.${domain?.toLowerCase()}`
  if (address === extra?.domain) return 'here'
  const is_unknown = extra?.all_domains !== undefined && !extra.all_domains.split(' ').includes(address)
  return is_unknown && extra.is_first === 'yes' ? 'unknown' : 'another'
}
