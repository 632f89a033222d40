// A table of any length: only the rows in view are in the page. The head and the first column stay. The header of a column sorts.
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type ReactNode, useRef, useState } from 'react'
import { t } from '../lib/language.ts'
import { use_sorted } from '../lib/sorted.ts'
import { type Column, is_right } from './columns.ts'
import classes from './data_table.module.css'
import { type Density, SelectedSum, TableTools } from './data_table_tools.tsx'
import { Figure } from './figure.tsx'
import { Icon } from './icons.tsx'
import { use_table_state } from './table_state.ts'

export type { Column } from './columns.ts'

const ROW_PX: Record<Density, number> = { roomy: 52, dense: 34 }
const ROWS_AROUND = 8
/** Before the browser has measured the table. */
const FIRST_HEIGHT_PX = 700

interface DataTableProps<T> {
  /** What the table lists, for readers of screens. */
  label: string
  rows: readonly T[]
  columns: readonly Column<T>[]
  id_of: (row: T) => string
  /** The totals of the answer, by column. They are never summed here. */
  totals?: Record<string, ReactNode>
  /** Shows details of a row, usually in a drawer. */
  open?: (row: T) => void
  /** Rows can be selected, and the columns that add up are summed over them. */
  can_select?: boolean
  /** The name of the file with what is seen, without its ending. With it come the choice of columns and the density. */
  file?: string
  /** Begins the names under which the address keeps order and columns. Undefined: they are not kept. */
  address?: string
}

export function DataTable<T>(props: DataTableProps<T>) {
  const { label, rows, columns, id_of, totals, open, can_select = false, file, address } = props
  const { shown, order, sort, choose_columns } = use_table_state(columns, address)
  const [density, set_density] = useState<Density>('roomy')
  const [selected, select] = useState<ReadonlySet<string>>(new Set())
  const { sorted, is_busy } = use_sorted(rows, order?.by)
  const box = useRef<HTMLElement>(null)
  const virtual = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX[density],
    overscan: ROWS_AROUND,
    initialRect: { width: 0, height: FIRST_HEIGHT_PX },
  })
  const change_density = (to: Density) => {
    set_density(to)
    virtual.measure()
  }
  const items = virtual.getVirtualItems()
  const above = items[0]?.start ?? 0
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  const toggle = (id: string) => select((before) => before.symmetricDifference(new Set([id])))
  return (
    <div>
      {file !== undefined && (
        <TableTools
          file={file}
          columns={columns}
          shown={shown}
          choose_columns={choose_columns}
          density={density}
          change_density={change_density}
          rows={sorted}
        />
      )}
      <section
        ref={box}
        className={classes.box}
        aria-label={label}
        aria-busy={is_busy}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls, so the keyboard must reach it
        tabIndex={0}
      >
        <table className={classes.table} aria-rowcount={sorted.length + 1} data-density={density}>
          <thead>
            <tr>
              {shown.map((column) => (
                <HeadCell
                  key={column.id}
                  column={column}
                  order={order?.id === column.id ? (order.by.is_descending ? 'descending' : 'ascending') : undefined}
                  sort={() => sort(column)}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            <Gap height={above} columns={shown.length} />
            {items.map(({ index }) => {
              const row = sorted[index]!
              const id = id_of(row)
              return (
                <Row
                  key={id}
                  row={row}
                  index={index}
                  columns={shown}
                  open={open}
                  is_selected={selected.has(id)}
                  toggle={can_select ? () => toggle(id) : undefined}
                />
              )
            })}
            <Gap height={below} columns={shown.length} />
          </tbody>
          {totals && <Totals columns={shown} totals={totals} />}
        </table>
      </section>
      {selected.size > 0 && (
        <SelectedSum
          columns={columns}
          rows={rows.filter((row) => selected.has(id_of(row)))}
          clear={() => select(new Set())}
        />
      )}
    </div>
  )
}

interface RowProps<T> {
  row: T
  index: number
  columns: readonly Column<T>[]
  open: ((row: T) => void) | undefined
  is_selected: boolean
  toggle: (() => void) | undefined
}

/** A press anywhere opens the row. The keyboard uses the button in its first cell. */
function Row<T>({ row, index, columns, open, is_selected, toggle }: RowProps<T>) {
  return (
    <tr
      aria-rowindex={index + 2}
      className={classes.row}
      data-selected={is_selected}
      data-opens={open !== undefined}
      onClick={open && (({ target }) => is_plain(target) && open(row))}
    >
      {columns.map((column, at) => (
        <td key={column.id} className={classes.cell} data-figure={is_right(column)} data-main={column.is_main}>
          {at === 0 && (toggle || open) ? (
            <span className={classes.first}>
              {toggle && (
                <input type="checkbox" checked={is_selected} onChange={toggle} aria-label={t('Select the row')} />
              )}
              {open ? (
                <button type="button" className={classes.open} onClick={() => open(row)}>
                  <Cell column={column} row={row} />
                </button>
              ) : (
                <Cell column={column} row={row} />
              )}
            </span>
          ) : (
            <Cell column={column} row={row} />
          )}
        </td>
      ))}
    </tr>
  )
}

/** Nothing with an action of its own. */
const is_plain = (target: EventTarget) => target instanceof Element && !target.closest('button, a, input, label')

function Cell<T>({ column: { cell, value, figure }, row }: { column: Column<T>; row: T }) {
  if (cell) return cell(row)
  const of = value?.(row) ?? null
  if (!figure) return of
  return (
    <Figure
      value={typeof of === 'number' ? of : null}
      kind={figure.kind}
      currency={figure.currency?.(row)}
      trust={figure.trust?.(row)}
    />
  )
}

interface HeadCellProps<T> {
  column: Column<T>
  order: 'ascending' | 'descending' | undefined
  sort: () => void
}

function HeadCell<T>({ column, order, sort }: HeadCellProps<T>) {
  const { title, value, width, is_main } = column
  return (
    <th
      scope="col"
      className={classes.head}
      style={width === undefined ? undefined : ({ '--width': width } as CSSProperties)}
      data-figure={is_right(column)}
      data-main={is_main}
      aria-sort={order}
    >
      {value === undefined ? (
        <span className={classes.title}>{title}</span>
      ) : (
        <button type="button" className={classes.sort} onClick={sort} title={t('Sort')}>
          {title}
          {order && <Icon name={order === 'ascending' ? 'up' : 'down'} size={13} />}
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
        {columns.map((column) => (
          <td key={column.id} className={classes.total} data-figure={is_right(column)} data-main={column.is_main}>
            {totals[column.id]}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}
