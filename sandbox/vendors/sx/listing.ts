// Shopify's lists: search terms (shopify.dev/docs/api/usage/search-syntax), sort keys, cursors, at most 250 records a page.
import { GraphQLError } from 'graphql'
import type { Instant } from '../../world/types.ts'

const page_max = 250

export interface Page {
  first?: number | null
  last?: number | null
  after?: string | null
  before?: string | null
  reverse?: boolean | null
}
export interface Search extends Page {
  query?: string | null
  sortKey?: string
}

/** The fields by which records can be found and sorted. */
export interface Fields {
  id: string
  times: Record<string, Instant>
  /** Fields that a search compares as a whole. */
  words?: Record<string, string>
}

interface Cursor {
  last_id: string
  last_value: number
}

const write_cursor = (cursor: Cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64')

function read_cursor(text: string): Cursor {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString()) as Cursor
  } catch {
    throw new GraphQLError(`Invalid cursor for current pagination sort.`)
  }
}

const by_id = (one: string, other: string) => one.length - other.length || (one < other ? -1 : one > other ? 1 : 0)

interface Entry<T> extends Fields {
  record: T
  value: number
}

/** One page of the records that match a query, in the order of a sort key. */
export const list = <T>(records: T[], search: Search, fields: (record: T) => Fields, zone: string) =>
  cut(matching(records, search, fields, zone), search)

/** All records that match a query, in the order of a sort key. */
export function matching<T>(records: T[], search: Search, fields: (record: T) => Fields, zone: string) {
  const terms = read_terms(search.query ?? '', zone)
  const sorted = sorted_by((search.sortKey ?? 'ID').toLowerCase(), records, fields)
  return terms.length ? sorted.filter((entry) => terms.every((term) => matches(term, entry))) : sorted
}

const kept = new WeakMap<object, Map<string, Entry<unknown>[]>>()

/** Sorts once for each list of records, and keeps the result while the list exists. */
function sorted_by<T>(key: string, records: T[], fields: (record: T) => Fields): Entry<T>[] {
  const by_key = kept.get(records) ?? new Map<string, Entry<unknown>[]>()
  kept.set(records, by_key)
  let entries = by_key.get(key) as Entry<T>[] | undefined
  if (!entries) {
    entries = records.map((record) => {
      const { id, times, words } = fields(record)
      return { record, id, times, words, value: times[key] ?? 0 }
    })
    entries.sort((one, other) => one.value - other.value || by_id(one.id, other.id))
    by_key.set(key, entries)
  }
  return entries
}

/** A nested list, in its own order. Cursors are positions. */
export function nested<T>(records: T[], page: Page) {
  return cut(
    records.map((record, at) => ({ record, id: String(at), value: at })),
    page,
  )
}

function cut<T>(entries: { record: T; id: string; value: number }[], page: Page) {
  const size = page.first ?? page.last
  if (size === null || size === undefined)
    throw new GraphQLError('you must provide one of first or last', { extensions: { code: 'BAD_REQUEST' } })
  if (size < 0 || size > page_max)
    throw new GraphQLError(`first cannot exceed ${page_max}`, { extensions: { code: 'MAX_PAGE_SIZE_EXCEEDED' } })
  const ordered = page.reverse ? entries.toReversed() : entries
  const sign = page.reverse ? -1 : 1
  const place = (cursor: string) => {
    const { last_id, last_value } = read_cursor(cursor)
    return (entry: { id: string; value: number }) => sign * (entry.value - last_value || by_id(entry.id, last_id))
  }
  const after = page.after ? place(page.after) : () => 1
  const before = page.before ? place(page.before) : () => -1
  const open = ordered.filter((entry) => after(entry) > 0 && before(entry) < 0)
  const shown = page.first === null || page.first === undefined ? open.slice(-size) : open.slice(0, size)
  const edges = shown.map(({ record, id, value }) => ({
    cursor: write_cursor({ last_id: id, last_value: value }),
    node: record,
  }))
  return {
    edges,
    nodes: shown.map((entry) => entry.record),
    pageInfo: {
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
      hasNextPage: shown.length > 0 && shown.at(-1) !== ordered.at(-1),
      hasPreviousPage: shown.length > 0 && shown[0] !== ordered[0],
    },
  }
}

// ---- search terms ------------------------------------------------------------------------------------------------------

interface Term {
  field: string
  comparison: string
  value: string
  at: Instant
}

const term = /(\w+):\s*(>=|<=|>|<)?\s*(?:'([^']*)'|"([^"]*)"|(\S+))/g

function read_terms(query: string, zone: string): Term[] {
  const rest = query.replaceAll(term, '').replaceAll(/\bAND\b/g, '')
  // The vendor searches free text and ignores unknown fields. The sandbox rejects them, because the connector never sends them on
  // purpose.
  if (rest.trim()) throw new GraphQLError(`The sandbox does not know the search '${rest.trim()}'.`)
  return [...query.matchAll(term)].map(([, field = '', comparison = '=', quoted, double_quoted, bare]) => {
    const value = quoted ?? double_quoted ?? bare ?? ''
    return { field, comparison, value, at: field.endsWith('_at') ? read_time(value, zone) : 0 }
  })
}

/** A time without a zone is in the shop's time zone. */
function read_time(text: string, zone: string): Instant {
  if (/(?:Z|[+-]\d\d:?\d\d)$/.test(text)) {
    const at = Date.parse(text)
    if (!Number.isNaN(at)) return at
  }
  try {
    return Temporal.PlainDateTime.from(text).toZonedDateTime(zone).epochMilliseconds
  } catch {
    throw new GraphQLError(`'${text}' is not a valid time in a search.`)
  }
}

function matches({ field, comparison, value, at }: Term, { id, times, words }: Fields): boolean {
  if (field === 'id') return compare(comparison, by_id(id, value))
  if (words?.[field] !== undefined) return words[field] === value
  const time = times[field]
  if (time === undefined) throw new GraphQLError(`The sandbox does not know the search field '${field}'.`)
  // Compares in whole seconds, because the vendor shows whole seconds.
  return compare(comparison, Math.floor(time / 1000) - Math.floor(at / 1000))
}

function compare(comparison: string, difference: number): boolean {
  if (comparison === '>=') return difference >= 0
  if (comparison === '<=') return difference <= 0
  if (comparison === '>') return difference > 0
  if (comparison === '<') return difference < 0
  return difference === 0
}
