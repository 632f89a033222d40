// Sorts rows without blocking the page: many rows are sorted in short slices, and the old order stays until the new one is complete.
import { useEffect, useState } from 'react'
import { locale } from './language.ts'

export interface Order<T> {
  value: (row: T) => string | number | null
  is_descending: boolean
}

/** One task of the browser does not sort longer than this. */
const SLICE_MS = 40
/** Runs of this many rows are sorted in one go, then merged. */
const RUN_ROWS = 2_000
/** Fewer rows are sorted immediately, while the component is drawn. */
const IMMEDIATE_ROWS = RUN_ROWS

type Keyed = { key: string | number | null; row: number }
type Compare = (a: Keyed, b: Keyed) => number

/** Rows in order, and whether a new order is still being made. */
export function use_sorted<T>(
  rows: readonly T[],
  order: Order<T> | undefined,
): { sorted: readonly T[]; is_busy: boolean } {
  const [made, set_made] = useState<{ of: readonly T[]; by: Order<T> | undefined; sorted: readonly T[] }>()
  const is_immediate = rows.length <= IMMEDIATE_ROWS
  useEffect(() => {
    if (order === undefined || is_immediate) return
    const stop = new AbortController()
    void sorted_rows(rows, order, stop.signal).then(
      (sorted) => set_made({ of: rows, by: order, sorted }),
      () => undefined,
    )
    return () => stop.abort()
  }, [rows, order, is_immediate])
  if (order === undefined) return { sorted: rows, is_busy: false }
  if (is_immediate) return { sorted: sorted_now(rows, order), is_busy: false }
  if (made?.of === rows && made.by === order) return { sorted: made.sorted, is_busy: false }
  return { sorted: made?.of === rows ? made.sorted : rows, is_busy: true }
}

/** Rows without a value are last in both directions. Equal rows keep their order. */
function comparing({ is_descending }: { is_descending: boolean }): Compare {
  const words = new Intl.Collator(locale(), { numeric: true })
  const sign = is_descending ? -1 : 1
  return (a, b) => {
    if (a.key === null || b.key === null) return a.key === b.key ? a.row - b.row : a.key === null ? 1 : -1
    const order =
      typeof a.key === 'number' && typeof b.key === 'number'
        ? a.key - b.key
        : words.compare(String(a.key), String(b.key))
    return order * sign || a.row - b.row
  }
}

function sorted_now<T>(rows: readonly T[], order: Order<T>): T[] {
  return rows
    .map((of, row) => ({ key: order.value(of), row }))
    .sort(comparing(order))
    .map(({ row }) => rows[row]!)
}

/** The same order in slices. Rejects when the order is not wanted any more. */
async function sorted_rows<T>(rows: readonly T[], order: Order<T>, signal: AbortSignal): Promise<T[]> {
  const compare = comparing(order)
  const slice = slicer(signal)
  let runs: Keyed[][] = []
  for (let from = 0; from < rows.length; from += RUN_ROWS) {
    const run = rows.slice(from, from + RUN_ROWS).map((of, index) => ({ key: order.value(of), row: from + index }))
    runs.push(run.sort(compare))
    await slice()
  }
  while (runs.length > 1) {
    const merged: Keyed[][] = []
    for (let index = 0; index < runs.length; index += 2)
      merged.push(await merge(runs[index]!, runs[index + 1] ?? [], compare, slice))
    runs = merged
  }
  return (runs[0] ?? []).map(({ row }) => rows[row]!)
}

async function merge(left: Keyed[], right: Keyed[], compare: Compare, slice: () => Promise<void>): Promise<Keyed[]> {
  const all: Keyed[] = []
  let at_left = 0
  let at_right = 0
  while (at_left < left.length && at_right < right.length) {
    const is_left = compare(left[at_left]!, right[at_right]!) <= 0
    all.push(is_left ? left[at_left++]! : right[at_right++]!)
    if (all.length % RUN_ROWS === 0) await slice()
  }
  return all.concat(left.slice(at_left), right.slice(at_right))
}

/** Lets the page draw and react whenever a slice is used up. */
function slicer(signal: AbortSignal): () => Promise<void> {
  let since = performance.now()
  return async () => {
    signal.throwIfAborted()
    if (performance.now() - since < SLICE_MS) return
    await new Promise((resolve) => setTimeout(resolve))
    signal.throwIfAborted()
    since = performance.now()
  }
}
