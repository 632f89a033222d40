// Messages as JSON: a notification is written in the language of each reader, long after its cause.
import { storable_json } from '#lib/lossless_json.ts'
import { en } from '#messages/en.ts'
import { type Key, Message, type Shown, type Value } from '#messages/message.ts'

/** A value can quote a platform, whose text can have characters that PostgreSQL does not store. */
export const stored = (message: Message): string => storable_json(JSON.stringify(message))

interface StoredMessage {
  key: string
  values: Record<string, unknown>
}

/**
 * What an earlier version stored never fails a list. A text that has got a further value shows `…` for it. A key that no longer exists shows
 * itself, and so does one whose text needs the value to choose its words.
 */
export function restored(value: unknown): Message {
  const { key, values } = value as StoredMessage
  const text = Object.hasOwn(en, key) ? en[key as Key] : undefined
  const lacks = ([, name]: RegExpMatchArray) => !Object.hasOwn(values, name!)
  if (text === undefined || [...text.matchAll(CHOOSING)].some(lacks))
    return new Message('sentences', { sentences: key })
  const lacking = [...text.matchAll(NAMED)].filter(lacks).map(([, name]) => [name!, UNKNOWN])
  return new Message(key as Key, { ...Object.fromEntries(lacking), ...mapped(values) })
}

/** Names of values in a text, as `{name}` and `{name, plural, …}`. */
const NAMED = /\{(\w+)\}/g
const CHOOSING = /\{(\w+),/g
const UNKNOWN = '…'

/** The same value with a message in the place of each stored one, at any depth. */
export function restored_within(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(restored_within)
  if (is_stored(value)) return restored(value)
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, restored_within(of)]))
}

const is_stored = (value: object): boolean =>
  Object.keys(value).sort().join() === 'key,values' && typeof (value as StoredMessage).key === 'string'

const mapped = (values: Record<string, unknown>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, restored_value(value)]))

function restored_value(value: unknown): Value {
  if (typeof value !== 'object' || value === null) return value as Value
  if ('key' in value) return restored(value)
  const shown = value as Shown
  if (shown.as === 'quoted') return { ...shown, text: restored_value(shown.text) }
  if (shown.as === 'list' || shown.as === 'and') return { ...shown, of: shown.of.map(restored_value) }
  return shown
}
