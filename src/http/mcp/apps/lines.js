// A line for each figure, for this period and the one before. Points are days where the host lets the picture call query_data, else the
// two figures of the answer. A day without data is a gap.
import { product } from './product.js'
import {
  call_tool,
  change_chip,
  day,
  figure,
  h,
  heading,
  nothing,
  platform_name,
  provenance,
  start,
  svg,
  unsettled_of,
  words,
} from './view.js'

const { kpis: kpi_metrics, sources, metrics } = product.daily
const DAY_MS = 86_400_000
const HEIGHT = 100

/** Daily figures by request. Drawing again, for another language or theme, uses these instead of a new request. */
const cache = new Map()

const nth_day = (from, date) => Math.round((Date.parse(date) - Date.parse(from)) / DAY_MS)

const nth_date = (from, n) => new Date(Date.parse(from) + n * DAY_MS).toISOString().slice(0, 10)

function days_of(metric, { window, previous_window }) {
  if (!metric) return Promise.resolve(null)
  const given = { metric, dimensions: ['date'], date_from: previous_window.from, date_to: window.to }
  const key = JSON.stringify(given)
  if (!cache.has(key)) cache.set(key, call_tool('query_data', given))
  return cache.get(key)
}

/** Points of each run of days without a gap, so that no line crosses a gap. */
function runs_of(rows, { from, days }) {
  const values = new Array(days).fill(null)
  for (const { date, value } of rows) {
    const n = nth_day(from, date)
    if (n >= 0 && n < days) values[n] = value
  }
  const runs = [[]]
  values.forEach((value, n) => {
    if (value === null) runs.push([])
    else runs.at(-1).push([n, value])
  })
  return runs.filter((run) => run.length > 0)
}

function plot(lines, { steps, unsettled_from, label }) {
  const most = Math.max(...lines.flatMap(({ runs }) => runs.flat().map(([, value]) => value)), 0) || 1
  const x = (n) => (steps > 1 ? (n / (steps - 1)) * 100 : 50)
  const y = (value) => HEIGHT - (value / most) * (HEIGHT - 4) - 2
  const path = (run) => run.map(([n, value]) => `${x(n).toFixed(2)},${y(value).toFixed(2)}`).join(' ')
  const open = unsettled_from === null ? null : Math.max(0, x(unsettled_from))
  return {
    most,
    element: svg(
      'svg',
      { viewBox: `0 0 100 ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': label },
      open === null ? null : svg('rect', { class: 'open', x: open, y: 0, width: 100 - open, height: HEIGHT }),
      lines.flatMap(({ kind, runs }) =>
        // A single day between two gaps is drawn twice, because a line with one point is invisible.
        runs.map((run) =>
          svg('polyline', { class: kind, points: run.length > 1 ? path(run) : `${path(run)} ${path(run)}` }),
        ),
      ),
    ),
  }
}

function chart({ name, label, compared, metric, settled_until }, answer) {
  const unit = product.units[name]
  const { window: now, previous_window: then, currency } = answer
  const text = `${label}: ${words.now} ${figure(compared.current, unit, currency)}, ${words.before} ${figure(compared.previous, unit, currency)}`
  const box = h('figure', {})
  const labelled = (name, value) => h('span', {}, h('span', { class: 'quiet small' }, `${name} `), value)
  const fill = ({ most, element }, first, last, open_from) =>
    box.replaceChildren(
      h(
        'figcaption',
        {},
        h('span', {}, label),
        labelled(words.now, h('strong', {}, figure(compared.current, unit, currency))),
        labelled(words.before, figure(compared.previous, unit, currency)),
        change_chip(compared.change_percent, name),
      ),
      h(
        'div',
        { class: 'axis small quiet' },
        `${words.scale}: ${figure(most, unit, currency, { notation: 'compact' })}`,
      ),
      element,
      h('div', { class: 'axis small quiet' }, h('span', {}, first), h('span', {}, last)),
      ...(open_from
        ? [h('div', { class: 'small quiet' }, h('span', { class: 'key open' }), `${words.unsettled}: ${open_from}`)]
        : []),
    )
  const ends = [compared.previous, compared.current].flatMap((value, n) => (value === null ? [] : [[n, value]]))
  fill(
    plot(ends.length > 0 ? [{ kind: 'now', runs: [ends] }] : [], { steps: 2, unsettled_from: null, label: text }),
    words.before,
    words.now,
  )
  days_of(metric, answer).then((daily) => {
    if (!daily || daily.truncated || daily.rows.length === 0) return
    const open = settled_until ? nth_day(now.from, settled_until) + 1 : null
    const lines = [
      { kind: 'then', runs: runs_of(daily.rows, then) },
      { kind: 'now', runs: runs_of(daily.rows, now) },
    ]
    const label = `${text}, ${words.by_day}`
    const open_days = open !== null && `${day(nth_date(now.from, Math.max(0, open)))} – ${day(now.to)}`
    fill(plot(lines, { steps: now.days, unsettled_from: open, label }), day(now.from), day(now.to), open_days)
  })
  return box
}

function charts_of(answer) {
  const { kpis, channels } = answer
  const unsettled = unsettled_of(answer)
  return [
    ...Object.entries(kpi_metrics).flatMap(([name, metric]) =>
      kpis?.[name] ? [{ name, label: words[name], compared: kpis[name], metric }] : [],
    ),
    ...channels.flatMap(({ platform, ...figures }) =>
      Object.keys(metrics).map((name) => ({
        name,
        label: `${words[name]}, ${platform_name(platform)}`,
        compared: figures[name],
        metric: sources[platform] && `${sources[platform]}.${metrics[name]}`,
        settled_until: unsettled[platform],
      })),
    ),
  ].filter(({ compared }) => compared.current !== null || compared.previous !== null)
}

const ranking = (title, list, currency) =>
  list.length > 0 &&
  h(
    'section',
    {},
    h('h2', {}, title),
    h(
      'table',
      { class: 'list' },
      h(
        'tbody',
        {},
        list.map(({ name, platform, spend, roas }) =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, name, h('span', { class: 'quiet small' }, platform_name(platform))),
            h('td', { class: 'value' }, `${words.spend} ${figure(spend, 'money', currency)}`),
            h('td', { class: 'value' }, `${words.roas} ${figure(roas, 'ratio')}`),
          ),
        ),
      ),
    ),
  )

function draw(answer) {
  const charts = charts_of(answer)
  return [
    heading('lines', answer),
    charts.length > 0
      ? h(
          'div',
          {},
          h(
            'p',
            { class: 'legend small quiet', 'aria-hidden': 'true' },
            h('span', { class: 'key now' }),
            words.now,
            h('span', { class: 'key then' }),
            words.before,
          ),
          h(
            'div',
            { class: 'charts' },
            charts.map((of) => chart(of, answer)),
          ),
        )
      : nothing(),
    h(
      'div',
      { class: 'charts two' },
      ranking(words.best, answer.best_campaigns, answer.currency),
      ranking(words.worst, answer.worst_campaigns, answer.currency),
    ),
    provenance(answer),
  ]
}

start(draw)
