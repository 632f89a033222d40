// A line of the size of a word, without axes: the course of a figure over the days of the period. A day without data is a gap.
import classes from './spark.module.css'

const WIDTH = 120
const HEIGHT = 32
const PAD = 2

interface SparkProps {
  values: readonly (number | null)[]
}

interface Point {
  x: number
  y: number
}

export function Spark({ values }: SparkProps) {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return <div className={classes.spark} />
  const low = Math.min(0, ...known)
  const range = Math.max(...known) - low || 1
  const points = values.map((value, index) =>
    value === null
      ? null
      : {
          x: PAD + (index / (values.length - 1)) * (WIDTH - 2 * PAD),
          y: PAD + (1 - (value - low) / range) * (HEIGHT - 2 * PAD),
        },
  )
  return (
    <svg className={classes.spark} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path className={classes.line} d={path_of(points)} />
    </svg>
  )
}

/** A gap begins a new line. A known day between two gaps is a dot. */
function path_of(points: readonly (Point | null)[]): string {
  return points
    .map((point, index) => {
      if (!point) return ''
      const at = `${tenths(point.x)} ${tenths(point.y)}`
      return points[index - 1] ? `L${at}` : `M${at}l0 0`
    })
    .join('')
}

const tenths = (value: number) => Math.round(value * 10) / 10
