// What a column of a table is, and what it writes into cells and files.
import type { ReactNode } from 'react'
import type { Trust } from '../lib/trust.ts'
import type { DeclaredFigure } from './figure.ts'

/** Lists of the tools with more rows have short rows, which lack some fields. */
export const WHOLE_ROWS_MAX = 10

export interface Column<T> {
  id: string
  title: string
  /** What the column sorts by. Undefined: it does not sort, as a column of buttons. */
  value?: (row: T) => string | number | null
  /** Undefined: the value, written as `figure` says. */
  cell?: (row: T) => ReactNode
  /** The value is a figure. */
  figure?: ColumnFigure<T>
  /** Right-aligned. Columns with `figure` are. */
  is_figure?: boolean
  /** What a file contains. Undefined: the value as it is. */
  text?: (row: T) => string
  /** Shown on a phone too. At most three columns are. */
  is_main?: boolean
  /** Hidden until a person chooses it. */
  is_optional?: boolean
  /** The list leaves the column out when no row has this field, as short rows do. */
  field?: keyof T & string
  /** As in CSS, such as '20%'. */
  width?: string
}

export interface ColumnFigure<T> extends DeclaredFigure {
  currency?: (row: T) => string | undefined
  trust?: (row: T) => Trust | undefined
  /** Values of several rows may be added. Ratios, positions and people may not. */
  adds_up?: boolean
}

export const is_right = <T>({ figure, is_figure }: Column<T>): boolean => is_figure || figure !== undefined

export const csv_text = <T>({ text, value }: Column<T>, row: T): string => text?.(row) ?? String(value?.(row) ?? '')

/** A sum of amounts of one currency, or of counts. null: a row has no value, or the amounts have several currencies. */
export function sum_of<T>({ value, figure }: Column<T>, rows: readonly T[]): number | null {
  if (!figure?.adds_up || !value || new Set(rows.map((row) => figure.currency?.(row))).size > 1) return null
  let millionths = 0
  for (const row of rows) {
    const of = value(row)
    if (typeof of !== 'number') return null
    millionths += Math.round(of * MILLION)
  }
  return millionths / MILLION
}

/** Sums of whole millionths have no error of fractions. */
const MILLION = 1_000_000
