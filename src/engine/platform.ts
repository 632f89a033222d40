// What a connector says about its platform, for the documents and the commands.
/** What an operator must know about the platform's API before connecting it. */
export interface Platform {
  vendor: string
  /** The service by the name that its users know. */
  product: string
  /** How an operator gets the secrets of a connection, in whole sentences. */
  credentials: string
  /** The version in use, and the last month in which the vendor promises it, YYYY-MM. Absent: no end is announced. */
  version: { name: string; until?: string }
  /** Permissions that the sign-in needs for all streams. */
  scopes: readonly string[]
  /** The page that states version and permissions, with the month of reading. */
  source: string
  /** What else an operator must know, in whole sentences with their sources. */
  remarks?: readonly string[]
}
