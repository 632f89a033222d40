import type { Database } from '#db/pool.ts'
import { open_secret, seal_secret } from '#engine/outbound_webhooks/signature.ts'
import type { Keyring } from '#engine/vendors/secrets.ts'

/** Encrypts the signing secrets of an organization with the current master key. `db` is a transaction of the organization. */
export async function reseal_signing_secrets(db: Database, ring: Keyring, org_id: string): Promise<void> {
  const rows = await db.selectFrom('webhooks').select(['webhook_id', 'secret', 'old_secret']).forUpdate().execute()
  for (const { webhook_id, ...sealed } of rows) {
    const place = { org_id, webhook_id }
    const again = (text: Buffer | null) => text && seal_secret(ring, place, open_secret(ring, place, text))
    await db
      .updateTable('webhooks')
      .set({ secret: again(sealed.secret), old_secret: again(sealed.old_secret) })
      .where('webhook_id', '=', webhook_id)
      .execute()
  }
}
