// Klaviyo's form of JSON:API: filters, cursors in links, errors (developers.klaviyo.com/en/reference/api_overview, read 2026-11).
import type { FastifyReply } from 'fastify'
import type { Instant } from '../../world/types.ts'

export const origin = 'https://a.klaviyo.com/api'
export const media_type = 'application/vnd.api+json'

export { utc_time as time } from '../../world/calendar.ts'

/** The published error has no status, which the answer has. */
export const error_body = (code: string, title: string, detail: string, source?: object) => ({
  errors: [{ id: '5f0f0a1e-6f0b-4f43-9f5b-0d5a3ff1f0c1', code, title, detail, ...(source && { source }) }],
})

export class BadRequest extends Error {
  source: object
  constructor(detail: string, source: object) {
    super(detail)
    this.source = source
  }
}
export const bad_parameter = (parameter: string, detail: string) => new BadRequest(detail, { parameter })
export const bad_field = (pointer: string, detail: string) => new BadRequest(detail, { pointer })

/** Sends the result of `make`, or the vendor's 400. */
export function answer(reply: FastifyReply, make: () => unknown) {
  reply.type(media_type)
  try {
    return reply.send(JSON.stringify(make()))
  } catch (fault) {
    if (!(fault instanceof BadRequest)) throw fault
    const body = error_body('invalid', 'Invalid input.', fault.message, fault.source)
    return reply.code(400).send(JSON.stringify(body))
  }
}

export const relation = (path: string, name: string, data?: unknown) => ({
  ...(data !== undefined && { data }),
  links: { self: `${origin}/${path}/relationships/${name}`, related: `${origin}/${path}/${name}` },
})

// ---- filters -----------------------------------------------------------------------------------------------------------

export interface Filter {
  operator: string
  field: string
  value: string
}

const one_filter = /([\w-]+)\(([\w.$]+),\s*((?:'[^']*'|"[^"]*"|\[[^\]]*\]|[^)'"[]*))\)/g

/** "equals(metric_id,'x'),greater-or-equal(datetime,2026-11-01T00:00:00Z)": a record must match all filters. */
export function read_filters(text: string | undefined, allowed: Record<string, string[]>): Filter[] {
  if (!text) return []
  if (text.replaceAll(one_filter, '').replaceAll(/[,\s]/g, ''))
    throw bad_parameter('filter', `'${text}' is no valid filter.`)
  return [...text.matchAll(one_filter)].map(([, operator = '', field = '', raw = '']) => {
    if (!allowed[field]?.includes(operator))
      throw bad_parameter('filter', `'${operator}' on '${field}' is not supported by this resource.`)
    return { operator, field, value: raw.replace(/^(['"])(.*)\1$/, '$2') }
  })
}

export function read_instant(text: string, where: (detail: string) => BadRequest): Instant {
  // The vendor reads an instant without a zone as UTC.
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`
  const at = Date.parse(zoned)
  if (Number.isNaN(at)) throw where(`'${text}' is no valid datetime.`)
  return at
}

/** Whether an instant satisfies the filters on its field. */
export function within(at: Instant, filters: Filter[], field: string): boolean {
  return filters.every((filter) => {
    if (filter.field !== field) return true
    const bound = read_instant(filter.value, (detail) => bad_parameter('filter', detail))
    if (filter.operator === 'greater-than') return at > bound
    if (filter.operator === 'greater-or-equal') return at >= bound
    if (filter.operator === 'less-than') return at < bound
    return at <= bound
  })
}

// ---- pages -------------------------------------------------------------------------------------------------------------

export type Query = Record<string, string | undefined>

interface Listing<T> {
  path: string
  query: Query
  records: T[]
  size: { default: number; max: number }
  /** The value that each sort key sorts by. The first key is the default. */
  sorts: Record<string, (record: T) => number | string>
  id: (record: T) => string
}

/** One page of records, and the links to other pages. */
export function page_of<T>({ path, query, records, size, sorts, id }: Listing<T>) {
  const asked = query['page[size]'] === undefined ? size.default : Number(query['page[size]'])
  if (!Number.isInteger(asked) || asked < 1 || asked > size.max)
    throw bad_parameter('page[size]', `Page size must be an integer between 1 and ${size.max}.`)
  const sort = query.sort ?? Object.keys(sorts)[0]!
  const by = sorts[sort.replace(/^-/, '')]
  if (!by) throw bad_parameter('sort', `'${sort}' is no valid sort for this resource.`)
  const sign = sort.startsWith('-') ? -1 : 1
  const order = (one: [number | string, string], other: [number | string, string]) =>
    sign * (one[0] < other[0] ? -1 : one[0] > other[0] ? 1 : one[1] < other[1] ? -1 : one[1] > other[1] ? 1 : 0)
  const keyed = records.map((record) => ({ record, key: [by(record), id(record)] as [number | string, string] }))
  keyed.sort((one, other) => order(one.key, other.key))
  const cursor = query['page[cursor]']
  const start = cursor ? after(keyed, read_cursor(cursor), order) : 0
  const shown = keyed.slice(start, start + asked)
  const more = start + asked < keyed.length
  const link = (key: unknown) => {
    const next = new URLSearchParams(Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]))
    next.set('page[cursor]', Buffer.from(JSON.stringify(key)).toString('base64url'))
    return `${origin}/${path}?${next}`
  }
  const self = new URLSearchParams(Object.entries(query) as [string, string][]).toString()
  return {
    records: shown.map((entry) => entry.record),
    links: {
      self: `${origin}/${path}${self ? `?${self}` : ''}`,
      next: more ? link(shown.at(-1)!.key) : null,
      prev: null,
    },
  }
}

function read_cursor(text: string): [number | string, string] {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    throw bad_parameter('page[cursor]', 'The cursor is invalid.')
  }
}

function after<K>(entries: { key: K }[], cursor: K, order: (one: K, other: K) => number): number {
  const at = entries.findIndex((entry) => order(entry.key, cursor) > 0)
  return at === -1 ? entries.length : at
}
