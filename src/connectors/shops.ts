// What the connectors of shops share: ids and amounts of JSON, what an order's state means, and parts of amounts.
import { z } from 'zod'
import { micros } from '#domain/money.ts'
import { platforms_of } from '#domain/platforms.ts'
import type { RecordStates } from '#engine/connector/record_states.ts'
import type { Granted } from '#engine/connector/sign_in.ts'
import {
  type Account,
  type Api,
  type ChangeStream,
  change_stream,
  type DailyCount,
  type PagedRequest,
  type Recheck,
  type Row,
  type RowContext,
  type Rows,
  type VendorAnswer,
} from '#engine/connector.ts'
import { words } from '#engine/vendors/field_words.ts'
import { lenient } from './lenient.ts'

/** A permission to write contains that to read, and the vendors then name only the first (resources/authentication, read 2026-11). */
export function with_reading(granted: Granted): Granted {
  const { scopes } = granted
  if (!scopes) return granted
  const contained = scopes
    .filter((scope) => scope.startsWith('write_'))
    .map((scope) => scope.replace('write_', 'read_'))
  return { ...granted, scopes: [...new Set([...scopes, ...contained])] }
}

/** The platform's own number of the records of a list, which a header of its first page has. An empty list can have no headers. */
export async function counted<Body, Item>(
  api: Api,
  request: PagedRequest<Body, Item>,
  header: string,
): Promise<number | undefined> {
  let found: VendorAnswer['headers'] = {}
  let records = 0
  const next = (_: Body, { headers }: { headers: VendorAnswer['headers'] }) => {
    found = headers
    return null
  }
  const size = request.page_size ? { [request.page_size]: 1 } : {}
  const first = { ...request, query: { ...request.query, ...size }, next, left: undefined, total: undefined }
  for await (const page of api.pages(first)) records += page.length
  const stated = Number(found[header] ?? Number.NaN)
  if (Number.isInteger(stated)) return stated
  return records === 0 ? 0 : undefined
}

/** The last instant before another one: filters may include their end, and no record has a part of a second. */
export const just_before = (instant: string): string => new Date(Date.parse(instant) - 1).toISOString()

/** An id, as a JSON number or as text. */
export const id_text = z.union([z.string().min(1), z.number().int()]).transform(String)

/** An amount in currency units, as text or as a JSON number. Anything else is an error and never a zero. */
export const amount = z.union([z.string(), z.number()]).transform((value, context) => {
  try {
    return micros(value)
  } catch {
    context.addIssue({ code: 'custom', message: 'is not an amount' })
    return z.NEVER
  }
})
/** Shops write an amount that nobody entered as null or as an empty text. */
export const maybe_amount = z
  .literal('')
  .transform(() => null)
  .or(amount)
  .nullish()
  .transform((value) => value ?? null)

/** ISO 4217: no currency. Amounts in it have no exchange rate, so that no figure adds them up, and notes name them. */
const NO_CURRENCY = 'XXX'

/** Plugins and integrations can invent currencies. */
export const currency_of = (value: unknown, context: Pick<RowContext, 'unreadable'>, what: string): string =>
  lenient(context).currency(value, what) ?? NO_CURRENCY

const MARKETPLACES: readonly string[] = platforms_of('marketplace')

/** Channels with the platform of each, from a list such as `mercadolibre = mpa, amazon = mpb_sp`. */
const channels_in = (list: string): string[][] =>
  list.split(',').map((one) => one.split('=').map((part) => part.trim().toLowerCase()))

/** The setting of a shop whose orders name the integration that imported them in words of its own. */
export const imported_channels = z
  .string()
  .refine(
    (list) =>
      channels_in(list).every(([name, key = '', more]) => name && MARKETPLACES.includes(key) && more === undefined),
    'must look like mercadolibre = mpa, amazon = mpb_sp',
  )
  .optional()
  .meta(words('imported_channels'))

export const IMPORTED_REMARK =
  'The vendor has no mark of orders that another program imports from a marketplace. The setting `imported_channels` names their channels. When it changes, stored orders are read again, newest first and behind everything else. An answer says which days still count as before.'

/** The platform where an order was placed that a shop only imported, by the setting of the connection. Cases and outer spaces do not matter. */
export function imported_from(channel: string | null, { settings }: Pick<RowContext, 'settings'>): string | null {
  const word = channel?.trim().toLowerCase()
  const named = channels_in(String(settings?.imported_channels ?? ''))
  return named.find(([name]) => word && name === word)?.[1] ?? null
}

