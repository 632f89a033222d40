// Bars in rows, with their names before and their figures behind them: ranks, and the causes of a change.
import { Bar, BarChart, Cell, ReferenceLine, usePlotArea, useXAxisScale, XAxis, YAxis } from 'recharts'
import type { PlotColor } from '../../lib/platforms.ts'
import { figure_text } from '../figure.ts'
import { type Drawing, NARROW_PX } from '../plot_data.ts'
import { AXIS_TEXT, color_of } from './axes.ts'

type Range = readonly [number, number] | null

interface RowsProps extends Drawing {
  ranges: readonly Range[]
  colors: readonly PlotColor[]
  /** Rows whose figure is a change, written with its sign. */
  is_signed?: readonly boolean[]
}

/** Of a name. Longer ones end with dots here, and are whole in the table. */
const CHAR_PX = 7
const FIGURE_PX = 84

export function Rows(props: RowsProps) {
  const { width, height, labels, ranges, colors } = props
  const names_px = width < NARROW_PX ? Math.floor(width * 0.36) : 220
  const chars = Math.floor(names_px / CHAR_PX)
  const rows = labels.map((label, index) => ({ label, index, range: ranges[index] ? [...ranges[index]] : null }))
  return (
    <BarChart
      layout="vertical"
      width={width}
      height={height}
      data={rows}
      margin={{ top: 0, right: FIGURE_PX, bottom: 0, left: 0 }}
      accessibilityLayer={false}
    >
      <XAxis type="number" hide />
      <YAxis
        type="category"
        dataKey="index"
        width={names_px}
        interval={0}
        tick={{ ...AXIS_TEXT, fill: 'var(--mantine-color-text)' }}
        tickFormatter={(index: number) => shortened(labels[index] ?? '', chars)}
        tickLine={false}
        axisLine={false}
      />
      <ReferenceLine x={0} stroke="var(--mantine-color-default-border)" />
      <Bar dataKey="range" barSize={16} isAnimationActive={false}>
        {rows.map(({ index }) => (
          <Cell key={index} fill={color_of(colors[index] ?? 'blue')} />
        ))}
      </Bar>
      <Figures {...props} />
    </BarChart>
  )
}

const shortened = (name: string, chars: number) => (name.length > chars ? `${name.slice(0, chars - 1)}…` : name)

function Figures({ labels, series, ranges, is_signed, active, activate }: RowsProps) {
  const area = usePlotArea()
  const x = useXAxisScale()
  const [one] = series
  if (!area || !x || !one) return null
  const step = area.height / Math.max(1, labels.length)
  return (
    <g fontSize={12} fontWeight={500}>
      {labels.map((label, index) => {
        const top = area.y + index * step
        const value = one.values[index] ?? null
        const text = figure_text(value, { kind: one.kind, currency: one.currency, is_compact: true })
        const sign = is_signed?.[index] && value !== null && value > 0 ? '+' : ''
        const end = Math.max(...(ranges[index] ?? [0]).map((edge) => x(edge) ?? area.x))
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name can occur twice, and the order never changes
          <g key={`${label}${index}`}>
            <text x={end + 6} y={top + step / 2 + 4} fill="var(--mantine-color-text)">
              {sign + text}
            </text>
            <rect
              x={0}
              y={top}
              width={area.x + area.width + FIGURE_PX}
              height={step}
              fill={index === active ? 'var(--mantine-color-text)' : 'transparent'}
              fillOpacity={0.05}
              onPointerMove={() => activate(index)}
              onPointerLeave={() => activate(undefined)}
            />
          </g>
        )
      })}
    </g>
  )
}
