// Sums, ratios and changes in whole numbers, and the exchange rates of the histories. No code of src/ takes part.
const DAY_MS = 86_400_000
/** Decimals of a micro that quotients keep until the only rounding. */
const PRECISION = 10n ** 30n
/** More than all quotients of a sum together lose. */
const LOST = 10n ** 10n
const MICROS_OF_CENT = 10_000n
/** Days that a rate may be old. */
const GAP_DAYS = 7

export interface Amount {
  day: string
  currency: string
  cents: number
}

const FIRST = '2024-12-01'
const LAST = '2026-08-01'
/** Days without a published rate. A short gap is filled, and a long one leaves amounts out. */
const gaps: Record<string, [string, string][]> = {
  USD: [['2026-03-10', '2026-03-13']],
  BRL: [
    ['2026-02-20', '2026-03-19'],
    ['2025-03-01', '2025-03-25'],
  ],
  EUR: [],
  MXN: [['2026-02-01', '2026-02-03']],
}
/** Thousandths of a currency for one euro. */
const base: Record<string, number> = { USD: 1_080, BRL: 5_500, MXN: 19_700, EUR: 1_000 }

const rates = new Map<string, number>()
export function make_rates(): { currency: string; date: string; per_eur: string }[] {
  const rows = []
  for (const [currency, thousandths] of Object.entries(base))
    for (let at = Date.parse(FIRST); at <= Date.parse(LAST); at += DAY_MS) {
      const date = new Date(at).toISOString().slice(0, 10)
      if (gaps[currency]!.some(([from, to]) => date >= from && date <= to)) continue
      const rate = currency === 'EUR' ? thousandths : thousandths + ((at / DAY_MS) % 97)
      rates.set(`${currency} ${date}`, rate)
      rows.push({ currency, date, per_eur: (rate / 1000).toFixed(3) })
    }
  return rows
}

/** The rate of a day, or the last one before it. */
function rate_on(currency: string, day: string): bigint | undefined {
  for (let back = 0; back <= GAP_DAYS; back++) {
    const rate = rates.get(`${currency} ${new Date(Date.parse(day) - back * DAY_MS).toISOString().slice(0, 10)}`)
    if (rate !== undefined) return BigInt(rate)
  }
  return undefined
}

export interface Sum {
  exact: bigint
  /** The plain sum of the numbers, for counts. */
  count: number
  /** Currencies of amounts that have no rate, and of those that have one. */
  unrated: Set<string>
  rated: Set<string>
}

export function sum_of(amounts: readonly Amount[], reporting: string): Sum {
  const sum: Sum = { exact: 0n, count: 0, unrated: new Set(), rated: new Set() }
  for (const { day, currency, cents } of amounts) {
    sum.count += cents
    const [to, from] = currency === reporting ? [1n, 1n] : [rate_on(reporting, day), rate_on(currency, day)]
    if (to === undefined || from === undefined) {
      if (cents !== 0) sum.unrated.add(currency)
      continue
    }
    sum.exact += (BigInt(cents) * MICROS_OF_CENT * PRECISION * to) / from
    sum.rated.add(currency)
  }
  // Quotients lose their last digits, and a half must stay a half.
  sum.exact = rounded(sum.exact, LOST) * LOST
  return sum
}

/** Half away from zero. */
function rounded(over: bigint, under: bigint): bigint {
  if (under < 0n) return rounded(-over, -under)
  const doubled = (over < 0n ? -over : over) * 2n
  const whole = (doubled + under) / (2n * under)
  return over < 0n ? -whole : whole
}

const number = (whole: bigint, digits: number) => (whole === 0n ? 0 : Number(`${whole}e-${digits}`))

const money = (exact: bigint) => number(rounded(exact, MICROS_OF_CENT * PRECISION), 2)
export const ratio = (over: bigint, under: bigint) => (under === 0n ? null : number(rounded(over * 10_000n, under), 4))
export const percent = (now: bigint, then: bigint) =>
  then === 0n ? null : number(rounded((now - then) * 10_000n, then < 0n ? -then : then), 2)

export const shown = (sum: Sum, unit: string): number | null =>
  unit === 'count' ? sum.count : sum.rated.size === 0 && sum.unrated.size > 0 ? null : money(sum.exact)

/** What sums leave out together: amounts of currencies without any rate, or those of some days of a currency that has rates on others. */
export function left_out(sums: readonly Sum[]): 'nothing' | 'currencies' | 'days' {
  const unrated = sums.flatMap((sum) => [...sum.unrated])
  if (unrated.length === 0) return 'nothing'
  return unrated.some((currency) => sums.some(({ rated }) => rated.has(currency))) ? 'days' : 'currencies'
}

/** The first sum, or its quotient by the second one. */
export function quotient_of([over, under]: readonly Sum[]): bigint | null {
  if (!under) return over!.exact
  return under.exact === 0n ? null : (over!.exact * 10n ** 12n) / under.exact
}
