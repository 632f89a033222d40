// The ledger: the platform's own total of each day next to the sum of the stored rows. It finds rows that a sync missed, and decides
// whether the loss of missing rows is real.

import type { OrgSession } from '#db/org_session.ts'
import type { Database } from '#db/pool.ts'
import type { Table } from '#db/tables.ts'
import { add_days, today_in } from '#domain/windows.ts'
import type { Account, Api, DailyTotal, Settings, WarehouseTable, WindowStream } from '#engine/connector.ts'
import { type Days, earlier } from '#engine/sync/cursor.ts'
import { CONFIRM_AFTER_MS, type StreamPlace } from '#engine/sync/missing.ts'
import { review, store_state, type Transacting } from '#engine/sync/suspect.ts'
import { of_account, text } from '#engine/sync/table_sql.ts'
import { logged_error, VendorRefusal } from '#engine/vendors/refusal.ts'
import type { ConnectionPlace } from '#engine/vendors/secrets.ts'
import type { Clock } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'

const SLICE_DAYS = 30

export type Verdict = 'matches' | 'rounding' | 'drift' | 'estimate'
export type Verdicts = Partial<Record<Verdict, number>>

export interface Compared {
  date: string
  measure: string
  platform_total: string
  stored_sum: string
  difference: string
  verdict: Verdict
}

/** The parts of a running sync that the ledger needs. */
export interface Checking {
  parts: { clock: Clock; log: Log }
  options: ConnectionPlace & { signal: AbortSignal }
  settings: Settings
  api_for: (asking: { account_id: string }) => Api
  session: OrgSession
  tables: ReadonlyMap<string, Table>
  total: { restatements: number }
}

interface Checked {
  name: string
  stream: WindowStream<never, WarehouseTable>
  account: Account
  days: Days
  /** Start of the read. Only days that were over by then are compared. */
  now: Date
  /** False: the rows were not read again before. */
  is_after_read?: boolean
}

/** Days of a stream of an account, with the platform's totals of these days. */
export interface Ledger {
  checked: Checked
  totals: Totals
}
type Totals = Awaited<ReturnType<DailyTotal['read']>>

export function place_of({ options }: Pick<Checking, 'options'>, stream: string, account: Account): StreamPlace {
  const { org_id, connection_id } = options
  const { account_id, time_zone, currency } = account
  return { org_id, connection_id, stream, account_id, time_zone, currency }
}

export function tables_of({ tables }: Pick<Checking, 'tables'>, into: readonly string[]): Table[] {
  return into.map((name) => {
    const table = tables.get(name)
    if (!table) throw new Error(`${name} is no table of a connection`)
    return table
  })
}

/**
 * Compares the stored rows with the platform's totals, decides about missing rows, and stores whether the stream is suspect.
 */
export async function compare_totals(run: Checking, db: Database, { checked, totals }: Ledger): Promise<Compared[]> {
  const { name, stream, account, is_after_read = true } = checked
  const place = place_of(run, name, account)
  const tables = tables_of(run, stream.into)
  const checked_at = run.parts.clock.now().toISOString()
  const days = days_over(checked)
  const check = { place, table: tables[0]!, total: stream.total!, totals, days, checked_at, is_after_read }
  const at = { db, client: run.session.client }
  const first = await compare(at, check)
  if (!first.is_doubtful) return first.compared
  const deleted = await review(at, place, tables, checked_at, true)
  run.total.restatements += deleted.restatements
  if (deleted.rows === 0) return first.compared
  const { compared } = await compare(at, check)
  await store_state(at, place, tables, checked_at)
  return compared
}

export function verdicts_of(compared: readonly Compared[]): Verdicts {
  const verdicts: Verdicts = {}
  for (const { verdict } of compared) verdicts[verdict] = (verdicts[verdict] ?? 0) + 1
  return verdicts
}

/** The platform's totals of the days that are over. */
export async function read_totals(run: Checking, checked: Checked): Promise<Totals> {
  const { from, to } = days_over(checked)
  if (from > to) return []
  const { stream, account } = checked
  const found = await stream.total!.read({
    api: run.api_for({ account_id: account.account_id }),
    settings: run.settings,
    account,
    from,
    to,
  })
  // A platform may repeat a day.
  return [...new Map(found.map((total) => [total.date, total])).values()].filter(
    ({ date }) => date >= from && date <= to,
  )
}

/**
 * Reads the totals of rows that are about to be stored. Rows are valid without a total, so a platform that refuses totals ends nothing.
 * A platform that does not answer now ends the read, because rows that nothing was compared with would look complete.
 */
