// What is drawn above the lines and bars of days: today, marks, the active point, names at the ends of lines, and what the pointer reaches.
import type { PointerEvent } from 'react'
import { usePlotArea, useXAxisScale, useYAxisScale } from 'recharts'
import type { Drawing, PlotMark, PlotSeries } from '../plot_data.ts'
import { color_of } from './axes.ts'

const NAME_PX = 15
/** The labels of the axis are below. */
const NAMES_ABOVE_AXIS_PX = 8

interface OverlayProps extends Drawing {
  days: readonly string[]
  today: string | undefined
  marks: readonly PlotMark[]
  /** Bars fill the space of a day. Lines pass through its point. */
  is_banded: boolean
  has_names: boolean
}

export function Overlay(props: OverlayProps) {
  const { days, series, today, marks, active, activate, is_banded, has_names } = props
  const area = usePlotArea()
  const y = useYAxisScale()
  const x_of_axis = useXAxisScale()
  if (!area || !y || !x_of_axis) return null
  const step = area.width / Math.max(1, is_banded ? days.length : days.length - 1)
  const x = (index: number) => area.x + (is_banded ? (index + 0.5) * step : index * step)
  const reach = (event: PointerEvent<SVGRectElement>) => {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left
    const index = is_banded ? Math.floor(left / step) : Math.round(left / step)
    activate(Math.max(0, Math.min(days.length - 1, index)))
  }
  const at_today = today === undefined ? -1 : days.indexOf(today)
  return (
    <g>
      {at_today >= 0 && <Today x={is_banded ? x(at_today) - step / 2 : x(at_today) - step} width={step} area={area} />}
      {marks.map(({ day, name }) => (
        <Mark key={`${day}${name}`} x={x(days.indexOf(day))} y={area.y + area.height} name={name} />
      ))}
      {!is_banded && <LonePoints series={series} x={x} y={y} />}
      {active !== undefined && active < days.length && (
        <>
          <path
            d={`M${x(active)} ${area.y}v${area.height}`}
            stroke="var(--mantine-color-dimmed)"
            strokeDasharray="2 2"
          />
          {!is_banded && <ActivePoints series={series} index={active} x={x(active)} y={y} />}
        </>
      )}
      {has_names && <Names series={series} x={area.x + area.width + 8} y={y} bottom={area.y + area.height} />}
      <rect
        x={area.x}
        y={area.y}
        width={area.width}
        height={area.height}
        fill="transparent"
        onPointerMove={reach}
        onPointerDown={reach}
        onPointerLeave={() => activate(undefined)}
      />
    </g>
  )
}

type Scale = NonNullable<ReturnType<typeof useYAxisScale>>

interface PointsProps {
  series: readonly PlotSeries[]
  y: Scale
}

/** A known day between two gaps has no line. */
const LonePoints = ({ series, x, y }: PointsProps & { x: (index: number) => number }) =>
  series.map(({ id, color, values }) => (
    <path key={id} d={lone_points(values, x, y)} stroke={color_of(color)} strokeWidth={5} strokeLinecap="round" />
  ))

const lone_points = (values: PlotSeries['values'], x: (index: number) => number, y: Scale): string =>
  values
    .map((value, index) =>
      value !== null && values[index - 1] == null && values[index + 1] == null ? `M${x(index)} ${y(value)}h0` : '',
    )
    .join('')

const ActivePoints = ({ series, index, x, y }: PointsProps & { index: number; x: number }) =>
  series.map(({ id, color, values }) => {
    const value = values[index] ?? null
    return value === null ? null : (
      <circle
        key={id}
        cx={x}
        cy={y(value)}
        r={4}
        fill={color_of(color)}
        stroke="var(--mantine-color-body)"
        strokeWidth={2}
      />
    )
  })

/** At the last known values, moved apart where they would cover each other. */
function Names({ series, x, y, bottom }: PointsProps & { x: number; bottom: number }) {
  const ends = series
    .map(({ id, name, color, values }) => {
      const value = values.findLast((one) => one !== null)
      return { id, name, color, y: value == null ? undefined : y(value) }
    })
    .filter((end): end is typeof end & { y: number } => end.y !== undefined)
    .sort((a, b) => a.y - b.y)
  for (const [index, end] of ends.entries()) {
    const above = ends[index - 1]
    if (above && end.y - above.y < NAME_PX) end.y = above.y + NAME_PX
  }
  for (const [index, end] of ends.toReversed().entries())
    end.y = Math.min(end.y, bottom - NAMES_ABOVE_AXIS_PX - index * NAME_PX)
  return ends.map(({ id, name, color, y }) => (
    <text key={id} x={x} y={y + 4} fill={color_of(color)} fontSize={12} fontWeight={500}>
      {name}
    </text>
  ))
}

function Today({ x, width, area }: { x: number; width: number; area: { y: number; height: number } }) {
  return (
    <>
      <pattern id="today" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M0 0v6" stroke="var(--mantine-color-default-border)" strokeWidth="2" />
      </pattern>
      <rect x={x} y={area.y} width={width} height={area.height} fill="url(#today)" opacity={0.6} />
    </>
  )
}

const Mark = ({ x, y, name }: { x: number; y: number; name: string }) => (
  <path d={`M${x} ${y - 5}l5 5-5 5-5-5z`} fill="var(--mantine-color-text)">
    <title>{name}</title>
  </path>
)
