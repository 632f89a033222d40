// Two smaller shops of other businesses: Mate Sur in Buenos Aires and Ají Norte in Santiago. Each has products, prices, customers and
// payment methods of its own, from the same generators as Casa Lumbre.
import { create_catalog, type Range } from './catalog.ts'
import { home_trade, type Trade } from './orders.ts'
import type { Region } from './people.ts'
import { chance } from './random.ts'
import { season } from './season.ts'
import { create_shop } from './shop.ts'
import type { Channel, Traffic } from './traffic.ts'
import type { Changes, Day, Fx, Shop } from './types.ts'

export interface ShopPlan {
  shop: Omit<Shop, 'created_at'>
  trade: Trade
  region: Region
  initials: string
  ranges: Range[]
  /** Orders of an ordinary day. */
  orders_a_day: number
}

export const mate_sur: ShopPlan = {
  shop: {
    id: '4021977',
    name: 'Mate Sur',
    domain: 'matesur.mitiendanube.com',
    email: 'hola@matesur.example',
    currency: 'ARS',
    time_zone: 'America/Argentina/Buenos_Aires',
    country_code: 'AR',
  },
  trade: {
    ...home_trade,
    id_part: '1',
    currency: 'ARS',
    tax_percent: 21,
    free_shipping_cents: 9_000_000,
    shipping_cents: 690_000,
    codes: [
      ['PRIMERMATE', 0.1],
      ['SUR15', 0.15],
    ],
    gateways: ['nuvempago', 'mercadopago', 'mercadopago', 'transfer'],
    slow: { transfer: [8, 120] },
    unpaid_share: 0.2,
    imported_share: 0.12,
  },
  region: {
    places: [
      [50, 'Buenos Aires', 'Capital Federal', 'AR', '14'],
      [25, 'La Plata', 'Buenos Aires', 'AR', '19'],
      [15, 'Rosario', 'Santa Fe', 'AR', '20'],
      [10, 'Córdoba', 'Córdoba', 'AR', '50'],
    ],
    dial: '+54911',
  },
  initials: 'MS',
  ranges: [
    {
      type: 'Mates',
      tag: 'mate',
      vendor: 'Mate Sur',
      price: [12_000, 68_000],
      things: ['Mate imperial', 'Mate camionero'],
      kinds: ['Algarrobo', 'Calabaza', 'Alpaca'],
      sizes: ['Liso', 'Cincelado'],
    },
    {
      type: 'Termos',
      tag: 'termo',
      vendor: 'Termolar',
      price: [38_000, 92_000],
      things: ['Termo de acero'],
      kinds: ['Negro', 'Verde', 'Crudo'],
      sizes: ['750 ml', '1 l'],
    },
    {
      type: 'Yerbas',
      tag: 'yerba',
      vendor: 'Mate Sur',
      price: [4_500, 11_000],
      things: ['Yerba mate'],
      kinds: ['Barbacuá', 'Orgánica', 'Con hierbas'],
      sizes: ['500 g', '1 kg'],
    },
  ],
  orders_a_day: 4,
}

export const aji_norte: ShopPlan = {
  shop: {
    id: '9917',
    name: 'Ají Norte',
    domain: 'ajinorte.example',
    email: 'hola@ajinorte.example',
    currency: 'CLP',
    time_zone: 'America/Santiago',
    country_code: 'CL',
  },
  trade: {
    ...home_trade,
    id_part: '2',
    currency: 'CLP',
    unit_cents: 100,
    tax_percent: 19,
    free_shipping_cents: 4_000_000,
    shipping_cents: 399_000,
    codes: [
      ['PICANTE10', 0.1],
      ['NORTE20', 0.2],
    ],
    gateways: ['webpay', 'webpay', 'bacs'],
    slow: { bacs: [10, 96] },
    unpaid_share: 0.15,
  },
  region: {
    places: [
      [60, 'Santiago', 'Región Metropolitana', 'CL', '83'],
      [25, 'Antofagasta', 'Antofagasta', 'CL', '12'],
      [15, 'Iquique', 'Tarapacá', 'CL', '11'],
    ],
    dial: '+569',
  },
  initials: 'AN',
  ranges: [
    {
      type: 'Salsas',
      tag: 'picante',
      vendor: 'Ají Norte',
      price: [3_990, 9_990],
      things: ['Salsa de ají', 'Pasta de ají'],
      kinds: ['Verde', 'Rocoto', 'Cacho de cabra'],
      sizes: ['150 ml', '300 ml'],
    },
    {
      type: 'Especias',
      tag: 'especia',
      vendor: 'Sal de Cáhuil',
      price: [2_490, 6_990],
      things: ['Merkén', 'Sal de mar'],
      kinds: ['Natural', 'Ahumado'],
      sizes: ['100 g', '250 g'],
    },
  ],
  orders_a_day: 2,
}

type Free = Pick<Channel, 'source' | 'medium' | 'campaign' | 'referrer' | 'shop_source' | 'returning' | 'utm'> & {
  share: number
}
// biome-ignore format: a table reads better than a column
const visits: Free[] = [
  { source: '(direct)', medium: '(none)', campaign: '(direct)', referrer: null, shop_source: 'direct', returning: 0.4, utm: null, share: 0.45 },
  { source: 'instagram', medium: 'social', campaign: 'bio', referrer: 'https://instagram.com/', shop_source: 'Instagram', returning: 0.15, share: 0.35,
    utm: { source: 'instagram', medium: 'social', campaign: 'bio', content: null, term: null } },
  { source: 'google', medium: 'organic', campaign: '(organic)', referrer: 'https://www.google.com/', shop_source: 'Google', returning: 0.2, utm: null, share: 0.2 },
]

const traffic_of =
  ({ shop, orders_a_day }: ShopPlan, seed: number): Traffic =>
  (day) =>
    visits.map(({ share, ...visit }) => ({
      ...visit,
      sessions: Math.round(100 * share),
      orders: orders_a_day * share * season(day) * chance(seed, 'visits', shop.id, visit.source, day).wobble(0.1),
      country: shop.country_code,
      landing_page: `https://${shop.domain}/${visit.utm ? '?utm_source=instagram&utm_medium=social&utm_campaign=bio' : ''}`,
      contents: [],
    }))

interface Parts {
  seed: number
  now(): number
  first_day: Day
  changes: Changes
  fx: Fx
  /** Ids above 2^53, which a number of JavaScript cannot hold. */
  long_ids?: boolean
}

export function create_more_shops({ seed, fx, long_ids, ...parts }: Parts) {
  const open = (platform: string, plan: ShopPlan) => {
    const own_seed = seed + Number(plan.shop.id)
    const { shop, region, ranges, initials } = plan
    const trade = long_ids ? { ...plan.trade, id_part: `${plan.trade.id_part}0071992547409` } : plan.trade
    return create_shop({
      ...parts,
      platform,
      shop,
      region,
      products: create_catalog(own_seed, { ranges, initials, id_part: trade.id_part }),
      source: { seed: own_seed, fx, trade, traffic: traffic_of(plan, seed) },
    })
  }
  return { tnx: open('tnx', mate_sur), store_c: open('store_c', aji_norte) }
}
