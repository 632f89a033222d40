// Ends the access of a disconnected connection at its platform, and deletes the secrets.
import { in_org, in_system } from '#db/org.ts'
import { send } from '#engine/connecting/exchanges.ts'
import type { SignIn, Withdrawal } from '#engine/connector/sign_in.ts'
import type { Connector, Secrets, Settings } from '#engine/connector.ts'
import { api_of } from '#engine/sync/connected.ts'
import type { SyncParts } from '#engine/sync/reading.ts'
import { classify, parse } from '#engine/vendors/answers.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { type ConnectionPlace, load_secrets } from '#engine/vendors/secrets.ts'

type Parts = SyncParts & { sign_ins: Record<string, SignIn> }

interface Ending {
  platform: string
  connector: Connector
  settings: Settings
  secrets: Secrets
}

/** Throws when the platform does not say that the access has ended, so that the job tries again. */
export async function withdraw_access(parts: Parts, place: ConnectionPlace, signal: AbortSignal): Promise<void> {
  const { pool, connectors, sign_ins } = parts
  const found = await in_org(pool, place, async (db) => {
    const connection = await db
      .selectFrom('connections')
      .select(['platform', 'settings', 'status'])
      .where('connection_id', '=', place.connection_id)
      .executeTakeFirst()
    // Somebody connected it again meanwhile.
    if (connection?.status !== 'revoked') return undefined
    const accounts = await db
      .selectFrom('connection_accounts')
      .select('account_id')
      .where('connection_id', '=', place.connection_id)
      .execute()
    const account_ids = accounts.map(({ account_id }) => account_id)
    return { ...connection, account_ids, secrets: await load_secrets(db, parts, place) }
  })
  if (!found) return
  const { platform, secrets, account_ids } = found
  const connector = connectors[platform]
  const withdrawal = sign_ins[platform]?.withdraw
  const has_values = Object.keys(secrets).length > 0
  if (
    connector &&
    withdrawal &&
    has_values &&
    (await may_withdraw(parts, { platform, account_ids, withdrawal, secrets }))
  ) {
    const ending = { platform, connector, settings: found.settings as Settings, secrets }
    if (withdrawal.ends === 'account') await ask(parts, { ...place, signal }, ending, withdrawal)
    else await request(parts, ending, withdrawal)
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

type Of<Ends extends Withdrawal['ends']> = Extract<Withdrawal, { ends: Ends }>

/** A platform that no longer accepts the credential has ended the access already. */
async function ask(
  parts: Parts,
  options: ConnectionPlace & { signal: AbortSignal },
  { secrets, ...of }: Ending,
  withdrawal: Of<'account'>,
): Promise<void> {
  const api = api_of(parts, options, of).asking({ priority: 'today' })
  await withdrawal.ask({ api, secrets }).catch((error) => {
    if (!(error instanceof VendorRefusal) || error.kind !== 'revoked') throw error
  })
}

/** Some vendors refuse with status 200, so the connector says what an answer means. */
async function request(
  { outbound, clock }: Parts,
  { platform, connector, settings, secrets }: Ending,
  withdrawal: Of<'token' | 'grant'>,
): Promise<void> {
  const { status, headers, text } = await send(outbound, withdrawal.request(secrets, settings, clock.now()))
  const verdict = classify(connector, { status, headers, body: parse(text) })
  if (!verdict || verdict.kind === 'revoked' || verdict.kind === 'expired') return
  // A refusal of such a request means that there is nothing to end any more.
  const is_refused = verdict.kind === 'refused' || verdict.kind === 'denied'
  if (is_refused && status >= 400 && status < 500) return
  throw new Error(`${platform} did not end the access: status ${status}, ${verdict.kind}`)
}

interface Wanted {
  platform: string
  account_ids: readonly string[]
  withdrawal: Withdrawal
  secrets: Secrets
}

/**
 * An end can concern other connections too, also those of other organizations. For a seller or a shop, these are the connections that
 * read it. For all tokens of a person, Tablero does not know the person, so any active connection of the vendor keeps the grant. A token
 * alone can be that of several connections, as when an operator stored it for each client.
 */
async function may_withdraw(parts: Parts, { platform, account_ids, withdrawal, secrets }: Wanted): Promise<boolean> {
  const { pool, connectors, sign_ins, clock } = parts
  if (withdrawal.ends === 'token') return !(await is_token_used(parts, platform, secrets.access_token))
  const vendor = connectors[platform]?.platform.vendor
  const of_vendor = Object.keys(sign_ins).filter((other) => connectors[other]?.platform.vendor === vendor)
  const shared = withdrawal.ends === 'grant' ? of_vendor : [platform]
  const { is_pending, is_used } = await in_system(pool, async (db) => {
    const pending = await db
      .selectFrom('sign_ins')
      .select('sign_in_id')
      .where('platform', 'in', shared)
      .where('step', '<>', 'done')
      .where('expires_at', '>', clock.now().toISOString())
      .limit(1)
      .execute()
    const used = await db
      .selectFrom('connections as c')
      .leftJoin('connection_accounts as a', (join) =>
        join.onRef('a.org_id', '=', 'c.org_id').onRef('a.connection_id', '=', 'c.connection_id'),
      )
      .select('c.connection_id')
      .where('c.platform', 'in', shared)
      .where('c.status', '=', 'active')
      // A list of accounts that is not there yet can contain the account.
      .$if(withdrawal.ends === 'account' && account_ids.length > 0, (query) =>
        query.where((is) => is.or([is('a.account_id', 'in', account_ids), is('a.account_id', 'is', null)])),
      )
      .limit(1)
      .execute()
    return { is_pending: pending.length > 0, is_used: used.length > 0 }
  })
  if (is_used) return false
  // The person may be giving a new access right now, which would end with the old one.
  if (is_pending) throw new Error(`somebody signs in at ${platform}, so the access is ended later`)
  return true
}

/** Whether an active connection of the installation has the same token. */
async function is_token_used(parts: Parts, platform: string, access_token: string | undefined): Promise<boolean> {
  const places = await in_system(parts.pool, (db) =>
    db
      .selectFrom('connections')
      .select(['org_id', 'connection_id'])
      .where('platform', '=', platform)
      .where('status', '=', 'active')
      .execute(),
  )
  for (const place of places) {
    const stored = await in_org(parts.pool, place, (db) => load_secrets(db, parts, place))
    if (stored.access_token === access_token) return true
  }
  return false
}
