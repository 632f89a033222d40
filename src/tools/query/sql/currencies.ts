// A statement can add up amounts of several currencies, and PostgreSQL does not object. Its answer then says that the sum is no amount.
import { sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import type { Context } from '#engine/tool.ts'
import { platforms_filling } from '#figures/sums/counted_in_sql.ts'
import { and_list, type Message, message } from '#messages/message.ts'
import type { PublishedTable } from '#tools/query/sql/published.ts'

/** Decimal columns that are no amounts. */
const COUNTS = ['conversions']

/** The amounts of a relation, in the currency that each row names. */
const amounts_of = ({ columns }: PublishedTable): string[] =>
  columns.some(({ column }) => column === 'currency')
    ? columns.flatMap(({ column, type }) => (type === 'numeric' && !COUNTS.includes(column) ? column : []))
    : []

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

/** The words of the sums of a statement that names neither a currency nor a rate. */
function summed_words(text: string): Set<string> {
  const statement = text.replaceAll(SKIPPED, ' ')
  if (/\bcurrency\b|\bper_eur\b/i.test(statement)) return new Set()
  return new Set(summed(statement).flatMap((argument) => argument.toLowerCase().match(/\w+/g) ?? []))
}

/** `named`: the relations of the statement. */
export async function currency_notes(
  context: Context,
  statement: string,
  named: readonly PublishedTable[],
): Promise<Message[]> {
  const words = summed_words(statement)
  const summed = named.filter((table) => table.is_of_org && amounts_of(table).some((name) => words.has(name)))
  const notes: Message[] = []
  for (const { table } of summed) {
    const platforms = platforms_filling(context, table)
    const { rows } = await sql<{ currency: string }>`
      select distinct a.currency::text as currency from ${of_org('connection_accounts', 'a')}
      join ${of_org('connections', 'c')} on c.connection_id = a.connection_id
      where a.currency is not null and c.platform = any(${platforms}::text[]) order by 1`.execute(context.db)
    if (rows.length < 2) continue
    const currencies = and_list(rows.map(({ currency }) => currency))
    notes.push(message('sql.mixed_currencies', { name: table, currencies }))
  }
  return notes
}
