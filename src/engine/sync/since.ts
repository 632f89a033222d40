// Columns that say since when a row has what it has. The merge compares the stored row with the read one, which no connector sees.
import type { Table } from '#db/tables.ts'

interface Since {
  /** The columns whose change moves the instant. */
  of: readonly string[]
  /** The first read of a row sets it, and so does every other change. Otherwise only another value in the place of a value counts. */
  is_from_first?: true
}

const columns_since: Record<string, Record<string, Since>> = {
  ads: { creative_since: { of: ['creative_id'] } },
  meta_ad_creatives: {
    // Addresses of pictures have signatures that change with every read, so they show no edit.
    shown_since: { of: ['title', 'body', 'video_id'] },
    thumbnail_read_at: { of: ['thumbnail_url'], is_from_first: true },
  },
}

const since_in = ({ name }: Pick<Table, 'name'>, named: readonly string[]) =>
  Object.entries(columns_since[name] ?? {})
    .map(([column, { of, is_from_first }]) => ({ column, is_from_first, of: of.filter((one) => named.includes(one)) }))
    .filter(({ of }) => of.length > 0)

/** The columns that a new row gets with the instant of its read. */
export const since_of_new = (table: Pick<Table, 'name'>, named: readonly string[]) =>
  since_in(table, named).flatMap(({ column, is_from_first }) => (is_from_first ? [column] : []))

/** Assignments for a stored row `t` that gets the values of `excluded`. */
export const since_of_changed = (table: Pick<Table, 'name'>, named: readonly string[]) =>
  since_in(table, named).map(({ column, is_from_first, of }) => {
    const differs = of.map((one) => `t."${one}" ${is_from_first ? 'is distinct from' : '<>'} excluded."${one}"`)
    return `"${column}" = case when ${differs.join(' or ')} then excluded.synced_at else t."${column}" end`
  })
