// Compares the number of stored records of each day with the platform's own: once a day in a sync, and on request.
import type { Database } from '#db/pool.ts'
import { add_days, start_of, today_in } from '#domain/windows.ts'
import type { Account, ChangeStream, WarehouseTable } from '#engine/connector.ts'
import { type Cursor, type Days, earlier, is_due } from '#engine/sync/cursor.ts'
import { type Checking, type Compared, place_of, tables_of, verdicts_of } from '#engine/sync/ledger.ts'
import type { Reading } from '#engine/sync/reading.ts'
import { store_state } from '#engine/sync/suspect.ts'
import { of_account, text } from '#engine/sync/table_sql.ts'
import { logged_error, VendorRefusal } from '#engine/vendors/refusal.ts'
import { DAY_MS } from '#lib/durations.ts'

/** Each day costs a request, so only the newest days of a longer range are compared. */
const DAYS_MAX = 92

interface Counted {
  name: string
  stream: ChangeStream<never, WarehouseTable>
  account: Account
  days: Days
  now: Date
}

/** The newest days, compared every day. Of the days before, as many are compared each day, others each time. */
const NEWEST_DAYS = 7
/** Older days, of which some are compared each day. */
const ROTATING_DAYS = 84
/** Days that differ and are compared again every day, as long as the platform shows them. */
const DIFFERING_MAX = 14
/** Each vendor shows the last records of a day within this time. */
const VISIBLE_AFTER_MS = 3_600_000

type Countable = ChangeStream<never, WarehouseTable> &
  Required<Pick<ChangeStream<never, WarehouseTable>, 'count' | 'read_created'>>

export const is_countable = (stream: ChangeStream<never, WarehouseTable>): stream is Countable =>
  stream.count !== undefined && stream.read_created !== undefined

/**
 * Compares days once a day, and once an hour on the first day on which some differ. Days that differ are read again by time of creation, and
 * compared again. The verdicts are stored, and the stream is suspect while a day differs.
 */
export async function compare_counts_daily(reading: Reading, stream: Countable, cursor: Cursor): Promise<void> {
  const { run, name, account, now, source, add, store } = reading
  const { counts_differ_since: since } = cursor
  const is_new = since !== undefined && now.getTime() - Date.parse(since) < DAY_MS
  if (!is_due({ every: is_new ? '1h' : '1d' }, { finished_at: cursor.counted_at }, now)) return
  const place = place_of(run, name, account)
  const asked = { name, stream, account, now: new Date(now.getTime() - VISIBLE_AFTER_MS) }
  const compared: Compared[] = []
  const differing = await run.session.transaction((db) => differing_days(db, place))
  let is_whole = false
  try {
    for (const days of ranges_of(today_in(account.time_zone, asked.now), differing)) {
      const first = await compare_counts(run, { ...asked, days })
      const again = first.filter(({ verdict }) => verdict === 'drift')
      for (const { date } of again) {
        const [from, before] = [start_of(date, account.time_zone), start_of(add_days(date, 1), account.time_zone)]
        for await (const page of stream.read_created({ ...source, from, before })) await add(page)
      }
      if (again.length > 0) await store({ replaces: stream.replaces }, cursor, 1)
      const second = again.length > 0 ? await compare_counts(run, { ...asked, days }) : first
      compared.push(...second)
    }
    is_whole = true
  } catch (error) {
    run.options.signal.throwIfAborted()
    if (!(error instanceof VendorRefusal) || error.kind === 'revoked') throw error
    // The rows are valid without a comparison. The next day's has the same days.
    reading.discard()
    run.parts.log.warn(
      { ...logged_error(error), connection_id: run.options.connection_id, stream: name },
      "a platform's own number of records could not be read",
    )
  }
  const checked_at = run.parts.clock.now().toISOString()
  const differ = await run.session.transaction(async (db) => {
    const at = { db, client: run.session.client }
    await store_verdicts(at, place, compared, checked_at)
    // Nobody can compare a day again that the platform does not show any more.
    const unshown = is_whole ? differing.filter((date) => !compared.some((one) => one.date === date)) : []
    if (unshown.length > 0) await forget_days(db, place, unshown)
    if (compared.length + unshown.length > 0) await store_state(at, place, tables_of(run, stream.into), checked_at)
    return (await differing_days(db, place)).length > 0
  })
  for (const observe of run.parts.sync_observers)
    observe({ platform: run.platform, rows: 0, verdicts: verdicts_of(compared) })
  const counts_differ_since = differ ? (since ?? now.toISOString()) : undefined
  await store({}, { ...cursor, counted_at: now.toISOString(), counts_differ_since }, 1)
}

