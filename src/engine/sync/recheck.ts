// Checks stored records again that the platform does not report as changed: records that were incomplete when they were read, and
// records that it deleted. A record is deleted, or marked, only when the platform, asked for its id, says that it does not exist.

import type { Unfinished } from '#engine/connector/record_states.ts'
import type { ChangeStream, Recheck, WarehouseTable } from '#engine/connector.ts'
import { is_due, type Rechecked } from '#engine/sync/cursor.ts'
import { customers_of, mark_first_orders } from '#engine/sync/first_orders.ts'
import type { Reading } from '#engine/sync/reading.ts'
import { log_deleted_orders } from '#engine/sync/restated_records.ts'
import { of_account } from '#engine/sync/table_sql.ts'
import { is_refusal } from '#engine/vendors/refusal.ts'
import { DAY_MS } from '#lib/durations.ts'

type Changes = ChangeStream<never, WarehouseTable>

/** Records of one request. Each is as large as in a page of the stream. */
const LOOKUP_RECORDS = 50
/** Deletions are asked for again from this long before the last check, because an event can become visible late. */
const OVERLAP_MS = 3_600_000

/** Stages unfinished records again, and deletes deleted ones. Returns when each check was made. */
export async function recheck(reading: Reading, stream: Changes): Promise<Rechecked | undefined> {
  const declared = stream.recheck as Recheck<never> | undefined
  if (!declared) return undefined
  const at = reading.now.toISOString()
  const { rechecked } = reading.cursor
  // Before the first read, nothing is stored that could be checked.
  if (!rechecked) return { unfinished: at, deleted: at, existing: at }
  const checks = open_checks(reading, stream, declared)
  const { unfinished, existing } = declared
  const is_time = ({ every }: { every: string }, last: string | undefined) =>
    is_due({ every }, { finished_at: last }, reading.now)
  const done: Rechecked = { ...rechecked }
  if (unfinished && is_time(unfinished, rechecked.unfinished)) {
    await checks.look_up(await checks.unfinished(unfinished.where))
    done.unfinished = at
  }
  if (declared.deleted) await checks.look_up(await checks.reported(declared.deleted, rechecked.deleted ?? at))
  done.deleted = at
  if (existing && is_time(existing, rechecked.existing)) {
    await checks.look_up(await checks.missing(existing))
    done.existing = at
  }
  return done
}

function open_checks({ run, account, now, add }: Reading, stream: Changes, declared: Recheck<never>) {
  const { client, org_id } = run.session
  const { connection_id } = run.options
  const table = run.tables.get(stream.into[0]!)!
  const source = {
    api: run.api_for({ account_id: account.account_id, priority: 'restatement' }),
    account,
    settings: run.settings,
  }
  const mine = of_account(table, { org_id: '$1', connection_id: '$2', account_id: '$3' })
  const place = [org_id, connection_id, account.account_id]
  /** A marked record is not looked up again. When the platform lists it again, its rows take the mark away. */
  const is_there = declared.marks ? `and t."${declared.marks}" is null` : ''
  const in_transaction = <T>(work: () => Promise<T>) => run.session.transaction(work)

  async function ids_where(condition: string, values: unknown[], among_listed = 'true'): Promise<string[]> {
    const { rows } = await in_transaction(() =>
      client.query<{ id: string }>(
        `with t as materialized (select t."${declared.id}" as id from public."${table.name}" t where ${mine} and ${condition})
         select t.id from t where ${among_listed} order by 1`,
        [...place, ...values],
      ),
    )
    return rows.map(({ id }) => id)
  }

  /** Stores ids in a temporary table, because a shop can have millions. Returns their number. */
  async function collect(pages: AsyncIterable<string[]>): Promise<number> {
    let count = 0
    await in_transaction(async () => {
      await client.query('create temporary table if not exists listed_ids (id text)')
      await client.query('delete from listed_ids')
    })
    for await (const page of pages) {
      await in_transaction(() => client.query('insert into listed_ids select unnest($1::text[])', [page]))
      count += page.length
    }
    return count
  }

  return {
    /** Without records of the future: a clock that went back may not know them yet. */
    async unfinished(where: readonly Unfinished[]): Promise<string[]> {
      const found = new Set<string>()
      for (const { column, values, days } of where) {
        const condition = `t."${column}"::text = any ($4::text[]) and t."${declared.at}" between $5 and $6`
        const ids = await ids_where(condition, [values, days_before(now, days), now.toISOString()])
        for (const id of ids) found.add(id)
      }
      return [...found]
    },

    /** Stored records that the platform reports as deleted. Without access to its events, the comparison of all ids finds them. */
    async reported(deleted: NonNullable<Recheck<never>['deleted']>, last: string): Promise<string[]> {
      const since = new Date(Date.parse(last) - OVERLAP_MS).toISOString()
      try {
        await collect(deleted({ ...source, since }))
      } catch (error) {
        if (is_refusal(error, 'denied')) return []
        throw error
      }
      return ids_where('true', [], 't.id in (select id from listed_ids)')
    },

    /** Stored records that the platform no longer lists. Records that it no longer shows to this account are not missing. */
    async missing(existing: NonNullable<Recheck<never>['existing']>): Promise<string[]> {
      // An empty list can mean that the platform gives no access, or is not ready.
      if ((await collect(existing.read(source))) === 0) return []
      const days = stream.since.readable_days?.(account)
      return ids_where(
        `t."${declared.at}" >= $4 ${is_there}`,
        [days === undefined ? '-infinity' : days_before(now, days - 1)],
        'not exists (select from listed_ids l where l.id = t.id)',
      )
    },

    async look_up(ids: readonly string[]): Promise<void> {
      for (let from = 0; from < ids.length; from += LOOKUP_RECORDS) {
        const asked = ids.slice(from, from + LOOKUP_RECORDS)
        const items = await declared.read({ ...source, ids: asked })
        // A shorter answer does not say which records it lacks.
        if (items.length !== asked.length) continue
        await add(items.filter((item) => item !== null && item !== undefined))
        const missing_ids = asked.filter((_, n) => items[n] === null)
        if (missing_ids.length > 0) await remove_records({ run, account, now }, table.name, declared, missing_ids)
      }
    },
  }
}

/** Deletes or marks records that the platform, asked for their ids, does not have any more. */
export function remove_records(
  { run, account, now }: Pick<Reading, 'run' | 'account' | 'now'>,
  table_name: string,
  declared: Pick<Recheck<never>, 'id' | 'marks'>,
  ids: readonly string[],
): Promise<void> {
  const { session } = run
  const { connection_id } = run.options
  const { name } = run.tables.get(table_name)!
  const mine = of_account(run.tables.get(name)!, { org_id: '$1', connection_id: '$2', account_id: '$3' })
  const place = [session.org_id, connection_id, account.account_id]
  return session.transaction(async () => {
    const is_orders = name === 'store_orders'
    const customers = is_orders ? await customers_of(session, connection_id, ids) : []
    if (is_orders) run.total.restatements += await log_deleted_orders(session, ids, connection_id, account.time_zone)
    const change = declared.marks
      ? `update public."${name}" t set "${declared.marks}" = $5`
      : `delete from public."${name}" t`
    const at = declared.marks ? [now.toISOString()] : []
    await session.client.query(`${change} where ${mine} and t."${declared.id}" = any ($4)`, [...place, ids, ...at])
    await mark_first_orders(session, connection_id, customers)
  })
}

const days_before = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
