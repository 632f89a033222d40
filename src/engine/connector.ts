// What a connector declares. A connector says what to fetch and how to read it; it never fetches, waits, stores or does
// date arithmetic: engine/vendor_api and engine/sync do that for all of them.
import type { Insertable } from 'kysely'
import type { z } from 'zod'
import type { DB } from '#db/schema.ts'

/** Columns the sync engine fills in, so that no connector can put a row under another organization or connection. */
type FilledIn = 'org_id' | 'connection_id' | 'store_connection_id' | 'platform' | 'synced_at'

type AccountTable = 'ad_accounts' | 'store_connections' | 'social_accounts'
export type WarehouseTable =
  | AccountTable
  | 'ad_campaigns'
  | 'ad_groups'
  | 'ads'
  | 'meta_ad_creatives'
  | 'campaign_daily'
  | 'ad_group_daily'
  | 'ad_daily'
  | 'web_daily'
  | 'web_source_daily'
  | 'seo_daily'
  | 'seo_query_daily'
  | 'seo_page_daily'
  | 'social_daily'
  | 'social_posts'
  | 'store_orders'
  | 'store_order_lines'
  | 'store_refunds'
  | 'store_products'
  | 'store_variants'
  | 'checkouts'
  | 'marketplace_listings'
  | 'marketplace_orders'
  | 'marketplace_questions'
  | 'email_campaigns'
  | 'email_campaign_daily'
  | 'contacts'

export type Row<T extends WarehouseTable> = Omit<Insertable<DB[T]>, FilledIn>
/** Rows for one or more tables made of one record; children (order lines) come with their parent. */
export type Rows<T extends WarehouseTable> = { [K in T]?: Row<K> | Row<K>[] }

/** An account of the platform that a connection covers: ad account, property, site, shop, mail account. */
export interface Account {
  account_id: string
  name: string
  /** IANA zone in which the platform counts this account's days. */
  time_zone: string
  /** ISO 4217, where the platform has one for the account. */
  currency?: string
  /** Whatever else the connector's own streams need of the account. */
  extra?: Record<string, string>
}

export type Query = Record<string, string | number | boolean | undefined>

/** What a call may be spaced by; calls that share a key share the bucket. */
export interface Pace {
  key?: string
  per_second?: number
  per_minute?: number
  per_day?: number
}

export interface VendorRequest<Body> {
  /** Path below the connector's base URL, or an absolute URL on one of its hosts. */
  path: string
  query?: Query
  /** Sent as JSON; makes the call a POST unless `method` says otherwise. */
  body?: unknown
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  /** Beside the connector's own pace, for endpoints that have a tighter one. */
  pace?: Pace
  /** What the answer must look like. Unknown fields are fine, missing ones are a clear error. */
  schema: z.ZodType<Body>
}

/** The next page: an absolute URL the vendor gave, or the query / body fields that change. */
export type NextPage = string | { query?: Query; body?: unknown } | null | undefined

export interface PagedRequest<Body, Item> extends VendorRequest<Body> {
  records: (body: Body) => Item[]
  next: (body: Body, read: { pages: number; records: number }) => NextPage
}

export interface Api {
  call<Body>(request: VendorRequest<Body>): Promise<Body>
  /** One page at a time; the next is fetched when the one before has been stored. */
  pages<Body, Item>(request: PagedRequest<Body, Item>): AsyncIterable<Item[]>
}

interface StreamBase<Item, T extends WarehouseTable> {
  /** Tables this stream fills, parents before children. */
  into: readonly T[]
  /** How often it is read: '15m', '1h', '1d'. */
  every: string
  rows: (item: Item, context: { account: Account }) => Rows<T>
}

/** Days that are read again for as long as the platform may still change them. */
export interface WindowStream<Item, T extends WarehouseTable> extends StreamBase<Item, T> {
  window: {
    /** How far back the first read goes, in days. */
    start_days: number
    /** Days read again each time, because the platform restates them. A day older than this is settled. */
    overlap_days: number
    /** Days of one request; the cursor advances a slice at a time. Default 30. */
    slice_days?: number
  }
  /** Pages of the days from..to, both inclusive, YYYY-MM-DD in the account's zone. */
  read: (source: { api: Api; account: Account; settings: Settings; from: string; to: string }) => AsyncIterable<Item[]>
}

