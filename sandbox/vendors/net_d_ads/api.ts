// What X's Ads API does in every answer: signatures, limits, cursors and errors (docs/fundamentals of the Ads API, read 2026-11).
import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { client } from '../../tokens.ts'
import type { Answer, Vendor } from '../../vendor.ts'

export const base = '/12'
const token_secret = 'x_sandbox_secret'
const quarter_ms = 900_000
const global_reads = 'global reads in 15 minutes'
const page_max = 1_000
const ids_max = 200

export type Query = Record<string, string | undefined>

export const refusal = (status: number, code: string, message: string, headers?: Record<string, string>): Answer => ({
  status,
  headers,
  body: { errors: [{ code, message }], request: { params: {} } },
})

export class Refused extends Error {
  readonly answer: Answer
  constructor(...parts: Parameters<typeof refusal>) {
    super(parts[2])
    this.answer = refusal(...parts)
  }
}

export const invalid = (parameter: string, message: string) =>
  new Refused(400, 'INVALID_PARAMETER', `${message} for ${parameter}`)

/** RFC 3986. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/** The token of a request that is signed correctly. A wrong signature is as good as no token. */
export function signed_token({ method, raw, headers }: FastifyRequest, secret = token_secret): string | null {
  const parts = [...(headers.authorization ?? '').matchAll(/(oauth_\w+)="([^"]*)"/g)]
  const own = Object.fromEntries(parts.map(([, name, value]) => [name!, decodeURIComponent(value!)]))
  const { oauth_signature, ...rest } = own
  const url = new URL(`https:/${raw.url}`)
  const pairs = [...url.searchParams, ...Object.entries(rest)].map(
    ([name, value]) => `${encoded(name)}=${encoded(value)}`,
  )
  const text = [method, url.origin + url.pathname, pairs.sort().join('&')].map(encoded).join('&')
  const wanted = createHmac('sha1', `${client.secret}&${secret}`).update(text).digest('base64')
  return oauth_signature === wanted && own.oauth_consumer_key === client.id ? (own.oauth_token ?? null) : null
}

/** One page. Deleted records come only when they are asked for. */
export function page_of(all: { deleted: boolean }[], query: Query) {
  const count = Number(query.count ?? ids_max)
  if (!Number.isInteger(count) || count < 1 || count > page_max) throw invalid('count', 'Expected 1 to 1000')
  const shown = query.with_deleted === 'true' ? all : all.filter(({ deleted }) => !deleted)
  const from = Number(query.cursor?.replace('c-', '') ?? 0)
  const next = from + count
  return {
    request: { params: {} },
    next_cursor: next < shown.length ? `c-${next}` : null,
    data: shown.slice(from, next),
  }
}

export function ids_in(query: Query, name: string, most = ids_max): Set<string> | undefined {
  const ids = query[name]?.split(',')
  if (ids && ids.length > most) throw invalid(name, `Expected at most ${most} ids`)
  return ids && new Set(ids)
}

const limits_of: Vendor['limits'] = ({ method, url }, { by }) => {
  const [, , path = ''] = /^\/([^/]+)\/12\/([^?]*)/.exec(url) ?? []
  if (!path) return []
  if (method === 'POST') return [{ key: 'writes a minute', of: by, most: 450, window_ms: 60_000 }]
  const account = /accounts\/([^/]+)/.exec(path)?.[1]
  const endpoint = path.replace(/accounts\/[^/]+/, 'accounts/:id')
  return account
    ? [{ key: `${endpoint} in 15 minutes`, of: `${by} ${account}`, most: 2_000, window_ms: quarter_ms }]
    : [{ key: global_reads, of: by, most: 5, window_ms: quarter_ms }]
}

/** 5 global reads and 2,000 other reads of an account in 15 minutes, 450 writes a minute (docs/fundamentals/rate-limiting, read 2026-11). */
export const x_limits = {
  limits: limits_of,
  limit_headers: ([allowance], now) => {
    const { limit, left, wait_ms } = allowance!
    const of_account = limit.key === global_reads ? '' : '-account'
    return {
      [`x${of_account}-rate-limit-remaining`]: String(left),
      [`x${of_account}-rate-limit-reset`]: String(Math.ceil((now + wait_ms) / 1_000)),
      date: new Date(now).toUTCString(),
    }
  },
} satisfies Pick<Vendor, 'limits' | 'limit_headers'>
