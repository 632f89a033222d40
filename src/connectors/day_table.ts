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

interface OfDays<Item, T extends WarehouseTable> extends Pick<WindowStream<never, never>, 'window' | 'total'> {
  /** Default: each hour. */
  every?: string
  read: (days: Days) => AsyncIterable<Item[]>
  /** null: the item belongs to no day. */
  row: (item: Item, context: RowContext) => Row<T> | null
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
      return (found === null ? {} : { [table]: found }) as Rows<T>
    },
  })
