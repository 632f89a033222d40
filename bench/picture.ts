// A line chart as SVG, for light and dark backgrounds. Both axes are logarithmic. Each series has a line with its name at the end.
export interface Series {
  name: string
  points: { x: number; y: number }[]
}

export interface Chart {
  title: string
  x: { title: string; ticks: number[]; shown: (value: number) => string }
  y: { title: string; ticks: number[]; shown: (value: number) => string }
  series: Series[]
  /** A horizontal line that values should not exceed. */
  goal?: { y: number; name: string }
}

const WIDTH = 760
const HEIGHT = 400
const PLOT = { left: 70, right: 590, top: 50, bottom: 340 }
const COLORS = ['#4477aa', '#ee6677', '#228833', '#aa8800', '#8855bb', '#0099aa']
/** Least distance between names at the ends of lines. */
const NAME_PX = 16

/** Powers of ten that enclose the values. */
export function decades(values: number[]): number[] {
  const low = Math.floor(Math.log10(Math.min(...values)))
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))))
  return Array.from({ length: high - low + 1 }, (_, n) => 10 ** (low + n))
}

const safe = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const scale = (ticks: number[], from: number, to: number) => {
  const [low, high] = [Math.log(Math.min(...ticks)), Math.log(Math.max(...ticks))]
  return (value: number) => Number((from + ((Math.log(value) - low) / (high - low)) * (to - from)).toFixed(1))
}

export function line_chart({ title, x, y, series, goal }: Chart): string {
  const at_x = scale(x.ticks, PLOT.left, PLOT.right)
  const at_y = scale(y.ticks, PLOT.bottom, PLOT.top)
  const grid = [
    ...y.ticks.map(
      (tick) => `<line class="grid" x1="${PLOT.left}" x2="${PLOT.right}" y1="${at_y(tick)}" y2="${at_y(tick)}"/>
<text x="${PLOT.left - 8}" y="${at_y(tick) + 4}" text-anchor="end">${safe(y.shown(tick))}</text>`,
    ),
    ...x.ticks.map(
      (tick) => `<text x="${at_x(tick)}" y="${PLOT.bottom + 20}" text-anchor="middle">${safe(x.shown(tick))}</text>`,
    ),
  ]
  const names = spread(series.map(({ points }) => at_y(points.at(-1)!.y)))
  const lines = series.map(({ name, points }, n) => {
    const color = COLORS[n % COLORS.length]
    const path = points.map((point) => `${at_x(point.x)},${at_y(point.y)}`).join(' ')
    const dots = points.map((point) => `<circle cx="${at_x(point.x)}" cy="${at_y(point.y)}" r="3.5" fill="${color}"/>`)
    return `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2"/>${dots.join('')}
<text x="${PLOT.right + 10}" y="${names[n]! + 4}" style="fill:${color}">${safe(name)}</text>`
  })
  const limit = goal
    ? `<line class="goal" x1="${PLOT.left}" x2="${PLOT.right}" y1="${at_y(goal.y)}" y2="${at_y(goal.y)}"/>
<text x="${PLOT.left + 6}" y="${at_y(goal.y) - 6}">${safe(goal.name)}</text>`
    : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${safe(title)}">
<style>
text { font: 13px system-ui, sans-serif; fill: #444 } .title { font-weight: 600; font-size: 15px }
.grid { stroke: #8884; } .goal { stroke: #888; stroke-dasharray: 6 4 }
@media (prefers-color-scheme: dark) { text { fill: #ccc } }
</style>
<text class="title" x="${PLOT.left}" y="24">${safe(title)}</text>
<text x="${PLOT.left}" y="42">${safe(y.title)}</text>
<text x="${PLOT.right}" y="${PLOT.bottom + 42}" text-anchor="end">${safe(x.title)}</text>
${grid.join('\n')}
${limit}
${lines.join('\n')}
</svg>
`
}

/** Moves heights apart where they are too close, and keeps their order. */
function spread(heights: number[]): number[] {
  const order = heights.map((height, n) => ({ height, n })).sort((a, b) => a.height - b.height)
  let free = Number.NEGATIVE_INFINITY
  const moved: number[] = []
  for (const { height, n } of order) {
    moved[n] = Math.max(height, free)
    free = moved[n]! + NAME_PX
  }
  return moved
}