export type SaleState = 'sold' | 'pending' | 'void'

type Orders<Item> = ChangeStream<Item, 'store_orders' | 'store_order_lines' | 'store_refunds'>

interface OfOrders<Item> extends Pick<Orders<Item>, 'states' | 'read' | 'read_created' | 'rows'> {
  since: Omit<Orders<Item>['since'], 'slice_days' | 'overlap_minutes' | 'settled_after'>
  recheck: Omit<Recheck<Item>, 'id' | 'at'>
  /** The shop's own number of the orders of a day. */
  count: DailyCount['read']
}

/** The orders of a shop, with their lines and refunds. */
export const order_stream = <Item>({ since, recheck, count, ...declared }: OfOrders<Item>) =>
  change_stream<Item, 'store_orders' | 'store_order_lines' | 'store_refunds'>({
    ...declared,
    into: ['store_orders', 'store_order_lines', 'store_refunds'],
    replaces: ['store_order_lines', 'store_refunds'],
    every: '15m',
    since: {
      slice_days: 90,
      overlap_minutes: 10,
      settled_after: { days: 180, source: 'named by Tablero: longer than the usual times for returns and chargebacks' },
      ...since,
    },
    recheck: { id: 'order_id', at: 'ordered_at', ...recheck },
    count: { measure: 'orders', at: 'ordered_at', read: count },
  })

/** The declaration of these states. Orders that are known to be pending count in no figure. */
export const known_states = (
  states: Readonly<Record<string, SaleState>>,
  of: Pick<RecordStates, 'column' | 'setting'>,
): RecordStates => ({
  ...of,
  known: Object.keys(states),
  uncounted: Object.keys(states).filter((word) => states[word] === 'pending'),
})

/** What the vendor's word for a state means for figures. An unknown word is neither a sale nor void, and is counted. */
export function state_of(
  states: Readonly<Record<string, SaleState>>,
  word: string,
  { unreadable }: Pick<RowContext, 'unreadable'>,
): { is_voided: boolean; is_pending: boolean } {
  const state = Object.hasOwn(states, word) ? states[word] : undefined
  if (state === undefined) unreadable?.('states of orders')
  return { is_voided: state === 'void', is_pending: state === undefined || state === 'pending' }
}

/** Parts of a total in proportion to weights. The parts add up exactly. */
export function shared_out(total: bigint, weights: readonly bigint[]): bigint[] {
  const all = sum(weights, (weight) => weight)
  let weighed = 0n
  let given = 0n
  return weights.map((weight) => {
    weighed += weight
    const until = all === 0n ? 0n : (total * weighed) / all
    const part = until - given
    given = until
    return part
  })
}

export const sum = <T>(all: readonly T[], of: (one: T) => bigint) => all.reduce((sum, one) => sum + of(one), 0n)

/** The tags of a landing page's address. */
export function utm_of(link: string | null) {
  const tags = link !== null && URL.canParse(link) ? new URL(link).searchParams : new URLSearchParams()
  return {
    utm_source: tags.get('utm_source'),
    utm_medium: tags.get('utm_medium'),
    utm_campaign: tags.get('utm_campaign'),
    utm_content: tags.get('utm_content'),
    utm_term: tags.get('utm_term'),
  }
}

/** The row of a connected shop. Its address is in `extra.url`. */
export const shop_rows = ({ account_id, name, time_zone, currency, extra }: Account): Rows<'store_connections'> => ({
  store_connections: {
    store_id: account_id,
    store_name: name,
    store_url: extra?.url ?? '',
    currency: currency ?? '',
    time_zone,
  },
})

type Refund = Row<'store_refunds'>

/**
 * Refunds, each once. `whole`: the order says that money was given back. Where no refund was found, its amount, or null, is on the day of
 * the order, because the platform says no other one.
 */
export function refund_rows(found: readonly Refund[], whole: Refund | undefined, { unreadable }: RowContext): Refund[] {
  const rows = found.length > 0 || !whole ? found : [whole]
  const once = [...new Map(rows.map((row) => [row.refund_id, row])).values()]
  for (const { amount_micros } of once) if (amount_micros === null) unreadable?.('amounts of refunds')
  return once
}
