// What a connector says about its platform, for the documents and the commands.
import type { WarehouseTable } from '#engine/connector/warehouse_rows.ts'
import type { Message } from '#messages/message.ts'
import { english } from '#messages/render.ts'

/** The version of the API in use. The connector's addresses and headers take the name from here. */
export interface Version {
  name: string
  /** The first day without it, YYYY-MM-DD. null: the vendor announces no end, as `source` says. */
  ends_on: string | null
  /** Where the vendor states the end, or that versions have none, with the month of reading. */
  source: string
}

/** What an operator must know about the platform's API before connecting it. */
export interface Platform {
  vendor: string
  /** The service by the name that its users know. */
  product: string
  /** How a person gets the keys that are typed, or an app of their own. */
  credentials: Message
  /** How an operator then gets the secrets of a connection without the pages, in whole English sentences. */
  by_hand?: string
  version: Version
  /** Permissions that the sign-in needs for all streams. */
  scopes: readonly string[]
  /** Streams that stay empty without a permission, where the sign-in does not ask for permissions by name. */
  needed_by?: Readonly<Record<string, readonly string[] | 'all'>>
  /** The page that states version and permissions, with the month of reading. */
  source: string
  /** What else an operator must know, in whole sentences with their sources. */
  remarks?: readonly string[]
  /** Days that the platform counted wrong, as it says itself. Answers with them say so. */
  wrong_days?: readonly WrongDays[]
}

export interface WrongDays {
  from: string
  to: string
  /** Tables with the wrong figures, and which columns are wrong. */
  tables: readonly WarehouseTable[]
  columns: readonly string[]
  note: 'source.too_many_impressions'
  /** Where the platform says so, with the month of reading. */
  source: string
}

/** How an operator gets the secrets of a connection, in English. */
export const credentials_by_hand = ({ credentials, by_hand }: Platform): string =>
  [english(credentials), by_hand].filter(Boolean).join(' ')
