// What one vendor's file declares. Paging, bodies and refusals are the vendor's own; tokens, faults and the log are the core's.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TokenState, Tokens } from './tokens.ts'
import type { World } from './world/types.ts'

export interface Box {
  world: World
  tokens: Tokens
}

export interface Answer {
  status: number
  headers?: Record<string, string>
  body: unknown
}

export interface Vendor {
  /** The platform key, as in Tablero: faults, tokens and the log are named by it. */
  platform: string
  /** 'graph.facebook.com', or '*.myshopify.com' for any first label (read it from request.params.label). */
  hosts: string[]
  /** Routes with the paths that the vendor publishes; the host's prefix is already taken off. */
  routes(app: FastifyInstance, box: Box): void
  /** The credential a request carries; null when it carries none. Absent: the vendor asks for none. */
  credential?(request: FastifyRequest): string | null
  /** Paths that need no credential, such as a token endpoint. */
  open?(path: string): boolean
  /** The answer to a credential that is missing, unknown, expired or revoked. */
  refuse?(state: Exclude<TokenState, 'ok'>): Answer
  /** Too many requests, in the vendor's own words. */
  throttle(seconds: number): Answer
  /** A server error, in the vendor's own words. */
  fail(status: number): Answer
  /** The array of records inside an answer, so that faults can duplicate, reorder, drop or extend them; null when it has none. */
  records?(body: unknown): unknown[] | null
}
