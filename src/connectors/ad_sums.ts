// The sum of figures that a platform gives in several lines for one row.
import { decimal } from '#domain/money.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { type AdDay, sum_of } from './ad_days.ts'

const text_of = (spend: AdDay['spend']) => (typeof spend === 'string' ? spend : decimal(spend.micros))

/** The figures of both, with the names of the first. Sales that one of two does not have are those of the other. */
export function both(one: AdDay, other: AdDay): AdDay {
  const count = (name: 'impressions' | 'clicks') => String(BigInt(one[name]) + BigInt(other[name]))
  const claims = (name: 'conversions' | 'conversion_value') => {
    const known = [one[name], other[name]].filter((value) => value !== null).map(String)
    return known.length === 0 ? null : sum_of(known)
  }
  return {
    ...one,
    spend: sum_of([text_of(one.spend), text_of(other.spend)]),
    impressions: count('impressions'),
    clicks: count('clicks'),
    conversions: claims('conversions'),
    conversion_value: claims('conversion_value'),
  }
}

/**
 * Adds the lines of an ad and a day by ad group. They come by day and ad. A line of an ad that comes after those of another ad is refused,
 * because the last part of a sum would replace the others. A page can repeat a line of the page before.
 */
export async function* by_ad(pages: AsyncIterable<AdDay[]>): AsyncIterable<AdDay[]> {
  let date = ''
  /** Ads of the date that have all their lines. */
  let ended = new Set<string>()
  let open = new Map<string, AdDay>()
  for await (const page of pages) {
    const whole: AdDay[] = []
    for (const day of page) {
      const [first] = open.values()
      if (first && (first.ad_id !== day.ad_id || first.date !== day.date)) {
        whole.push([...open.values()].reduce(both))
        ended.add(first.ad_id ?? '')
        open = new Map()
      }
      if (day.date > date) ended = new Set()
      if (day.date < date || ended.has(day.ad_id ?? '')) throw new VendorRefusal('refused', DISORDER)
      date = day.date
      open.set(day.ad_group_id ?? '', day)
    }
    yield whole
  }
  if (open.size > 0) yield [[...open.values()].reduce(both)]
}

const DISORDER = 'The platform does not answer properly: the lines of ads are not in the order of the request.'
