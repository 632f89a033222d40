// What a plot draws: series of figures over labels. The table, the file and the words of a point come from the same values.
import type { PlotColor } from '../lib/platforms.ts'
import { type FigureKind, figure_text } from './figure.ts'

/** Plots narrower than this name their series above the drawing, not at the ends of the lines. */
export const NARROW_PX = 560

export interface PlotSeries {
  id: string
  name: string
  kind: FigureKind
  currency?: string | undefined
  color: PlotColor
  /** One for each label. null: nothing known, so a gap. */
  values: readonly (number | null)[]
  /** Last day that no longer changes. Later days are dashed. null or absent: no day of the series changes. */
  settled_until?: string | null | undefined
}

/** Something that happened on a day, such as a change at a platform. */
export interface PlotMark {
  day: string
  name: string
}

/** What the drawing of a plot gets. It draws nothing but these values. */
export interface Drawing {
  width: number
  height: number
  /** Of each point, as the axis writes it. */
  labels: readonly string[]
  series: readonly PlotSeries[]
  /** The point under the pointer or of the keyboard. */
  active: number | undefined
  activate: (index: number | undefined) => void
}

export const text_of = ({ kind, currency }: PlotSeries, value: number | null): string =>
  figure_text(value, { kind, currency })

/** 'Sun, Jun 28: Spend $1,204.50, Store revenue $8,310.00' and what happened on the day. */
export function point_words(series: readonly PlotSeries[], label: string, index: number, events = ''): string {
  const figures = series.map((one) => `${one.name} ${text_of(one, one.values[index] ?? null)}`)
  return `${label}: ${[...figures, ...(events ? [events] : [])].join(', ')}`
}

/** What happened on each day, in words. Empty: nothing did. */
export const events_of = (days: readonly string[], marks: readonly PlotMark[]): string[] =>
  days.map((day) =>
    marks
      .filter((mark) => mark.day === day)
      .map(({ name }) => name)
      .join('; '),
  )
