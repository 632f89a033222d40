// The plots of the pages: lines over days, bars over days or ranks, and the causes of a change. All of them are drawn by one chunk, which is
// loaded when the first plot comes into view.
import { lazy } from 'react'
import { t } from '../lib/language.ts'
import { date_text, weekday_text } from '../lib/moments.ts'
import type { PlotColor } from '../lib/platforms.ts'
import type { FigureKind } from './figure.ts'
import { Plot } from './plot.tsx'
import { events_of, type PlotMark, type PlotSeries } from './plot_data.ts'

const charts = () => import('./charts/charts.tsx')
const Lines = lazy(() => charts().then(({ Lines }) => ({ default: Lines })))
const Columns = lazy(() => charts().then(({ Columns }) => ({ default: Columns })))
const Rows = lazy(() => charts().then(({ Rows }) => ({ default: Rows })))

const HEIGHT_PX = 260
const ROW_PX = 30
/** Of the axis below the rows. */
const AXIS_PX = 28

interface DaysProps {
  title: string
  about?: string | undefined
  file: string
  days: readonly string[]
  series: readonly PlotSeries[]
  /** The day that is not over, hatched. */
  today?: string | undefined
  marks?: readonly PlotMark[]
  height?: number
}

export function LinePlot({ title, about, file, days, series, today, marks = [], height = HEIGHT_PX }: DaysProps) {
  return (
    <Plot
      title={title}
      file={file}
      series={series}
      height={height}
      about={[about, is_open(days, series) && t('Dashed days can still change.')].filter(Boolean).join(' · ')}
      label_title={t('Day')}
      labels={days.map((day) => date_text(day))}
      long_labels={days.map(weekday_text)}
      events={events_of(days, marks)}
      draw={(drawing) => <Lines {...drawing} days={days} today={today} marks={marks} />}
    />
  )
}

const is_open = (days: readonly string[], series: readonly PlotSeries[]) =>
  series.some(({ settled_until }) => settled_until != null && (days.at(-1) ?? '') > settled_until)

export function BarPlot({ title, about, file, days, series, today, marks = [], height = HEIGHT_PX }: DaysProps) {
  return (
    <Plot
      title={title}
      file={file}
      series={series}
      height={height}
      about={[about, is_open(days, series) && t('Pale days can still change.')].filter(Boolean).join(' · ')}
      label_title={t('Day')}
      labels={days.map((day) => date_text(day))}
      long_labels={days.map(weekday_text)}
      events={events_of(days, marks)}
      has_legend={series.length > 1}
      draw={(drawing) => <Columns {...drawing} days={days} today={today} marks={marks} />}
    />
  )
}

export interface RankedRow {
  id: string
  name: string
  value: number | null
  color?: PlotColor
}

interface RankProps {
  title: string
  about?: string | undefined
  file: string
  /** What the rows are. */
  label_title: string
  /** What their values are. */
  name: string
  kind: FigureKind
  currency?: string | undefined
  rows: readonly RankedRow[]
}

export function RankPlot({ title, about, file, label_title, name, kind, currency, rows }: RankProps) {
  const values = rows.map(({ value }) => value)
  return (
    <Plot
      title={title}
      about={about}
      file={file}
      label_title={label_title}
      labels={rows.map((row) => row.name)}
      series={[{ id: 'value', name, kind, currency, color: 'blue', values }]}
      height={rows.length * ROW_PX + AXIS_PX}
      draw={(drawing) => (
        <Rows
          {...drawing}
          ranges={values.map((value) => (value === null ? null : [0, value]))}
          colors={rows.map(({ color = 'blue' }) => color)}
        />
      )}
    />
  )
}

export interface Cause {
  id: string
  name: string
  /** What of the change it explains. */
  effect: number
}

interface WaterfallProps extends Omit<RankProps, 'rows'> {
  before: { name: string; value: number }
  causes: readonly Cause[]
  after: { name: string; value: number }
}

/** From the value before, through what each cause adds or takes, to the value now. */
export function WaterfallPlot({
  title,
  about,
  file,
  label_title,
  name,
  kind,
  currency,
  before,
  causes,
  after,
}: WaterfallProps) {
  let reached = before.value
  const ranges = causes.map(({ effect }): [number, number] => {
    const from = reached
    reached += effect
    return [from, reached]
  })
  const rows = [before, ...causes.map(({ name, effect }) => ({ name, value: effect })), after]
  return (
    <Plot
      title={title}
      about={about}
      file={file}
      label_title={label_title}
      labels={rows.map((row) => row.name)}
      series={[{ id: 'value', name, kind, currency, color: 'blue', values: rows.map(({ value }) => value) }]}
      height={rows.length * ROW_PX + AXIS_PX}
      draw={(drawing) => (
        <Rows
          {...drawing}
          ranges={[[0, before.value], ...ranges, [0, after.value]]}
          colors={['grey', ...causes.map(({ effect }): PlotColor => (effect < 0 ? 'orange' : 'blue')), 'grey']}
          is_signed={rows.map((_, index) => index > 0 && index < rows.length - 1)}
        />
      )}
    />
  )
}
