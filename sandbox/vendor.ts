// The declaration of a simulated vendor. Paging, bodies and errors are the vendor's own; the sandbox adds tokens, faults and the log.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Consents } from './consent/codes.ts'
import type { Allowance, Limit, Limits } from './limits.ts'
import type { TokenState, Tokens } from './tokens.ts'
import type { Webhooks } from './webhooks.ts'
import type { Instant, World } from './world/types.ts'

export interface Box {
  world: World
  tokens: Tokens
  consents: Consents
  webhooks: Webhooks
  limits: Limits
}

export interface Answer {
  status: number
  headers?: Record<string, string>
  body: unknown
}

export interface Vendor {
  /** The platform key, as in Tablero. Faults, tokens and the log use it. */
  platform: string
  /** Hosts: 'graph.facebook.com', or '*.myshopify.com' for any first label (in request.params.label). */
  hosts: string[]
  /** Another vendor has the same hosts and the sign-in. The token of a request then says whose request it is. */
  shares_hosts?: true
  /** Routes with the paths that the vendor publishes, without the host's prefix. */
  routes(app: FastifyInstance, box: Box): void
  /** The credential of a request. Null when the request has none. When absent, the vendor requires no credential. */
  credential?(request: FastifyRequest): string | null
  /** Paths that need no credential, such as a token endpoint. */
  open?(path: string): boolean
  /** Paths of files, whose addresses are credentials themselves. */
  file?(path: string): boolean
  /** The answer to a credential that is missing, unknown, expired or revoked. */
  refuse?(state: Exclude<TokenState, 'ok'>): Answer
  /**
   * The vendor's published limits for a request with a valid credential, with source and month. The sandbox enforces them before the
   * route, and counts what exceeds them. Absent: the vendor publishes no number, or counts in its routes.
   * `by`: whose request it is. Each connection of the sandbox is a business of its own, although all see the same accounts.
   */
  limits?(request: FastifyRequest, { by, world }: { by: string; world: World }): Limit[]
  /** All keys of limits that come from a table, where each operation has its own. */
  limit_keys?: readonly string[]
  /** What each answer says of these limits, in headers. `now`: on the clock of limits. */
  limit_headers?(allowances: Allowance[], now: Instant): Record<string, string>
  /** The vendor's own answer to too many requests. `key`: the exceeded limit, where the words depend on it. */
  throttle(seconds: number, key?: string): Answer
  /** The vendor's own answer for a server error. */
  fail(status: number): Answer
  /** The account of a request, for vendors that do not have it in the address. Faults can then name it. */
  account?(request: FastifyRequest): string | undefined
  /** The vendor's own answer when the credential is valid, but not for the requested account. */
  deny?(request: FastifyRequest): Answer
  /** The vendor's own refusal of a write by its rules. */
  refuse_write?(request: FastifyRequest): Answer
  /** The vendor's own answer to a request for more than these records in a page or days. Null when the request asks for less. */
  too_much?(request: FastifyRequest, most: { records_max?: number; days_max?: number }): Answer | null
  /** Answers that only this vendor gives, by name: each function changes a body of the usual form. The fault `own` asks for them. */
  own?: Record<string, (body: Record<string, unknown>) => void>
  /** The list of records inside an answer, so that faults can duplicate, reorder, drop or extend them. Null when there is none. */
  records?(body: unknown): unknown[] | null
  /** What else is otherwise in an answer with fewer records: its own count of them, or a list that the vendor leaves out when it is empty. */
  recount?(body: unknown, fewer: number): void
  /** Puts records into the order that the request asks for. A fault changes records, and a vendor still keeps this order. */
  arrange?(request: FastifyRequest, records: unknown[]): void
  /** Replaces a record's free-form values by others that the vendor accepts. `at` numbers the records. */
  odd_values?(record: unknown, at: number): void
}
