// Platforms leave different things out of an amount. A sum over such platforms says so, because no common amount exists.

import type { Exact } from '#domain/exact.ts'
import type { PlatformKey } from '#domain/platforms.ts'
import { is_duplicate, type Sources } from '#figures/sources/sources.ts'
import { listed_by, type Message, message } from '#messages/message.ts'

type Extent = 'with_all' | 'without_both' | 'without_shipping' | 'without_tax'
type Extents = Readonly<Partial<Record<PlatformKey, Extent>>>

/** What the total of an order contains of shipping and tax. */
export const order_amounts: Extents = {
  sx: 'with_all',
  tnx: 'with_all',
  store_c: 'with_all',
  mpa: 'without_shipping',
  mpb_sp: 'without_tax',
}

/** What the revenue that an email platform claims contains of shipping and tax. */
export const claimed_amounts: Extents = { email_a: 'with_all', email_b: 'without_both' }

/** Names what each platform's revenue contains, where the revenue adds up amounts of different extents. */
export const extent_notes =
  (extents: Extents) =>
  ({ revenue }: Record<string, Exact | null>, { live }: Sources): Message[] => {
    const counted = live.filter((source) => source.last_rows_on && !source.is_left_out && !is_duplicate(source))
    const platforms = [...new Set(counted.map(({ platform }) => platform as PlatformKey))]
    const stated = platforms.flatMap((platform) => (extents[platform] ? [{ platform, of: extents[platform] }] : []))
    if (!revenue || new Set(stated.map(({ of }) => of)).size < 2) return []
    const named = stated.map(({ platform, of }) => message(`amounts.${of}`, { platform }))
    return [message('amounts.differ', { platforms: listed_by('; ', named) })]
  }
