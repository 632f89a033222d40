// Rows of whole accounts, as a sync would store them, to compare connectors with real records.
import type { Account, Api, Stream } from '#engine/connector.ts'

type Row = Record<string, unknown>

/** Every row of a snapshot stream. */
export async function rows_of_all(stream: Stream | undefined, source: { api: Api; account: Account }): Promise<Row[]> {
  if (!stream || 'window' in stream || 'since' in stream) throw new TypeError('not a snapshot stream')
  const rows: unknown[] = []
  for await (const page of stream.read({ settings: {}, ...source })) {
    for (const item of page) rows.push(...Object.values(stream.rows(item, source)).flat())
  }
  return rows as Row[]
}

/** Recorded samples have numbers where vendors send text: 5.36 was '5.36' in the answer. */
export function as_text(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map(as_text)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, as_text(one)]))
}
