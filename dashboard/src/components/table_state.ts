// The order and the columns of a table. With a name they are kept in the address: ?campaigns_sort=-spend&campaigns_columns=name.spend
import { useMemo, useState } from 'react'
import { use_address_filter } from '../lib/address_filter.ts'
import type { Order } from '../lib/sorted.ts'
import { type Column, is_right } from './columns.ts'

interface TableState<T> {
  shown: readonly Column<T>[]
  order: { id: string; by: Order<T> } | undefined
  /** Sorts by the column, then the other way round, then not any more. */
  sort: (column: Column<T>) => void
  choose_columns: (ids: readonly string[]) => void
}

export function use_table_state<T>(columns: readonly Column<T>[], address: string | undefined): TableState<T> {
  const [state, change] = use_state(address)
  const is_descending = state.sort?.startsWith('-') ?? false
  const sorting = columns.find(({ id, value }) => value && id === state.sort?.replace(/^-/, ''))
  const by = useMemo(
    () => (sorting?.value ? { value: sorting.value, is_descending } : undefined),
    [sorting, is_descending],
  )
  return {
    shown: shown_columns(columns, state.columns),
    order: by && sorting && { id: sorting.id, by },
    sort: (column) => change({ sort: next_sort(column, state.sort) }),
    choose_columns: (ids) => change({ columns: is_default(columns, ids) ? undefined : ids.join('.') }),
  }
}

type State = Partial<Record<'sort' | 'columns', string | undefined>>

function use_state(address: string | undefined): [State, (changes: State) => void] {
  const [own, set_own] = useState<State>({})
  const names = { sort: `${address}_sort`, columns: `${address}_columns` }
  const [kept, keep] = use_address_filter([names.sort, names.columns])
  if (address === undefined) return [own, (changes) => set_own({ ...own, ...changes })]
  return [
    { sort: kept[names.sort], columns: kept[names.columns] },
    (changes) =>
      keep(Object.fromEntries(Object.entries(changes).map(([name, value]) => [names[name as keyof State], value]))),
  ]
}

/** Figures begin with the largest, words with the first. */
function next_sort<T>(column: Column<T>, now: string | undefined): string | undefined {
  const [first, second] = is_right(column) ? [`-${column.id}`, column.id] : [column.id, `-${column.id}`]
  return now === first ? second : now === second ? undefined : first
}

/** The first column always is, because it names the row. Names that no column has are left out. */
function shown_columns<T>(columns: readonly Column<T>[], chosen: string | undefined): readonly Column<T>[] {
  const ids = chosen?.split('.')
  return columns.filter(({ id, is_optional }, index) => index === 0 || (ids ? ids.includes(id) : !is_optional))
}

const is_default = <T>(columns: readonly Column<T>[], ids: readonly string[]) =>
  columns.every(({ id, is_optional }, index) => index === 0 || ids.includes(id) === !is_optional)
