// What TikTok's Business API does in every answer: status 200 with a code, JSON in parameters, numbered pages
// (https://business-api.tiktok.com/portal/docs?id=1740302848100353 and the recorded answers, read 2026-11).
import type { Answer } from '../../vendor.ts'

/** The whole request's code is in the body. The status is always 200. */
export const refusal = (code: number, message: string): Answer => ({
  status: 200,
  body: { code, message, request_id: '2026110318042301018924719', data: {} },
})

export class Refused extends Error {
  readonly answer: Answer
  constructor(code: number, message: string) {
    super(message)
    this.answer = refusal(code, message)
  }
}

export const invalid = (message: string) => new Refused(40_002, message)

export type Query = Record<string, string | undefined>

export function json_of<T>(query: Query, name: string): T | undefined {
  const text = query[name]
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as T
  } catch {
    throw invalid(`${name}: Not a valid JSON value.`)
  }
}

const page_size_max = 1_000

export function whole(data: Record<string, unknown>) {
  return { code: 0, message: 'OK', request_id: '2026110318042301018924720', data }
}

/** One page. Ten records by default. */
export function page_of(all: unknown[], query: Query) {
  const page = Number(query.page ?? 1)
  const page_size = Number(query.page_size ?? 10)
  if (!Number.isInteger(page) || page < 1) throw invalid('page: Invalid value.')
  if (!Number.isInteger(page_size) || page_size < 1 || page_size > page_size_max)
    throw invalid(`page_size: Must be between 1 and ${page_size_max}.`)
  const total_page = Math.ceil(all.length / page_size)
  return whole({
    list: all.slice((page - 1) * page_size, page * page_size),
    page_info: { page, page_size, total_number: all.length, total_page },
  })
}

/** A request of which a part was refused (code 20001, general knowledge, 2026-11). */
export const partly = (message: string, data: Record<string, unknown>) => ({ ...whole(data), code: 20_001, message })
