// Casa Lumbre's catalog: about 120 products in twelve ranges, with variants, prices, costs and stock.
import { day_ms } from './calendar.ts'
import { chance } from './random.ts'
import type { Product, Variant } from './types.ts'

export interface Range {
  type: string
  tag: string
  vendor: string
  price: [number, number]
  things: string[]
  kinds: string[]
  sizes: string[]
}

const home_ranges: Range[] = [
  {
    type: 'Velas',
    tag: 'aromas',
    vendor: 'Casa Lumbre',
    price: [189, 520],
    things: ['Vela de soya', 'Vela de cera de abeja'],
    kinds: ['Copal', 'Vainilla de Papantla', 'Lavanda', 'Café de olla', 'Cempasúchil'],
    sizes: ['200 g', '400 g'],
  },
  {
    type: 'Difusores',
    tag: 'aromas',
    vendor: 'Casa Lumbre',
    price: [299, 690],
    things: ['Difusor de varitas'],
    kinds: ['Bugambilia', 'Palo santo', 'Cedro', 'Toronja', 'Azahar', 'Jazmín'],
    sizes: ['100 ml', '250 ml'],
  },
  {
    type: 'Iluminación',
    tag: 'luz',
    vendor: 'Taller Faro',
    price: [890, 3900],
    things: ['Lámpara de mesa', 'Lámpara colgante'],
    kinds: ['Barro negro', 'Ratán', 'Latón', 'Papel amate', 'Vidrio soplado'],
    sizes: ['Chica', 'Grande'],
  },
  {
    type: 'Cojines',
    tag: 'textil',
    vendor: 'Telar de Oaxaca',
    price: [349, 790],
    things: ['Cojín tejido', 'Cojín bordado'],
    kinds: ['Grana', 'Añil', 'Natural', 'Tenango', 'Musgo'],
    sizes: ['45 cm', '60 cm'],
  },
  {
    type: 'Mantas',
    tag: 'textil',
    vendor: 'Telar de Oaxaca',
    price: [790, 2400],
    things: ['Manta de lana', 'Manta de algodón'],
    kinds: ['Teotitlán', 'Sierra', 'Bruma', 'Terracota', 'Noche'],
    sizes: ['Individual', 'Matrimonial'],
  },
  {
    type: 'Tapetes',
    tag: 'textil',
    vendor: 'Telar de Oaxaca',
    price: [1490, 6900],
    things: ['Tapete de lana'],
    kinds: ['Grecas', 'Diamante', 'Caracol', 'Río', 'Tierra', 'Luna', 'Milpa', 'Sol'],
    sizes: ['120 x 180', '160 x 230'],
  },
  {
    type: 'Vajilla',
    tag: 'mesa',
    vendor: 'Barro y Sal',
    price: [169, 980],
    things: ['Plato hondo', 'Taza', 'Juego de platos'],
    kinds: ['Talavera', 'Barro esmaltado', 'Gres azul', 'Gres arena'],
    sizes: ['Pieza', 'Juego de 4'],
  },
  {
    type: 'Vidrio',
    tag: 'mesa',
    vendor: 'Vidriera Tonalá',
    price: [220, 1150],
    things: ['Jarra', 'Vaso', 'Florero'],
    kinds: ['Soplado azul', 'Soplado ámbar', 'Soplado verde'],
    sizes: ['Pieza', 'Juego de 6'],
  },
  {
    type: 'Cocina',
    tag: 'cocina',
    vendor: 'Barro y Sal',
    price: [259, 1690],
    things: ['Molcajete', 'Cazuela', 'Tabla', 'Comal'],
    kinds: ['de piedra', 'de barro', 'de parota'],
    sizes: ['Mediano', 'Grande'],
  },
  {
    type: 'Muebles',
    tag: 'muebles',
    vendor: 'Carpintería Roble',
    price: [1900, 7800],
    things: ['Banco', 'Mesa auxiliar', 'Repisa'],
    kinds: ['de parota', 'de encino', 'de tzalam'],
    sizes: ['Natural', 'Nogal'],
  },
  {
    type: 'Macetas',
    tag: 'jardin',
    vendor: 'Barro y Sal',
    price: [199, 1290],
    things: ['Maceta', 'Maceta colgante'],
    kinds: ['de barro', 'de concreto', 'de cerámica', 'esmaltada'],
    sizes: ['Chica', 'Mediana', 'Grande'],
  },
  {
    type: 'Arte',
    tag: 'pared',
    vendor: 'Taller Faro',
    price: [390, 2900],
    things: ['Espejo', 'Grabado', 'Canasta de pared'],
    kinds: ['Hojalata', 'Palma', 'Linóleo'],
    sizes: ['Chico', 'Grande'],
  },
]

export const handle_of = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** Prices end in 9 or 0, as is usual in shops. */
const round_price = (pesos: number) => Math.round(pesos / 10) * 1000 - (pesos % 2 > 1 ? 100 : 0)

function variants_of(seed: number, product_id: string, range: Range, base: number, code: string): Variant[] {
  return range.sizes.map((size, at) => {
    const dice = chance(seed, 'variant', product_id, at)
    const price_cents = round_price(base * (1 + at * 0.55))
    return {
      id: `4${product_id.slice(1)}${at + 1}`,
      product_id,
      title: size,
      sku: `${code}-${at + 1}`,
      price_cents,
      compare_at_cents: dice.yes(0.2) ? round_price((price_cents / 100) * 1.25) : null,
      cost_cents: Math.round(price_cents * dice.between(0.34, 0.52)),
      stock: dice.yes(0.06) ? 0 : dice.whole(2, 140),
      sells_without_stock: dice.yes(0.02),
    }
  })
}

/** Products of a shop. `id_part` makes its ids different from those of other shops, and `initials` begin its SKUs. */
interface Catalog {
  ranges: Range[]
  id_part: string
  initials: string
}
const home_catalog: Catalog = { ranges: home_ranges, id_part: '', initials: 'CL' }

export function create_catalog(seed: number, { ranges, id_part, initials }: Catalog = home_catalog): Product[] {
  const products: Product[] = []
  for (const range of ranges)
    for (const thing of range.things)
      for (const kind of range.kinds) {
        const number = products.length + 1
        const id = `78${id_part}${String(number).padStart(8, '0')}`
        const dice = chance(seed, 'product', number)
        const title = `${thing} ${kind}`
        const created_at = Date.parse('2022-05-02T16:00:00Z') + dice.whole(0, 500) * day_ms
        const status = dice.yes(0.04) ? 'archived' : dice.yes(0.04) ? 'draft' : 'active'
        const code = `${initials}-${range.type.slice(0, 3).toUpperCase()}-${String(number).padStart(3, '0')}`
        products.push({
          id,
          title,
          handle: handle_of(title),
          vendor: range.vendor,
          type: range.type,
          status,
          tags: dice.yes(0.25) ? [range.tag, 'hecho-a-mano'] : [range.tag],
          created_at,
          updated_at: created_at + dice.whole(1, 60) * day_ms,
          variants: variants_of(seed, id, range, dice.between(range.price[0], range.price[1]), code),
        })
      }
  return products
}
