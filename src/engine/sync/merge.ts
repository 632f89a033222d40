// Stores pages of rows through staging tables. One transaction merges the staged rows and moves the cursor. Readers therefore never see
// half a slice, and the cursor never passes data that is not stored. Memory holds one page at a time.
import type pg from 'pg'
import type { OrgSession } from '#db/org_session.ts'
import { connection_column, type Table } from '#db/tables.ts'
import type { DailyTotal, Rows, WarehouseTable } from '#engine/connector.ts'
import { COLUMN_SET, ColumnSets } from '#engine/sync/column_sets.ts'
import { correct_copies, rows_with_copies } from '#engine/sync/copies.ts'
import type { Days } from '#engine/sync/cursor.ts'
import { customers_of_staged, mark_first_orders } from '#engine/sync/first_orders.ts'
import type { Gap } from '#engine/sync/gaps.ts'
import { keep_latest } from '#engine/sync/latest.ts'
import { create_absent_rows, note_missing, type Swept, type Unread } from '#engine/sync/missing.ts'
import { emit_new_orders, find_new_orders } from '#engine/sync/new_orders.ts'
import { mark_packs } from '#engine/sync/packs.ts'
import { log_changed_records } from '#engine/sync/restated_records.ts'
import { since_of_changed, since_of_new } from '#engine/sync/since.ts'
import { empty_or_create, insert_statement } from '#engine/sync/staging.ts'
import {
  equal,
  is_among,
  is_daily,
  measures,
  quoted,
  read_keys,
  row_key,
  staged,
  stored,
  text,
  was_complete,
} from '#engine/sync/table_sql.ts'
import { keep_stored_values } from '#engine/sync/without_values.ts'
import { in_span } from '#lib/trace.ts'

/** Values that the engine adds to every row. */
export interface Owner {
  connection_id: string
  platform: string
}

export interface Merge {
  /** When the read started, by the clock of this process. A day counts as over only when it ended before this instant. */
  read_at: string
  /** Where the platform can be asked for its own total of a day. */
  total?: DailyTotal
  /** IANA time zone of the account. It decides whether a day was over when it was read. */
  time_zone: string
  /** All rows of these days and this account were read. Stored rows that did not come are noted as missing. */
  days?: Days & { account_id: string; lacks_part?: boolean; is_only_read?: boolean; gaps?: readonly Gap[] }
  /** All rows of this account in these tables were read. Stored rows that did not come are noted as missing. */
  sweeps?: { tables: readonly WarehouseTable[]; account_id: string; unread?: Unread; only?: Swept }
  /** Deletes stored children of a staged parent (the first table) that did not come with the parent. */
  replaces?: readonly WarehouseTable[]
}

export interface Merged {
  rows: number
  /** Records that were new, or differed from what was stored: rows of the first table. */
  changed: number
  restatements: number
  /** Rows are missing or reported again, or the stream was suspect: `review` must decide. */
  is_doubtful: boolean
  /** Finished days of which lines with different figures came for one row. */
  conflicts: string[]
}

/** From this number of staged rows, the merge updates the planner statistics of the staging table. */
const ANALYZE_ROWS = 1_000
/** Rows that each staging table of a session received since it was created or truncated. Only created tables have an entry. */
const rows_given = new WeakMap<pg.ClientBase, Map<string, number>>()

export class Stage {
  readonly #session: OrgSession
  readonly #client: pg.ClientBase
  readonly #owner: Owner
  readonly #tables: readonly Table[]
  /** Columns that the staged rows name, by table. */
  readonly #named = new Map<string, ColumnSets>()
  /** Number of the record from which a row was built. Of two rows with the same key, the later record is stored. */
  #record = 0
  #rows = 0
  #is_open = false

  /** `tables`: parents first. */
  constructor(session: OrgSession, owner: Owner, tables: readonly Table[]) {
    this.#session = session
    this.#client = session.client
    this.#owner = owner
    this.#tables = tables
  }

  get records(): number {
    return this.#record
  }

  /** Whether a merge would change anything. */
  has_work({ days, sweeps }: Pick<Merge, 'days' | 'sweeps'>): boolean {
    return this.#record > 0 || days !== undefined || (sweeps !== undefined && sweeps.tables.length > 0)
  }

