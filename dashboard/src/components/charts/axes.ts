// What the axes of all drawings share.
import { axis_text } from '../figure.ts'
import type { Drawing } from '../plot_data.ts'

/** At most this number of labels on an axis of values. */
export const VALUE_TICKS = 5
/** Width of one label of a day. */
const LABEL_PX = 76

export const AXIS_TEXT = { fill: 'var(--mantine-color-dimmed)', fontSize: 12 }
export const GRID = { stroke: 'var(--line)', vertical: false } as const
export const color_of = (color: string) => `var(--plot-${color})`

const CHAR_PX = 6.8
const AXIS_GAP_PX = 14
const AXIS_MIN_PX = 44

/** Width of the labels of an axis of values, which are longer in some languages. */
export function axis_width({ series }: Pick<Drawing, 'series'>): number {
  const largest = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => Math.abs(value ?? 0))))
  const chars = series[0] ? axis_text(largest, series[0]).length : 0
  return Math.max(AXIS_MIN_PX, Math.ceil(chars * CHAR_PX) + AXIS_GAP_PX)
}

/** Indexes of the labels that fit, the last one always among them. */
export function fitting_ticks(count: number, width: number): number[] {
  if (count === 0) return []
  const step = Math.max(1, Math.ceil(count / Math.max(1, Math.floor(width / LABEL_PX))))
  const ticks: number[] = []
  for (let index = count - 1; index >= 0; index -= step) ticks.push(index)
  return ticks.reverse()
}
