// The changes of shops and of the marketplace, and what somebody can do about their targets meanwhile.
import type { World } from '../../sandbox/world/types.ts'

export type Change = [action: string, input: Record<string, unknown>]
type Inputs = Record<string, (world: World) => Change[1]>
export interface ShopCase {
  platform: 'sx' | 'tnx' | 'store_c' | 'mpa'
  currency: string
  /** The input of each kind of change. */
  inputs: Inputs
  /** Somebody does something about the target at the platform itself. */
  interfere: (world: World, action: string, input: Record<string, unknown>) => void
}

const page = { title: 'Envíos y cambios', body: '<p>En 48 horas.</p>' }
/** Changes without an inverse: an answer is given once, and a shop gives a deleted page back to nobody. */
export const FINAL = ['answer_question', 'delete_page']
/** Requests that a whole change of the platform writes. */
export const writes_of = (action: string) => (action === 'change_listing_texts' ? 2 : 1)

export const change_of = ({ inputs }: ShopCase, action: string, world: World): Change => [
  action,
  inputs[action]!(world),
]
export const changes_of = (of: ShopCase, world: World): Change[] =>
  Object.keys(of.inputs).map((action) => change_of(of, action, world))

const shop_inputs = (product_of: (world: World) => { id: string }, handle: string): Inputs => ({
  change_product_texts: (world) => ({
    ...{ product_id: product_of(world).id, title: 'Otro nombre', description: '<p>Otra descripción</p>' },
  }),
  publish_page: () => page,
  update_page: () => ({ handle, title: 'Sobre nosotros', body: '<p>Hoy</p>' }),
})
const other = 'De otra persona'
/** The page of each shop that exists from the beginning. */
const FIRST_PAGES = { sx: '83001', tnx: '105034', store_c: '42' }

/** Somebody writes other texts, or publishes a page at the same address. */
const interfere =
  (platform: keyof typeof FIRST_PAGES) =>
  ({ writes, now }: World, action: string, input: Change[1]) => {
    const by_language = (text: string) => ({ es: text, pt: '' })
    if (action === 'change_product_texts')
      return writes.change(platform, `product ${input.product_id}`, {
        title: other,
        texts: { name: by_language(other), description: by_language('') },
      })
    if (action === 'update_page' || action === 'delete_page')
      return writes.change(
        platform,
        FIRST_PAGES[platform],
        platform === 'tnx' ? { name: by_language(other) } : { title: other },
      )
    const slug = 'envios-y-cambios'
    const at = { id: writes.next_id(), created_at: now(), updated_at: now() }
    const seo = { seo_title: by_language(''), seo_description: by_language('') }
    writes.make(
      platform,
      'pages',
      {
        sx: { ...at, title: other, handle: slug, body: '', is_published: true },
        tnx: { ...at, name: by_language(other), handle: by_language(slug), content: by_language(''), ...seo },
        store_c: { ...at, title: other, slug, content: '', status: 'publish' },
      }[platform],
    )
  }

/** Somebody writes another title, or answers the question. */
function interfere_at_market({ writes, now }: World, action: string, { listing_id, question_id }: Change[1]) {
  if (action === 'answer_question')
    writes.change('mpa', `question ${question_id}`, { answer: other, answered_at: now() })
  else writes.change('mpa', `listing ${listing_id}`, { title: other })
}

export const shops: ShopCase[] = [
  {
    platform: 'sx',
    currency: 'MXN',
    inputs: shop_inputs(({ store }) => store.products()[2]!, 'nosotros'),
    interfere: interfere('sx'),
  },
  {
    platform: 'tnx',
    currency: 'ARS',
    inputs: {
      ...shop_inputs(({ shops }) => shops.tnx.products()[2]!, 'quienes-somos'),
      delete_page: () => ({ handle: 'quienes-somos' }),
    },
    interfere: interfere('tnx'),
  },
  {
    platform: 'store_c',
    currency: 'CLP',
    inputs: shop_inputs(({ shops }) => shops.store_c.products()[2]!, 'nosotros'),
    interfere: interfere('store_c'),
  },
  {
    platform: 'mpa',
    currency: 'MXN',
    inputs: {
      change_listing_texts: listing_texts,
      answer_question: (world) => ({ question_id: open_question(world), text: 'Sí, con factura.' }),
    },
    interfere: interfere_at_market,
  },
]

/** A listing without sales, because the titles of others are frozen. */
export function listing_texts({ markets, writes }: World) {
  const found = markets.ml.listings().find(({ status, description }) => status === 'active' && description)!
  if (found.sold > 0) writes.change('mpa', `listing ${found.id}`, { sold: 0 })
  return { listing_id: found.id, title: 'Taza de barro negro', description: 'Hecha a mano.' }
}
const open_question = ({ markets }: World) =>
  markets.ml
    .questions()
    .findLast((one) => one.answered_at === null && !one.is_banned && one.listing.status === 'active')!.id
