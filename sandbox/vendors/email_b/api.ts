// Mailchimp's conventions: problem documents, parts of answers, and pages by offset.
import type { Answer } from '../../vendor.ts'

export type Query = Record<string, string | undefined>
export type Json = Record<string, unknown>

const count_default = 10
const count_max = 1_000

/** The data center of the simulated account, which is the end of its key and the beginning of its address. */
export const data_center = 'us21'

export const problem = (status: number, title: string, detail: string): Answer => ({
  status,
  headers: { 'content-type': 'application/problem+json; charset=utf-8' },
  body: {
    type: 'https://mailchimp.com/developer/marketing/docs/errors/',
    title,
    status,
    detail,
    instance: '995c5cb0-3280-4a6e-808b-3b096d0bb219',
  },
})

export class Refused extends Error {
  answer: Answer
  constructor(answer: Answer) {
    super('refused')
    this.answer = answer
  }
}

type Parts = Map<string, Parts>

/** The part of an answer that `fields` names: 'members.id,members.tags,total_items'. Without it, the whole answer. */
export function only(body: Json, fields: string | undefined): Json {
  if (!fields) return body
  const wanted: Parts = new Map()
  for (const field of fields.split(',')) {
    let at = wanted
    for (const name of field.split('.')) {
      const next: Parts = at.get(name) ?? new Map()
      at.set(name, next)
      at = next
    }
  }
  return part_of(body, wanted) as Json
}

function part_of(value: unknown, wanted: Parts): unknown {
  if (wanted.size === 0 || value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((one) => part_of(one, wanted))
  const named = Object.entries(value).flatMap(([name, one]) => {
    const inner = wanted.get(name)
    return inner ? [[name, part_of(one, inner)] as const] : []
  })
  return Object.fromEntries(named)
}

/** A page of a list, below the name of the list. */
export function page_of(name: string, records: Json[], { count, offset }: Query): Json {
  const size = Number(count ?? count_default)
  const start = Number(offset ?? 0)
  if (!Number.isInteger(size) || size < 0 || size > count_max)
    throw new Refused(problem(400, 'Invalid Resource', `count must be a whole number of at most ${count_max}.`))
  return { [name]: records.slice(start, start + size), total_items: records.length }
}

/** Records whose time is after `since` and before `before`, sorted by the time. */
export function in_order<T>(
  records: readonly T[],
  at: (record: T) => number,
  { since, before, dir = 'ASC' }: { since?: string; before?: string; dir?: string },
): T[] {
  const found = records
    .filter((one) => (!since || at(one) > Date.parse(since)) && (!before || at(one) < Date.parse(before)))
    .toSorted((one, other) => at(one) - at(other))
  return dir === 'DESC' ? found.reverse() : found
}
