// The changes of shops and of the marketplace, and what somebody can do about their targets meanwhile.
import type { World } from '../../sandbox/world/types.ts'

export type Change = [action: string, input: Record<string, unknown>]
export interface ShopCase {
  platform: 'sx' | 'tnx' | 'store_c' | 'mpa'
  currency: string
  changes: (world: World) => Change[]
  /** Somebody does something about the target at the platform itself. */
  interfere: (world: World, action: string, input: Record<string, unknown>) => void
}

const product_texts = (product_id: string): Change => [
  'change_product_texts',
  { product_id, title: 'Otro nombre', description: '<p>Otra descripción</p>' },
]
const page = { title: 'Envíos y cambios', body: '<p>En 48 horas.</p>' }
/** Requests that a whole change of the platform writes. */
export const writes_of = (action: string) => (action === 'change_listing_texts' ? 2 : 1)

const shop_changes = (product_id: string, handle: string): Change[] => [
  product_texts(product_id),
  ['publish_page', page],
  ['update_page', { handle, title: 'Sobre nosotros', body: '<p>Hoy</p>' }],
]
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
    if (action === 'update_page')
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
    changes: ({ store }) => shop_changes(store.products()[2]!.id, 'nosotros'),
    interfere: interfere('sx'),
  },
  {
    platform: 'tnx',
    currency: 'ARS',
    changes: ({ shops }) => shop_changes(shops.tnx.products()[2]!.id, 'quienes-somos'),
    interfere: interfere('tnx'),
  },
  {
    platform: 'store_c',
    currency: 'CLP',
    changes: ({ shops }) => shop_changes(shops.store_c.products()[2]!.id, 'nosotros'),
    interfere: interfere('store_c'),
  },
  {
    platform: 'mpa',
    currency: 'MXN',
    changes: (world) => [
      ['change_listing_texts', listing_texts(world)],
      ['answer_question', { question_id: open_question(world), text: 'Sí, con factura.' }],
    ],
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
