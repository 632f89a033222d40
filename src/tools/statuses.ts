// The parameter `status` of lists: one of Tablero's own states, or a platform's word. A word that no row has is refused.
import { type RawBuilder, sql } from 'kysely'
import { refuse } from '#engine/outcomes.ts'
import type { Context } from '#engine/tool.ts'
import type { Sides } from '#figures/figure.ts'
import { type OrderState, order_states } from '#figures/subjects/orders.ts'

/** Number of words that a refusal names. */
const WORDS_MAX = 40

interface Words {
  /** The FROM clause: all rows in which the word could be. */
  rows: RawBuilder<unknown>
  /** The platform's word of a row. */
  word: RawBuilder<unknown>
  /** Words of Tablero, which are valid without any row. */
  own?: readonly string[]
}

const is_state = (status: string | undefined): status is OrderState => order_states.some((state) => state === status)

/** What a status of orders means: a state of Tablero, or a platform's word. */
export function states_of(status: string | undefined): { state?: OrderState; word?: string } {
  const given = status?.toLowerCase()
  return is_state(given) ? { state: given } : { word: given }
}

/** No order of another state counts. */
const can_count = (status: string | undefined) => {
  const { state } = states_of(status)
  return state === undefined || state === 'sold'
}

/** The condition for sums of orders that count and that match. Undefined: all match. */
export const is_in_sums = (status: string | undefined): RawBuilder<boolean> | undefined =>
  status === undefined
    ? undefined
    : sql`${sql.lit(can_count(status))} and ${is_word(sql`f.financial_status`, states_of(status).word)}`

/** Listed orders of the status, and those of them that are sold. */
interface OfStatus {
  listed: number | bigint
  sold: number
}

/** The sums, and none for a status whose orders are not sold: zeros beside listed orders would read as their worth. */
export function sums_of_status<S extends Sides>(status: string | undefined, { listed, sold }: OfStatus, sums: S): S {
  const is_unsold = states_of(status).word !== undefined && listed > 0 && sold === 0
  return is_unsold || !can_count(status) ? { ...sums, current: null } : sums
}

export const SOLD_TOTALS =
  'Of all sold orders that match, whatever the limit. null for a status whose orders are not sold: pending, voided, test, or such a word.'

/** The rows with a word, whatever its case. */
export const is_word = (word: RawBuilder<unknown>, given: string | undefined) =>
  given === undefined ? sql<boolean>`true` : sql<boolean>`coalesce(lower(${word}) = lower(${given}), false)`

/** The words that a filter can have, for its refusal. */
export const there_are = (words: readonly string[]) => `There are: ${words.slice(0, WORDS_MAX).join(', ')}.`

/**
 * Refuses a word that no row has, with the words there are. For lists without any row, because it reads all rows. Without a stored word and
 * without words of Tablero, nobody knows which words are wrong, and the list is just empty.
 */
export async function refuse_unknown_status({ db }: Context, given: string, { rows, word, own = [] }: Words) {
  const { rows: found } = await sql<{ word: string }>`
    select distinct lower(${word}) as word from ${rows} order by 1`.execute(db)
  const words = [...own, ...found.flatMap(({ word }) => (word === null || own.includes(word) ? [] : word))]
  if (words.length === 0 || words.includes(given.toLowerCase())) return
  refuse(`Nothing has the status '${given}'. ${there_are(words)}`)
}
