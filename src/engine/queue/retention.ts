// Deletes rows, or clears columns, after a retention time. One job does all of it. A new rule is a new row here.
import { sql } from 'kysely'
import type { Database } from '#db/pool.ts'
import type { DB } from '#db/schema.ts'

type Table = keyof DB & string
type Column<T extends Table> = keyof DB[T] & string

interface Rule<T extends Table> {
  table: T
  /** The instant from which the retention time counts. */
  since: Column<T>
  kept_hours: number
  /** Columns that become null. Without it, the whole rows are deleted. */
  clears?: readonly Column<T>[]
  /** Only rows with these values. */
  only?: Partial<Record<Column<T>, string>>
}

/** Of the rows of an organization with the same values of `of`, only the `most` latest by `since` are kept. */
interface Latest<T extends Table> {
  table: T
  since: Column<T>
  of: readonly Column<T>[]
  most: number
}

export const rule = <T extends Table>(of: Rule<T>): Rule<Table> => of as unknown as Rule<Table>
export const latest = <T extends Table>(of: Latest<T>): Latest<Table> => of as unknown as Latest<Table>

/** Returns the number of rows that a rule deleted or cleared. `db` is a transaction of the system. */
export const forget = (db: Database, of: Rule<Table> | Latest<Table>, now: Date): Promise<bigint> =>
  'most' in of ? forget_surplus(db, of) : forget_expired(db, of, now)

async function forget_expired(db: Database, of: Rule<Table>, now: Date): Promise<bigint> {
  const { table, since, kept_hours, clears = [], only = {} } = of
  const expired_at = new Date(now.getTime() - kept_hours * 3_600_000).toISOString()
  const conditions = [
    sql`${sql.ref(since)} < ${expired_at}::timestamptz`,
    ...Object.entries(only).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    ...(clears.length > 0
      ? [
          sql`(${sql.join(
            clears.map((column) => sql`${sql.ref(column)} is not null`),
            sql` or `,
          )})`,
        ]
      : []),
  ]
  const expired = sql.join(conditions, sql` and `)
  const cleared = sql.join(clears.map((column) => sql`${sql.ref(column)} = null`))
  const statement =
    clears.length > 0
      ? sql`update ${sql.table(table)} set ${cleared} where ${expired}`
      : sql`delete from ${sql.table(table)} where ${expired}`
  const { numAffectedRows = 0n } = await statement.execute(db)
  return numAffectedRows
}

/** Deletes what is older than the last row to keep. Rows of the same instant are kept together, so no key is needed. */
async function forget_surplus(db: Database, { table, since, of, most }: Latest<Table>): Promise<bigint> {
  const group = ['org_id', ...of]
  const columns = sql.join(group.map((column) => sql.ref(column)))
  const same = sql.join(
    group.map((column) => sql`${sql.ref(`row.${column}`)} = ${sql.ref(`oldest.${column}`)}`),
    sql` and `,
  )
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} as row using (
      select ${columns}, ${sql.ref(since)} from (
        select ${columns}, ${sql.ref(since)}, row_number() over (partition by ${columns} order by ${sql.ref(since)} desc) as place
        from ${sql.table(table)}
      ) ranked where place = ${most}
    ) as oldest where ${same} and ${sql.ref(`row.${since}`)} < ${sql.ref(`oldest.${since}`)}`.execute(db)
  return numAffectedRows
}