export async function try_totals(run: Checking, checked: Checked): Promise<Ledger> {
  return { checked, totals: (await unless_refused(run, checked.name, () => read_totals(run, checked))) ?? [] }
}

/** A total of the platform. Undefined: it refuses totals. */
export async function unless_refused<Total>(
  run: Pick<Checking, 'options' | 'parts'>,
  stream: string,
  read: () => Promise<Total>,
): Promise<Total | undefined> {
  try {
    return await read()
  } catch (error) {
    run.options.signal.throwIfAborted()
    if (error instanceof VendorRefusal && PASSING.includes(error.kind)) throw error
    const { connection_id } = run.options
    run.parts.log.warn({ ...logged_error(error), connection_id, stream }, "a platform's own total could not be read")
    return undefined
  }
}

/** Kinds of refusals that a later sync does not meet. A total that the platform still builds is one: its days wait as their rows do. */
const PASSING: readonly VendorRefusal['kind'][] = ['revoked', 'throttled', 'unavailable', 'awaited']

function days_over({ days, account, now }: Checked): Days {
  const over = add_days(today_in(account.time_zone, now), -1)
  return { from: days.from, to: earlier(days.to, over) }
}

interface Check {
  place: StreamPlace
  table: Table
  total: DailyTotal
  totals: Totals
  days: Days
  checked_at: string
  is_after_read: boolean
}

async function compare(
  { client }: Transacting,
  { place, table, total, totals, days, checked_at, is_after_read }: Check,
): Promise<{ compared: Compared[]; is_doubtful: boolean }> {
  const { org_id, connection_id, account_id, stream, currency } = place
  const measures = Object.entries(total.measures)
  const given = totals.flatMap(({ date, measures: figures }) =>
    measures
      .filter(([measure]) => figures[measure] !== undefined)
      .map(([measure, { last_digit = 0n, is_estimate = false }]) => ({
        date,
        measure,
        total: String(figures[measure]),
        last_digit: String(typeof last_digit === 'bigint' ? last_digit : last_digit(currency)),
        is_estimate,
      })),
  )
  // Rows that the platform sampled or can still change give no exact sum.
  const inexact = [
    ...(table.columns.includes('is_sampled') ? ['t.is_sampled'] : []),
    ...(table.columns.includes('is_final') ? ['not t.is_final'] : []),
  ]
  const owner = [org_id, connection_id, account_id, stream, days.from, days.to]
  const ours = 'org_id = $1 and connection_id = $2 and account_id = $3'
  // Of a day that the platform now leaves out of its totals, the one from before says nothing any more. A drift stays.
  if (given.length > 0)
    await client.query(
      `delete from ledger where ${ours} and stream = $4 and date between $5 and $6 and verdict <> 'drift' and date <> all ($7::date[])`,
      [...owner, [...new Set(given.map(({ date }) => date))]],
    )
  // What is done on conflict has no parameters, whose types Citus would not tell a worker.
  const { rows: written } = await client.query<Compared>(
    `with totals as (
       select * from jsonb_to_recordset($7::jsonb) p (date date, measure text, total numeric, last_digit numeric, is_estimate boolean)),
     stored as (
       select t.date, v.measure, sum(v.value) as sum, count(*) as rows, bool_or(${inexact.join(' or ') || 'false'}) as is_inexact
       from public."${table.name}" t cross join lateral (values ${measures
         .map(([measure]) => `(${text(measure)}, t."${measure}"::numeric)`)
         .join(', ')}) v (measure, value)
       where ${of_account(table, { org_id: '$1', connection_id: '$2', account_id: '$3' })} and t.date between $5 and $6 group by t.date, v.measure),
     both_sums as (
       select p.date, p.measure, p.total, coalesce(s.sum, 0) as sum, coalesce(s.rows, 0) * p.last_digit / 2 as tolerance,
         p.is_estimate or coalesce(s.is_inexact, false) as is_estimate
       from totals p left join stored s on s.date = p.date and s.measure = p.measure)
     insert into ledger as l (org_id, connection_id, stream, account_id, date, measure, platform_total, stored_sum, tolerance, verdict, checked_at)
     select $1::uuid, $2::uuid, $4, $3, date, measure, total, sum, tolerance,
       case when total = sum then 'matches' when abs(total - sum) <= tolerance then 'rounding' when is_estimate then 'estimate' else 'drift' end,
       $8::timestamptz
     from both_sums
     on conflict (org_id, connection_id, stream, account_id, date, measure) do update set platform_total = excluded.platform_total,
       stored_sum = excluded.stored_sum, tolerance = excluded.tolerance, verdict = excluded.verdict, checked_at = excluded.checked_at,
       read_again_at = case when l.verdict = 'drift' and excluded.verdict = 'drift'
         then coalesce(l.read_again_at, case when ${is_after_read} and l.checked_at < excluded.checked_at then excluded.checked_at end) end
     returning date, measure, platform_total::text, stored_sum::text, difference::text, verdict`,
    [...owner, JSON.stringify(given), checked_at],
  )
  const compared = written.toSorted(
    (one, other) => compare_texts(one.date, other.date) || compare_texts(one.measure, other.measure),
  )
  if (compared.some(({ verdict }) => verdict === 'drift')) return { compared, is_doubtful: true }
  const { rows } = await client.query<{ is_doubtful: boolean }>(
    `select exists (select 1 from missing_rows where ${ours} and table_name = ${text(table.name)})
       or exists (select 1 from sync_cursors c
         where c.org_id = $1 and c.connection_id = $2 and c.account_id = $3 and c.stream = $4
           and (c.suspect_reason is not null or c.cursor ? 'holes' or exists (select 1 from unnest(c.empty_days) d (date) where d.date between $5 and $6))) as is_doubtful`,
    owner,
  )
  return { compared, is_doubtful: rows[0]!.is_doubtful }
}

