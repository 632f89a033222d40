// Code that all pictures share: messages to and from the host (MCP Apps, 2026-01-26), formats of figures, and the parts around a chart.
// External text becomes text nodes and attributes, never markup.
import { product } from './product.js'

const SOURCES_SHOWN = 6
const SVG = 'http://www.w3.org/2000/svg'

const context = {}
const waiting = new Map()
let last_id = 0
let capabilities = {}
let draw_answer
/** The current content, which is drawn again when the number format or the theme of the host changes. */
let shown = { state: 'loading' }

/** Texts in the organization's language, like the sentences of the answer. */
export const { words } = product

/** The name of a platform. Answers name a platform by its key. */
export const platform_name = (key) => (Object.hasOwn(words, key) ? words[key] : key)

// ---- elements ----------------------------------------------------------------------------------------------------------

const filled = (made, attributes, children) => {
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) made.setAttribute(name, value)
  made.append(...children.flat(2).filter((child) => child !== null && child !== undefined && child !== false))
  return made
}
export const h = (tag, attributes, ...children) => filled(document.createElement(tag), attributes, children)
export const svg = (tag, attributes, ...children) => filled(document.createElementNS(SVG, tag), attributes, children)

// ---- figures -----------------------------------------------------------------------------------------------------------

/** The host's own form of the organization's language, such as es-MX, if it shows that language. */
const locale = () =>
  context.locale?.slice(0, 2).toLowerCase() === product.locale.slice(0, 2) ? context.locale : product.locale
const number = (value, options) => new Intl.NumberFormat(locale(), options).format(value)
const is_currency = (code) => /^[A-Za-z]{3}$/.test(code ?? '')

/** The figure of the answer, in the number format of the language. A missing figure is shown as missing. Symbols such as $ are ambiguous. */
export function figure(value, unit, currency, more = {}) {
  if (value === null || value === undefined) return words.not_known
  // A line may break after the code, and never inside the number.
  if (unit === 'money' && is_currency(currency))
    return number(value, { style: 'currency', currency, currencyDisplay: 'code', ...more }).replace('\u00a0', ' ')
  return number(value, { maximumFractionDigits: unit === 'count' ? 0 : 2, ...more })
}

export function change_chip(percent, name) {
  if (percent === null || percent === undefined) return null
  const direction = Math.sign(percent) * (product.good_when_up[name] ?? 1)
  const arrow = percent === 0 ? '' : percent > 0 ? '▲ ' : '▼ '
  return h(
    'span',
    { class: `chip ${direction > 0 ? 'good' : direction < 0 ? 'bad' : ''}` },
    `${words.change}: `,
    h('span', { 'aria-hidden': 'true' }, arrow),
    `${number(percent, { maximumFractionDigits: 1, signDisplay: 'exceptZero' })} %`,
  )
}

export function day(date, how = {}) {
  const parsed = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(parsed.getTime())) return String(date)
  return new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short', timeZone: 'UTC', ...how }).format(parsed)
}

function moment(time) {
  const parsed = new Date(time ?? Number.NaN)
  if (Number.isNaN(parsed.getTime())) return words.never_synced
  const how = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }
  return `${words.read} ${new Intl.DateTimeFormat(locale(), { ...how, timeZone: context.timeZone }).format(parsed)}`
}

// ---- around a picture --------------------------------------------------------------------------------------------------

/** The sources of an answer, each with what the answer says for all of them. */
const sources_of = ({ sources = [], as_of, settled_until }) =>
  sources.map((source) => ({ last_sync: as_of, settled_until, ...source }))

/** The last day on which all figures of each platform are final, for platforms with a later day in the window. */
export function unsettled_of(answer) {
  const first = {}
  for (const { platform, settled_until: until } of sources_of(answer))
    if (until && until < answer.window.to && !(first[platform] < until)) first[platform] = until
  return first
}
export const unsettled_mark = (settled_until, of) =>
  h('span', { class: 'unsettled' }, `${words.can_change} ${day(settled_until)}`, of)

/** A mark for each day after which figures can change. It names the platforms, unless all sources have this day. */
function unsettled_marks(answer) {
  const unsettled = Object.entries(unsettled_of(answer))
  const platforms = new Set(answer.sources.map(({ platform }) => platform))
  return [...new Set(unsettled.map(([, until]) => until))].sort().map((last) => {
    const names = unsettled.filter(([, until]) => until === last).map(([platform]) => platform_name(platform))
    return h('p', {}, unsettled_mark(last, names.length < platforms.size && `: ${names.join(', ')}`))
  })
}

export function heading(kind, answer) {
  const { window: now, previous_window: then } = answer
  const year = { year: 'numeric' }
  const span = ({ from, to }) => `${day(from, from < to.slice(0, 4) && year)} – ${day(to, year)}`
  return h(
    'header',
    {},
    h('h1', {}, words[kind]),
    h(
      'p',
      { class: 'quiet' },
      `${span(now)}, ${words.compared} ${span(then)}${now.is_partial ? ` (${words.partial})` : ''}${answer.currency ? `; ${answer.currency}` : ''}`,
    ),
    unsettled_marks(answer),
  )
}

