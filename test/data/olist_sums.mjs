// Computes sums of Olist's CSV files independently of the product: plain Node, no import of the project, integers only.
//
//   node test/data/olist_sums.mjs DIR [--currency USD --rates FILE_OR_URL] [--time-zone ZONE]
//
// Prints JSON: orders and revenue of each month and in total, without canceled and unavailable orders. Amounts are in BRL.
// With --currency, amounts are also converted at the rate of each order's day (ECB reference rates). A day without a rate uses the
// last rate before it. Days are those of the files (São Paulo) unless --time-zone names another time zone.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const shop_currency = 'BRL'
const shop_zone = 'America/Sao_Paulo'
const left_out = new Set(['canceled', 'cancelled', 'unavailable'])
// Decimals of quotients before the one rounding at the end.
const precision = 10n ** 40n

// ---- files -------------------------------------------------------------------------------------------------------------

function cells(line) {
  const found = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at]
    if (quoted && character === '"' && line[at + 1] === '"') cell += line[++at]
    else if (character === '"') quoted = !quoted
    else if (character === ',' && !quoted) {
      found.push(cell)
      cell = ''
    } else cell += character
  }
  return [...found, cell]
}

/** Rows of every file of that name below the folder. A row with the same key in two files counts once. */
function table(dir, name, key) {
  const rows = new Map()
  const files = readdirSync(dir, { recursive: true }).filter((path) => path === name || path.endsWith(`/${name}`))
  if (!files.length) throw new Error(`There is no ${name} below ${dir}.`)
  for (const file of files.sort()) {
    const [head, ...lines] = readFileSync(join(dir, file), 'utf8')
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/)
    const columns = cells(head)
    for (const line of lines) {
      if (!line) continue
      const row = Object.fromEntries(cells(line).map((cell, at) => [columns[at], cell]))
      rows.set(key.map((column) => row[column]).join('/'), row)
    }
  }
  return [...rows.values()]
}

/** Cents of '48.9', computed from digits. */
function cents(text) {
  const [, units, decimals = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (units === undefined || /[1-9]/.test(decimals.slice(2))) throw new Error(`'${text}' is not an amount in cents.`)
  return BigInt(units) * 100n + BigInt(decimals.slice(0, 2).padEnd(2, '0'))
}

// ---- rates -------------------------------------------------------------------------------------------------------------

/** '5.3274' as a fraction. */
function fraction(text) {
  const [units, decimals = ''] = text.split('.')
  return { over: BigInt(units + decimals), under: 10n ** BigInt(decimals.length) }
}

async function read_rates(source, currencies) {
  const xml = /^https?:/.test(source) ? await (await fetch(source)).text() : readFileSync(source, 'utf8')
  const days = new Map()
  for (const [, day, body] of xml.matchAll(
    /<Cube time=['"]([\d-]+)['"]>([\s\S]*?)(?=<Cube time=|<\/Cube>\s*<\/gesmes|$)/g,
  )) {
    const rates = { EUR: '1' }
    for (const [, currency, rate] of body.matchAll(/currency=['"](\w+)['"] rate=['"]([\d.]+)['"]/g))
      rates[currency] = rate
    if (currencies.every((currency) => rates[currency])) days.set(day, rates)
  }
  const known = [...days.keys()].sort()
  if (!known.length) throw new Error(`${source} has no day with rates for ${currencies.join(' and ')}.`)
  return (day) => {
    let low = 0
    let high = known.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (known[middle] <= day) low = middle + 1
      else high = middle
    }
    if (low === 0) throw new Error(`There is no rate on or before ${day}; the oldest is of ${known[0]}.`)
    return days.get(known[low - 1])
  }
}

/** Cents of the shop's currency in another currency, times `precision`. */
function converted(amount, rates, currency) {
  const to = fraction(rates[currency])
  const from = fraction(rates[shop_currency])
  return (amount * to.over * from.under * precision) / (to.under * from.over)
}

// ---- days --------------------------------------------------------------------------------------------------------------

const wall = new Map()
function wall_clock(zone, instant) {
  if (!wall.has(zone))
    wall.set(zone, new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }))
  return wall.get(zone).format(instant)
}

/** The day in another zone of a local time of the shop. Tries the shop's offsets until the local time matches. */
function day_in(zone, text) {
  if (!zone) return text.slice(0, 10)
  const naive = Date.parse(`${text.replace(' ', 'T')}Z`)
  // A time that daylight saving time skipped counts as an hour later, as clocks did.
  const offsets = [2, 3].map((hours) => naive + hours * 3_600_000)
  const match = offsets.find((instant) => wall_clock(shop_zone, instant) === text) ?? offsets[1]
  return wall_clock(zone, match).slice(0, 10)
}

// ---- sums --------------------------------------------------------------------------------------------------------------

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { currency: { type: 'string' }, rates: { type: 'string' }, 'time-zone': { type: 'string' } },
})
const [dir] = positionals
if (!dir || Boolean(values.currency) !== Boolean(values.rates)) {
  console.error('node olist_sums.mjs DIR [--currency USD --rates FILE_OR_URL] [--time-zone ZONE]')
  process.exit(1)
}
const rate_of = values.currency ? await read_rates(values.rates, [shop_currency, values.currency]) : null

const totals = new Map()
for (const item of table(dir, 'olist_order_items_dataset.csv', ['order_id', 'order_item_id'])) {
  const before = totals.get(item.order_id) ?? 0n
  totals.set(item.order_id, before + cents(item.price) + cents(item.freight_value))
}

const empty = () => ({ orders: 0, cents: 0n, other: 0n })
const months = new Map()
const whole = empty()
for (const order of table(dir, 'olist_orders_dataset.csv', ['order_id'])) {
  if (left_out.has(order.order_status)) continue
  const day = day_in(values['time-zone'], order.order_purchase_timestamp)
  const amount = totals.get(order.order_id) ?? 0n
  const other = rate_of ? converted(amount, rate_of(day), values.currency) : 0n
  const month = months.get(day.slice(0, 7)) ?? empty()
  months.set(day.slice(0, 7), month)
  for (const sum of [month, whole]) {
    sum.orders += 1
    sum.cents += amount
    sum.other += other
  }
}

/** A whole number of 1/scale as decimal text, rounded half up at the last displayed digit. */
function decimal(value, scale, digits) {
  const unit = 10n ** BigInt(digits)
  const rounded = (value * unit * 2n + scale) / (scale * 2n)
  return `${rounded / unit}.${String(rounded % unit).padStart(digits, '0')}`
}

const shown = ({ orders, cents: amount, other }) => ({
  orders,
  [shop_currency]: decimal(amount, 100n, 2),
  ...(rate_of && {
    [values.currency]: decimal(other, 100n * precision, 2),
    [`${values.currency}_exact`]: decimal(other, 100n * precision, 9),
  }),
})
console.log(
  JSON.stringify(
    {
      whole: shown(whole),
      months: Object.fromEntries(
        [...months].sort(([one], [two]) => (one < two ? -1 : 1)).map(([month, sum]) => [month, shown(sum)]),
      ),
    },
    null,
    2,
  ),
)
