// What a connector declares: what to fetch and how to read it. A connector never fetches, waits, stores or calculates dates.
// engine/vendors and engine/sync do that for all connectors.

import { z } from 'zod'
import type { Actions } from '#engine/action.ts'
import type { Accounts } from '#engine/connector/accounts.ts'
import type { Account, Api } from '#engine/connector/api.ts'
import type { DailyCount, DailyTotal, Days, Source } from '#engine/connector/own_totals.ts'
import type { Platform } from '#engine/connector/platform.ts'
import type { RecordStates, Unfinished } from '#engine/connector/record_states.ts'
import type { Pace, Query, Secrets, Settings } from '#engine/connector/vendor_request.ts'
import type { SignedRequest, VendorAnswer, Verdict } from '#engine/connector/verdict.ts'
import type { Rows, WarehouseTable } from '#engine/connector/warehouse_rows.ts'
import type { Webhooks } from '#engine/connector/webhook.ts'

export type { Account, Api, Lack } from '#engine/connector/api.ts'
export type { DailyCount, DailyTotal, Days, Source } from '#engine/connector/own_totals.ts'
export type { Platform } from '#engine/connector/platform.ts'
export type * from '#engine/connector/vendor_request.ts'
export type { SignedRequest, VendorAnswer, Verdict } from '#engine/connector/verdict.ts'
export type { Row, Rows, WarehouseTable } from '#engine/connector/warehouse_rows.ts'

interface StreamBase<Item, T extends WarehouseTable> {
  /** Tables that this stream fills, parents before children. */
  into: readonly T[]
  /** True: it only adds a column to rows of another stream. Without it this column is not known, and every figure of the rows is. */
  adds_only?: true
  /** Columns of its tables that the platform never states, so that no row is no zero of them. */
  without?: readonly string[]
  /** How often the stream is read: '15m', '1h', '1d'. */
  every: string
  rows: (item: Item, context: RowContext) => Rows<T>
}

export interface RowContext {
  account: Account
  /** Settings of the connection that the stream declares in `rows_by`. */
  settings?: Settings
  /** Counts a field that cannot be read, named in the plural ('values of checkouts'). Rows are stored without it, and the run states the number. */
  unreadable?: (what: string) => void
}

/**
 * Days without a row beside days with `least` or more of a column of the first table. Up to three in a row are no zeros before reads of a
 * week say the same. Of more, and of days after the last row, the platform's own total decides (sync/holes.ts).
 */
export interface Holes {
  column: string
  least: number
  /**
   * A figure of the days from..to together, by a request that does not ask for days. 0: the platform has nothing of them. Undefined: it
   * withholds the figure. Absent: the platform has no such request, so that more than three days in a row are zeros.
   */
  total?: (source: Source & { from: string; to: string }) => Promise<bigint | undefined>
  /** The platform withholds small rows, so that only a total of `least` a day says that rows are lost. */
  withholds?: true
}

/** Reads days again while the platform can still change them. */
export interface WindowStream<Item, T extends WarehouseTable> extends StreamBase<Item, T> {
  window: {
    /** Days of history that are read: as many as the platform allows. The newest days come first. */
    history_days: number
    /** Where the platform states this number of days, with the month of reading. */
    history_source: string
    /**
     * The platform keeps fewer days for some accounts, for a reason that can change. `sure_days`: those that it keeps for every account.
     * `days` asks how many it keeps for one, before older days are read.
     */
    kept?: { sure_days: number; days: (source: Source) => Promise<number> }
    /** The first day of which this account has comparable figures, if a later one. Days before it are unknown, not empty. */
    first_day?: (account: Pick<Account, 'extra'>) => string | undefined
    /** Days that are read again each time, because the platform restates them. An older day is settled. */
    overlap_days: number
    /** Days of one request. The cursor advances one slice at a time. Default 30. */
    slice_days?: number
    /** Days until the platform has delivered a day. A newer day without rows is not delivered yet. Default 0. */
    late_days?: number
    /** Hours after the end of a day until the platform has all of it. Rows that come before can be a part of the day. Default 0. */
    late_hours?: number
    /**
     * Today is read once, with the days before it. What is read of it is no figure of the day, so answers know it up to yesterday. No read
     * of a drift, a version or a command reads a day again, because the platform then gives other hours.
     */
    today_once?: true
    /**
     * Rows are records with an instant. Figures count them on days of the organization, which begin at other times than those of the
     * account. So an instant says how far they are known, as for change streams.
     */
    of_instants?: true
    /** The platform can lose days of an answer. Absent: a day without a row is a zero. */
    holes?: Holes
    /** A higher `version` reads all stored days again, at low priority. `why`: what rows of earlier versions have wrong. */
    reading?: { version: number; why: string }
  }
  total?: DailyTotal
  read: (days: Days) => AsyncIterable<Item[]>
}

