// The link with which a person connects a platform: bound to an organization and a platform, valid for half an hour, and used once.
import { randomUUID } from 'node:crypto'
import type { Database } from '#db/pool.ts'
import { sign, verify } from '#engine/connecting/signed.ts'
import type { Keyring } from '#engine/vendors/secrets.ts'

const LINK_MS = 30 * 60_000
const RETURNS = 'returns'

interface NewLink {
  base_url: string
  org_id: string
  platform: string
  now: Date
  returns?: boolean
}

export interface Link {
  link_id: string
  org_id: string
  platform: string
  /** True: the link was made on the page of connections, and the person returns there. */
  returns: boolean
}

/** The address that a person opens. Nothing is stored until the person confirms. */
export function link_address(ring: Keyring, { base_url, org_id, platform, now, returns = false }: NewLink): string {
  const values = [randomUUID(), org_id, platform, String(now.getTime() + LINK_MS)]
  const link = sign(ring, 'link', returns ? [...values, RETURNS] : values)
  return `${base_url}/settings/connections?connect=${platform}&link=${link}`
}

/** The link of an address, or why it does not count. */
export function read_link(ring: Keyring, text: string, now: Date): Link | 'invalid' | 'expired' {
  const values = verify(ring, 'link', text)
  if (!values) return 'invalid'
  const [link_id, org_id, platform, until, returns] = values as [string, string, string, string, string?]
  return Number(until) < now.getTime() ? 'expired' : { link_id, org_id, platform, returns: returns === RETURNS }
}

/** False: the link was used before. `db` is a transaction of the link's organization. */
export async function spend_link(db: Database, { link_id, org_id }: Link): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('spent_links')
    .values({ link_id, org_id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** True: a person has confirmed the link before. */
export const is_spent = async (db: Database, { link_id }: Link): Promise<boolean> =>
  (await db.selectFrom('spent_links').select('link_id').where('link_id', '=', link_id).executeTakeFirst()) !== undefined
