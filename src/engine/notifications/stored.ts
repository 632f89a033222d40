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

/** A key that no longer exists shows itself, so that an old notification never fails a list. */
export function restored(value: unknown): Message {
  const { key, values } = value as StoredMessage
  if (!Object.hasOwn(en, key)) return new Message('sentences', { sentences: key })
  return new Message(key as Key, mapped(values))
}

/** The same value with a message in the place of each stored one, at any depth. */
export function restored_within(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(restored_within)
  if ('key' in value && 'values' in value && Object.hasOwn(en, value.key as string)) return restored(value)
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, restored_within(of)]))
}

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
