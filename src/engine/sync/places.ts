// Reads each stream of each account on request. What a platform refuses for one stream or one account does not end the others.
import type { AccountStream } from '#engine/sync/reading.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'

export interface RefusedPlace {
  stream: string
  account: string
  reason: string
}

/** Refusals after which the connection gives nothing now. A limit of one account is none of them. */
const ends_all = ({ kind, is_of_account }: VendorRefusal) =>
  kind === 'revoked' || kind === 'unavailable' || (kind === 'throttled' && !is_of_account)

/** Works on one place after the other. Reports each one that is refused, and those of an account whose limit is reached. */
export async function in_each_place<P extends Pick<AccountStream, 'name' | 'account'>>(
  places: readonly P[],
  work: (place: P) => Promise<void>,
  on_refused: (refused: RefusedPlace) => void,
): Promise<void> {
  const limited = new Map<string, string>()
  for (const place of places) {
    const { account_id, name: account } = place.account
    const report = (reason: string) => on_refused({ stream: place.name, account, reason })
    const limit = limited.get(account_id)
    if (limit !== undefined) {
      report(limit)
      continue
    }
    try {
      await work(place)
    } catch (error) {
      if (!(error instanceof VendorRefusal) || ends_all(error)) throw error
      if (error.is_of_account) limited.set(account_id, error.message)
      report(error.message)
    }
  }
}
