// A stream of daily figures that fills one table.
import {
  type Days,
  type Row,
  type RowContext,
  type Rows,
  type WarehouseTable,
  type WindowStream,
  window_stream,
} from '#engine/connector.ts'

/** The column of the account, by the first word of the table. */
const account_columns = { web: 'property_id', seo: 'site_url', social: 'social_account_id' } as const
const account_column = (table: WarehouseTable) => {
  const [kind = ''] = table.split('_')
  return kind in account_columns ? account_columns[kind as keyof typeof account_columns] : 'account_id'
}
type AccountColumn = ReturnType<typeof account_column>

interface OfDays<Item, T extends WarehouseTable>
  extends Pick<WindowStream<never, never>, 'window' | 'total' | 'without'> {
  /** Default: each hour. */
  every?: string
  read: (days: Days) => AsyncIterable<Item[]>
  /** The row without its account. null: the item belongs to no day. */
  row: (item: Item, context: RowContext) => Omit<Row<T>, AccountColumn> | null
}

export const day_table = <Item, const T extends WarehouseTable>(
  table: T,
  { every = '1h', row, ...declared }: OfDays<Item, T>,
) =>
  window_stream<Item, T>({
    ...declared,
    into: [table],
    every,
    rows(item, context) {
      const found = row(item, context)
      if (found === null) return {} as Rows<T>
      return { [table]: { [account_column(table)]: context.account.account_id, ...found } } as unknown as Rows<T>
    },
  })
