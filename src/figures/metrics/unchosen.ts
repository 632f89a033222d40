// Accounts that a filter names and that a person does not choose. They are not read, so no row of them is no zero.
import { sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import { NOT_CHOSEN } from '#engine/account_choice.ts'
import type { FigureContext } from '#engine/tool.ts'
import { named_values } from '#figures/metrics/filters.ts'
import type { Asked } from '#figures/metrics/question.ts'
import { MISSING_SHOWN_MAX, shown } from '#figures/sums/named_text.ts'
import { type Message, message } from '#messages/message.ts'

/** Dimensions with the name or the id of an account. */
const DIMENSIONS = ['account', 'account_id', 'property', 'site']

/** A note for each account of the filters that no connection reads, because nobody chose it. */
export async function unchosen_notes({ db }: FigureContext, { texts, counted }: Asked): Promise<Message[]> {
  const values = DIMENSIONS.flatMap((name) => named_values(texts, name) ?? [])
  if (values.length === 0 || !counted || counted.connection_ids.length === 0) return []
  const { rows } = await sql<{ value: string }>`
    select given.value from unnest(${values}::text[]) as given (value)
    join ${of_org('connection_accounts', 'a')} on given.value in (lower(a.name), lower(a.account_id))
    where a.connection_id = any(${counted.connection_ids}::uuid[])
    group by 1 having bool_and(a.reason is not distinct from ${NOT_CHOSEN}) order by 1 limit ${MISSING_SHOWN_MAX}`.execute(
    db,
  )
  return rows.map(({ value }) => message('filter.unchosen', { account: shown(value) }))
}
