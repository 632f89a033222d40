// The one door to other machines. What a stranger typed, and what a vendor answered, decides the address; so every address is
// checked, the checked one is the one connected to, and every redirect goes through the check again.
import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, type Dispatcher, request } from 'undici'

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

/** Only addresses of the public internet; everything special (loopback, private, link-local, mapped, tunnelled…) is refused. */
export function is_public(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  return ipaddr.process(address).range() === 'unicast'
}

const checked_lookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, '')
    const refused = found.find(({ address }) => !is_public(address))
    const first = found[0]
    if (refused || !first) return callback(new AddressRefused(`${host} is not a public address`), '')
    if (options.all) return callback(null, found)
    callback(null, first.address, first.family)
  })
}

/**
 * `sandbox_url`: every vendor host is looked for below it (`https://host/path` becomes `<sandbox_url>/host/path`), and its
 * own address may be private because the configuration names it.
 */
export function create_outbound({ sandbox_url }: { sandbox_url?: string } = {}): Outbound {
  const options = { connectTimeout: CONNECT_TIMEOUT_MS, keepAliveTimeout: 10_000 }
  const guarded = new Agent({ ...options, connect: { lookup: checked_lookup } })
  const named = new Agent(options)

  async function hop(url: URL, asked: OutboundRequest): Promise<Dispatcher.ResponseData> {
    const target = sandbox_url ? new URL(`${sandbox_url}/${url.host}${url.pathname}${url.search}`) : url
    return request(target, {
      method: asked.method ?? 'GET',
      headers: asked.headers,
      body: asked.body,
      dispatcher: sandbox_url ? named : guarded,
      headersTimeout: asked.timeout_ms ?? TIMEOUT_MS,
      bodyTimeout: asked.timeout_ms ?? TIMEOUT_MS,
      signal: AbortSignal.any([
        AbortSignal.timeout(asked.timeout_ms ?? TIMEOUT_MS),
        ...(asked.signal ? [asked.signal] : []),
      ]),
    })
  }

  return {
    async fetch(asked) {
      let url = check_url(asked.url)
      for (let hops = 0; ; hops++) {
        const answer = await hop(url, asked)
        const location = answer.headers.location
        const redirected = answer.statusCode >= 300 && answer.statusCode < 400 && typeof location === 'string'
        if (!redirected || hops >= (asked.redirects ?? 0)) {
          return {
            status: answer.statusCode,
            headers: flat(answer.headers),
            text: await read(answer, asked.bytes_max ?? BYTES_MAX),
          }
        }
        await answer.body.dump()
        if (hops >= REDIRECTS_MAX) throw new AddressRefused('too many redirects')
        url = check_url(new URL(location, url).href)
      }
    },
    async close() {
      await Promise.all([guarded.close(), named.close()])
    },
  }
}

/** http(s) without credentials; a literal address is checked here, because it is never looked up. */
export function check_url(text: string): URL {
  if (!URL.canParse(text)) throw new AddressRefused('that is not a URL')
  const url = new URL(text)
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
