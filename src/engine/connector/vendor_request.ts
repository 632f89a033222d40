// Requests that connectors describe. The engine sends them.
import type { z } from 'zod'
import type { VendorAnswer } from '#engine/connector/verdict.ts'

export type Settings = Record<string, unknown>
export type Secrets = Record<string, string | undefined>

export type Query = Record<string, string | number | boolean | undefined>

/** A rate limit of requests to the vendor, held over all processes. Requests with the same key share one limit. */
export interface Pace {
  key?: string
  /** Who shares it: every connection of the app, the user who signed in or the key (default), or all who read an account. */
  of?: 'app' | 'user' | 'account'
  /** Values of the operator's app with which this limit does not hold, such as its access level. */
  unless?: Readonly<Record<string, string>>
  per_second?: number
  per_minute?: number
  per_15_minutes?: number
  per_hour?: number
  per_day?: number
}

export interface VendorRequest<Body> {
  /** Path below the connector's base URL, or an absolute URL on one of its hosts. */
  path: string
  query?: Query
  /** Parameters from the secrets, for vendors that want them in the address. No log, trace or error contains them. */
  query_of_secrets?: (secrets: Secrets) => Query
  /** Sent as JSON. The request is then a POST, unless `method` says otherwise. */
  body?: unknown
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  /** A tighter limit of this endpoint, in addition to the connector's own pace. */
  pace?: Pace
  /** A file at an address that the vendor gave: compressed JSON, or text. No credential is sent, because the address has one. */
  is_file?: true | 'text' | 'packed_text'
  /** The schema of the answer. Unknown fields are accepted, and missing fields are a clear error. */
  schema: z.ZodType<Body>
  /** The answer that a 404 stands for, such as an empty list. Undefined: this 404 is an error. */
  if_not_found?: (answer: VendorAnswer) => Body | undefined
  /** What says that something does not exist, on platforms that do not send 404. */
  is_not_found?: (answer: VendorAnswer) => boolean
  /** What says that the platform does not have the record yet. The request is sent again, as after a fault of the platform. */
  is_not_yet?: (answer: VendorAnswer) => boolean
}

/** The next page: an absolute URL from the vendor, or the query or body fields that change. */
export type NextPage = string | { query?: Query; body?: unknown } | null | undefined

/** Pages of one request, with the present one, and its headers. */
export interface PagesRead extends Pick<VendorAnswer, 'headers'> {
  pages: number
  records: number
}

export interface PagedRequest<Body, Item> extends VendorRequest<Body> {
  records: (body: Body) => Item[]
  next: (body: Body, read: PagesRead) => NextPage
  /**
   * What a page and those after it have by the platform's own count, in records or pages. A page without records is then no end, but an
   * answer that was not ready. Undefined: the platform does not count.
   */
  left?: (body: Body, read: PagesRead) => number | undefined
  /**
   * The records of the whole list by the platform's own count. A list that ends with fewer is an answer that was not complete. Undefined: the
   * platform does not count, or counts what it does not list.
   */
  total?: (body: Body, read: PagesRead) => number | undefined
  /** The query parameter with the size of a page. The engine halves it when the platform calls an answer too large. */
  page_size?: string
  /** The platform can fail because a page is too large, without saying so. A page that is not answered is then halved too. */
  halves_unanswered?: true
}
