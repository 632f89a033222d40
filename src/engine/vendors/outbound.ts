// The only path for requests to other hosts. Untrusted input and vendors' answers decide their addresses. So every address is checked,
// the connection uses exactly the checked address, and every redirect is checked again.
import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { connect, type LookupFunction, type Socket } from 'node:net'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type Span, SpanKind } from '@opentelemetry/api'
import ipaddr from 'ipaddr.js'
import { Agent, type Dispatcher, request } from 'undici'
import { redact } from '#lib/redact.ts'
import { mark_remote } from '#lib/remote_errors.ts'
import { fail_span, in_span } from '#lib/trace.ts'
import { Late, within } from '#lib/within.ts'

const TIMEOUT_MS = 60_000
const CONNECT_TIMEOUT_MS = 10_000
/** A name server that is lost would hold the system's resolver for half a minute or more. */
const LOOKUP_MS = 10_000
/** Most bytes of an answer. A larger answer is an error and is never truncated. */
const BYTES_MAX = 64 * 1024 * 1024
const REDIRECTS_MAX = 5

export interface OutboundRequest {
  url: string
  method?: Dispatcher.HttpMethod
  headers?: Record<string, string>
  body?: string
  timeout_ms?: number
  bytes_max?: number
  /** Reads only this number of bytes of the answer, and ignores the rest. */
  first_bytes?: number
  /** Most redirects to follow. With 0, the redirect itself is the answer. */
  redirects?: number
  signal?: AbortSignal
  /** The body is a file compressed with gzip, whatever the headers say. */
  is_file?: boolean
  /** Number of the attempt of this request, from 1. */
  attempt?: number
}

export interface OutboundAnswer {
  status: number
  headers: Record<string, string | undefined>
  text: string
}

export interface Outbound {
  fetch(request: OutboundRequest): Promise<OutboundAnswer>
  /** Checks an address as a request does, and sends nothing. With a sandbox, a name that does not exist is allowed. */
  check(url: string, options?: { lookup_ms?: number }): Promise<URL>
  /** Opens a connection to a checked address, for a program that has no other way to the network. */
  dial(host: string, port: number): Promise<Socket>
  close(): Promise<void>
}

/** Requests to this address are not allowed. The message names only the host. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

/** The name servers did not say in time which addresses a host has. Whether it exists is not known. */
export class LookupLate extends Error {
  override name = 'LookupLate'
}

/** The answer has more bytes than the request allows. Fewer records in one request can help. */
export class AnswerTooLarge extends RangeError {
  override name = 'AnswerTooLarge'
}

/** All public IPv6 addresses are in this range. ipaddr.js classifies other ranges as ordinary unicast (::7f00:1). */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')
/** A public address at which Azure's internal services answer its machines, also with credentials. */
const PLATFORM_ADDRESSES = new Set(['168.63.129.16'])

/** Names that only machines of the same network know. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/

/** True only for addresses of the public internet. Special ranges are refused: loopback, private, link-local, mapped, tunnelled… */
export function is_public(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast' || PLATFORM_ADDRESSES.has(parsed.toString())) return false
  return !(parsed instanceof ipaddr.IPv6) || parsed.match(GLOBAL_IPV6)
}

/** False when the address itself says that others cannot reach its host. No name is looked up. */
export function has_public_host(url: string): boolean {
  const name = bare(new URL(url).hostname).replace(/\.$/, '')
  return ipaddr.isValid(name) ? is_public(name) : name.includes('.') && !LOCAL_NAME.test(name)
}

/** False when the address itself says that others cannot reach it, or not with https. */
export const is_public_https = (url: string): boolean => new URL(url).protocol === 'https:' && has_public_host(url)

export interface OutboundParts {
  /**
   * Address of the sandbox. Requests to a vendor host go below this address (`https://host/path` becomes `<sandbox_url>/host/path`).
   * It may be private, because the configuration names it.
   */
  sandbox_url?: string
  /** Resolves a hostname to addresses that may be reached. Default: the system's resolver. */
  resolve?: Resolve
  /** Which addresses may be reached, found by a name or written as they are. Default: those of the public internet. */
  is_reachable?: IsReachable
  /** True: a redirect may lead to plain HTTP. For servers without a certificate, which only tests have. */
  plain_redirects?: boolean
}

type IsReachable = (address: string) => boolean

type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (error: Error | null, found: LookupAddress[]) => void,
) => void

