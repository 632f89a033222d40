// What a connector declares about the announcements (webhooks) of its platform. An announcement says what changed. Its figures are never
// used: engine/webhooks asks the platform for what the announcement names.
import type { Account, Api } from '#engine/connector/api.ts'
import type { Settings } from '#engine/connector/vendor_request.ts'

/** A delivery whose signature is right, or that the vendor does not sign. */
export interface Delivery {
  /** Names in lower case. */
  headers: Record<string, string | undefined>
  /** Parsed JSON. */
  body: unknown
}

/** Whom a privacy request is about. */
export interface Person {
  customer_id?: string
  email?: string
  phone?: string
  /** Carts of the person that the request names. */
  checkout_ids?: string[]
}

export type What =
  | { kind: 'changed'; stream: string; ids: string[] }
  /** The access has ended, was paused because nobody paid, or has started again. */
  | { kind: 'uninstalled' | 'suspended' | 'resumed' }
  | { kind: 'redact_person' | 'data_request'; person: Person; orders: string[] }
  | { kind: 'redact_account' }

export interface Announcement {
  /** The vendor's id of the event. Absent: the hash of the body takes its place. */
  event_id?: string
  /** Whose event it is, as `owner` of the declaration names it. */
  owner?: string
  /** The app that the vendor sent it to. */
  app_id?: string
  /** ISO instant at which it happened. */
  happened_at?: string
  /** Undefined: nothing that Tablero reads. */
  what?: What
}

export interface Registration {
  id: string
  topic: string
  url: string
  /** False: the vendor has switched it off. */
  is_on: boolean
}

interface Source {
  api: Api
  settings: Settings
}

/** How announcements of one connection are switched on at the vendor. */
export interface Registrations {
  topics: readonly string[]
  list: (source: Source) => Promise<Registration[]>
  /** `secret`: what the vendor shall sign with, when the connection has a secret of its own. */
  add: (source: Source, made: { topic: string; url: string; secret: string }) => Promise<void>
  remove: (source: Source, id: string) => Promise<void>
}

export interface Signature {
  header: string
  /** Encoding of the HMAC-SHA256 of the raw body. */
  encoding: 'hex' | 'base64'
  /** The secret of the app, or one that Tablero gives to the vendor for each connection. */
  secret: 'app' | 'connection'
}

interface Announced extends Source {
  account: Account
  ids: string[]
}

/** Reads records of a stream by id, each in its place. Null: the platform says that there is none. Undefined: it did not say. */
export interface ReadById<Item> {
  (source: Announced): Promise<(Item | null | undefined)[]>
  /** One request has many records. Otherwise a limit of hints can end a call before its last record, and they are asked for alone. */
  is_together?: true
}

export interface Webhooks {
  /** Absent: the vendor signs nothing, and each delivery is a hint. */
  signature?: Signature
  /**
   * Where the vendor delivers: to an address of each connection, which Tablero registers, or to one address of the app, which the operator
   * enters at the vendor.
   */
  addresses: readonly ('connection' | 'app')[]
  /** What names the connection of an event: a setting, or the account. */
  owner: { setting: string } | 'account'
  /** Throws when the body has not the vendor's form. */
  read: (delivery: Delivery) => Announcement
  /** An unsigned first request of the vendor, by the text of its body. It is answered and has no effect. */
  ping?: (body: string) => boolean
  /** True: two changes of a record have the same body, so an equal body after the read is a new event and causes another read. */
  is_thin?: true
  /** How records are read, for streams without `recheck`. */
  reads?: Record<string, ReadById<never>>
  /**
   * Streams whose list of changes gives many records in one request, while requests by id are scarce or give one. Several announced records are
   * looked for in the list first, and what it lacks is read by id. The `id` of its records is the announced one.
   */
  listed?: readonly string[]
  registrations?: Registrations
}

/** Whether nobody signs what comes, so that anybody can send it. */
export const gives_hints = ({ webhooks }: { webhooks?: Webhooks }): boolean => webhooks?.signature === undefined

/** Returns the reader unchanged. Its type passes into the declaration. */
export const read_by_id = <Item>(read: ReadById<Item>): ReadById<never> => read as unknown as ReadById<never>

/** For platforms that give many records in one request. */
export const read_together = <Item>(read: ReadById<Item>): ReadById<never> =>
  Object.assign(read_by_id(read), { is_together: true as const })
