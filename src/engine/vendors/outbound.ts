// The one door to other machines. What a stranger typed, and what a vendor answered, decides the address; so every address is
// checked, the checked one is the one connected to, and every redirect goes through the check again.
import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { type Span, SpanKind } from '@opentelemetry/api'
import ipaddr from 'ipaddr.js'
import { Agent, type Dispatcher, request } from 'undici'
import { redact } from '#lib/log.ts'
import { fail_span, in_span } from '#lib/trace.ts'

const TIMEOUT_MS = 60_000
const CONNECT_TIMEOUT_MS = 10_000
/** Bytes of an answer that are read; more is an error, never a cut. */
const BYTES_MAX = 64 * 1024 * 1024
const REDIRECTS_MAX = 5

export interface OutboundRequest {
  url: string
  method?: Dispatcher.HttpMethod
  headers?: Record<string, string>
  body?: string
  timeout_ms?: number
  bytes_max?: number
  /** Hops followed at most; 0 answers the redirect itself. */
  redirects?: number
  signal?: AbortSignal
  /** Which try of the same request this is, from 1. */
  attempt?: number
}

export interface OutboundAnswer {
  status: number
  headers: Record<string, string | undefined>
  text: string
}

export interface Outbound {
  fetch(request: OutboundRequest): Promise<OutboundAnswer>
  close(): Promise<void>
}

/** The address may not be reached. The text names the host only. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

/** IPv6 of the public internet is handed out from here only; ipaddr.js takes the rest of the space for ordinary (::7f00:1). */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')
/** Azure's own services for its machines, credentials among them, answer at an address that looks public. */
const PLATFORM_ADDRESSES = new Set(['168.63.129.16'])

/** Only addresses of the public internet; everything special (loopback, private, link-local, mapped, tunnelled…) is refused. */
export function is_public(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast' || PLATFORM_ADDRESSES.has(parsed.toString())) return false
  return !(parsed instanceof ipaddr.IPv6) || parsed.match(GLOBAL_IPV6)
}

export interface OutboundParts {
  /**
   * Every vendor host is looked for below it (`https://host/path` becomes `<sandbox_url>/host/path`), and its own address may
   * be private because the configuration names it.
   */
  sandbox_url?: string
  /** The system's own unless named: who says which addresses a name has, and which of them may be reached. */
  resolve?: Resolve
  is_reachable?: (address: string) => boolean
}

type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (error: Error | null, found: LookupAddress[]) => void,
) => void

function checked_lookup(resolve: Resolve, is_reachable: (address: string) => boolean): LookupFunction {
  return (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '')
      const refused = found.find(({ address }) => !is_reachable(address))
      const first = found[0]
      if (refused || !first) return callback(new AddressRefused(`${host} is not a public address`), '')
      if (options.all) return callback(null, found)
      callback(null, first.address, first.family)
    })
  }
}

export function create_outbound({
  sandbox_url,
  resolve = lookup,
  is_reachable = is_public,
}: OutboundParts = {}): Outbound {
  // HTTP/1.1 alone: one connection carries one request, so that what a slow or failing connection costs is one request.
  const options = { allowH2: false, connectTimeout: CONNECT_TIMEOUT_MS, keepAliveTimeout: 10_000 }
  const guarded = new Agent({ ...options, connect: { lookup: checked_lookup(resolve, is_reachable) } })
  const named = new Agent(options)

  async function hop(url: URL, asked: OutboundRequest, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const target = sandbox_url ? new URL(`${sandbox_url}/${url.host}${url.pathname}${url.search}`) : url
    const timeout_ms = asked.timeout_ms ?? TIMEOUT_MS
    return request(target, {
      method: asked.method ?? 'GET',
      headers: asked.headers,
      body: asked.body,
      dispatcher: sandbox_url ? named : guarded,
      headersTimeout: timeout_ms,
      bodyTimeout: timeout_ms,
      signal,
    })
  }

  async function fetch(asked: OutboundRequest): Promise<OutboundAnswer> {
    let url = check_url(asked.url)
    let { headers } = asked
    // Only a question is asked again elsewhere; a body, which may hold secrets, goes to the address that was named.
    const redirects = asked.body === undefined ? (asked.redirects ?? 0) : 0
    // One clock for all hops, so that a chain of slow ones is no longer than one.
    const late = AbortSignal.timeout(asked.timeout_ms ?? TIMEOUT_MS)
    const signal = asked.signal ? AbortSignal.any([late, asked.signal]) : late
    for (let hops = 0; ; hops++) {
      const answer = await hop(url, { ...asked, headers }, signal)
      const location = answer.headers.location
      const redirected = answer.statusCode >= 300 && answer.statusCode < 400 && typeof location === 'string'
      if (!redirected || hops >= redirects) {
        return {
          status: answer.statusCode,
          headers: flat(answer.headers),
          text: await read(answer, asked.bytes_max ?? BYTES_MAX),
        }
      }
      await answer.body.dump()
      if (hops >= REDIRECTS_MAX) throw new AddressRefused('too many redirects')
      const next = check_url(location, url.href)
      // What was meant for one host, a credential perhaps, is not shown to the host it points to.
      if (next.origin !== url.origin) headers = undefined
      url = next
    }
  }

  return {
    fetch: (asked) => in_request_span(asked, () => fetch(asked)),
    async close() {
      await Promise.all([guarded.close(), named.close()])
    },
  }
}

/**
 * Told of a request: where to and how it ended, never a header or a value of the query. It does not carry our traceparent: a vendor
 * is no part of our system, has no use for it, and would learn which of its customers' requests belong together.
 */
function in_request_span(
  { url, method = 'GET', attempt = 1 }: OutboundRequest,
  work: () => Promise<OutboundAnswer>,
): Promise<OutboundAnswer> {
  const { origin, hostname, pathname } = URL.canParse(url) ? new URL(url) : { origin: '', hostname: '', pathname: '' }
  const attributes = {
    'http.request.method': method,
    'server.address': hostname,
    'http.request.resend_count': attempt > 1 ? attempt - 1 : undefined,
  }
  const traced = async (span: Span) => {
    if (span.isRecording()) span.setAttribute('url.full', redact(origin + pathname))
    const answer = await work()
    span.setAttribute('http.response.status_code', answer.status)
    if (answer.status >= 400) fail_span(span, String(answer.status))
    return answer
  }
  return in_span(`${method} ${hostname}`, attributes, traced, SpanKind.CLIENT)
}

/** http(s) without credentials; a literal address is checked here, because it is never looked up. */
function check_url(text: string, base?: string): URL {
  if (!URL.canParse(text, base)) throw new AddressRefused('that is not a URL')
  const url = new URL(text, base)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new AddressRefused('only http and https are allowed')
  if (url.username || url.password) throw new AddressRefused('a URL must not carry credentials')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(host) && !is_public(host)) throw new AddressRefused(`${url.hostname} is not a public address`)
  return url
}

async function read(answer: Dispatcher.ResponseData, bytes_max: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bytes_max) throw new RangeError(`the answer is larger than ${bytes_max} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  )
}
