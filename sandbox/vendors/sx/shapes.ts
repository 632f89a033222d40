// How the Admin API writes ids, times and amounts.
import type { Instant } from '../../world/types.ts'
import type { nested } from './listing.ts'

export const gid = (type: string, id: string) => `gid://shopify/${type}/${id}`
export const time = (at: Instant) => `${new Date(at).toISOString().slice(0, 19)}Z`
export const maybe_time = (at: Instant | null) => (at === null ? null : time(at))

/** 5723 is '57.23', 10200 is '102.0': the vendor's Decimal has at least one decimal. */
export function decimal(cents: number): string {
  const text = `${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
  return (cents < 0 ? '-' : '') + (text.endsWith('0') ? text.slice(0, -1) : text)
}
/** The Money scalar of prices has two decimals. */
export const price = (cents: number) => (cents / 100).toFixed(2)

export type Bag = (cents: number) => unknown

export function bag_of(currency: string, presentment: { currency: string; rate: number }): Bag {
  return (cents) => ({
    shopMoney: { amount: decimal(cents), currencyCode: currency },
    presentmentMoney: { amount: decimal(Math.round(cents * presentment.rate)), currencyCode: presentment.currency },
  })
}

export function mapped<T, R>(page: ReturnType<typeof nested<T>>, read: (record: T) => R) {
  const nodes = page.nodes.map(read)
  return { ...page, nodes, edges: page.edges.map((edge, at) => ({ cursor: edge.cursor, node: nodes[at] })) }
}
