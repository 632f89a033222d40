// The rows of all records that a stream reads, by table.
import type { Account, Api, Settings, Stream } from '#engine/connector.ts'

/** A day of the simulated business. */
const COUNTED_DAY = { from: '2026-11-16T06:00:00Z', before: '2026-11-17T06:00:00Z' }

export type Tables = Record<string, Record<string, unknown>[]>

export async function rows_by_table(
  stream: Stream | undefined,
  source: { api: Api; account: Account; settings?: Settings; since?: string | null; from?: string; to?: string },
): Promise<Tables> {
  if (!stream) throw new TypeError('there is no such stream')
  const tables: Tables = {}
  const whole = { settings: {}, since: null, from: '', to: '', ...source }
  for await (const page of stream.read(whole)) {
    for (const item of page)
      for (const [table, rows] of Object.entries(stream.rows(item, source))) {
        tables[table] ??= []
        tables[table].push(...([rows].flat() as Record<string, unknown>[]))
      }
  }
  return tables
}

/** The platform's own number of the records of a day. */
export function count_of_day(stream: Stream | undefined, source: { api: Api; account: Account; settings?: Settings }) {
  const read = stream && 'since' in stream ? stream.count?.read : undefined
  if (!read) throw new TypeError('the records are not counted')
  return read({ settings: {}, ...source, ...COUNTED_DAY })
}
