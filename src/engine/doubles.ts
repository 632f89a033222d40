// Accounts that are connected twice: their rows are stored twice, and must count once.

export interface Covering {
  connection_id: string
  platform: string
  /** Accounts of the platform that a sync has read. */
  accounts: string[]
  last_sync: string | null
}

/**
 * Connections whose every account another one covers, each with that other one. The wider one stays; of two that cover the same,
 * the one synced last.
 */
export function doubled<Of extends Covering>(all: Of[]): Map<Of, Of> {
  const found = new Map<Of, Of>()
  for (const one of all) {
    const other = all.find((candidate) => !found.has(candidate) && stands_for(candidate, one))
    if (other) found.set(one, other)
  }
  return found
}

function stands_for(one: Covering, other: Covering): boolean {
  if (one === other || one.platform !== other.platform || other.accounts.length === 0) return false
  if (!other.accounts.every((account) => one.accounts.includes(account))) return false
  if (one.accounts.length !== other.accounts.length) return true
  const [synced, other_synced] = [one.last_sync ?? '', other.last_sync ?? '']
  return synced === other_synced ? one.connection_id < other.connection_id : synced > other_synced
}
