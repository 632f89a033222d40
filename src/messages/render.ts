// Writes messages in a language. No other file knows the message library, or how a language writes numbers.
import { IntlMessageFormat } from 'intl-messageformat'
import { minor_digits, written_digits } from '#domain/money.ts'
import { en } from '#messages/en.ts'
import { es } from '#messages/es.ts'
import { type Key, type LabelName, type Language, Message, type Shown, type Value } from '#messages/message.ts'
import { pt } from '#messages/pt.ts'

export const catalogs: Record<Language, Record<Key, string>> = { en, es, pt }

/** For whom sentences are written. */
export interface Reader {
  language: Language
  /** Of the organization. Its country decides how Spanish writes numbers: 1,234.50 in Mexico, 1.234,50 in Argentina. */
  currency: string
}

const WITH_REGION: Partial<Record<Language, string>> = { en: 'en-US', pt: 'pt-BR' }

/** The first two characters of a currency's code are its country. The Portuguese texts are Brazilian. */
export const locale_of = ({ language, currency }: Reader): string =>
  WITH_REGION[language] ?? `${language}-${currency === 'EUR' ? 'ES' : currency.slice(0, 2)}`

const RATIO_DIGITS = 2

/** The values of a message. A plural needs the number itself. All other values are texts here. */
type Written = Record<string, string | number>
type Write = (values: Written) => string

/** Parsed messages and number formats of a locale. Their number is bounded by the texts in the catalogs and the forms of a number. */
interface Forms {
  messages: Map<Key, Write>
  numbers: Map<string, Intl.NumberFormat>
}
const forms = new Map<string, Forms>()

const forms_of = (locale: string): Forms =>
  forms.getOrInsertComputed(locale, () => ({ messages: new Map(), numbers: new Map() }))

const simple_number = (locale: string): Intl.NumberFormat =>
  forms_of(locale).numbers.getOrInsertComputed('simple', () => new Intl.NumberFormat(locale))

/** Most messages only contain names of values. They are written without the library, which takes a large part of a small answer. */
export function writer_of(text: string, locale: string): Write {
  const as_text = (value: string | number | undefined) =>
    typeof value === 'number' ? simple_number(locale).format(value) : value
  const pieces = text.split(/[{}]/)
  const is_plain = !text.includes("'") && pieces.every((piece, at) => at % 2 === 0 || /^\w+$/.test(piece))
  if (is_plain) return (values) => pieces.map((piece, at) => (at % 2 === 0 ? piece : as_text(values[piece]))).join('')
  // The library writes a number without separators unless its type is given.
  const counts = new Set([...text.matchAll(/\{(\w+), plural,/g)].map(([, name]) => name!))
  const typed = text.replace(/\{(\w+)\}/g, (simple, name) => (counts.has(name) ? `{${name}, number}` : simple))
  const format = new IntlMessageFormat(typed, locale, undefined, { ignoreTag: true })
  return (values) => {
    const of = Object.entries(values).map(([name, value]) => [name, counts.has(name) ? value : as_text(value)])
    return String(format.format(Object.fromEntries(of)))
  }
}

/** The message as text. */
export function text_of({ key, values }: Message, reader: Reader): string {
  const locale = locale_of(reader)
  const write = forms_of(locale).messages.getOrInsertComputed(key, () =>
    writer_of(catalogs[reader.language][key], locale),
  )
  const written: Written = {}
  for (const name of Object.keys(values)) written[name] = written_value(values[name]!, reader)
  return write(written)
}

/** For operators, programs and documents. */
export const english = (of: Message): string => text_of(of, { language: 'en', currency: 'USD' })

const written_value = (value: Value, reader: Reader) =>
  typeof value === 'number' ? value : written_text(value, reader)

function written_text(value: Value, reader: Reader): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return number_text(value, reader)
  return value instanceof Message ? text_of(value, reader) : shown_text(value, reader)
}

function shown_text(shown: Shown, reader: Reader): string {
  switch (shown.as) {
    case 'money': {
      const written = written_digits(shown.currency)
      const is_cut = shown.is_exact && Number(shown.value.toFixed(written)) !== shown.value
      const digits = is_cut ? minor_digits(shown.currency) : written
      return `${number_text(shown.value, reader, { digits, is_signed: shown.is_signed })} ${shown.currency}`
    }
    case 'ratio':
      return number_text(shown.value, reader, { digits: RATIO_DIGITS, is_signed: shown.is_signed })
    case 'percent': {
      const { value, is_signed } = shown
      return number_text(value / 100, reader, { digits: RATIO_DIGITS, is_signed, style: 'percent' })
    }
    case 'quoted':
      return text_of(new Message('quoted', { text: shown.text }), reader)
    case 'list':
      return shown.of.map((of) => written_text(of, reader)).join(shown.between)
    case 'and':
      return new Intl.ListFormat(locale_of(reader)).format(shown.of.map((of) => written_text(of, reader)))
    case 'country':
      return new Intl.DisplayNames(locale_of(reader), { type: 'region' }).of(shown.code) ?? shown.code
  }
}

function number_text(
  value: number,
  reader: Reader,
  { digits = 0, is_signed = false, style = 'decimal' }: { digits?: number; is_signed?: boolean; style?: string } = {},
): string {
  const locale = locale_of(reader)
  const format = forms_of(locale).numbers.getOrInsertComputed(
    `${digits} ${is_signed} ${style}`,
    () =>
      new Intl.NumberFormat(locale, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        signDisplay: is_signed ? 'exceptZero' : 'auto',
        style: style as 'decimal' | 'percent',
      }),
  )
  return format.format(value)
}

/** The texts of a picture, by name: its labels, and what all pictures show. */
export function picture_words(labels: readonly LabelName[], reader: Reader): Record<string, string> {
  const keys = (Object.keys(en) as Key[]).filter((key) => /^(?:picture|platform)\./.test(key))
  const named = [...keys, ...labels.map((label): Key => `label.${label}`)]
  return Object.fromEntries(named.map((key) => [key.slice(key.indexOf('.') + 1), text_of(new Message(key), reader)]))
}

function list_in_language(list: readonly unknown[], reader: Reader): readonly unknown[] {
  let changed: unknown[] | undefined
  for (let at = 0; at < list.length; at++) {
    const text = in_language(list[at], reader)
    if (text === list[at]) continue
    changed ??= [...list]
    changed[at] = text
  }
  return changed ?? list
}

/** The same value with every message in it as text. Parts without a message are not copied. */
export function in_language<Of>(value: Of, reader: Reader): Of {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Message) return text_of(value, reader) as Of
  if (Array.isArray(value)) return list_in_language(value, reader) as Of
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  let changed: Of | undefined
  for (const name of Object.keys(value) as (keyof Of)[]) {
    const of = value[name]
    // Most values are neither. An answer can have many thousand values.
    if (typeof of !== 'object' || of === null) continue
    const text = in_language(of, reader)
    if (text === of) continue
    changed ??= { ...value }
    changed[name] = text
  }
  return changed ?? value
}
