// The history of an organization's own records: who changed what, when, and both values.
import { isDeepStrictEqual } from 'node:util'
import type { Database } from '#db/pool.ts'
import type { RecordContext, Row } from './declaration.ts'

/** Most changes of one record in one answer. */
const CHANGES_MAX = 200

/** Records a change in the transaction that makes it. `before` is null for a creation, `after` is null for a deletion. */
export async function write_change(
  { db, caller, request_id }: Pick<RecordContext, 'db' | 'caller' | 'request_id'>,
  { record, record_id, before, after }: { record: string; record_id: string; before: Row | null; after: Row | null },
): Promise<void> {
  await db
    .insertInto('record_changes')
    .values({
      record,
      record_id,
      actor: caller.actor,
      request_id,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
    })
    .execute()
}

/** The fields whose values differ, with both values. Null when all values are equal. */
export function difference(before: Row, after: Row, fields: readonly string[]): { before: Row; after: Row } | null {
  const changed = fields.filter((field) => !isDeepStrictEqual(before[field], after[field]))
  if (changed.length === 0) return null
  const of = (row: Row) => Object.fromEntries(changed.map((field) => [field, row[field]]))
  return { before: of(before), after: of(after) }
}

/** The named fields that have a value. */
export const values_of = (row: Row, fields: readonly string[]): Row =>
  Object.fromEntries(fields.flatMap((field) => (row[field] === null ? [] : [[field, row[field]]])))

/** Changes of a record, newest first. */
export const changes_of = (db: Database, record: string, record_id: string) =>
  db
    .selectFrom('record_changes')
    .select(['change_id', 'changed_at', 'actor', 'request_id', 'before', 'after'])
    .where('record', '=', record)
    .where('record_id', '=', record_id)
    .orderBy('changed_at', 'desc')
    .limit(CHANGES_MAX)
    .execute()
