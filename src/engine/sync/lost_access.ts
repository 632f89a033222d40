// The access of a connection that its platform has ended. Every use of the platform can find it: a sync, a preview, a change, a read of
// what was announced. So the API of every connection reports it, and each end is stored once, with one notification.
import { isDeepStrictEqual } from 'node:util'
import type { Database } from '#db/pool.ts'
import type { Api, Secrets } from '#engine/connector.ts'
import { notify_of_reconnection } from '#engine/notifications/connection_notices.ts'
import { emit_event } from '#engine/outbound_webhooks/emit.ts'
import type { SecretStore } from '#engine/vendors/credential.ts'
import { is_refusal } from '#engine/vendors/refusal.ts'
import { type ConnectionPlace, type Keyring, load_secrets } from '#engine/vendors/secrets.ts'
import type { VendorApi } from '#engine/vendors/vendor_api.ts'

/** A person must connect it again. Nothing changes for a connection that was ended, or of which this is known. */
export async function lose_access(
  db: Database,
  { org_id, connection_id }: ConnectionPlace,
  { reason, at }: { reason: string; at: Date },
): Promise<void> {
  const before = await db
    .selectFrom('connections')
    .select(['platform', 'name', 'status', 'needs_reconnection'])
    .where('connection_id', '=', connection_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (before?.status !== 'active' || before.needs_reconnection) return
  const { platform, name } = before
  await notify_of_reconnection(db, { org_id, connection_id, name, at })
  await db
    .updateTable('connections')
    .set({ needs_reconnection: true, last_error: reason, last_error_at: at.toISOString() })
    .where('connection_id', '=', connection_id)
    .execute()
  await emit_event(db, { org_id, at, type: 'connection.needs_reconnection', data: { connection_id, platform, name } })
}

/** The end of an access that was used with these secrets. Somebody can have connected it again meanwhile, with others. */
export async function lose_used_access(
  db: Database,
  ring: Keyring,
  place: ConnectionPlace,
  { used, ...end }: { used: Secrets; reason: string; at: Date },
): Promise<void> {
  const stored = await load_secrets(db, ring, place, { lock: true })
  if (isDeepStrictEqual(stored, used)) await lose_access(db, place, end)
}

/** A store of secrets that remembers those used last. */
export function remembering(store: SecretStore): SecretStore & { last: () => Secrets } {
  let last: Secrets = {}
  const remember = (secrets: Secrets) => {
    last = secrets
    return secrets
  }
  return {
    last: () => last,
    load: async () => remember(await store.load()),
    renew: async (renew) => remember(await store.renew(renew)),
  }
}

/** Calls `lost` before a refusal that ends the access reaches who asked. */
export function reporting_loss(api: VendorApi, lost: (reason: string) => Promise<void>): VendorApi {
  const rethrown = async (error: unknown): Promise<never> => {
    if (is_refusal(error, 'revoked')) await lost(error.message)
    throw error
  }
  async function* each<T>(items: AsyncIterable<T>) {
    try {
      yield* items
    } catch (error) {
      await rethrown(error)
    }
  }
  const reading = ({ now, call, built, pages }: Api): Api => ({
    now,
    call: (request) => call(request).catch(rethrown),
    built: (reports) => each(built(reports)),
    pages: (request) => each(pages(request)),
  })
  return {
    ...reading(api),
    clean: api.clean,
    asking: (by) => reading(api.asking(by)),
    writing: (by) => async (request, before_sending) => {
      const written = await api.writing(by)(request, before_sending).catch(rethrown)
      if (written.is === 'refused' && written.ends_access) await lost(written.reason)
      return written
    },
  }
}
