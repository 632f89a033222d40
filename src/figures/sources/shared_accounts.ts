// Accounts that several connections cover. Their rows are stored once for each connection, but must count only once.

/** A connection whose last read of an account is older than another's by more than this can miss days of the account. */
const BEHIND_MS = 48 * 3_600_000

export interface Covering {
  connection_id: string
  platform: string
  /** Accounts of the platform, each with the time at which a sync last read the account completely. */
  accounts: Readonly<Record<string, string>>
  /** Those that the connection does not read any more. Absent: none. */
  lost?: readonly { account_id: string }[]
  /** False if its syncs have brought no rows for days. */
  brings_rows?: boolean
}

/** For each connection: its accounts that another connection counts, each with that other connection. */
export function counted_elsewhere<Of extends Covering>(all: readonly Of[]): Map<Of, Map<string, Of>> {
  const covering = new Map<string, { account: string; by: Of[] }>()
  for (const one of all)
    for (const account of Object.keys(one.accounts)) {
      const id = `${one.platform}/${account}`
      const known = covering.get(id)
      if (known) known.by.push(one)
      else covering.set(id, { account, by: [one] })
    }
  const found = new Map(all.map((one) => [one, new Map<string, Of>()]))
  for (const { account, by } of covering.values()) {
    const first = by.length > 1 ? counting_connection(by, account) : undefined
    for (const one of by) if (first && one !== first) found.get(one)!.set(account, first)
  }
  return found
}

/**
 * Picks the up-to-date connection with the most accounts. Among equals, picks the oldest, which has the longest history. One that lost the
 * account, or brings no rows, is picked only if all others are such too: else days would be missing that are stored.
 */
function counting_connection<Of extends Covering>(covering: readonly Of[], account: string): Of {
  const read_ms = (one: Of) => Date.parse(one.accounts[account]!)
  const is_lost = ({ lost }: Of) => lost?.some(({ account_id }) => account_id === account)
  // One whose first load still runs has less than what it would replace.
  const reading = covering.filter((one) => one.brings_rows !== false && !is_lost(one) && read_ms(one) > 0)
  const all = reading.length > 0 ? reading : covering
  const newest_ms = Math.max(...all.map(read_ms))
  const width = ({ accounts }: Of) => Object.keys(accounts).length
  const [first] = all
    .filter((one) => newest_ms - read_ms(one) <= BEHIND_MS)
    .sort((a, b) => width(b) - width(a) || (a.connection_id < b.connection_id ? -1 : 1))
  return first!
}