const compare_texts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** A day that still drifts or lacks rows after it was read again is read again once a day, and no more after this time. */
const READ_AGAIN_FOR = '7 days'
const READ_AGAIN_EVERY = '1 day'
/** Rows that were missing in one read, or in each read of a week. With a total, further reads delete none, and can bring them back. */
const STILL_MISSING = `(m.missed_at < m.missing_since + make_interval(secs => ${CONFIRM_AFTER_MS / 1000})
  or m.missing_since > $6::timestamptz - interval '${READ_AGAIN_FOR}' and m.missed_at <= $6::timestamptz - interval '${READ_AGAIN_EVERY}')`

/** Without one, further reads delete them. After a week of reads, the platform still has figures that it does not give by day. */
const UNCONFIRMED = `(not m.is_confirmed and (m.missing_since > $6::timestamptz - interval '${READ_AGAIN_FOR}'
  or m.missed_at <= $6::timestamptz - interval '${READ_AGAIN_FOR}'))`

/**
 * Days before the planned ones that must be read once more: they drifted, their missing rows still need a read that confirms the loss, or
 * they are `holes`. None of a stream whose platform gives hours of now: a later read of such a day would have other hours.
 */
export async function days_to_read_again(
  run: Pick<Checking, 'session' | 'options'>,
  { org_id, connection_id, stream, account_id, time_zone }: StreamPlace,
  { window, into, total }: WindowStream<never, WarehouseTable>,
  { planned, holes }: { planned: Days | undefined; holes: readonly string[] },
  now: Date,
): Promise<Days[]> {
  if (window.today_once) return []
  const today = today_in(time_zone, now)
  const { rows } = await run.session.transaction(() =>
    run.session.client.query<{ date: string }>(
      `select distinct d.date from (
         select l.date from ledger l where l.org_id = $1 and l.connection_id = $2 and l.account_id = $3 and l.stream = $4
           and l.verdict = 'drift' and (l.read_again_at is null or l.read_again_at > $6::timestamptz - interval '${READ_AGAIN_FOR}'
             and l.checked_at <= $6::timestamptz - interval '${READ_AGAIN_EVERY}')
         union all
         select m.date from missing_rows m where m.org_id = $1 and m.connection_id = $2 and m.account_id = $3 and m.table_name = any ($5)
           and coalesce(m.empty_since, m.missing_since) <= $6::timestamptz - make_interval(secs => ${CONFIRM_AFTER_MS / 1000})
           and ${total ? STILL_MISSING : UNCONFIRMED}
         union all select unnest($9::date[])) d
       where d.date >= $7 and d.date < $8 order by d.date`,
      [
        org_id,
        connection_id,
        account_id,
        stream,
        into,
        now.toISOString(),
        add_days(today, -window.history_days),
        planned?.from ?? today,
        holes,
      ],
    ),
  )
  const slices: Days[] = []
  for (const { date } of rows) {
    const last = slices.at(-1)
    const has_room = last && add_days(last.from, (window.slice_days ?? SLICE_DAYS) - 1) >= date
    if (has_room && date === add_days(last.to, 1)) last.to = date
    else slices.push({ from: date, to: date })
  }
  return slices
}
