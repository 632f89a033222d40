// Orders and broadcasts whose state Tablero does not know. They can be sales or sent, so no figure counts them, and answers name them.
import { type RawBuilder, sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import { exact_micros, money_number } from '#domain/exact.ts'
import { add_days, start_of, type Window } from '#domain/windows.ts'
import type { RecordStates } from '#engine/connector/record_states.ts'
import type { FigureContext } from '#engine/tool.ts'
import { is_store_order_here } from '#figures/sources/counted_once.ts'
import { name_of } from '#figures/sources/days_without_rows.ts'
import type { Counted, Sources, UnknownState } from '#figures/sources/sources.ts'
import { is_counted } from '#figures/sums/warehouse.ts'
import { as_money, listed_by, type Message, message, quoted, sentences } from '#messages/message.ts'

/** Words and amounts that a note names. */
const NAMED_MAX = 3

/** Tables of orders `o`, each with the column of its connection, its account, and the condition for rows that are neither sold nor void. */
const orders = {
  store_orders: {
    connection: 'o.store_connection_id',
    account: undefined,
    is_left_out: (counted: Counted) => sql`o.is_pending and not o.is_voided and ${is_store_order_here(counted)}`,
  },
  marketplace_orders: {
    connection: 'o.connection_id',
    account: 'o.account_id',
    is_left_out: () => sql`not o.is_sold and not o.is_voided`,
  },
} as const
type OrderTable = keyof typeof orders

interface Declared {
  connection_id: string
  states: RecordStates
}

/** The sources with what they have in unknown states on the days of the windows. */
export async function with_unknown_states(
  context: FigureContext,
  all: readonly Sources[],
  windows: readonly Window[],
): Promise<Sources[]> {
  const given: Sources[] = []
  for (const of of all) given.push({ ...of, unknown_states: await unknown_states_of(context, of, windows) })
  return given
}

async function unknown_states_of(context: FigureContext, of: Sources, windows: readonly Window[]) {
  const { counted, group, live } = of
  const selects = counted
    ? [
        ...(Object.keys(orders) as OrderTable[]).flatMap((table) =>
          group.tables.includes(table) ? orders_in(context, table, { of, counted, windows }) : [],
        ),
        ...(group.tables.includes('email_campaigns') && counted.connection_ids.length > 0
          ? [broadcasts_in(context, counted, windows)]
          : []),
      ]
    : []
  if (selects.length === 0) return []
  type Row = Omit<UnknownState, 'platform'> & { connection_id: string }
  const { rows } = await sql<Row>`${sql.join(selects, sql` union all `)} order by 1, 3, 4, 5`.execute(context.db)
  return rows.flatMap((row) => {
    const source = live.find(({ connection_id }) => connection_id === row.connection_id)
    return source ? [{ ...row, platform: source.platform, source }] : []
  })
}

/** The first to the last day of all windows. */
function within(column: string, windows: readonly Window[], time_zone: string) {
  const from = windows.map((of) => of.from).sort()[0]!
  const to = windows
    .map((of) => of.to)
    .sort()
    .at(-1)!
  return sql`${sql.ref(column)} >= ${start_of(from, time_zone)}::timestamptz
    and ${sql.ref(column)} < ${start_of(add_days(to, 1), time_zone)}::timestamptz`
}

interface OrderWindows {
  of: Sources
  counted: Counted
  windows: readonly Window[]
}

/** Sums of orders whose word their connection does not declare as one that counts nowhere. One statement reads them for all declarations of a column. */
function orders_in(
  context: FigureContext,
  table: OrderTable,
  { of, counted, windows }: OrderWindows,
): RawBuilder<unknown>[] {
  const declared = of.live
    .filter(({ connection_id }) => counted.connection_ids.includes(connection_id))
    .flatMap(({ connection_id, platform }): Declared[] => {
      const streams = Object.values(context.connectors[platform]?.streams ?? {})
      const states = streams.find(({ into }) => into[0] === table)
      return states && 'since' in states && states.states ? [{ connection_id, states: states.states }] : []
    })
  const { connection, account, is_left_out } = orders[table]
  const { time_zone } = context.org
  const ids = (some: readonly Declared[]) => some.map(({ connection_id }) => connection_id)
  return [...Map.groupBy(declared, ({ states }) => states.column)].map(([column, some]) => {
    const by_declaration = [...Map.groupBy(some, ({ states }) => states)]
    const declares = (value: (states: Declared['states']) => RawBuilder<unknown>) => {
      const cases = by_declaration.map(
        ([states, of_states]) =>
          sql`when ${sql.ref(connection)} = any(${ids(of_states)}::uuid[]) then ${value(states)}`,
      )
      return sql`(case ${sql.join(cases, sql` `)} end)`
    }
    const word = sql`coalesce(${sql.ref(`o.${column}`)}, '')`
    const uncounted = declares((states) => sql`${states.uncounted ?? []}::text[]`)
    const setting = declares((states) => sql`${states.setting ?? null}::text`)
    const has_setting = by_declaration.some(([states]) => states.setting)
    const settings = has_setting
      ? sql`join ${of_org('connections', 'c')} on c.connection_id = ${sql.ref(connection)}`
      : sql``
    const meant = has_setting ? sql`and c.settings -> ${setting} ->> ${word} is distinct from 'pending'` : sql``
    return sql`
      select ${sql.ref(connection)} as connection_id, 'order' as of, (o.ordered_at at time zone ${time_zone})::date::text as date,
        ${word} as word, o.currency::text as currency, count(*)::int as count, sum(o.total_micros)::text as micros,
        ${setting} as setting
      from ${of_org(table, 'o')} ${settings}
      where ${is_left_out(counted)} and not o.is_test and not (${word} = any(${uncounted})) ${meant}
        and ${within('o.ordered_at', windows, time_zone)}
        and ${is_counted({ ...counted, connection_ids: ids(some) }, connection, account)}
      group by 1, 3, 4, 5`
  })
}

/** A broadcast in an unknown state has no time of sending, so it is one of the day on which it was to be sent. */
const broadcasts_in = ({ org: { time_zone } }: FigureContext, counted: Counted, windows: readonly Window[]) => sql`
  select m.connection_id, 'broadcast' as of, (m.scheduled_at at time zone ${time_zone})::date::text as date,
    m.unknown_status as word, null::text as currency, count(*)::int as count, null::text as micros, null::text as setting
  from ${of_org('email_campaigns', 'm')}
  where m.unknown_status is not null and ${within('m.scheduled_at', windows, time_zone)}
    and ${is_counted(counted, 'm.connection_id')}
  group by 1, 3, 4`

/** A note for each source with such records: those of the first window that has some. */
export function unknown_state_notes(groups: readonly Sources[], windows: readonly Window[]): Message[] {
  return groups.flatMap(({ unknown_states }) => {
    const by_source = Map.groupBy(unknown_states, ({ source }) => source)
    return [...by_source].flatMap(([source, all]) => {
      const window = windows.find((days) => all.some((one) => is_in(one, days)))
      if (!window) return []
      const of_window = all.filter((one) => is_in(one, window))
      return [note_of(name_of(source), of_window, window)]
    })
  })
}

const is_in = ({ date }: Pick<UnknownState, 'date'>, { from, to }: Pick<Window, 'from' | 'to'>) =>
  date >= from && date <= to

function note_of(source: string, all: readonly UnknownState[], { from, to }: Window): Message {
  const count = all.reduce((sum, one) => sum + one.count, 0)
  const of = { source, count, states: words_of(all), from, to }
  if (all[0]!.of === 'broadcast') return message('state.broadcasts', of)
  const amounts = amounts_of(all)
  return sentences(
    amounts.length > 0
      ? message('state.orders_worth', { ...of, amounts: listed_by(', ', amounts) })
      : message('state.orders', of),
    setting_of(all),
  )
}

const setting_of = ([first]: readonly UnknownState[]) =>
  first!.setting !== null && message('state.setting', { setting: first!.setting })

function words_of(all: readonly UnknownState[]) {
  const words = [...new Set(all.map(({ word }) => word))]
  const shown = words.slice(0, NAMED_MAX).map(quoted)
  return listed_by(', ', words.length > shown.length ? [...shown, '…'] : shown)
}

/** What a person should know of a connection: the states alone, because who sees connections need not see sales. */
export function notices_of_states(groups: readonly Sources[]): Map<string, Message> {
  const all = groups.flatMap(({ unknown_states }) => unknown_states)
  const by_connection = Map.groupBy(all, ({ source }) => source.connection_id)
  return new Map(
    [...by_connection].map(([connection_id, of]) => [
      connection_id,
      of[0]!.of === 'broadcast'
        ? message('state.broadcasts_of_connection', { states: words_of(of) })
        : sentences(message('state.orders_of_connection', { states: words_of(of) }), setting_of(of)),
    ]),
  )
}

function amounts_of(all: readonly UnknownState[]) {
  const sums = new Map<string, bigint>()
  for (const { currency, micros } of all)
    if (currency !== null && micros !== null) sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(micros))
  return [...sums]
    .slice(0, NAMED_MAX)
    .map(([currency, micros]) => as_money(money_number(exact_micros(micros), currency), currency))
}
