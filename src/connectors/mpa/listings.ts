import { micros } from '#domain/money.ts'
import { type Account, type Api, type Row, snapshot_stream } from '#engine/connector.ts'
import { when_refused } from '#engine/vendors/refusal.ts'
import { all_of, batches, one_by_one } from '../records.ts'
import { type Item, ids_answer, items_answer, visits_answer } from './answers.ts'

const IDS_OF_A_PAGE = 100
/** Items of one request (page "Ítems y Búsquedas", read 2026-11). */
const ITEMS_MAX = 20
const VISIT_DAYS = 30
const ATTRIBUTES =
  'id,title,family_name,status,category_id,currency_id,price,available_quantity,sold_quantity,permalink,thumbnail,seller_custom_field,date_created,last_updated,attributes'

/** The ids of all items, read without a pause, because the scan of a list ends after five minutes. */
async function ids_of(api: Api, seller: string): Promise<string[]> {
  let stated: number | undefined
  const pages = api.pages({
    path: `/users/${seller}/items/search`,
    query: { search_type: 'scan', limit: IDS_OF_A_PAGE },
    schema: ids_answer,
    records({ results, paging }) {
      // The last page of a scan has no count.
      stated = paging?.total ?? stated
      return results ?? []
    },
    // The end is null (page "Ítems y Búsquedas", read 2026-11).
    left: ({ results, paging }, { records }) => (results && paging ? paging.total - records : undefined),
    total: () => stated,
    next: ({ results, scroll_id }) => (scroll_id && results?.length ? { query: { scroll_id } } : null),
  })
  return [...new Set(await all_of(pages))]
}

/** An item, or the id of one that exists and could not be read. */
type Listed = Item | { unread: string }

async function* items(api: Api, { account_id }: Account): AsyncIterable<Listed[]> {
  yield* items_of(api, await ids_of(api, account_id), ATTRIBUTES)
}

const NOT_FOUND = 404

async function* items_of(api: Api, all: readonly string[], attributes: string): AsyncIterable<Listed[]> {
  for (const ids of batches(all, ITEMS_MAX)) {
    const answers = await api.call({ path: '/items', query: { ids: ids.join(','), attributes }, schema: items_answer })
    const found = new Map(answers.flatMap(({ body }) => (body ? [[body.id, body]] : [])))
    // An error names no id, so each id without an item can be the one that was refused.
    const are_known = answers.length === ids.length && answers.every(({ code }) => code === 200 || code === NOT_FOUND)
    yield ids.flatMap((id): Listed[] => {
      const one = found.get(id)
      return one ? [one] : are_known ? [] : [{ unread: id }]
    })
  }
}

/** Items by id. null: the platform gives no such item. Everybody may read every item, so the seller comes with it. */
export async function listings_by_id(api: Api, ids: readonly string[]): Promise<(Item | null)[]> {
  const listed = await all_of(items_of(api, ids, `${ATTRIBUTES},seller_id`))
  const found = new Map(listed.flatMap((one) => ('id' in one ? [[one.id, one]] : [])))
  return ids.map((id) => found.get(id) ?? null)
}

function row_of(item: Item, { account_id, currency = '' }: Account): Row<'marketplace_listings'> {
  const sku = item.attributes?.find(({ id }) => id === 'SELLER_SKU')?.value_name
  return {
    account_id,
    listing_id: item.id,
    title: item.title,
    is_title_written: Boolean(item.family_name),
    status: item.status,
    category: item.category_id ?? null,
    sku: sku ?? item.seller_custom_field ?? null,
    currency: item.currency_id ?? currency,
    price_micros: item.price == null ? null : micros(item.price),
    stock: item.available_quantity == null ? null : BigInt(item.available_quantity),
    sold: item.sold_quantity == null ? null : BigInt(item.sold_quantity),
    url: item.permalink ?? null,
    image_url: item.thumbnail ?? null,
    created_at: item.date_created ?? null,
    changed_at: item.last_updated ?? null,
  }
}

export const listings = snapshot_stream({
  into: ['marketplace_listings'],
  every: '1h',
  sweeps: ['marketplace_listings'],
  unread: { column: 'listing_id', id: (one: Listed) => ('unread' in one ? one.unread : undefined) },
  read: ({ api, account }) => items(api, account),
  rows(one: Listed, { account, unreadable }) {
    if ('id' in one) return { marketplace_listings: row_of(one, account) }
    unreadable?.('listings')
    return {}
  },
})

/** Each request gives the visits of one item only, so they are read once a day. Mercado Libre counts them by UTC day. */
export const visits = snapshot_stream({
  into: ['marketplace_listings'],
  adds_only: true,
  every: '1d',
  async *read({ api, account }) {
    for await (const page of items(api, account))
      yield await one_by_one(page, async (one) =>
        'id' in one ? { item: one, visits: await visits_of(api, one) } : one,
      )
  },
  rows: (one, { account, unreadable }) => {
    const { item, visits } = 'unread' in one ? { item: undefined, visits: null } : one
    if (visits === null && item?.status !== CLOSED) unreadable?.('visits of listings')
    if (!item) return {}
    return { marketplace_listings: { ...row_of(item, account), visits } }
  },
})

const CLOSED = 'closed'

/** null: the item is closed, or was deleted since the list was read. */
async function visits_of(api: Api, { id, status }: Item): Promise<bigint | null> {
  if (status === CLOSED) return null
  const path = `/items/${id}/visits/time_window`
  const answer = api.call({ path, query: { last: VISIT_DAYS, unit: 'day' }, schema: visits_answer })
  const found = await answer.catch(when_refused('refused', () => null))
  return found && BigInt(found.total_visits)
}
