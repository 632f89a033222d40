// A table of any length: only the rows in view are in the page. The head and the first column stay. The header of a column sorts.
import {
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_basic,
  sortFn_datetime,
  sortFn_text,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type ReactNode, useMemo, useRef } from 'react'
import { t } from '../lib/language.ts'
import classes from './data_table.module.css'
import { Icon } from './icons.tsx'

const ROW_PX = 52
const ROWS_AROUND = 8
/** Before the browser has measured the table. */
const FIRST_HEIGHT_PX = 700

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, basic: sortFn_basic, datetime: sortFn_datetime, text: sortFn_text },
})

export interface Column<T> {
  id: string
  title: string
  /** What the column sorts by. Undefined: it does not sort, as a column of buttons. */
  value?: (row: T) => string | number | null
  cell: (row: T) => ReactNode
  is_figure?: boolean
  /** Shown on a phone too. At most three columns are. */
  is_main?: boolean
  /** As in CSS, such as '20%'. */
  width?: string
}

interface DataTableProps<T> {
  /** What the table lists, for readers of screens. */
  label: string
  rows: readonly T[]
  columns: readonly Column<T>[]
  id_of: (row: T) => string
  /** The totals of the answer, by column. They are never summed here. */
  totals?: Record<string, ReactNode>
}

export function DataTable<T extends RowData>({ label, rows, columns, id_of, totals }: DataTableProps<T>) {
  const definitions = useMemo(
    () =>
      columns.map(({ id, value }) => ({
        id,
        accessorFn: (row: T) => value?.(row) ?? undefined,
        enableSorting: value !== undefined,
        sortUndefined: 'last' as const,
      })),
    [columns],
  )
  const data = useMemo(() => [...rows], [rows])
  const table = useTable({ features, columns: definitions, data, getRowId: id_of })
  const sorted = table.getRowModel().rows
  const box = useRef<HTMLElement>(null)
  const virtual = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: ROWS_AROUND,
    initialRect: { width: 0, height: FIRST_HEIGHT_PX },
  })
  const items = virtual.getVirtualItems()
  const above = items[0]?.start ?? 0
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <section
      ref={box}
      className={classes.box}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls, so the keyboard must reach it
      tabIndex={0}
    >
      <table className={classes.table} aria-rowcount={sorted.length + 1}>
        <thead>
          <tr>
            {columns.map((column) => {
              const state = table.getColumn(column.id)
              return (
                <HeadCell
                  key={column.id}
                  column={column}
                  order={state?.getIsSorted() ?? false}
                  sort={() => state?.toggleSorting()}
                />
              )
            })}
          </tr>
        </thead>
        <tbody>
          <Gap height={above} columns={columns.length} />
          {items.map(({ index }) => {
            const row = sorted[index]!
            return (
              <tr key={row.id} aria-rowindex={index + 2} className={classes.row}>
                {columns.map(({ id, cell, is_figure, is_main }) => (
                  <td key={id} className={classes.cell} data-figure={is_figure} data-main={is_main}>
                    {cell(row.original)}
                  </td>
                ))}
              </tr>
            )
          })}
          <Gap height={below} columns={columns.length} />
        </tbody>
        {totals && <Totals columns={columns} totals={totals} />}
      </table>
    </section>
  )
}

interface HeadCellProps<T> {
  column: Column<T>
  order: false | 'asc' | 'desc'
  sort: () => void
}

function HeadCell<T>({ column: { title, value, width, is_figure, is_main }, order, sort }: HeadCellProps<T>) {
  const state = order === 'asc' ? 'ascending' : order === 'desc' ? 'descending' : undefined
  return (
    <th
      scope="col"
      className={classes.head}
      style={width === undefined ? undefined : ({ '--width': width } as CSSProperties)}
      data-figure={is_figure}
      data-main={is_main}
      aria-sort={state}
    >
      {value === undefined ? (
        <span className={classes.title}>{title}</span>
      ) : (
        <button type="button" className={classes.sort} onClick={sort} title={t('Sort')}>
          {title}
          {order && <Icon name={order === 'asc' ? 'up' : 'down'} size={13} />}
        </button>
      )}
    </th>
  )
}

/** Stands for the rows that are not in the page. */
const Gap = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 ? (
    <tr>
      <td colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  ) : null

function Totals<T>({ columns, totals }: { columns: readonly Column<T>[]; totals: Record<string, ReactNode> }) {
  return (
    <tfoot>
      <tr>
        {columns.map(({ id, is_figure, is_main }) => (
          <td key={id} className={classes.total} data-figure={is_figure} data-main={is_main}>
            {totals[id]}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}
