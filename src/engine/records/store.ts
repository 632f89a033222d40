// The statements of a record: read, create, change, delete. Each write stores its history in the same transaction.
import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely'
import type { Database } from '#db/pool.ts'
import { count_of_all } from '#engine/lists.ts'
import { refuse } from '#engine/outcomes.ts'
import { Columns } from './columns.ts'
import type { RecordContext, Row, Spec, Tables } from './declaration.ts'
import { difference, values_of, write_change } from './history.ts'
import { refused_write } from './refusals.ts'
import { is_required } from './shapes.ts'

/** Attempts to create a record while a conflicting record is deleted concurrently. */
const UPSERT_TRIES_MAX = 3

export interface Selection {
  limit: number
  where: (is: ExpressionBuilder<Tables, string>) => Expression<SqlBool>[]
}

const on = (db: Database) => db as unknown as Kysely<Tables>

export class Store {
  readonly #spec: Spec
  readonly #fields: string[]
  readonly #columns: Columns

  constructor(spec: Spec) {
    this.#spec = spec
    this.#fields = Object.keys(spec.fields)
    this.#columns = new Columns(spec)
  }

  async find(db: Database, id: string): Promise<Row> {
    const row = await this.#rows(db).select(this.#columns.all).where(this.#spec.id, '=', id).executeTakeFirst()
    return row ? this.#columns.read(row) : this.#unknown()
  }

  /** Refuses an unknown id. The foreign key refuses an id that is deleted meanwhile. */
  async must_exist(db: Database, id: string): Promise<void> {
    const row = await this.#rows(db).select(this.#spec.id).where(this.#spec.id, '=', id).executeTakeFirst()
    if (!row) this.#unknown()
  }

  async list(db: Database, { limit, where }: Selection): Promise<(Row & { total: bigint })[]> {
    const order = this.#spec.order ?? ([['created_at', 'desc']] as const)
    const last = [this.#spec.id, order.at(-1)?.[1] ?? 'asc'] as const
    let rows = this.#rows(db)
      .select(this.#columns.short)
      .select(count_of_all)
      .where((is) => is.and(where(is)))
    for (const [column, direction] of [...order, last]) rows = rows.orderBy(column, direction)
    const found = await rows.limit(limit).execute()
    return found.map(({ total, ...row }) => ({ ...this.#columns.read(row), total }))
  }

  async insert(context: RecordContext, given: Row): Promise<Row> {
    return (await this.#create(context, given))!
  }

  async update(context: RecordContext, id: string, given: Row): Promise<Row> {
    const before = await this.#locked(context.db, { [this.#spec.id]: id })
    return this.#change(context, before ?? this.#unknown(), given)
  }

  /** Changes the record with the same values of `by`. Creates a record when there is none. */
  async upsert(context: RecordContext, by: readonly string[], given: Row): Promise<{ record: Row; is_new: boolean }> {
    const key = Object.fromEntries(by.map((field) => [field, given[field]]))
    for (let tries = 0; tries < UPSERT_TRIES_MAX; tries += 1) {
      const before = await this.#locked(context.db, key)
      if (before) return { record: await this.#change(context, before, given), is_new: false }
      const record = await this.#create(context, given, by)
      if (record) return { record, is_new: true }
    }
    return refuse(`This ${this.#spec.one} is being changed by others at this moment. Try again.`)
  }

  async remove(context: RecordContext, id: string): Promise<void> {
    const { table, id: key, soft_delete, after } = this.#spec
    const record = (await this.#locked(context.db, { [key]: id }, 'delete')) ?? this.#unknown()
    const end = (): Promise<unknown> =>
      soft_delete
        ? on(context.db).updateTable(table).set({ deleted_at: context.now.toISOString() }).where(key, '=', id).execute()
        : on(context.db).deleteFrom(table).where(key, '=', id).execute()
    await refused_write(this.#spec, 'delete', end)
    await this.#write_down(context, record, { before: values_of(record, this.#fields), after: null })
    await after?.({ kind: 'deleted', record }, context)
  }

  #rows(db: Database) {
    const rows = on(db).selectFrom(this.#spec.table)
    return this.#spec.soft_delete ? rows.where('deleted_at', 'is', null) : rows
  }

  #unknown(): never {
    const { one, id, shown_by } = this.#spec
    return refuse(`No ${one} has this ${id}.${shown_by ? ` ${shown_by} shows them.` : ''}`)
  }

  /**
   * Reads and locks the record, so that no other transaction changes it before this one commits. A change lets
   * others refer to the record by a foreign key: a stronger lock deadlocks with records that are created below it at the same time.
   */
  async #locked(db: Database, key: Row, to: 'change' | 'delete' = 'change'): Promise<Row | undefined> {
    const selected = this.#rows(db).select(this.#columns.all)
    let rows = to === 'delete' ? selected.forUpdate() : selected.forNoKeyUpdate()
    for (const [column, value] of Object.entries(key)) rows = rows.where(column, '=', value)
    const row = await rows.executeTakeFirst()
    return row && this.#columns.read(row)
  }

  /** Undefined when another transaction created a record with the same values of `by`. */
  async #create(context: RecordContext, given: Row, by?: readonly string[]): Promise<Row | undefined> {
    const { one, fields, table, fill, check, after, soft_delete } = this.#spec
    const missing = this.#fields.filter((name) => given[name] === undefined && is_required(fields[name]!))
    if (missing.length > 0) refuse(`A new ${one} needs ${missing.join(', ')}.`)
    const wanted = this.#columns.with_defaults(given)
    await this.#check_parents(context, wanted)
    check?.(wanted, null)
    const insert = on(context.db)
      .insertInto(table)
      .values({ ...this.#columns.written(wanted), ...fill?.(wanted, context) })
      .returning(this.#columns.all)
    const statement = by
      ? insert.onConflict((conflict) => {
          const key = conflict.columns(['org_id', ...by])
          return (soft_delete ? key.where('deleted_at', 'is', null) : key).doNothing()
        })
      : insert
    const made = await refused_write(this.#spec, 'write', () => statement.executeTakeFirst())
    if (!made) return undefined
    const record = this.#columns.read(made)
    await this.#write_down(context, record, { before: null, after: values_of(record, this.#fields) })
    await after?.({ kind: 'created', record }, context)
    return record
  }

  async #change(context: RecordContext, before: Row, given: Row): Promise<Row> {
    const { table, id, check, after } = this.#spec
    const wanted = { ...before }
    for (const field of this.#fields) if (given[field] !== undefined) wanted[field] = given[field]
    const asked = difference(before, wanted, this.#fields)
    if (!asked) return before
    await this.#check_parents(context, asked.after)
    check?.(wanted, before)
    const statement = on(context.db)
      .updateTable(table)
      .set(this.#columns.written(asked.after))
      .where(id, '=', before[id])
      .returning(this.#columns.all)
    const changed = await refused_write(this.#spec, 'write', () => statement.executeTakeFirstOrThrow())
    const record = this.#columns.read(changed)
    const changes = difference(before, record, this.#fields)
    if (changes) await this.#write_down(context, record, changes)
    await after?.({ kind: 'changed', record, before }, context)
    return record
  }

  async #check_parents({ db }: RecordContext, values: Row): Promise<void> {
    for (const [field, parent] of Object.entries(this.#spec.parents ?? {})) {
      const id = values[field]
      if (typeof id === 'string') await parent!.must_exist(db, id)
    }
  }

  #write_down(context: RecordContext, row: Row, change: { before: Row | null; after: Row | null }): Promise<void> {
    return write_change(context, { record: this.#spec.table, record_id: row[this.#spec.id] as string, ...change })
  }
}