function checked_lookup(resolve: Resolve, is_reachable: IsReachable): LookupFunction {
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
  plain_redirects = false,
}: OutboundParts = {}): Outbound {
  // HTTP/1.1 only: one connection carries one request, so a slow or failing connection affects only one request.
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
    let url = check_url(asked.url, is_reachable)
    let { headers } = asked
    // Only requests without a body follow redirects. A body may hold secrets, so it goes only to the original address.
    const redirects = asked.body === undefined ? (asked.redirects ?? 0) : 0
    // One timeout for all redirects together.
    const late = AbortSignal.timeout(asked.timeout_ms ?? TIMEOUT_MS)
    const signal = asked.signal ? AbortSignal.any([late, asked.signal]) : late
    for (let hops = 0; ; hops++) {
      const answer = await hop(url, { ...asked, headers }, signal)
      const location = answer.headers.location
      const redirected = answer.statusCode >= 300 && answer.statusCode < 400 && typeof location === 'string'
      if (!redirected || hops >= redirects) {
        return { status: answer.statusCode, headers: flat(answer.headers), text: await read(answer, asked) }
      }
      await answer.body.dump()
      if (hops >= REDIRECTS_MAX) throw new AddressRefused('too many redirects')
      const next = check_url(location, is_reachable, url.href)
      if (next.protocol !== 'https:' && !plain_redirects) throw new AddressRefused('a redirect must lead to https')
      // Headers may hold a credential, so another host does not receive them.
      if (next.origin !== url.origin) headers = undefined
      url = next
    }
  }

  const checked = checked_lookup(resolve, is_reachable)

  async function check(text: string, { lookup_ms = LOOKUP_MS } = {}): Promise<URL> {
    const url = check_url(text, is_reachable)
    const host = bare(url.hostname)
    const { promise, resolve: done, reject } = Promise.withResolvers<void>()
    checked(host, { all: true }, (error) => (error ? reject(error) : done()))
    await within(lookup_ms, promise).catch((error) => {
      const is_unknown = error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN' || error instanceof Late
      if (sandbox_url && is_unknown) return
      if (!(error instanceof Late)) throw error
      throw new LookupLate(`name servers did not find the address of ${host} within ${lookup_ms / 1_000} seconds`)
    })
    return url
  }

  function dial(host: string, port: number): Promise<Socket> {
    check_host(host, is_reachable)
    const { promise, resolve: done, reject } = Promise.withResolvers<Socket>()
    const socket = connect({ host, port, lookup: checked, timeout: CONNECT_TIMEOUT_MS })
    socket.once('error', reject)
    socket.once('timeout', () => socket.destroy(new Error(`no connection to ${host} within ${CONNECT_TIMEOUT_MS} ms`)))
    socket.once('connect', () => done(socket.setTimeout(0)))
    return promise
  }

  return {
    check,
    dial,
    fetch: (asked) =>
      in_request_span(asked, () =>
        fetch(asked).catch((error) => {
          throw mark_remote(error)
        }),
      ),
    async close() {
      await Promise.all([guarded.close(), named.close()])
    },
  }
}

/**
 * Runs a request in a span. The span has the address and the outcome, but no headers and no query values. The request carries no
 * traceparent, because a vendor could use it to link the requests of its customers.
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

/** Accepts http and https without credentials. A literal IP address is checked here, because no lookup will check it. */
function check_url(text: string, is_reachable: IsReachable, base?: string): URL {
  if (!URL.canParse(text, base)) throw new AddressRefused('that is not a URL')
  const url = new URL(text, base)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new AddressRefused('only http and https are allowed')
  if (url.username || url.password) throw new AddressRefused('a URL must not carry credentials')
  check_host(bare(url.hostname), is_reachable)
  return url
}

/** A hostname without the brackets of an IPv6 address. */
export const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '')

function check_host(host: string, is_reachable: IsReachable): void {
  if (ipaddr.isValid(host) && !is_reachable(host)) throw new AddressRefused(`${host} is not a public address`)
}

/** An error of the packed stream ends the unpacked one. */
const gunzipped = (packed: Readable): Readable => pipeline(packed, createGunzip(), () => {})

async function read(
  answer: Dispatcher.ResponseData,
  { bytes_max = BYTES_MAX, first_bytes = Number.POSITIVE_INFINITY, is_file = false }: OutboundRequest,
): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  // An error instead of the file is not compressed. A small file can unpack to a large text, so the unpacked bytes count.
  const unpacked = is_file && answer.statusCode < 300 ? gunzipped(answer.body) : answer.body
  for await (const chunk of unpacked as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bytes_max) throw new AnswerTooLarge(`the answer is larger than ${bytes_max} bytes`)
    chunks.push(chunk)
    if (bytes >= first_bytes) break
  }
  return decode(Buffer.concat(chunks).subarray(0, first_bytes), String(answer.headers['content-type'] ?? ''))
}

/** Text is UTF-8, unless the platform names another charset: Amazon Cp1252, or CP932 for Japan (jlevers/selling-partner-api, read 2026-11). */
function decode(bytes: Buffer, content_type: string): string {
  const [, charset = 'utf-8'] = /charset=["']?([\w-]+)/i.exec(content_type) ?? []
  if (/^utf-?8$/i.test(charset)) return bytes.toString('utf8')
  try {
    return new TextDecoder(charset.replace(/^cp932$/i, 'shift_jis').replace(/^cp/i, 'windows-')).decode(bytes)
  } catch {
    return bytes.toString('utf8')
  }
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  )
}
