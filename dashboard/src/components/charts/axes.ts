// What the axes of all drawings share.

/** At most this number of labels on an axis of values. */
export const VALUE_TICKS = 5
/** Room for one label of a day. */
const LABEL_PX = 76

export const AXIS_TEXT = { fill: 'var(--mantine-color-dimmed)', fontSize: 12 }
export const GRID = { stroke: 'var(--line)', vertical: false } as const
export const color_of = (color: string) => `var(--plot-${color})`

/** Indexes of the labels that fit, the last one always among them. */
export function fitting_ticks(count: number, width: number): number[] {
  if (count === 0) return []
  const step = Math.max(1, Math.ceil(count / Math.max(1, Math.floor(width / LABEL_PX))))
  const ticks: number[] = []
  for (let index = count - 1; index >= 0; index -= step) ticks.push(index)
  return ticks.reverse()
}
