// An Api that answers from a list instead of a vendor, for cases that the sandbox does not have, such as pages of ten thousand rows.
import type { Account, Api, Lack, Stream, VendorRequest } from '#engine/connector.ts'
import { all_pages } from '#engine/vendors/paging.ts'
import { built_reports } from '#engine/vendors/reports.ts'
import { memory_reports } from './memory_reports.ts'

const clock = { now: () => new Date('2026-11-18T20:00:00Z'), sleep: async () => {} }
const { signal } = new AbortController()

export interface Canned {
  api: Api
  /** The requests, in order. */
  asked: Pick<VendorRequest<unknown>, 'path' | 'query' | 'body'>[]
}

/** Each request takes the next answer. An error is thrown. Paging continues for as long as the connector requests pages. */
export function canned_api(answers: unknown[]): Canned {
  const left = [...answers]
  const asked: Canned['asked'] = []
  const api: Api = {
    now: clock.now,
    async call({ path, query, body, schema }) {
      asked.push({ path, query, body })
      if (left.length === 0) throw new Error(`nothing is canned for ${path}`)
      const answer = left.shift()
      if (answer instanceof Error) throw answer
      return schema.parse(answer)
    },
    built: (reports) =>
      built_reports(reports, {
        call: api.call,
        reports: memory_reports(),
        clock,
        signal,
        title: 'Canned',
        clean: String,
      }),
    pages: (request) => all_pages(request, async (page) => ({ body: await api.call(page), headers: {} }), 'Canned'),
  }
  return { api, asked }
}

/** Every row that a window stream builds from some days, in all its tables. */
export async function rows_of_days(
  stream: Stream | undefined,
  source: { api: Api; account: Account; from: string; to: string; lacks?: (lack: Lack) => void },
): Promise<Record<string, unknown>[]> {
  if (!stream || !('window' in stream)) throw new TypeError('not a window stream')
  const rows: unknown[] = []
  for await (const page of stream.read({ settings: {}, ...source })) {
    for (const item of page) rows.push(...Object.values(stream.rows(item, source)).flat())
  }
  return rows as Record<string, unknown>[]
}
