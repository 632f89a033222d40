// Compares the number of stored records of each day with the platform's own, on request.
import { add_days, start_of, today_in } from '#domain/windows.ts'
import type { Account, ChangeStream, WarehouseTable } from '#engine/connector.ts'
import { type Days, earlier } from '#engine/sync/cursor.ts'
import { type Checking, type Compared, tables_of } from '#engine/sync/ledger.ts'
import { of_account, text } from '#engine/sync/table_sql.ts'

/** Each day costs a request, so only the newest days of a longer range are compared. */
const DAYS_MAX = 92

interface Counted {
  name: string
  stream: ChangeStream<never, WarehouseTable>
  account: Account
  days: Days
  now: Date
}

/** Only days that are over and whose records were read. */
export async function compare_counts(run: Checking, counted: Counted): Promise<Compared[]> {
  const { stream, account } = counted
  const { measure, read } = stream.count!
  const days = await readable_days(run, counted)
  const found: Compared[] = []
  if (!days) return found
  const stored = await stored_by_day(run, counted, days)
  const source = { api: run.api_for({ account_id: account.account_id }), settings: run.settings, account }
  for (let date = days.from; date <= days.to; date = add_days(date, 1)) {
    run.options.signal.throwIfAborted()
    const [from, before] = [start_of(date, account.time_zone), start_of(add_days(date, 1), account.time_zone)]
    const total = await read({ ...source, from, before })
    if (total === undefined) continue
    const difference = total - (stored.get(date) ?? 0)
    found.push({
      date,
      measure,
      platform_total: String(total),
      stored_sum: String(stored.get(date) ?? 0),
      difference: String(difference),
      verdict: difference === 0 ? 'matches' : 'drift',
    })
  }
  return found
}

async function readable_days(run: Checking, { name, account, days, now }: Counted): Promise<Days | undefined> {
  const { org_id, connection_id } = run.options
  const { rows } = await run.session.transaction(() =>
    run.session.client.query<{ first: string | null; read_at: string | null }>(
      `select nullif(covered_from, '-infinity')::text as first, covered_at as read_at from sync_cursors
       where org_id = $1 and connection_id = $2 and account_id = $3 and stream = $4`,
      [org_id, connection_id, account.account_id, name],
    ),
  )
  const { first, read_at } = rows[0] ?? { first: null, read_at: null }
  if (read_at === null) return undefined
  const over = [now, new Date(read_at)].map((instant) => add_days(today_in(account.time_zone, instant), -1))
  const to = over.reduce(earlier, days.to)
  const from = [days.from, first ?? days.from, add_days(to, 1 - DAYS_MAX)].toSorted().at(-1)!
  return from > to ? undefined : { from, to }
}

async function stored_by_day(run: Checking, { stream, account }: Counted, { from, to }: Days) {
  const { org_id, connection_id } = run.options
  const [table] = tables_of(run, stream.into)
  const at = `t."${stream.count!.at}"`
  const { rows } = await run.session.transaction(() =>
    run.session.client.query<{ date: string; records: string }>(
      `select (${at} at time zone ${text(account.time_zone)})::date::text as date, count(*)::text as records
       from public."${table!.name}" t
       where ${of_account(table!, { org_id: '$1', connection_id: '$2', account_id: '$3' })} and ${at} >= $4 and ${at} < $5 group by 1`,
      [
        org_id,
        connection_id,
        account.account_id,
        start_of(from, account.time_zone),
        start_of(add_days(to, 1), account.time_zone),
      ],
    ),
  )
  return new Map(rows.map(({ date, records }) => [date, Number(records)]))
}
