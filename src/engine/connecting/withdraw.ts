// Ends the access of a disconnected connection at its platform, and deletes the secrets.
import { in_org, in_system } from '#db/org.ts'
import { send } from '#engine/connecting/exchanges.ts'
import type { Secrets, Settings } from '#engine/connector.ts'
import type { SignIn, Withdrawal } from '#engine/sign_in.ts'
import type { SyncParts } from '#engine/sync/reading.ts'
import { load_secrets } from '#engine/vendors/secrets.ts'

interface Place {
  org_id: string
  connection_id: string
}
type Parts = SyncParts & { sign_ins: Record<string, SignIn> }

/** Throws when the platform does not answer, so that the job tries again. */
export async function withdraw_access(parts: Parts, place: Place): Promise<void> {
  const { pool, outbound, clock, sign_ins } = parts
  const found = await in_org(pool, place, async (db) => {
    const connection = await db
      .selectFrom('connections')
      .select(['platform', 'settings', 'status'])
      .where('connection_id', '=', place.connection_id)
      .executeTakeFirst()
    // Somebody connected it again meanwhile.
    if (connection?.status !== 'revoked') return undefined
    return { ...connection, secrets: await load_secrets(db, parts, place) }
  })
  if (!found) return
  const { platform, settings, secrets } = found
  const withdrawal = sign_ins[platform]?.withdraw
  if (withdrawal && (await may_withdraw(parts, platform, withdrawal))) {
    const request = has_values(secrets) ? withdrawal.request(secrets, settings as Settings, clock.now()) : undefined
    const { status } = request ? await send(outbound, request) : { status: 200 }
    // Other refusals mean that the access has ended already.
    if (status === 429 || status >= 500) throw new Error(`${platform} did not end the access: status ${status}`)
  }
  await in_org(pool, place, (db) =>
    db
      .updateTable('connections')
      .set({ secrets: null })
      .where('connection_id', '=', place.connection_id)
      .where('status', '=', 'revoked')
      .execute(),
  )
}

const has_values = (secrets: Secrets) => Object.keys(secrets).length > 0

/**
 * A vendor that ends all tokens of a person for the app would end other connections too, also those of other organizations. Tablero does
 * not know the person, so any active connection of the vendor keeps the grant.
 */
async function may_withdraw({ pool, connectors, sign_ins }: Parts, platform: string, { ends }: Withdrawal) {
  if (ends === 'token') return true
  const vendor = connectors[platform]?.platform.vendor
  const shared = Object.keys(sign_ins).filter((other) => connectors[other]?.platform.vendor === vendor)
  const { rows } = await in_system(pool, async (db) => ({
    rows: await db
      .selectFrom('connections')
      .select('connection_id')
      .where('platform', 'in', shared)
      .where('status', '=', 'active')
      .limit(1)
      .execute(),
  }))
  return rows.length === 0
}