  /** Creates empty staging tables, unless they are open already. Only `merge` closes them. Call this outside of a transaction. */
  async open(): Promise<void> {
    if (this.#is_open) return
    const given = rows_given.get(this.#client) ?? new Map<string, number>()
    rows_given.set(this.#client, given)
    const made = this.#tables.map((table) => empty_or_create(table, given.get(table.name)))
    // Staging tables belong to the session, so they need no transaction of the organization.
    const shared = given.size === 0 ? [create_absent_rows] : []
    await this.#client.query([...shared, ...made.map(({ statement }) => statement)].join(';'))
    this.#tables.forEach(({ name }, n) => {
      given.set(name, made[n]!.rows)
    })
    this.#named.clear()
    this.#record = 0
    this.#rows = 0
    this.#is_open = true
  }

  /** Drops the staged rows. */
  discard(): void {
    this.#is_open = false
    this.#record = 0
  }

  /** Stages one page of records with their rows. Call this outside of a transaction. */
  async add(records: readonly Rows<WarehouseTable>[]): Promise<void> {
    await this.open()
    const given = rows_given.get(this.#client)!
    const numbered = records.map((rows) => ({ rows, stage_record: ++this.#record }))
    for (const table of this.#tables) {
      const filled = this.#filled(table)
      const constants = Object.keys(filled)
      const named = this.#named.get(table.name) ?? new ColumnSets(table)
      const rows = numbered.flatMap(({ rows, stage_record }) =>
        rows_with_copies(rows, table).map((row) => ({
          ...row,
          stage_record,
          [COLUMN_SET]: named.number_of(row, constants),
        })),
      )
      if (rows.length === 0) continue
      this.#named.set(table.name, named)
      const given_columns = new Set(rows.flatMap(Object.keys)).difference(new Set(constants))
      given.set(table.name, given.get(table.name)! + rows.length)
      await this.#client.query(insert_statement(table, filled, [...given_columns], rows))
      this.#rows += rows.length
    }
  }

  /** Stores the staged rows in the caller's open transaction, so that the cursor can move in the same transaction. */
  merge(merge: Merge): Promise<Merged> {
    const attributes = { 'tablero.tables': this.#tables.map(({ name }) => name).join(' '), 'tablero.rows': this.#rows }
    this.#is_open = false
    return in_span('merge', attributes, () => this.#merge(merge))
  }

  async #merge(merge: Merge): Promise<Merged> {
    const [parent] = this.#tables
    let restatements = 0
    let changed = 0
    let is_doubtful = false
    // The planner has no statistics of staged rows and of a new organization. By default it would compare every pair of rows.
    await this.#client.query('set local enable_nestloop = off')
    if (this.#rows >= ANALYZE_ROWS)
      for (const table of this.#tables) await this.#client.query(`analyze ${staged(table)} (${quoted(table.key)})`)
    const conflicts: string[] = []
    for (const table of this.#tables) conflicts.push(...(await keep_latest(this.#session, table, merge)))
    for (const name of merge.replaces ?? []) await this.#drop_children_of_losers(this.#table(name), parent!)
    const { connection_id } = this.#owner
    const owner = { connection_id, time_zone: merge.time_zone }
    restatements += await log_changed_records(this.#session, this.#tables, this.#named, owner)
    const has_orders = this.#tables.some(({ name }) => name === 'store_orders')
    const customers = has_orders ? await customers_of_staged(this.#session, connection_id) : []
    const new_orders = await find_new_orders(this.#session, this.#owner, this.#tables)
    for (const table of this.#tables) {
      if (is_daily(table) && merge.days) is_doubtful = (await this.#note(table, merge, merge.days)) || is_doubtful
      const named = this.#named.get(table.name)
      if (!named) continue
      await keep_stored_values(this.#client, table, named, this.#session.org_id)
      if (is_daily(table)) restatements += await this.#log_changes(table, named, merge.time_zone)
      for (const set of named.list()) {
        const rows = await this.#upsert(table, set, merge)
        if (table === parent) changed += rows
      }
    }
    await mark_first_orders(this.#session, connection_id, customers)
    if (this.#tables.some(({ name }) => name === 'marketplace_orders')) await mark_packs(this.#session, connection_id)
    for (const name of merge.replaces ?? []) await this.#delete_replaced(this.#table(name), parent!)
    const merging = { tables: this.#tables, named: this.#named, replaced: merge.replaces ?? [] }
    await correct_copies(this.#session, merging, connection_id)
    await emit_new_orders(this.#session, this.#owner, new_orders, new Date(merge.read_at))
    for (const name of merge.sweeps?.tables ?? [])
      is_doubtful = (await this.#note(this.#table(name), merge, merge.sweeps!)) || is_doubtful
    this.#record = 0
    return { rows: this.#rows, changed, restatements, is_doubtful, conflicts }
  }

  #table(name: string): Table {
    return this.#tables.find((table) => table.name === name)!
  }

  #filled(table: Table): Record<string, string> {
    const { connection_id, platform } = this.#owner
    return {
      [connection_column(table)!]: connection_id,
      ...(table.columns.includes('platform') && { platform }),
    }
  }

  async #drop_children_of_losers(child: Table, parent: Table): Promise<void> {
    await this.#client.query(
      `delete from ${staged(child)} c where not exists (
         select from ${staged(parent)} p where ${equal(parent.key, 'p', 'c')} and p.stage_record = c.stage_record)`,
    )
  }

  /** Logs restatements: figures of finished days that now differ. Changes of provisional figures are no restatements. */
  async #log_changes(table: Table, named: ColumnSets, time_zone: string): Promise<number> {
    const figures = measures(table).filter((column) => named.names(column))
    if (figures.length === 0) return 0
    const { rowCount } = await this.#client.query(
      `insert into metric_restatements (org_id, connection_id, table_name, row_key, date, metric, old_value, new_value)
       select $2::uuid, t.connection_id, ${text(table.name)}, ${row_key(table, 't', ['date'])}, t.date, v.metric, v.old_value, v.new_value
       from ${staged(table)} s cross join lateral (${stored(table, table.key, 's', '$2')}) t
       cross join lateral (values ${figures
         .map((column) => `(${text(column)}, t."${column}"::text, (${named.value(column)})::text)`)
         .join(', ')}) v (metric, old_value, new_value)
       where (${quoted(figures, 't')}) is distinct from (${figures.map((column) => named.value(column)).join(', ')})
         and v.old_value is distinct from v.new_value and ${was_complete(table, 't', '$1')}
       returning 1`,
      [time_zone, this.#session.org_id],
    )
    return rowCount ?? 0
  }

  #note(
    table: Table,
    { read_at, total }: Merge,
    read: NonNullable<Merge['days']> | NonNullable<Merge['sweeps']>,
  ): Promise<boolean> {
    const place = { org_id: this.#session.org_id, connection_id: this.#owner.connection_id }
    return note_missing(this.#client, place, table, { ...read, read_at, total })
  }

  /**
   * Stores the rows of one set of columns, and returns how many. Skips unchanged rows, except rows of days that were not over when they were
   * stored.
   */
  async #upsert(
    table: Table,
    { columns: named, condition }: ReturnType<ColumnSets['list']>[number],
    { read_at, time_zone }: Merge,
  ): Promise<number> {
    const changing = named.filter((column) => !table.key.includes(column))
    const since = since_of_new(table, named)
    const assigned = [
      ...changing.map((column) => `"${column}" = excluded."${column}"`),
      ...since_of_changed(table, named),
      'synced_at = excluded.synced_at',
    ]
    const settled_now = is_daily(table) ? ` or (t.synced_at at time zone ${text(time_zone)})::date <= t.date` : ''
    const update =
      changing.length === 0
        ? 'nothing'
        : `update set ${assigned.join(', ')}
           where (${quoted(changing, 't')}) is distinct from (${quoted(changing, 'excluded')})${settled_now}`
    const { rowCount } = await this.#client.query(
      `insert into public."${table.name}" as t (org_id, ${quoted([...named, 'synced_at', ...since])})
       select $2::uuid, ${quoted(named)}${', $1::timestamptz'.repeat(1 + since.length)} from ${staged(table)} ${condition}
       on conflict (org_id, ${quoted(table.key)}) do ${update}`,
      [read_at, this.#session.org_id],
    )
    return rowCount ?? 0
  }

  async #delete_replaced(child: Table, parent: Table): Promise<void> {
    const { org_id } = this.#session
    const replaced = await read_keys(
      this.#client,
      child,
      `t where not exists (select from ${staged(child)} s where ${equal(child.key, 's', 't')})`,
      [org_id],
      `with t as materialized (
         select ${quoted(child.key, 'c')} from ${staged(parent)} p cross join lateral (${stored(child, parent.key, 'p', '$1')}) c)`,
    )
    if (!replaced) return
    await this.#client.query(
      `delete from public."${child.name}" t where t.org_id = $1 and ${is_among(child, 't', 2)}`,
      [org_id, ...replaced],
    )
  }
}
