// The frame of every plot: the finding as its title, arrow keys from point to point, the same figures as a table and as a file. The drawing
// itself is loaded when the plot comes into view.
import { ActionIcon, Skeleton, Tooltip } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { t } from '../lib/language.ts'
import { save_csv } from './csv.ts'
import { Icon } from './icons.tsx'
import classes from './plot.module.css'
import { type Drawing, NARROW_PX, type PlotSeries, point_words, text_of } from './plot_data.ts'

const NEAR_PX = 200
const LEGEND_FROM = 4

interface PlotProps {
  /** What the plot shows, or better what it finds: 'Spend +4 %, sales −8 %'. */
  title: string
  about?: string | undefined
  /** Of the file that is saved, without its ending. */
  file: string
  /** What the labels are, as the head of the table's first column. */
  label_title: string
  labels: readonly string[]
  /** Of the table and of the words of a point, where the axis is shorter. */
  long_labels?: readonly string[]
  series: readonly PlotSeries[]
  /** What happened at each label, in words. Empty: nothing did. */
  events?: readonly string[]
  height: number
  /** Names of the series above the drawing, also for few of them. */
  has_legend?: boolean
  draw: (drawing: Drawing) => ReactNode
}

export function Plot(props: PlotProps) {
  const { title, about, file, label_title, labels, long_labels = labels, series, events = [], height, draw } = props
  const has_events = events.some(Boolean)
  const [is_table, set_table] = useState(false)
  const [active, activate] = useState<number>()
  const { box, width, is_near } = use_box()
  const save = () =>
    save_csv(
      `${file}.csv`,
      [
        { title: label_title, text: (index: number) => long_labels[index]! },
        ...series.map(({ name, values }) => ({ title: name, text: (index: number) => String(values[index] ?? '') })),
        ...(has_events ? [{ title: t('Changes'), text: (index: number) => events[index] ?? '' }] : []),
      ],
      labels.map((_, index) => index),
    )
  const has_legend = props.has_legend || series.length >= LEGEND_FROM || (series.length > 1 && width < NARROW_PX)
  return (
    <section className={classes.plot} aria-label={title}>
      <header className={classes.head}>
        <div className={classes.titles}>
          <h2 className={classes.title}>{title}</h2>
          {about && <p className={classes.about}>{about}</p>}
        </div>
        <Tool
          icon={is_table ? 'plot' : 'table'}
          label={is_table ? t('Show as plot') : t('Show as table')}
          act={() => set_table(!is_table)}
        />
        <Tool icon="download" label={t('Save as CSV')} act={save} />
      </header>
      {is_table ? (
        <PlotTable
          title={title}
          label_title={label_title}
          labels={long_labels}
          series={series}
          height={height}
          events={has_events ? events : undefined}
        />
      ) : (
        <>
          <Readout
            series={series}
            label={active === undefined ? undefined : long_labels[active]}
            index={active}
            events={active === undefined ? undefined : events[active]}
            has_legend={has_legend}
          />
          <Points
            title={title}
            labels={long_labels}
            series={series}
            events={events}
            active={active}
            activate={activate}
          >
            <div ref={box} className={classes.box} style={{ height }}>
              {is_near && width > 0 && (
                <Suspense fallback={<Skeleton height={height} />}>
                  {draw({ width, height, labels, series, active, activate })}
                </Suspense>
              )}
            </div>
          </Points>
        </>
      )}
    </section>
  )
}

const Tool = ({ icon, label, act }: { icon: 'plot' | 'table' | 'download'; label: string; act: () => void }) => (
  <Tooltip label={label}>
    <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} onClick={act}>
      <Icon name={icon} size={17} />
    </ActionIcon>
  </Tooltip>
)

/** The width of the drawing, and whether it is in view or soon will be. */
function use_box() {
  const box = useRef<HTMLDivElement>(null)
  const [width, set_width] = useState(0)
  const [is_near, set_near] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const sizes = new ResizeObserver(([entry]) => set_width(Math.floor(entry?.contentRect.width ?? 0)))
    const views = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        set_near(true)
        views.disconnect()
      },
      { rootMargin: `${NEAR_PX}px` },
    )
    sizes.observe(element)
    views.observe(element)
    return () => {
      sizes.disconnect()
      views.disconnect()
    }
  }, [])
  return { box, width, is_near }
}

interface PointsProps {
  title: string
  labels: readonly string[]
  series: readonly PlotSeries[]
  events: readonly string[]
  active: number | undefined
  activate: (index: number | undefined) => void
  children: ReactNode
}

/** The points as a slider: readers of screens say the point that an arrow key reaches. */
function Points({ title, labels, series, events, active, activate, children }: PointsProps) {
  const last = labels.length - 1
  const move = (event: KeyboardEvent) => {
    const to = next_point(event.key, active, last)
    if (event.key === 'Escape') return activate(undefined)
    if (to === undefined) return
    event.preventDefault()
    activate(to)
  }
  const at = active ?? last
  return (
    <div
      role="slider"
      tabIndex={0}
      className={classes.points}
      aria-label={t('{title}. Arrow keys read the points.', { title })}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={Math.max(0, at)}
      aria-valuetext={last < 0 ? t('No data') : point_words(series, labels[at]!, at, events[at])}
      onKeyDown={move}
      onBlur={() => activate(undefined)}
    >
      {children}
    </div>
  )
}

function next_point(key: string, active: number | undefined, last: number): number | undefined {
  if (last < 0) return undefined
  if (key === 'Home') return 0
  if (key === 'End') return last
  if (key === 'ArrowRight' || key === 'ArrowDown') return Math.min(last, active === undefined ? 0 : active + 1)
  if (key === 'ArrowLeft' || key === 'ArrowUp') return Math.max(0, active === undefined ? last : active - 1)
  return undefined
}

interface ReadoutProps {
  series: readonly PlotSeries[]
  label: string | undefined
  index: number | undefined
  events: string | undefined
  has_legend: boolean
}

/** The names of the series, and the figures of the active point. Always of the same height. */
function Readout({ series, label, index, events, has_legend }: ReadoutProps) {
  return (
    <div className={classes.readout} aria-hidden="true">
      {label !== undefined && <span className={classes.label}>{label}</span>}
      {(has_legend || label !== undefined) &&
        series.map((one) => (
          <span key={one.id} className={classes.key}>
            <span className={classes.sample} data-color={one.color} />
            {one.name}
            {index !== undefined && <b>{text_of(one, one.values[index] ?? null)}</b>}
          </span>
        ))}
      {events && <span className={classes.events}>{events}</span>}
    </div>
  )
}

interface PlotTableProps extends Pick<PlotProps, 'title' | 'label_title' | 'labels' | 'series' | 'height'> {
  events: readonly string[] | undefined
}

function PlotTable({ title, label_title, labels, series, events, height }: PlotTableProps) {
  return (
    <section
      className={classes.table_box}
      style={{ maxHeight: height + 28 }}
      // The plot around it has the title alone, and each region needs a name of its own.
      aria-label={`${title}: ${label_title}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls, so the keyboard must reach it
      tabIndex={0}
    >
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{label_title}</th>
            {series.map(({ id, name }) => (
              <th key={id} scope="col" data-figure>
                {name}
              </th>
            ))}
            {events && <th scope="col">{t('Changes')}</th>}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a label can occur twice, and the order never changes
            <tr key={index}>
              <th scope="row">{label}</th>
              {series.map((one) => (
                <td key={one.id} data-figure>
                  {text_of(one, one.values[index] ?? null)}
                </td>
              ))}
              {events && <td>{events[index]}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
