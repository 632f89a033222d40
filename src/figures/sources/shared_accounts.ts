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
  /** Those without access. */
  denied?: readonly { account_id: string; is_left_out: boolean }[]
  /** False if its syncs have brought no rows for days. */
  brings_rows?: boolean
}

/** Ids of accounts of a platform that would contain an account, the widest first. */
export type Wider = (platform: string, account_id: string) => readonly string[]

interface Account<Of> {
  platform: string
  account_id: string
  /** The connections that cover it. */
  by: Of[]
}

/** Where an account counts. */
interface Place<Of> {
  connection: Of
  /** The account that counts is only a part of this one, which is not read any more. */
  is_part?: true
}

/**
 * For each connection: its accounts that do not count, each with the place that counts instead. It is the same account of another connection,
 * or an account that contains this one, such as a domain and a site below it.
 */
export function counted_elsewhere<Of extends Covering>(
  all: readonly Of[],
  wider: Wider,
): Map<Of, Map<string, Place<Of>>> {
  const accounts = accounts_of(all)
  const found = new Map(all.map((one) => [one, new Map<string, Place<Of>>()]))
  const count_at = ({ by, account_id }: Account<Of>, place: Place<Of>) => {
    for (const one of by) found.get(one)!.set(account_id, place)
  }
  for (const account of accounts.values()) {
    const first = counting_connection(account)
    for (const one of account.by) if (one !== first) found.get(one)!.set(account.account_id, { connection: first })
  }
  for (const account of accounts.values()) {
    const ids = wider(account.platform, account.account_id).map((id) => `${account.platform}/${id}`)
    const containing = ids.flatMap((id) => accounts.get(id) ?? []).filter(has_rows)
    const [widest] = containing
    if (!widest) continue
    const read = containing.find(is_read)
    if (read || !is_read(account)) count_at(account, { connection: counting_connection(read ?? widest) })
    // Their stored days are those of this account too, so only one of them can count.
    else for (const ended of containing) count_at(ended, { connection: counting_connection(account), is_part: true })
  }
  return found
}

/** The accounts of all connections, by platform and id. */
function accounts_of<Of extends Covering>(all: readonly Of[]): Map<string, Account<Of>> {
  const accounts = new Map<string, Account<Of>>()
  for (const one of all)
    for (const account_id of Object.keys(one.accounts)) {
      const key = `${one.platform}/${account_id}`
      const known = accounts.get(key)
      if (known) known.by.push(one)
      else accounts.set(key, { platform: one.platform, account_id, by: [one] })
    }
  return accounts
}

/** One whose first load still runs has less than what it would replace. */
const is_reading = (one: Covering, account_id: string) =>
  one.brings_rows !== false && !one.lost?.some((lost) => lost.account_id === account_id) && read_ms(one, account_id) > 0

const is_read = <Of extends Covering>({ by, account_id }: Account<Of>) => by.some((one) => is_reading(one, account_id))

const has_rows = <Of extends Covering>({ by, account_id }: Account<Of>) =>
  by.some(({ denied }) => !denied?.some((one) => one.account_id === account_id && one.is_left_out))

const read_ms = ({ accounts }: Covering, account_id: string) => Date.parse(accounts[account_id]!)

/**
 * Picks the up-to-date connection with the most accounts. Among equals, picks the oldest, which has the longest history. One that lost the
 * account, or brings no rows, is picked only if all others are such too: else days would be missing that are stored.
 */
function counting_connection<Of extends Covering>({ by, account_id }: Account<Of>): Of {
  const reading = by.filter((one) => is_reading(one, account_id))
  const all = reading.length > 0 ? reading : by
  const newest_ms = Math.max(...all.map((one) => read_ms(one, account_id)))
  const width = ({ accounts }: Of) => Object.keys(accounts).length
  const [first] = all
    .filter((one) => newest_ms - read_ms(one, account_id) <= BEHIND_MS)
    .sort((a, b) => width(b) - width(a) || (a.connection_id < b.connection_id ? -1 : 1))
  return first!
}
