// Settings of a connection, and known words for states, on which stored rows depend. When they change, the records are read again, behind
// everything else.
import { add_days } from '#domain/windows.ts'
import type { Settings, Stream } from '#engine/connector.ts'
import type { Cursor } from '#engine/sync/cursor.ts'

const declared_by = (stream: Stream): readonly string[] => ('since' in stream ? (stream.since.rows_by ?? []) : [])

/** The settings that a stream's rows may use. One that is not declared throws, because nothing would read its rows again. */
export function settings_of_rows(stream: Stream, settings: Settings): Settings {
  const names = declared_by(stream)
  return new Proxy(chosen_of(names, settings), {
    get(chosen, name) {
      if (typeof name === 'string' && !names.includes(name) && !(name in Object.prototype))
        throw new Error(`rows use the setting '${name}', which 'rows_by' of their stream does not declare`)
      return Reflect.get(chosen, name)
    },
  })
}

function chosen_of(names: readonly string[], settings: Settings): Settings {
  return Object.fromEntries(names.filter((name) => settings[name] !== undefined).map((name) => [name, settings[name]]))
}

/** The words for states that the stream knows, as JSON. */
const words_of = (stream: Stream) =>
  'since' in stream && stream.states ? JSON.stringify(stream.states.known.toSorted()) : undefined

/** The cursor of the present settings and words. When they have changed, all stored records are outdated. They stay known meanwhile. */
export function with_settings(cursor: Cursor, stream: Stream, settings: Settings, today: string): Cursor {
  const chosen = chosen_of(declared_by(stream), settings)
  const read_with = Object.keys(chosen).length > 0 ? JSON.stringify(chosen) : undefined
  const known_states = words_of(stream)
  const is_same_words = cursor.known_states === undefined || cursor.known_states === known_states
  if (read_with === cursor.read_with && is_same_words)
    return cursor.known_states === known_states ? cursor : { ...cursor, known_states }
  const { read_from, is_all } = cursor
  const outdated = read_from ? { from: read_from, before: add_days(today, 1), and_older: is_all } : undefined
  return { ...cursor, read_with, known_states, outdated }
}
