// The list of the listings on marketplace A, with what can be changed.
import { sql } from 'kysely'
import { z } from 'zod'
import { of_org } from '#db/organization.ts'
import { has_part } from '#db/part_of_text.ts'
import { exact_micros, integer, money_number } from '#domain/exact.ts'
import { can_be_changed, title_hold } from '#domain/listings.ts'
import { listed } from '#engine/lists.ts'
import { own_sentence } from '#engine/sentence.ts'
import { LONG_TEXT_CHARS_MAX, outside_text, platform_word } from '#engine/texts.ts'
import type { Context } from '#engine/tool.ts'
import { amount, count_field } from '#figures/figure.ts'
import { type Message, message } from '#messages/message.ts'
import { is_word, refuse_unknown_status } from '#tools/statuses.ts'

const changeable = ['title', 'description', 'price', 'stock'] as const

export const listings = listed(
  'listings',
  z.strictObject({
    listing_id: platform_word(),
    title: outside_text(),
    status: platform_word().describe('The platform’s own word.'),
    account: outside_text().describe('Name of the connection.'),
    sku: outside_text().nullable(),
    category: platform_word().nullable().describe('The platform’s id of the category.'),
    price: amount('Present price.'),
    currency: platform_word(),
    stock: count_field('Units on offer.'),
    sold: count_field('Units sold since the listing exists.'),
    visits: count_field('Visits of the last 30 days, read once a day.'),
    url: outside_text(LONG_TEXT_CHARS_MAX).nullable(),
    can_change: z.array(z.enum(changeable)).describe('What the platform lets a seller change now.'),
    cannot_change: own_sentence('Why something cannot be changed.').nullable(),
  }),
  'Narrow with search or status.',
  'Most units sold first.',
  {
    short: {
      fields: ['listing_id', 'title', 'price', 'currency', 'stock', 'sold', 'visits'],
      differing: ['status', 'account', 'can_change', 'cannot_change'],
    },
  },
)

const why_not: Record<NonNullable<ReturnType<typeof title_hold>>, Message> = {
  written: message('listing.title_is_written'),
  sold: message('listing.has_sales'),
  unknown: message('listing.title_unknown'),
}

function changes_of({ status, ...title }: Pick<ListingRow, 'status' | 'sold' | 'is_title_written'>) {
  if (!can_be_changed(status)) return { can_change: [], cannot_change: message('listing.frozen', { status }) }
  const hold = title_hold(title)
  return {
    can_change: changeable.filter((name) => name !== 'title' || hold === null),
    cannot_change: hold && why_not[hold],
  }
}

interface ListingFilter {
  connection_ids: readonly string[]
  status?: string
  search?: string
  limit: number
}

interface ListingRow {
  listing_id: string
  title: string
  status: string
  account: string
  sku: string | null
  category: string | null
  price: bigint | null
  currency: string
  stock: bigint | null
  sold: bigint | null
  is_title_written: boolean | null
  visits: bigint | null
  url: string | null
  total: bigint
}

export async function listings_by_sales(context: Context, { connection_ids, status, search, limit }: ListingFilter) {
  const of = sql`${of_org('marketplace_listings', 'l')} where l.connection_id = any(${connection_ids}::uuid[])`
  const is_found =
    search === undefined
      ? sql`true`
      : sql.join(
          ['title', 'sku', 'listing_id'].map((name) => has_part(sql.ref(`l.${name}`), search)),
          sql` or `,
        )
  // Only the columns of the order are collected for all that match.
  const { rows } = await sql<ListingRow>`
    with found as materialized (
      select l.connection_id, l.account_id, l.listing_id, l.sold, l.title from ${of} and ${is_word(sql`l.status`, status)}
        and (${is_found}))
    select l.listing_id, l.title, l.status, c.name as account, l.sku, l.category, l.price_micros as price, l.currency, l.stock, l.sold,
      l.is_title_written, l.visits, l.url, (select count(*) from found) as total
    from (select connection_id, account_id, listing_id from found order by sold desc nulls last, title, listing_id, connection_id limit ${limit}) f
    join ${of_org('marketplace_listings', 'l')} on (l.connection_id, l.account_id, l.listing_id) = (f.connection_id, f.account_id, f.listing_id)
    join ${of_org('connections', 'c')} on c.connection_id = l.connection_id
    order by l.sold desc nulls last, l.title, l.listing_id, l.connection_id`.execute(context.db)
  if (rows.length === 0 && status !== undefined)
    await refuse_unknown_status(context, status, { rows: of, word: sql`l.status` })
  return rows.map(({ price, stock, sold, is_title_written, visits, ...row }) => ({
    ...row,
    price: price === null ? null : money_number(exact_micros(price), row.currency),
    stock: integer(stock),
    sold: integer(sold),
    visits: integer(visits),
    ...changes_of({ status: row.status, sold, is_title_written }),
  }))
}
