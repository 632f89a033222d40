// The feed of the simulated shop: its products as Google shows them, and how often people saw and clicked them.
import { add_days, day_of, days_between } from '../../world/calendar.ts'
import { chance } from '../../world/random.ts'
import type { Day, Product, World } from '../../world/types.ts'

/** An int64, as Google writes it: text of digits. */
export const account = { id: '90071992547409931', name: 'Casa Lumbre', home: 'https://casalumbre.example' }

/** Google shows a day's figures on the day after. Conversions are counted for a week. */
const shown_after_days = 1
const counted_days = 7

export type Status = 'approved' | 'pending' | 'disapproved'
export interface Destination {
  context: string
  countries: Record<Status, string[]>
}
export interface Issue {
  code: string
  severity: 'DISAPPROVED' | 'DEMOTED' | 'NOT_IMPACTED'
  resolution: 'MERCHANT_ACTION' | 'PENDING_PROCESSING'
  attribute?: string
  context: string
  countries: string[]
  description: string
  detail: string
}
export interface Offer {
  offer_id: string
  product: Product
  price_cents: number | null
  stock: number
  destinations: Destination[]
  issues: Issue[]
}

/** Countries in which each context is used. */
const contexts: [context: string, countries: string[]][] = [
  ['SHOPPING_ADS', ['MX', 'US']],
  ['FREE_LISTINGS', ['MX', 'US']],
  ['DEMAND_GEN_ADS', ['MX']],
]

// Offers of the seller's own spelling, with characters that addresses use.
const offer_id_of = ({ id }: Product, sku: string, at: number) =>
  at % 7 === 0 ? `${sku}/${id}` : at % 7 === 3 ? `shopify_MX_${id}~${sku}` : sku

/** Each active product is one offer: its first variant. Some have no price, some are rejected in one country only, some wait. */
export function offers_of({ store, seed }: World): Offer[] {
  return store
    .products()
    .filter(({ status }) => status === 'active')
    .map((product, at) => {
      const [variant] = product.variants
      const dice = chance(seed, 'offer', product.id)
      const lacks_tax_id = dice.yes(0.06)
      const is_new = dice.yes(0.03)
      const lacks_price = dice.yes(0.02)
      const destinations = is_new ? [] : contexts.map((one) => destination_of(one, lacks_price, lacks_tax_id))
      return {
        offer_id: offer_id_of(product, variant!.sku, at),
        product,
        price_cents: lacks_price ? null : variant!.price_cents,
        stock: variant!.stock,
        destinations,
        issues: destinations.flatMap(issues_of),
      }
    })
}

function destination_of([context, countries]: [string, string[]], lacks_price: boolean, lacks_tax_id: boolean) {
  const status_of = (country: string): Status =>
    lacks_price ? 'disapproved' : lacks_tax_id && country === 'US' ? 'disapproved' : 'approved'
  const of = (status: Status) => countries.filter((country) => status_of(country) === status)
  return { context, countries: { approved: of('approved'), pending: of('pending'), disapproved: of('disapproved') } }
}

function issues_of({ context, countries }: Destination): Issue[] {
  const lacks_price = countries.disapproved.includes('MX')
  if (countries.disapproved.length === 0) return []
  return [
    {
      code: lacks_price ? 'missing_item_attribute_price' : 'landing_page_error',
      severity: 'DISAPPROVED',
      resolution: 'MERCHANT_ACTION',
      ...(lacks_price && { attribute: 'n:price' }),
      context,
      countries: countries.disapproved,
      description: lacks_price ? 'Missing value [price]' : 'Unavailable desktop landing page',
      detail: lacks_price ? 'Add this attribute to your product data' : 'Update your website or landing page URL',
    },
  ]
}

export interface Shown {
  day: Day
  offer_id: string
  method: 'ADS' | 'ORGANIC'
  country: string
  clicks: number
  impressions: number
  conversions: number
  value_micros: bigint
}

const places: [country: string, part: number][] = [
  ['MX', 0.86],
  ['US', 0.12],
  ['ZZ', 0.02],
]

/** The figures of a day, as known now: whole or not at all, and conversions still grow for a week. */
export function shown_on(world: World, offers: readonly Offer[], day: Day): Shown[] {
  const age = days_between(day, day_of(world.now()))
  if (age < shown_after_days || day < world.first_day) return []
  const factor = world.changes.factor('merchant_feed', day)
  const counted = Math.min(1, 0.6 + (0.4 * age) / counted_days)
  return offers.flatMap((offer) =>
    (['ADS', 'ORGANIC'] as const).flatMap((method) => {
      const dice = chance(world.seed, 'shown', offer.offer_id, method, day)
      // Most offers are not shown on most days.
      if (!dice.yes(0.35)) return []
      const all = dice.count(method === 'ADS' ? 90 : 40) * factor
      return places.flatMap(([country, part]) => {
        const impressions = Math.round(all * part)
        if (impressions === 0) return []
        const clicks = Math.min(impressions, dice.count(impressions * 0.03))
        const conversions = method === 'ADS' ? 0 : Math.round(clicks * 0.05 * counted * 100) / 100
        const value_micros = BigInt(Math.round(conversions * (offer.price_cents ?? 0))) * 10_000n
        return [{ day, offer_id: offer.offer_id, method, country, clicks, impressions, conversions, value_micros }]
      })
    }),
  )
}

/** The end of a product's time, 30 days after it was sent. The shop sends its feed once a week. */
export const expires_on = (world: World): Day =>
  add_days(world.today(), 30 - (days_between('2026-01-05', world.today()) % 7))
