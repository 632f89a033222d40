// The only place that writes numbers. Rounding is for display alone. Nothing known is a dash with its reason, never a zero.
import { locale } from '../lib/language.ts'

export type FigureKind = 'count' | 'money' | 'ratio' | 'share' | 'change' | 'position'

/** What a column or a tile declares of its figure. */
export interface DeclaredFigure {
  kind: FigureKind
  /** A division, also of money, such as the cost of a click. Without a value it has a reason of its own. */
  is_ratio?: boolean
  /** Refunds are a part of it, or all of it. */
  has_refunds?: boolean
}

/** Tiles write amounts from here on in short: 184.2 k. */
const COMPACT_FROM = 10_000
/** 184.2 k, 3.436 M */
const COMPACT_DIGITS = 4
/** Counts below this are written in full. */
const COUNT_FULL_BELOW = 100_000
const CHANGE_MAX = 9.99
/** As many as a threshold may have. */
const EXACT_DIGITS = 6

export interface Format {
  kind: FigureKind
  currency?: string | undefined
  /** Not the organization's reporting currency, so its code is written out. */
  is_foreign?: boolean | undefined
  /** For tiles. Tables and tooltips show every digit. */
  is_compact?: boolean
  /** A value that a person has set, which is not rounded. */
  is_exact?: boolean
}

const options_of: Record<FigureKind, Intl.NumberFormatOptions> = {
  count: { maximumFractionDigits: 0 },
  money: { style: 'currency' },
  ratio: { minimumFractionDigits: 2, maximumFractionDigits: 2 },
  share: { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 },
  change: { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' },
  position: { minimumFractionDigits: 1, maximumFractionDigits: 1 },
}

export function figure_text(
  value: number | null,
  { kind, currency, is_foreign = false, is_compact = false, is_exact = false }: Format,
): string {
  if (value === null) return '—'
  if (kind === 'change' && value > CHANGE_MAX) return '> 10×'
  const options = { ...options_of[kind], ...(kind === 'money' && money_options(currency, is_foreign)) }
  const from = kind === 'money' ? COMPACT_FROM : COUNT_FULL_BELOW
  const is_short = is_compact && (kind === 'money' || kind === 'count') && Math.abs(value) >= from
  if (is_short) Object.assign(options, { notation: 'compact', maximumSignificantDigits: COMPACT_DIGITS })
  if (is_exact) Object.assign(options, exact_digits(kind))
  return new Intl.NumberFormat(locale(), options).format(value)
}

const exact_digits = (kind: FigureKind): Intl.NumberFormatOptions => ({
  maximumFractionDigits: EXACT_DIGITS,
  ...(kind !== 'money' && { minimumFractionDigits: 0 }),
})

/** An amount without a currency would be an error of the page, so it is not written as any. */
const money_options = (currency: string | undefined, is_foreign: boolean): Intl.NumberFormatOptions =>
  currency === undefined
    ? { style: 'decimal', minimumFractionDigits: 2, maximumFractionDigits: 2 }
    : { currency, currencyDisplay: is_foreign ? 'code' : 'narrowSymbol' }

/** An amount as decimal text, every digit of which is written. */
export const amount_text = (amount: string, currency: string, is_foreign = false): string =>
  new Intl.NumberFormat(locale(), {
    style: 'currency',
    ...money_options(currency, is_foreign),
    maximumFractionDigits: AMOUNT_DIGITS,
  }).format(amount as Intl.StringNumericLiteral)

/** Amounts are whole millionths. */
const AMOUNT_DIGITS = 6

/** The label of an axis: as short as possible. */
export function axis_text(value: number, { kind, currency }: Format): string {
  const digits = kind === 'ratio' || kind === 'position' ? 1 : 0
  return new Intl.NumberFormat(locale(), {
    ...(kind === 'money' && { style: 'currency', ...money_options(currency, false) }),
    ...((kind === 'share' || kind === 'change') && { style: 'percent' }),
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: Math.abs(value) < 10 ? Math.max(digits, 1) : 1,
  }).format(value)
}
