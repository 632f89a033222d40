// What connectors get of a platform: its accounts, and the requests that the engine sends for them.
import type { Built, Report } from '#engine/connector/report.ts'
import type { PagedRequest, VendorRequest } from '#engine/connector/vendor_request.ts'

/** An account of the platform that a connection covers: ad account, property, site, shop, email account. */
export interface Account {
  account_id: string
  name: string
  /** IANA time zone in which the platform counts the days of this account. */
  time_zone: string
  /** ISO 4217, when the platform has a currency for the account. */
  currency?: string
  /** The account's first day, YYYY-MM-DD. Before it there was nothing to read, so a zero is real. */
  created_on?: string
  /** A sentence, when the platform lists the account but it cannot be read: closed, or without currency. The sync skips it. */
  unreadable?: string
  /** With `unreadable`: the platform says that the account is closed, so nothing is missing after its end. */
  is_closed?: true
  /** With `unreadable`: accounts below it may exist that the platform did not list. Such accounts keep their state. */
  hides_others?: true
  /** A sentence, when the app's permissions give only a part of the account's data. */
  limited?: string
  /** Other values that the connector's own streams need of the account. */
  extra?: Record<string, string>
}

/** A part of the figures that the platform does not give, although it gives the rest. */
export interface Lack {
  /** A sentence: what is missing, and why. */
  reason: string
  /** Figures name the part even if no stored row of it is known, because nothing else would show that it is missing. */
  is_suspect?: true
  /** With `is_suspect`: the platform does not permit the part. Then what is stored of the rest is in no doubt. */
  is_denied?: true
}

export interface Api {
  /** The present, for vendors whose bounds of days depend on it. */
  now(): Date
  call<Body>(request: VendorRequest<Body>): Promise<Body>
  /** Orders reports, and gives each when the platform has built it. A sync that would wait for long ends, and a later one continues. */
  built<Ordered, Status>(reports: readonly Report<Ordered, Status>[]): AsyncIterable<Built<Status>>
  /** Reads one page at a time. The next page is fetched after the current one is stored. */
  pages<Body, Item>(request: PagedRequest<Body, Item>): AsyncIterable<Item[]>
}
