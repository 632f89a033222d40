// Lines whose names come from a list that is not read. A filter by such names would leave these lines out as if they had others.
import { sql } from 'kysely'
import type { FigureContext } from '#engine/tool.ts'
import type { Sources } from '#figures/sources/sources.ts'
import { doubtful_lists, is_of, type Lists } from '#figures/sources/unread_lists.ts'
import { sum_facts } from '#figures/sums/facts.ts'
import type { Part } from '#figures/sums/part.ts'

interface Summed {
  sources: Sources
  lines: readonly { key: Record<string, string | null> }[]
}

/** True if names decide which lines are part of the sums. */
export const is_by_names = ({ named, selects_by_name }: Part) => named?.where !== undefined || selects_by_name === true

/** The unread lists of accounts with lines of these days that lack a name, and the old lists by which lines are filtered. */
export async function names_unread(
  context: FigureContext,
  part: Part,
  { sources: { counted }, lines }: Summed,
  days: { from: string; to: string },
): Promise<Lists> {
  const { of, by, named, where = sql`true` } = part
  const columns = Object.entries(named?.lists ?? {}).filter(
    ([column]) => is_by_names(part) || lines.some(({ key }) => key[column] === null),
  )
  if (!named || columns.length === 0) return { unread: [], old: [] }
  const lists = columns.map(([, list]) => list)
  const { unread, old: all_old } = await doubtful_lists(context, { counted, platforms: of.platforms, lists })
  const old = is_by_names(part) ? all_old : []
  if (unread.length === 0) return { unread, old }
  // The filter has left out what it cannot know, so its lines are read without it.
  const unfiltered = async () => {
    const facts = { ...of.facts, money: {}, counts: {} }
    const { columns, joins } = named
    const of_accounts = sql`${where} and ${is_of(unread)}`
    return sum_facts(context, facts, { ...days, counted, by, named: { columns, joins }, where: of_accounts })
  }
  const { lines: keyed } = named.where ? await unfiltered() : { lines }
  const of_lines = unread.filter(({ list, connection_id, account_id }) => {
    const of_account = keyed.filter(({ key }) => key.connection_id === connection_id && key.account_id === account_id)
    return columns.some(([column, of_list]) => of_list === list && of_account.some(({ key }) => key[column] === null))
  })
  return { unread: of_lines, old }
}
