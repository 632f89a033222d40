// Lines over days. A day without data is a gap, days that can still change are dashed.
import { CartesianGrid, Line, LineChart, XAxis, YAxis } from 'recharts'
import { axis_text } from '../figure.ts'
import { type Drawing, NARROW_PX, type PlotMark, type PlotSeries } from '../plot_data.ts'
import { AXIS_TEXT, axis_width, color_of, fitting_ticks, GRID, VALUE_TICKS } from './axes.ts'
import { Overlay } from './overlay.tsx'

/** Width of the names at the ends of the lines. */
const NAMES_PX = 118
/** Half of the last label of the axis, whose middle is at the last day. */
const LABEL_HALF_PX = 24

export interface DaysDrawing extends Drawing {
  days: readonly string[]
  today: string | undefined
  marks: readonly PlotMark[]
}

export function Lines(props: DaysDrawing) {
  const { width, height, labels, days, series } = props
  const has_names = width >= NARROW_PX && series.length < 4
  const right = has_names ? NAMES_PX : LABEL_HALF_PX
  const left = axis_width(props)
  const first = series[0]
  return (
    <LineChart
      width={width}
      height={height}
      data={rows_of(days, series)}
      margin={{ top: 8, right, bottom: 0, left: 0 }}
      accessibilityLayer={false}
    >
      <CartesianGrid {...GRID} />
      <XAxis
        dataKey="index"
        type="number"
        domain={[0, Math.max(1, days.length - 1)]}
        ticks={fitting_ticks(days.length, width - right - left)}
        interval={0}
        tickFormatter={(index: number) => labels[index] ?? ''}
        tick={AXIS_TEXT}
        tickLine={false}
        axisLine={{ stroke: 'var(--line)' }}
      />
      <YAxis
        tickCount={VALUE_TICKS}
        width={left}
        tick={AXIS_TEXT}
        tickLine={false}
        axisLine={false}
        tickFormatter={(value: number) => (first ? axis_text(value, first) : '')}
      />
      {series.flatMap(({ id, color }) =>
        (['settled', 'open'] as const).map((part) => (
          <Line
            key={`${id} ${part}`}
            dataKey={`${id} ${part}`}
            type="linear"
            stroke={color_of(color)}
            strokeWidth={2}
            {...(part === 'open' && { strokeDasharray: '4 3' })}
            dot={false}
            activeDot={false}
            connectNulls={false}
            isAnimationActive={false}
          />
        )),
      )}
      <Overlay {...props} is_banded={false} has_names={has_names} />
    </LineChart>
  )
}

/** The last settled day belongs to both parts, so that the line does not break there. */
function rows_of(days: readonly string[], series: readonly PlotSeries[]) {
  return days.map((day, index) => {
    const next = days[index + 1]
    const parts = series.flatMap(({ id, values, settled_until }): [string, number | null][] => {
      const is_open = settled_until != null && day > settled_until
      const is_joint = settled_until != null && !is_open && next !== undefined && next > settled_until
      const value = values[index] ?? null
      return [
        [`${id} settled`, is_open ? null : value],
        [`${id} open`, is_open || is_joint ? value : null],
      ]
    })
    return { index, ...Object.fromEntries(parts) }
  })
}