/** The newest days, some of the days before, and the days that differ. */
function ranges_of(today: string, differing: readonly string[]): Days[] {
  const newest = { from: add_days(today, -NEWEST_DAYS), to: add_days(today, -1) }
  const round = Math.floor(Date.parse(today) / DAY_MS) % (ROTATING_DAYS / NEWEST_DAYS)
  const to = add_days(newest.from, -1 - round * NEWEST_DAYS)
  const ranges = [newest, { from: add_days(to, 1 - NEWEST_DAYS), to }]
  const others = differing.filter((date) => !ranges.some((days) => days.from <= date && date <= days.to))
  return [...ranges, ...others.map((date) => ({ from: date, to: date }))]
}

const forget_days = (
  db: Database,
  { connection_id, stream, account_id }: ReturnType<typeof place_of>,
  days: string[],
) =>
  db
    .deleteFrom('ledger')
    .where('connection_id', '=', connection_id)
    .where('stream', '=', stream)
    .where('account_id', '=', account_id)
    .where('date', 'in', days)
    .execute()

async function differing_days(db: Database, { connection_id, stream, account_id }: ReturnType<typeof place_of>) {
  const rows = await db
    .selectFrom('ledger')
    .select('date')
    .where('connection_id', '=', connection_id)
    .where('stream', '=', stream)
    .where('account_id', '=', account_id)
    .where('verdict', '=', 'drift')
    .orderBy('date', 'desc')
    .limit(DIFFERING_MAX)
    .execute()
  return rows.map(({ date }) => date)
}

async function store_verdicts(
  { client }: { client: Checking['session']['client'] },
  { org_id, connection_id, stream, account_id }: ReturnType<typeof place_of>,
  compared: readonly Compared[],
  checked_at: string,
): Promise<void> {
  await client.query(
    `insert into ledger (org_id, connection_id, stream, account_id, date, measure, platform_total, stored_sum, tolerance, verdict, checked_at)
     select $1::uuid, $2::uuid, $3, $4, c.date, c.measure, c.platform_total, c.stored_sum, 0, c.verdict, $6::timestamptz
     from jsonb_to_recordset($5::jsonb) c (date date, measure text, platform_total numeric, stored_sum numeric, verdict text)
     on conflict (org_id, connection_id, stream, account_id, date, measure) do update set platform_total = excluded.platform_total,
       stored_sum = excluded.stored_sum, tolerance = excluded.tolerance, verdict = excluded.verdict, checked_at = excluded.checked_at`,
    [org_id, connection_id, stream, account_id, JSON.stringify(compared), checked_at],
  )
}

/** Only days that are over, whose records were read, and that the platform still shows to this account. */
export async function compare_counts(run: Checking, counted: Counted): Promise<Compared[]> {
  const { stream, account } = counted
  const { measure, read, read_days, leaves_out } = stream.count!
  const days = await readable_days(run, counted)
  const found: Compared[] = []
  if (!days) return found
  const stored = await stored_by_day(run, counted, days)
  const source = { api: run.api_for({ account_id: account.account_id }), settings: run.settings, account }
  const totals = await read_days?.({ ...source, ...days })
  for (let date = days.from; date <= days.to; date = add_days(date, 1)) {
    run.options.signal.throwIfAborted()
    const [from, before] = [start_of(date, account.time_zone), start_of(add_days(date, 1), account.time_zone)]
    const total = totals ? totals.get(date) : await read!({ ...source, from, before })
    if (total === undefined) continue
    const difference = total - (stored.get(date) ?? 0)
    found.push({
      date,
      measure,
      platform_total: String(total),
      stored_sum: String(stored.get(date) ?? 0),
      difference: String(difference),
      verdict: difference === 0 || (leaves_out && difference < 0) ? 'matches' : 'drift',
    })
  }
  return found
}

async function readable_days(run: Checking, { name, stream, account, days, now }: Counted): Promise<Days | undefined> {
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
  const shown_days = stream.since.readable_days?.(account)
  // The oldest day that the platform shows can be a part of a day.
  const shown = shown_days === undefined ? days.from : add_days(today_in(account.time_zone, now), 1 - shown_days)
  const from = [days.from, first ?? days.from, shown, add_days(to, 1 - DAYS_MAX)].toSorted().at(-1)!
  return from > to ? undefined : { from, to }
}

async function stored_by_day(run: Checking, { stream, account }: Counted, { from, to }: Days) {
  const { org_id, connection_id } = run.options
  const [table] = tables_of(run, stream.into)
  const { at: column, only } = stream.count!
  const at = `t."${column}"`
  const is_counted = only ? `t."${only.column}" = any (array[${only.values.map(text)}])` : 'true'
  const { rows } = await run.session.transaction(() =>
    run.session.client.query<{ date: string; records: string }>(
      `select (${at} at time zone ${text(account.time_zone)})::date::text as date, count(*)::text as records
       from public."${table!.name}" t
       where ${of_account(table!, { org_id: '$1', connection_id: '$2', account_id: '$3' })} and ${at} >= $4 and ${at} < $5 and ${is_counted}
       group by 1`,
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
