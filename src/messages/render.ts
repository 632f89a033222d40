// Writes messages in a language. No other file knows the message library, or how a language writes numbers.
import { IntlMessageFormat } from 'intl-messageformat'
import { minor_digits } from '#domain/money.ts'
import { en } from '#messages/en.ts'
import { es } from '#messages/es.ts'
import { type Key, type LabelName, type Language, Message, type Shown, type Value } from '#messages/message.ts'
import { pt } from '#messages/pt.ts'

export const catalogs: Record<Language, Record<Key, string>> = { en, es, pt }

/** `es` writes numbers as Spain and most of South America do. The Portuguese texts are Brazilian. */
export const locales: Record<Language, string> = { en: 'en-US', es: 'es', pt: 'pt-BR' }

const RATIO_DIGITS = 2

/** Parsed messages and number formats. Their number is bounded by the texts in the catalogs and the forms of a number. */
const parsed = new Map<string, IntlMessageFormat>()
const formats = new Map<string, Intl.NumberFormat>()

function kept<Of>(all: Map<string, Of>, key: string, make: () => Of): Of {
  const found = all.get(key) ?? make()
  all.set(key, found)
  return found
}

/** The message as text. */
export function text_of({ key, values }: Message, language: Language): string {
  const format = kept(
    parsed,
    `${language} ${key}`,
    () => new IntlMessageFormat(catalogs[language][key], locales[language], undefined, { ignoreTag: true }),
  )
  const written = Object.entries(values).map(([name, value]) => [name, written_value(value, language)])
  return String(format.format(Object.fromEntries(written)))
}

/** A plural needs the number itself. All other values are texts here. */
const written_value = (value: Value, language: Language) =>
  typeof value === 'number' ? value : written_text(value, language)

function written_text(value: Value, language: Language): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return number_text(value, language)
  return value instanceof Message ? text_of(value, language) : shown_text(value, language)
}

function shown_text(shown: Shown, language: Language): string {
  switch (shown.as) {
    case 'money': {
      const digits = minor_digits(shown.currency)
      return `${number_text(shown.value, language, { digits, is_signed: shown.is_signed })} ${shown.currency}`
    }
    case 'ratio':
      return number_text(shown.value, language, { digits: RATIO_DIGITS, is_signed: shown.is_signed })
    case 'percent': {
      const { value, is_signed } = shown
      return number_text(value / 100, language, { digits: RATIO_DIGITS, is_signed, style: 'percent' })
    }
    case 'quoted':
      return text_of(new Message('quoted', { text: shown.text }), language)
    case 'list':
      return shown.of.map((of) => written_text(of, language)).join(shown.between)
    case 'and':
      return new Intl.ListFormat(locales[language]).format(shown.of.map((of) => written_text(of, language)))
  }
}

function number_text(
  value: number,
  language: Language,
  { digits = 0, is_signed = false, style = 'decimal' }: { digits?: number; is_signed?: boolean; style?: string } = {},
): string {
  const format = kept(
    formats,
    `${language} ${digits} ${is_signed} ${style}`,
    () =>
      new Intl.NumberFormat(locales[language], {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        signDisplay: is_signed ? 'exceptZero' : 'auto',
        style: style as 'decimal' | 'percent',
      }),
  )
  return format.format(value)
}

/** The texts of a picture, by name: its labels, and what all pictures show. */
export function picture_words(labels: readonly LabelName[], language: Language): Record<string, string> {
  const keys = (Object.keys(en) as Key[]).filter((key) => key.startsWith('picture.'))
  const named = [...keys, ...labels.map((label): Key => `label.${label}`)]
  return Object.fromEntries(named.map((key) => [key.slice(key.indexOf('.') + 1), text_of(new Message(key), language)]))
}

/** The same value with every message in it as text. Parts without a message are not copied. */
export function in_language<Of>(value: Of, language: Language): Of {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Message) return text_of(value, language) as Of
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return value
  let changed: Of | undefined
  // Without an array of entries for each row, because an answer can have a thousand rows.
  for (const name in value) {
    const text = in_language(value[name], language)
    if (text === value[name]) continue
    changed ??= (Array.isArray(value) ? [...value] : { ...value }) as Of
    changed[name] = text
  }
  return changed ?? value
}