/** Records by time of change, oldest change first. */
export interface ChangeStream<Item, T extends WarehouseTable> extends StreamBase<Item, T> {
  since: {
    /** How far back the first read goes, in days. Leave out to read everything there is. */
    start_days?: number
    /** Read again each time, because a change may become visible late. */
    overlap_minutes: number
    /** Records stored at once; the cursor advances with them. Default 1,000. */
    merge_records?: number
    /** When the record changed last, ISO instant. The cursor follows it, so pages must come in this order. */
    changed_at: (item: Item) => string
  }
  /** Children of a record that were not delivered with it this time are gone: their tables. */
  replaces?: readonly T[]
  read: (source: { api: Api; account: Account; settings: Settings; since: string | null }) => AsyncIterable<Item[]>
}

/** Everything there is, each time. */
export interface SnapshotStream<Item, T extends WarehouseTable> extends StreamBase<Item, T> {
  /** Tables whose rows (of the account) are deleted when a whole read did not bring them. Others keep what the platform forgot. */
  sweeps?: readonly T[]
  read: (source: { api: Api; account: Account; settings: Settings }) => AsyncIterable<Item[]>
}

export type Stream<Item = never, T extends WarehouseTable = WarehouseTable> =
  | WindowStream<Item, T>
  | ChangeStream<Item, T>
  | SnapshotStream<Item, T>

export type Settings = Record<string, unknown>
export type Secrets = Record<string, string | undefined>

/** How requests are signed in, and how a token is renewed. */
export interface Auth {
  /** What a connection's secrets must hold. */
  secrets: z.ZodObject
  headers: (secrets: Secrets) => Record<string, string>
  /** Absent where a credential is good until it is revoked. */
  refresh?: {
    /** The token call; form-encoded unless it is a GET. */
    request: (secrets: Secrets) => {
      url: string
      method: 'GET' | 'POST'
      form?: Query
      query?: Query
      headers?: Record<string, string>
    }
    /** New secrets out of the answer, merged over the old ones. `expires_at` is an ISO instant. */
    read: (body: Record<string, unknown>, now: Date) => Secrets
  }
}

/** What an answer that is no success means; the engine waits, refreshes, gives up or tries again accordingly. */
export type Verdict =
  | { kind: 'throttled'; wait_s?: number }
  | { kind: 'expired' }
  | { kind: 'revoked'; reason: string }
  | { kind: 'transient'; reason: string }
  | { kind: 'refused'; reason: string }

export interface VendorAnswer {
  status: number
  headers: Record<string, string | undefined>
  /** Parsed JSON, or null where the body is none. */
  body: unknown
}

export interface Connector {
  title: string
  kind: 'ads' | 'analytics' | 'seo' | 'store' | 'marketplace' | 'email' | 'social' | 'crm'
  auth: Auth
  /** What a connection's settings must hold (shop domain, site). */
  settings: z.ZodObject
  api: {
    base_url: string | ((settings: Settings) => string)
    /** Hosts this connector may talk to; `*.example.com` allows subdomains. */
    hosts: readonly string[]
    headers?: (secrets: Secrets, settings: Settings) => Record<string, string>
    pace: Pace
    /** Reads the vendor's own way of saying no. Undefined leaves it to the engine: 429, 401, 5xx. Called for 2xx too. */
    classify?: (answer: VendorAnswer) => Verdict | undefined
  }
  /** The accounts a connection covers, with the rows that describe them. */
  accounts: {
    into: readonly AccountTable[]
    read: (source: { api: Api; settings: Settings }) => Promise<Account[]>
    rows: (account: Account) => Rows<AccountTable>
  }
  streams: Record<string, Stream<never, WarehouseTable>>
  /** Days without a row after which a connection that runs without errors counts as empty_sync. Default 3. */
  empty_after_days?: number
}

/** Identity with types: the record's type flows from `read` to `rows`. */
export function window_stream<Item, const T extends WarehouseTable>(
  declared: WindowStream<Item, T>,
): Stream<never, WarehouseTable> {
  return declared as unknown as Stream<never, WarehouseTable>
}
export function change_stream<Item, const T extends WarehouseTable>(
  declared: ChangeStream<Item, T>,
): Stream<never, WarehouseTable> {
  return declared as unknown as Stream<never, WarehouseTable>
}
export function snapshot_stream<Item, const T extends WarehouseTable>(
  declared: SnapshotStream<Item, T>,
): Stream<never, WarehouseTable> {
  return declared as unknown as Stream<never, WarehouseTable>
}
export function connector(declared: Connector): Connector {
  return declared
}
