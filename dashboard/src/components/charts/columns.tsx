// Bars over days, from zero. Days that can still change are paler.
import { Bar, BarChart, CartesianGrid, Cell, XAxis, YAxis } from 'recharts'
import { axis_text } from '../figure.ts'
import { AXIS_TEXT, axis_width, color_of, fitting_ticks, GRID, VALUE_TICKS } from './axes.ts'
import type { DaysDrawing } from './lines.tsx'
import { Overlay } from './overlay.tsx'

const OPEN_OPACITY = 0.55

export function Columns(props: DaysDrawing) {
  const { width, height, labels, days, series } = props
  const rows = days.map((_, index) => ({
    index,
    ...Object.fromEntries(series.map(({ id, values }) => [id, values[index] ?? null])),
  }))
  const left = axis_width(props)
  const first = series[0]
  return (
    <BarChart
      width={width}
      height={height}
      data={rows}
      margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
      accessibilityLayer={false}
    >
      <CartesianGrid {...GRID} />
      <XAxis
        dataKey="index"
        ticks={fitting_ticks(days.length, width - left - 12)}
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
        domain={[0, 'auto']}
        tickFormatter={(value: number) => (first ? axis_text(value, first) : '')}
      />
      {series.map(({ id, color, settled_until }) => (
        <Bar key={id} dataKey={id} fill={color_of(color)} maxBarSize={28} isAnimationActive={false}>
          {days.map((day) => (
            <Cell key={day} fillOpacity={settled_until != null && day > settled_until ? OPEN_OPACITY : 1} />
          ))}
        </Bar>
      ))}
      <Overlay {...props} is_banded has_names={false} />
    </BarChart>
  )
}
