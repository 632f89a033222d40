// What the streams of the shop share: pages of a list, a record by id, and the meaning of errors.
import { z } from 'zod'
import type { Api, PagedRequest, Query, VendorAnswer, Verdict } from '#engine/connector.ts'
import { mapped, one_by_one } from '../records.ts'
import { counted, id_text } from '../shops.ts'
import { type ErrorLine, verdict_of } from '../verdicts.ts'
import { error_answer } from './answers.ts'

/** The largest page (introduction of the API, read 2026-11). */
const PAGE_RECORDS = 200
const MS = 1000

const says = ({ body }: VendorAnswer) => error_answer.safeParse(body).data

/** A record of which nothing but the id is asked for. */
export const id_only = z.object({ id: id_text })

const COUNT = 'x-total-count'
export const total_of = (headers: VendorAnswer['headers']) => Number(headers[COUNT] ?? 0)

/** The pages of a list. The vendor answers 404 for an empty list and for a page after the last: "Last page is 0". */
export const list = <T>(path: string, item: z.ZodType<T>, query: Query = {}): PagedRequest<T[], T> => ({
  path,
  query: { ...query, per_page: PAGE_RECORDS },
  page_size: 'per_page',
  schema: z.array(item),
  records: (all) => all,
  left: (_, { records, headers }) => total_of(headers) - records,
  total: (_, { headers }) => total_of(headers),
  next: (_, { headers }) => /<([^<>]+)>;\s*rel="next"/.exec(headers.link ?? '')?.[1],
  if_not_found: (answer) => (/^Last page is/i.test(says(answer)?.description ?? '') ? [] : undefined),
})

/** Whether an answer has a sentence of the vendor. Gateways before it send 404 too, without one (Kong: "no Route matched with those values"). */
function is_own_word(answer: VendorAnswer): boolean {
  const { description, message } = says(answer) ?? {}
  return Boolean(description ?? message) && !/no Route matched/i.test(message ?? '')
}

/** Records by id. null: the vendor says that there is none. */
export const by_id = <T>(api: Api, path: string, record: z.ZodType<T>, ids: readonly string[]) =>
  one_by_one(ids, (id) =>
    api.call({
      path: `${path}/${id}`,
      schema: record.nullable(),
      if_not_found: (answer) => (is_own_word(answer) ? null : undefined),
    }),
  )

/** Ids of all records of a list. */
export const every_id = (api: Api, path: string): AsyncIterable<string[]> =>
  mapped(api.pages(list(path, id_only, { fields: 'id' })), ({ id }) => id)

/** The vendor's own number of the records of a list. */
export const number_of = (api: Api, path: string, query: Query) =>
  counted(api, list(path, id_only, { ...query, fields: 'id' }), COUNT)

export const UNPAID = 'the shop or the app has not been paid for, so that its owner has to pay Tiendanube first.'

const lines: readonly ErrorLine[] = [
  { codes: [401], verdict: 'expired' },
  { codes: [403], verdict: 'denied' },
  { codes: [408, [500, 599]], verdict: 'transient' },
]

/** The bucket is empty again after the milliseconds of the header. The engine reads 429 without it. */
export function classify(answer: VendorAnswer): Verdict | undefined {
  const { status, headers } = answer
  if (status < 400) return undefined
  if (status === 429) {
    const reset_ms = Number(headers['x-rate-limit-reset'] ?? Number.NaN)
    return Number.isNaN(reset_ms) ? undefined : { kind: 'throttled', wait_s: Math.ceil(reset_ms / MS) }
  }
  if (status === 402) return { kind: 'refused', reason: UNPAID }
  const message = says(answer)
  return verdict_of(lines, { code: status, status, message: message?.description ?? message?.message ?? '' })
}
