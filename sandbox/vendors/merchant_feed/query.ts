// Reports of product_performance_view. They know the part of Google's query language that daily figures need
// (developers.google.com/merchant/api/guides/reports/query-language, read 2026-11).
import { days_from } from '../../world/calendar.ts'
import type { World } from '../../world/types.ts'
import { GoogleError } from '../google.ts'
import { type Offer, type Shown, shown_on } from './feed.ts'

const segments: Record<string, (shown: Shown) => [name: string, value: unknown]> = {
  date: ({ day }) => {
    const [year, month, of_month] = day.split('-').map(Number)
    return ['date', { year, month, day: of_month }]
  },
  marketing_method: ({ method }) => ['marketingMethod', method],
  customer_country_code: ({ country }) => ['customerCountryCode', country],
  offer_id: ({ offer_id }) => ['offerId', offer_id],
}
const metrics = ['impressions', 'clicks', 'conversions', 'conversion_value']

const refuse = (message: string): never => {
  throw new GoogleError(400, message)
}

function parse(query: string) {
  const [, fields = '', table, where = ''] =
    /^SELECT\s+(.+?)\s+FROM\s+(\w+)(?:\s+WHERE\s+(.+?))?$/is.exec(query.trim()) ??
    refuse('Error in query: unexpected input.')
  if (table !== 'product_performance_view') refuse(`Error in query: unrecognized table '${table}'.`)
  const names = fields.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !segments[name] && !metrics.includes(name))
  if (unknown) refuse(`Error in query: unrecognized field '${unknown}'.`)
  if (!names.some((name) => metrics.includes(name))) refuse('Error in query: select at least one metric.')
  const [, from, to] =
    /^date\s+BETWEEN\s+'(\d{4}-\d\d-\d\d)'\s+AND\s+'(\d{4}-\d\d-\d\d)'$/i.exec(where) ??
    refuse("Error in query: a condition on 'date' is required in the WHERE clause.")
  if (from! > to!) refuse('Error in query: the start of the date range is after its end.')
  return { names, days: days_from(from!, to!) }
}

/** Rows with the asked segments, in no order that a client could rely on. Conversions are of free listings only. */
export function answer_query(world: World, offers: readonly Offer[], query: string, currency: string): object[] {
  const { names, days } = parse(query)
  const groups = new Map<string, { view: Record<string, unknown>; sum: Shown }>()
  for (const shown of days.flatMap((day) => shown_on(world, offers, day))) {
    const named = names.flatMap((name) => (segments[name] ? [segments[name](shown)] : []))
    const id = JSON.stringify(named)
    const group = groups.get(id)
    if (!group) groups.set(id, { view: Object.fromEntries(named), sum: { ...shown } })
    else {
      group.sum.clicks += shown.clicks
      group.sum.impressions += shown.impressions
      group.sum.conversions += shown.conversions
      group.sum.value_micros += shown.value_micros
    }
  }
  return [...groups.values()].map(({ view, sum }) => ({
    productPerformanceView: { ...view, ...measured(names, sum, currency) },
  }))
}

function measured(names: readonly string[], sum: Shown, currencyCode: string) {
  const has = (name: string) => names.includes(name)
  // Sums of hundredths, without what the addition of floats leaves behind.
  const conversions = Math.round(sum.conversions * 100) / 100
  return {
    ...(has('impressions') && { impressions: String(sum.impressions) }),
    ...(has('clicks') && sum.clicks > 0 && { clicks: String(sum.clicks) }),
    ...(has('conversions') && conversions > 0 && { conversions }),
    ...(has('conversion_value') && sum.value_micros > 0n
      ? { conversionValue: { amountMicros: String(sum.value_micros), currencyCode } }
      : {}),
  }
}
