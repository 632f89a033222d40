// Items, their visits, and the questions about them (pages "Ítems y Búsquedas", "Visitas", "Preguntas", read 2026-11).
import { whole_number } from '../../json.ts'
import type { Listing, MarketQuestion, World } from '../../world/types.ts'
import { cents, page_of, type Query, Refused, time } from './api.ts'
import { seller } from './seller.ts'

const scroll_ms = 5 * 60_000
const ids_max = 20
const visit_days_max = 150

const own = (id: string) => {
  if (id !== seller.id) throw new Refused(403, 'access_denied', 'access to the requested resource is forbidden')
}

/** The ids of all items, by offset, or by a scan whose cursor ends after five minutes. */
export function search_items(world: World, user: string, query: Query) {
  own(user)
  const all = world.markets.ml.listings().filter(({ status }) => !query.status || status === query.status)
  const ids = all.map(({ id }) => id)
  if (query.search_type !== 'scan') return { seller_id: user, query: null, ...page_of(ids, query, 100), orders: [] }
  return { seller_id: user, query: null, ...scan_of(world, ids, query) }
}

/** A page of a whole list. Its cursor ends after five minutes. */
function scan_of<T>(world: Pick<World, 'now'>, all: T[], query: Query) {
  if (query.offset !== undefined) throw new Refused(400, 'bad_request', 'offset is not allowed in a scan')
  const limit = Math.min(Number(query.limit ?? 50), 100)
  const [start = 0, begun = world.now()] = query.scroll_id
    ? Buffer.from(query.scroll_id, 'base64').toString().split('/').map(Number)
    : []
  if (world.now() - begun > scroll_ms) throw new Refused(400, 'bad_request', 'Invalid scroll_id: it has expired.')
  const scroll_id = Buffer.from(`${start + limit}/${begun}`).toString('base64')
  const results = all.slice(start, start + limit)
  return { paging: { limit, total: all.length }, results, scroll_id: results.length > 0 ? scroll_id : null }
}

const sub_statuses: Partial<Record<Listing['status'], string[]>> = { under_review: ['waiting_for_patch'] }

export const item_node = (listing: Listing) => ({
  id: listing.id,
  site_id: seller.site_id,
  title: listing.title,
  family_name: listing.family_name ?? null,
  seller_id: whole_number(seller.id),
  category_id: 'MLM1574',
  price: cents(listing.price_cents),
  base_price: cents(listing.price_cents),
  original_price: null,
  currency_id: 'MXN',
  initial_quantity: listing.stock + listing.sold,
  available_quantity: listing.stock,
  sold_quantity: listing.sold,
  listing_type_id: 'gold_special',
  condition: 'new',
  permalink: `https://articulo.mercadolibre.com.mx/${listing.id.replace('MLM', 'MLM-')}-_JM`,
  thumbnail: `http://http2.mlstatic.com/D_${listing.at}-I.jpg`,
  attributes: [{ id: 'SELLER_SKU', name: 'SKU', value_id: null, value_name: listing.sku }],
  status: listing.status,
  sub_status: sub_statuses[listing.status] ?? (listing.stock === 0 ? ['out_of_stock'] : []),
  seller_custom_field: null,
  date_created: new Date(listing.created_at).toISOString(),
  last_updated: new Date(listing.updated_at).toISOString(),
})

/** Everybody may read every item. Those of other sellers have these numbers. */
const is_foreign = (id: string) => /^MLM99\d{7}$/.test(id)

export function items({ markets }: World, query: Query) {
  const ids = (query.ids ?? '').split(',').filter(Boolean)
  if (ids.length === 0 || ids.length > ids_max)
    throw new Refused(400, 'bad_request', `maximum amount of items to query is ${ids_max}`)
  const wanted = query.attributes?.split(',')
  const by_id = new Map(markets.ml.listings().map((listing) => [listing.id, listing]))
  return ids.map((id) => {
    const listing = by_id.get(id) ?? (is_foreign(id) ? { ...markets.ml.listings()[0]!, id } : undefined)
    if (!listing)
      return { code: 404, body: { message: `Item with id ${id} not found`, error: 'not_found', status: 404 } }
    const node = Object.entries({ ...item_node(listing), ...(is_foreign(id) && { seller_id: 1 }) })
    return { code: 200, body: Object.fromEntries(node.filter(([name]) => !wanted || wanted.includes(name))) }
  })
}

export function visits(world: World, id: string, query: Query) {
  const listing = world.markets.ml.listings().find((one) => one.id === id)
  if (!listing) throw new Refused(404, 'not_found', 'Item not found')
  const last = Number(query.last)
  if (!(last > 0 && last <= visit_days_max) || query.unit !== 'day')
    throw new Refused(400, 'bad_request', 'invalid time window, should be smaller or equal to 150 days')
  const days = world.markets.ml.visits(listing, last)
  const detail = (quantity: number) => [{ company: 'mercadolibre', quantity }]
  return {
    item_id: id,
    date_from: `${days[0]!.day}T00:00:00Z`,
    date_to: `${world.today()}T00:00:00Z`,
    total_visits: days.reduce((sum, { count }) => sum + count, 0),
    last,
    unit: 'day',
    results: days.map(({ day, count }) => ({ date: `${day}T00:00:00Z`, total: count, visits_detail: detail(count) })),
  }
}

const open_states: Partial<Record<Listing['status'], string>> = {
  closed: 'CLOSED_UNANSWERED',
  under_review: 'UNDER_REVIEW',
}
const month_ms = 30 * 86_400_000

export function question_node(question: MarketQuestion, now: number) {
  const { id, listing, asked_at, answered_at, is_banned, is_answer_banned } = question
  const is_answered = answered_at !== null && answered_at <= now
  const open = open_states[listing.status] ?? 'UNANSWERED'
  return {
    date_created: time(asked_at),
    item_id: listing.id,
    seller_id: whole_number(seller.id),
    status: is_banned ? 'BANNED' : is_answered ? 'ANSWERED' : open,
    text: is_banned ? '' : question.text,
    id: whole_number(id),
    deleted_from_listing: false,
    hold: false,
    suspected_spam: false,
    answer:
      is_answered && !is_banned
        ? {
            text: is_answer_banned ? '' : question.answer,
            status: is_answer_banned ? 'BANNED' : 'ACTIVE',
            date_created: time(answered_at),
          }
        : null,
    from: { id: whole_number(question.buyer_id) },
  }
}

/** Questions that stay without an answer for seven months are deleted. */
export const kept_questions = ({ markets, now }: Pick<World, 'markets' | 'now'>) =>
  markets.ml.questions().filter(({ asked_at, answered_at }) => answered_at !== null || now() - asked_at < 7 * month_ms)

export function search_questions({ markets, now }: World, query: Query) {
  if (query.seller_id !== undefined) own(query.seller_id)
  const at = now()
  const kept = kept_questions({ markets, now }).sort((left, right) => left.asked_at - right.asked_at)
  if (query.sort_types === 'DESC') kept.reverse()
  const nodes = kept.map((question) => question_node(question, at))
  const found = nodes.filter(({ status }) => !query.status || status === query.status)
  const is_scan = query.search_type === 'scan'
  const { results, paging, ...rest } = is_scan ? scan_of({ now }, found, query) : page_of(found, query, 50)
  return {
    total: paging.total,
    limit: paging.limit,
    ...rest,
    questions: is_scan && results.length === 0 ? null : results,
    filters: {},
    available_filters: [],
    available_sorts: [],
  }
}
