// Accounts that several connections bring: their rows are stored as often, and must count once.

/** A reading that is so much older than another connection's may miss days of the account. */
const BEHIND_MS = 48 * 3_600_000

export interface Covering {
  connection_id: string
  platform: string
  /** Accounts of the platform, each with the instant at which a sync last read it to its end. */
  accounts: Readonly<Record<string, string>>
}

/** For every connection the accounts of it that another one counts, each with that other one. */
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

/** Of those that keep up with the account, the one with the most accounts; of equals the oldest, whose past is longest. */
function counting_connection<Of extends Covering>(all: readonly Of[], account: string): Of {
  const read_ms = (one: Of) => Date.parse(one.accounts[account]!)
  const newest_ms = Math.max(...all.map(read_ms))
  const width = ({ accounts }: Of) => Object.keys(accounts).length
  const [first] = all
    .filter((one) => newest_ms - read_ms(one) <= BEHIND_MS)
    .sort((a, b) => width(b) - width(a) || (a.connection_id < b.connection_id ? -1 : 1))
  return first!
}
