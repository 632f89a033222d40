// A sentence for people as data: its key in the catalog and its values. The end of a call writes it in the language of its
// reader: a signed-in person, or the organization.
import { en } from '#messages/en.ts'

export const languages = ['en', 'es', 'pt'] as const
export type Language = (typeof languages)[number]

export type Key = keyof typeof en

/** A figure with a label in pictures. */
export type LabelName = Key extends infer K ? (K extends `label.${infer Name}` ? Name : never) : never

/** What a person reads beside a value that is typed: the labels `field.…`, and the texts `field_help.…`. */
export type FieldName = Key extends infer K ? (K extends `field_help.${infer Name}` ? Name : never) : never

/** Names of the values in an ICU message: the word after each brace, up to a comma or the closing brace. */
type NamesIn<Text extends string> = Text extends `${string}{${infer After}`
  ? (After extends `${infer Inside}}${string}` ? Name<Inside> : never) | NamesIn<After>
  : never
type Name<Inside extends string> = Word<Inside extends `${infer First},${string}` ? First : Inside>
type Word<Text extends string> = Text extends '' | `${string}${' ' | '#' | '{'}${string}` ? never : Text

type NamesOf<K extends Key> = NamesIn<(typeof en)[K]>

/** A value that each language writes in its own way. */
export type Shown =
  | { as: 'money'; value: number; currency: string; is_signed: boolean; is_exact?: boolean }
  | { as: 'ratio'; value: number; is_signed: boolean }
  | { as: 'percent'; value: number; is_signed: boolean }
  | { as: 'quoted'; text: Value }
  | { as: 'list'; of: readonly Value[]; between: string }
  | { as: 'and'; of: readonly Value[] }
  | { as: 'country'; code: string }

export type Value = string | number | Message | Shown

export class Message {
  readonly key: Key
  readonly values: Readonly<Record<string, Value>>

  constructor(key: Key, values: Readonly<Record<string, Value>> = {}) {
    this.key = key
    this.values = values
  }
}

type Values<K extends Key> = [NamesOf<K>] extends [never] ? [] : [values: Record<NamesOf<K>, Value>]

export const message = <K extends Key>(key: K, ...[values]: Values<K>): Message => new Message(key, values)

/** A name that is data, such as the name of a column, in people's words. `otherwise` is for names without a translation. */
export function named(
  kind: 'sum' | 'label' | 'metric_source' | 'changed_field' | 'changed_state' | 'option',
  name: string,
  otherwise: string,
): Message | string {
  const key = `${kind}.${name}`
  return Object.hasOwn(en, key) ? new Message(key as Key) : otherwise
}

/** Each message once, in the order of the first ones. */
export const unique = (messages: Iterable<Message>): Message[] => [
  ...new Map([...messages].map((of) => [JSON.stringify(of), of])).values(),
]

const number =
  (as: 'ratio' | 'percent') =>
  (value: number, { is_signed = false } = {}): Shown => ({ as, value, is_signed })

/** A ratio, with two decimals. */
export const as_ratio = number('ratio')
/** A number of percent, with two decimals. */
export const as_percent = number('percent')
/** An amount with its currency's code. `is_exact`: with all decimals, also of a currency that people write without. */
export const as_money = (value: number, currency: string, { is_signed = false, is_exact = false } = {}): Shown => ({
  as: 'money',
  value,
  currency,
  is_signed,
  ...(is_exact && { is_exact }),
})
/** A name or an untranslated text, in quotation marks. */
export const quoted = (text: Value): Shown => ({ as: 'quoted', text })
export const listed_by = (between: string, of: readonly Value[]): Shown => ({ as: 'list', of, between })
export const and_list = (of: readonly Value[]): Shown => ({ as: 'and', of })
/** A country by its ISO code of two characters. */
export const as_country = (code: string): Shown => ({ as: 'country', code })
/** Sentences one after the other. Absent ones are left out. */
export const sentences = (...of: readonly (Message | null | undefined | false)[]): Message =>
  message('sentences', {
    sentences: listed_by(
      ' ',
      of.filter((one) => one instanceof Message),
    ),
  })