/** The sources with unhealthy ones first, and the notes. */
export function provenance({ more_sources = {}, notes = [], ...answer }) {
  const sources = sources_of(answer)
  const unhealthy = (source) => source.health !== 'ok'
  const sorted = [...sources.filter(unhealthy), ...sources.filter((source) => !unhealthy(source))]
  const shown = sorted.slice(0, SOURCES_SHOWN)
  const more = Object.values(more_sources).reduce((sum, of) => sum + of, sorted.length - shown.length)
  return h(
    'footer',
    {},
    sorted.length > 0 && h('h2', {}, words.sources),
    sorted.length > 0 &&
      h(
        'ul',
        { class: 'sources' },
        shown.map((source) =>
          h(
            'li',
            {},
            h('span', { class: `dot ${unhealthy(source) ? 'bad' : 'good'}`, 'aria-hidden': 'true' }),
            `${source.name} (${platform_name(source.platform)}): ${words[source.health] ?? source.health}, ${moment(source.last_sync)}`,
          ),
        ),
        more > 0 && h('li', { class: 'quiet' }, `+ ${more} ${words.more}`),
      ),
    notes.length > 0 &&
      h(
        'details',
        {},
        h('summary', {}, `${words.notes} (${notes.length})`),
        h(
          'ul',
          {},
          notes.map((note) => h('li', {}, note)),
        ),
      ),
  )
}

const message = (kind, ...texts) =>
  h(
    'div',
    { class: `message ${kind}`, role: kind === 'failed' ? 'alert' : 'status' },
    texts.map((text) => h('p', {}, text)),
  )
export const nothing = (text = words.nothing) => message('nothing', text)

// ---- messages of the host ------------------------------------------------------------------------------------------------

const post = (body) => window.parent.postMessage({ jsonrpc: '2.0', ...body }, '*')

function ask(method, params) {
  last_id += 1
  const id = last_id
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    post({ id, method, params })
  })
}

/** Another tool's answer through the host. Null where the host or the key does not permit the call. */
export async function call_tool(name, given) {
  if (!capabilities.serverTools) return null
  const result = await ask('tools/call', { name, arguments: given }).catch(() => null)
  return result && !result.isError ? answer_of(result) : null
}

function answer_of({ structuredContent, content = [] }) {
  if (structuredContent) return structuredContent
  try {
    return JSON.parse(content[0].text)
  } catch {
    return null
  }
}

function error_of({ content = [] }) {
  const text = content[0]?.text ?? ''
  try {
    return JSON.parse(text).error ?? text
  } catch {
    return text
  }
}

function show(next) {
  shown = next
  const { state, answer, text } = next
  const view = document.getElementById('view')
  view.setAttribute('aria-busy', String(state === 'loading'))
  const parts =
    state === 'answer'
      ? draw_answer(answer)
      : state === 'loading'
        ? [message('loading', words.loading)]
        : [message(state, words[state], ...(text ? [text] : []))]
  view.replaceChildren(...parts.filter(Boolean))
}

function take_context(given = {}) {
  Object.assign(context, given)
  const root = document.documentElement
  root.lang = locale()
  if (context.theme) root.style.colorScheme = context.theme
  for (const [name, value] of Object.entries(given.styles?.variables ?? {}))
    if (name.startsWith('--') && typeof value === 'string') root.style.setProperty(name, value)
}

const on_notice = {
  'ui/notifications/tool-result': (result) => {
    const answer = result.isError ? null : answer_of(result)
    show(answer ? { state: 'answer', answer } : { state: 'failed', text: error_of(result) })
  },
  'ui/notifications/tool-cancelled': () => show({ state: 'cancelled' }),
  'ui/notifications/host-context-changed': (given) => {
    take_context(given)
    show(shown)
  },
}
const replies = { 'ui/resource-teardown': () => ({}), ping: () => ({}) }

function receive({ source, data }) {
  if (source !== window.parent || data?.jsonrpc !== '2.0') return
  const { id, method, params = {}, result, error } = data
  if (method === undefined) {
    const call = waiting.get(id)
    waiting.delete(id)
    if (error) call?.reject(new Error(error.message))
    else call?.resolve(result)
  } else if (id === undefined) on_notice[method]?.(params)
  else if (replies[method]) post({ id, result: replies[method]() })
  else post({ id, error: { code: -32601, message: `${method} is not known here` } })
}

/** Sends the height of the picture to the host whenever the height changes. */
function send_size() {
  let sent = ''
  new ResizeObserver(() => {
    const { scrollWidth: width } = document.documentElement
    const height = Math.ceil(document.getElementById('view').getBoundingClientRect().height)
    if (sent === `${width}x${height}`) return
    sent = `${width}x${height}`
    post({ method: 'ui/notifications/size-changed', params: { width, height } })
  }).observe(document.getElementById('view'))
}

/** `draw` returns the elements of an answer. It runs again when the number format or the theme changes. */
export function start(draw) {
  draw_answer = draw
  window.addEventListener('message', receive)
  show(shown)
  send_size()
  const me = {
    protocolVersion: '2026-01-26',
    appInfo: { name: 'tablero', version: '{version}' },
    appCapabilities: { availableDisplayModes: ['inline'] },
  }
  const init = ({ hostCapabilities = {}, hostContext }) => {
    capabilities = hostCapabilities
    take_context(hostContext)
    show(shown)
    post({ method: 'ui/notifications/initialized', params: {} })
  }
  ask('ui/initialize', me).then(init, () => show({ state: 'failed' }))
}
