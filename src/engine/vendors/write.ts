// Sends a request that changes something. After the vendor could have received it, it is never sent again: only reading shows whether
// the vendor carried it out.
import type { WriteRequest } from '#engine/action.ts'
import type { VendorAnswer, Verdict } from '#engine/connector.ts'
import { clean } from '#engine/vendors/clean.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'

/** The vendor's answer is awaited for this time. Then the write counts as unanswered. */
export const WRITE_TIMEOUT_MS = 30_000
/** A process that was frozen between its last check and the sending does not send any more. */
const STALE_AFTER_MS = 10_000

/** What is known of a write after it was sent. */
export type Written =
  | { is: 'accepted'; body: unknown }
  /** The vendor said no, so nothing has changed. `is_limited`: it takes the request later. `ends_access`: it takes none any more. */
  | { is: 'refused'; reason: string; is_limited: boolean; ends_access?: boolean; wait_s?: number | undefined }
  /** Nobody knows whether the vendor has done it. */
  | { is: 'unanswered'; reason: string }

/** `before_sending` runs after all waiting. When it throws, nothing is sent. */
export type Write = (request: WriteRequest, before_sending: () => Promise<void>) => Promise<Written>

/** A request that is signed and may be sent now. */
export interface Attempt {
  send: (timeout_ms: number) => Promise<{ answer: VendorAnswer | Error; verdict: Verdict | undefined }>
  /** Renews the token that the vendor refused. */
  renew: () => Promise<void>
}

/** Throws only when nothing was sent. */
export async function write_once(
  attempt_of: () => Promise<Attempt>,
  { before_sending, hidden }: { before_sending: () => Promise<void>; hidden: ReadonlySet<string> },
): Promise<Written> {
  const first = await sent(await attempt_of(), before_sending)
  if (first.verdict?.kind !== 'expired') return outcome_of(first, hidden)
  // The vendor refused the token before it looked at the change. Once more with a new one.
  try {
    await first.renew()
    return outcome_of(await sent(await attempt_of(), before_sending), hidden)
  } catch (error) {
    if (!(error instanceof VendorRefusal)) throw error
    // The vendor did nothing with the change. A token that cannot be renewed now, and a limit of calls, end later.
    const is_limited = error.kind === 'throttled' || error.kind === 'unavailable'
    const ends_access = error.kind === 'revoked'
    return { is: 'refused', reason: error.message, is_limited, ends_access, wait_s: error.retry_after_s }
  }
}

async function sent(attempt: Attempt, before_sending: () => Promise<void>) {
  const checked_at = performance.now()
  await before_sending()
  if (performance.now() - checked_at > STALE_AFTER_MS)
    throw new VendorRefusal('unavailable', 'The process was frozen before sending, so nothing was sent.')
  return { ...attempt, ...(await attempt.send(WRITE_TIMEOUT_MS)) }
}

function outcome_of(
  { answer, verdict }: { answer: VendorAnswer | Error; verdict: Verdict | undefined },
  hidden: ReadonlySet<string>,
): Written {
  if (verdict === undefined) return { is: 'accepted', body: (answer as VendorAnswer).body }
  if (verdict.kind === 'expired')
    return {
      is: 'refused',
      reason: 'The platform does not accept the credential. Connect it again.',
      is_limited: false,
      ends_access: true,
    }
  if (verdict.kind === 'throttled')
    return { is: 'refused', reason: 'The platform limits calls for now.', is_limited: true, wait_s: verdict.wait_s }
  const reason = clean(verdict.reason, hidden)
  if (verdict.kind === 'transient' || verdict.kind === 'too_much') return { is: 'unanswered', reason }
  const ends_access = verdict.kind === 'revoked'
  return { is: 'refused', reason: ends_access ? `${reason} Connect it again.` : reason, is_limited: false, ends_access }
}
