// A statement can add up amounts of several currencies, and PostgreSQL does not object. Its answer then says that the sum is no amount.
import { sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import type { Context } from '#engine/tool.ts'
import { and_list, type Message, message } from '#messages/message.ts'

/** The columns of published relations that are amounts in the currency of their row. */
const AMOUNT =
  /\b(spend|conversion_value|total|subtotal|shipping|tax|discount|amount|price|unit_price|revenue|customer_total)\b/i
/** The relations with such columns, by the table that has the currency of each account. */
const relations_of = {
  ad_accounts: ['campaign_daily', 'ad_group_daily', 'ad_daily', 'campaign_country_daily', 'campaign_device_daily'],
  store_connections: ['store_orders', 'store_order_lines', 'store_refunds', 'store_variants', 'checkouts'],
} as const

/** What the parser skips: texts, quoted names and comments. */
const SKIPPED = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\//g

/** Sums that are looked at. Each is read to its end, so a statement of nested ones would take long. */
const SUMS_MAX = 50

/** The arguments of the first sums and averages of a statement. */
function* summed(statement: string): Generator<string> {
  for (const { 0: call, index } of statement.matchAll(/\b(?:sum|avg)\s*\(/gi).take(SUMS_MAX)) {
    const begin = index + call.length
    let depth = 1
    let end = begin
    for (; depth > 0 && end < statement.length; end++) {
      if (statement[end] === '(') depth++
      if (statement[end] === ')') depth--
    }
    yield statement.slice(begin, end)
  }
}

/** True if the statement adds up amounts, and names neither a currency nor a rate. */
function mixes_currencies(text: string): boolean {
  const statement = text.replaceAll(SKIPPED, ' ')
  return !/\bcurrency\b|\bper_eur\b/i.test(statement) && summed(statement).some((argument) => AMOUNT.test(argument))
}

export async function currency_notes(
  { db }: Context,
  statement: string,
  relations: ReadonlySet<string>,
): Promise<Message[]> {
  if (!mixes_currencies(statement)) return []
  const notes: Message[] = []
  for (const [table, all] of Object.entries(relations_of)) {
    const read = all.filter((relation) => relations.has(relation))
    if (read.length === 0) continue
    const { rows } = await sql<{ currency: string }>`
      select distinct currency::text as currency from ${of_org(table as keyof typeof relations_of)}
      where currency is not null order by 1`.execute(db)
    if (rows.length < 2) continue
    const currencies = and_list(rows.map(({ currency }) => currency))
    notes.push(message('sql.mixed_currencies', { names: and_list([...read]), currencies }))
  }
  return notes
}
