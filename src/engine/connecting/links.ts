// The link with which a person connects a platform: bound to an organization, a platform and the person who asked for it, valid for half an
// hour, and used once.
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
  user_id?: string
  actor: string
}

export interface Link {
  link_id: string
  org_id: string
  platform: string
  /** True: the link was made on the page of connections, and the person returns there. */
  returns: boolean
  /** Who asked for the link. No other person can use it. Undefined: nobody who signs in asked for it, so anyone who has it can. */
  user_id: string | undefined
  /** The key, app, person or agent that asked for it. Undefined: the link is of an earlier version. */
  actor: string | undefined
}

/** The address that a person opens. Nothing is stored until the person confirms. */
export function link_address(
  ring: Keyring,
  { base_url, org_id, platform, now, returns, user_id, actor }: NewLink,
): string {
  const until = String(now.getTime() + LINK_MS)
  const values = [randomUUID(), org_id, platform, until, returns ? RETURNS : '', user_id ?? '', actor]
  return base_url + link_path(platform, sign(ring, 'link', values))
}

export const link_path = (platform: string, link: string) => `/settings/connections?connect=${platform}&link=${link}`

/** The link of an address, or why it does not count. */
export function read_link(ring: Keyring, text: string, now: Date): Link | 'invalid' | 'expired' {
  const values = verify(ring, 'link', text)
  if (!values) return 'invalid'
  const [link_id, org_id, platform, until, returns, user_id, actor] = values as [
    string,
    string,
    string,
    string,
    ...string[],
  ]
  if (Number(until) < now.getTime()) return 'expired'
  return { link_id, org_id, platform, returns: returns === RETURNS, user_id: user_id || undefined, actor }
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
