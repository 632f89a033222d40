// Accounts that a filter names and of which no row counts: nobody chose them, or another account contains them. So no row is no zero.
import { sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import { NOT_CHOSEN } from '#engine/account_choice.ts'
import type { FigureContext } from '#engine/tool.ts'
import { named_values } from '#figures/metrics/filters.ts'
import type { CountedQuestion } from '#figures/metrics/question.ts'
import { is_unchosen_row } from '#figures/sources/lost_accounts.ts'
import { MISSING_SHOWN_MAX, shown } from '#figures/sums/named_text.ts'
import { type Message, message } from '#messages/message.ts'

/** Dimensions with the name or the id of an account. */
const DIMENSIONS = ['account', 'account_id', 'property', 'site']

/** A note for each such account of the filters. */
export async function unchosen_notes({ db }: FigureContext, { texts, counted }: CountedQuestion): Promise<Message[]> {
  const values = DIMENSIONS.flatMap((name) => named_values(texts, name) ?? [])
  if (values.length === 0 || !counted || counted.connection_ids.length === 0) return []
  const { rows } = await sql<{ value: string; is_contained: boolean }>`
    select given.value, bool_or(a.reason <> ${NOT_CHOSEN}) as is_contained from unnest(${values}::text[]) as given (value)
    join ${of_org('connection_accounts', 'a')} on given.value in (lower(a.name), lower(a.account_id))
    where a.connection_id = any(${counted.connection_ids}::uuid[])
    group by 1 having bool_and(${is_unchosen_row('a')}) order by 1 limit ${MISSING_SHOWN_MAX}`.execute(db)
  return rows.map(({ value, is_contained }) =>
    message(is_contained ? 'filter.contained' : 'filter.unchosen', { account: shown(value) }),
  )
}
