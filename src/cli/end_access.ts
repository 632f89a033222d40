// Ends the access at platforms before a command deletes the connections with their secrets.
import { withdraw_access } from '#engine/connecting/withdraw.ts'
import type { Engine } from '#engine/engine.ts'
import { logged_error } from '#engine/vendors/refusal.ts'
import { remove_registrations } from '#engine/webhooks/register.ts'
import { print_note } from './print.ts'

const WITHDRAWAL_MS = 60_000

interface Ended {
  org_id: string
  connection_id: string
  name: string
}

/** A platform that does not answer keeps nothing from being deleted here. Returns whether the platform ended the access. */
export async function end_access(engine: Engine, { name, ...place }: Ended): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(WITHDRAWAL_MS)
    await remove_registrations(engine, place, signal)
    await withdraw_access(engine, place, signal)
    return true
  } catch (error) {
    engine.log.warn(
      { ...logged_error(error), connection_id: place.connection_id },
      'the platform did not end the access',
    )
    print_note(`The platform did not end the access of ${name}. Remove the app in the account there.`)
    return false
  }
}
