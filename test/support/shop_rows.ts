// The rows that a change stream builds from canned answers, and the number of values that it could not read.
import type { Account, Api, Settings, Stream } from '#engine/connector.ts'
import { canned_api } from './canned_api.ts'

interface Source {
  account: Account
  settings?: Settings
  since?: string | null
  /** Instead of the canned answers. */
  api?: Api
}

export async function rows_of_changes(stream: Stream | undefined, answers: unknown[], source: Source) {
  if (!stream || !('since' in stream)) throw new TypeError('not a change stream')
  const canned = canned_api(answers)
  const tables: Record<string, Record<string, unknown>[]> = {}
  const counted: Record<string, number> = {}
  const unreadable = (what: string) => {
    counted[what] = (counted[what] ?? 0) + 1
  }
  const context = { account: source.account, settings: source.settings, unreadable }
  for await (const page of stream.read({ settings: {}, since: null, api: canned.api, ...source }))
    for (const item of page)
      for (const [table, rows] of Object.entries(stream.rows(item, context)))
        tables[table] = [...(tables[table] ?? []), ...([rows].flat() as Record<string, unknown>[])]
  return { tables, counted, asked: canned.asked }
}