/** Reads records by time of change, oldest change first. */
export interface ChangeStream<Item, T extends WarehouseTable> extends StreamBase<Item, T> {
  since: {
    /** Days of history that are read. Without it: all history. */
    history_days?: number
    /** Where the platform states how much history it gives, with the month of reading. */
    history_source: string
    /** Days of history that the platform gives for this account, when its permissions allow fewer than `history_days`. */
    readable_days?: (account: Account) => number | undefined
    /** Minutes that are read again each time, because a change can become visible late. */
    overlap_minutes: number
    /** Records created in the last days are read again this often, because the platform does not report every change of them. */
    sweep?: { days: number; every: string }
    /** Newest days that a first sync reads by creation. Fewer where records cost many requests. Older ones follow at low priority. Default 61. */
    recent_days?: number
    /** Days after which figures of a record count as final, and who names the number. A later change is stored and logged. */
    settled_after?: { days: number; source: string }
    /** Settings that rows use. A changed one reads all stored records again, at low priority, so it needs `read_created`. */
    rows_by?: readonly string[]
    /** Records stored in one transaction. The cursor advances with them. Default 1,000. */
    merge_records?: number
    /** Days of one request of `read_created`. Default 30. */
    slice_days?: number
    /** ISO instant of the record's last change. The cursor follows it, page by page, where the list is in this order. */
    changed_at: (item: Item) => string
    /**
     * The list is in another order, such as that of creation. Some pages can look ordered by change, so the cursor moves only at the end of
     * the list.
     */
    is_unordered?: true
  }
  /** Tables of children. Stored children that did not come with their record this time are deleted. */
  replaces?: readonly T[]
  read: (source: { api: Api; account: Account; settings: Settings; since: string | null }) => AsyncIterable<Item[]>
  /**
   * Reads records by time of creation, from <= created < before, in any order. The first load then starts with the newest records.
   * Without it, the first load reads all changes, oldest first, and covers nothing until its end.
   */
  read_created?: (source: Source & { from: string | null; before: string }) => AsyncIterable<Item[]>
  recheck?: Recheck<Item>
  count?: DailyCount
  /** Which words of the platform for a record's state are known. Answers name the records in others. */
  states?: RecordStates
}

/** Stored records that are checked again, because the platform does not report all changes of them as changes. */
export interface Recheck<Item> {
  /** Columns of the stream's first table: the platform's id of a record, and its time. */
  id: string
  at: string
  /** A column for the time at which a record was found not to exist any more. Such records then stay. Without it they are deleted. */
  marks?: string
  /**
   * Reads records by id. The answer has a place for each id. Null: the platform says that the record does not exist any more.
   * Undefined: it neither gave the record nor said that.
   */
  read: (source: Source & { ids: string[] }) => Promise<(Item | null | undefined)[]>
  /** Reads records again while a column of theirs has one of these values, until they are a number of days old. */
  unfinished?: { every: string; where: readonly Unfinished[] }
  /** Ids of records that the platform reports as deleted since an instant. Absent: it reports none. */
  deleted?: (source: Source & { since: string }) => AsyncIterable<string[]>
  /**
   * Ids of all records that the platform gives. A stored record that is not among them is looked up by id. Absent: only unfinished records
   * and reported deletions are looked up.
   */
  existing?: { every: string; read: (source: Source) => AsyncIterable<string[]> }
}

/** Reads all records each time. */
export interface SnapshotStream<Item, T extends WarehouseTable> extends StreamBase<Item, T> {
  /** Tables whose rows (of the account) are deleted when a complete read did not return them. Other tables keep such rows. */
  sweeps?: readonly T[]
  /** Only rows with one of these values of a column are deleted, such as broadcasts that were not sent. Absent: all. */
  sweeps_only?: { column: string; values: readonly string[] }
  /** Records that exist and could not be read, by a column of the swept tables. Their stored rows do not count as missing. */
  unread?: { column: string; id: (item: Item) => string | undefined }
  read: (source: { api: Api; account: Account; settings: Settings }) => AsyncIterable<Item[]>
}

export type Stream<Item = never, T extends WarehouseTable = WarehouseTable> =
  | WindowStream<Item, T>
  | ChangeStream<Item, T>
  | SnapshotStream<Item, T>

export interface TokenRequest {
  url: string
  method: 'GET' | 'POST'
  form?: Query
  query?: Query
  headers?: Record<string, string>
}

/** How requests are signed, and how a token is renewed. */
export interface Auth {
  /** Schema of the secrets that a connection needs. */
  secrets: z.ZodObject
  headers: (secrets: Secrets, request: SignedRequest) => Record<string, string>
  /** The secret that names the app, for limits of the app. Default: client_id. */
  app?: string
  /** The ISO instant at which a typed key ends, when the person says so. Undefined: no end is known. */
  ends_at?: (settings: Settings) => string | undefined
  /** Absent when a credential is valid until it is revoked. */
  refresh?: {
    /** The token request. It is form-encoded unless it is a GET. Undefined: these secrets cannot be renewed. */
    request: (secrets: Secrets, settings: Settings) => TokenRequest | undefined
    /**
     * New secrets from the answer, merged over the old ones. Two are ISO instants: `expires_at`, of the token, and `ends_at`, after which
     * only a person can renew the access.
     */
    read: (body: Record<string, unknown>, now: Date) => Secrets
    /** Days after which an access ends that nobody used, or whose token nobody renewed. Each renewal moves the end. */
    ends_unused_after_days?: number
  }
}

/** Records of an account that usually have figures by day. */
export interface Expected {
  /** Their table, and what they are in a sentence, such as 'running campaigns'. */
  of: WarehouseTable
  what: string
  /** Only those whose column `status` has one of these values. Absent: all. */
  states?: readonly string[]
  /** Only those with more than zero in one of these columns. Absent: all. */
  above_zero?: readonly string[]
  /** Columns with their first day, of which the first that is known counts, and the column with their last one. Absent: every day. */
  begins?: readonly string[]
  ends?: string
  /** The table with the figures. */
  rows: WarehouseTable
}

export interface Connector {
  title: string
  platform: Platform
  kind: 'ads' | 'analytics' | 'seo' | 'store' | 'marketplace' | 'email' | 'social' | 'behaviour' | 'feed' | 'crm'
  auth: Auth
  /** Schema of the settings that a connection needs, such as shop domain or site. */
  settings: z.ZodObject
  api: {
    /** Of vendors whose keys name the server: a function of the secrets too. */
    base_url: string | ((settings: Settings, secrets: Secrets) => string)
    /** Hosts to which this connector may send requests. `*.example.com` allows subdomains. A function: a person names the site. */
    hosts: readonly string[] | ((settings: Settings) => readonly string[])
    headers?: (secrets: Secrets, settings: Settings) => Record<string, string>
    pace: Pace | readonly Pace[]
    /** Tighter limits of single calls, which their requests name as `pace`. By name, for the document of the connectors. */
    calls?: Readonly<Record<string, Pace>>
    /** The vendor's servers belong to many people, whose programs can print warnings before the JSON. */
    warns_before_json?: true
    /** Only `classify` decides about errors in good answers. Absent: such an answer is a fault of the platform. */
    classifies_errors?: true
    /** Reads errors in the vendor's own format, also in 2xx answers. Undefined: the engine decides by status 429, 401 or 5xx. */
    classify?: (answer: VendorAnswer) => Verdict | undefined
    /** Seconds until the next request, when a good answer says that a limit is used up. All who share the limit wait. */
    rest_s?: (answer: VendorAnswer) => number | undefined
  }
  accounts: Accounts
  streams: Record<string, Stream<never, WarehouseTable>>
  /** Changes that Tablero can make at the platform. */
  actions?: Actions
  /** How the platform announces changes. Absent: it does not, or nobody listens. */
  webhooks?: Webhooks
  /** Beside such records of an account, a first read without any figure is read again (sync/unproven.ts). */
  expects?: Expected
  /** After this number of days without a row, a connection without errors is reported as empty_sync. Default 3. */
  empty_after_days?: number
}

/** Returns the stream unchanged. Its types pass the record's type from `read` to `rows`. */
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

type Optional<Of, Key extends keyof Of> = Omit<Of, Key> & Partial<Pick<Of, Key>>
/** Defaults: the host of a fixed address, accounts without rows, and no settings. */
export type DeclaredConnector = Optional<Omit<Connector, 'api' | 'accounts'>, 'settings'> & {
  api: Optional<Connector['api'], 'hosts'>
  accounts: Optional<Connector['accounts'], 'into' | 'rows'>
}

export const connector = ({ api, accounts, ...declared }: DeclaredConnector): Connector => ({
  settings: z.object({}),
  ...declared,
  api: { hosts: typeof api.base_url === 'string' ? [new URL(api.base_url).host] : [], ...api },
  accounts: { into: [], rows: () => ({}), ...accounts },
})
