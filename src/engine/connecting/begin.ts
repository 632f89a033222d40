// A person has confirmed a link: the link is spent, and the sign-in begins in this browser.
import { randomUUID } from 'node:crypto'
import type { Database } from '#db/pool.ts'
import { NOT_CHOSEN, NOT_LISTED } from '#engine/account_choice.ts'
import {
  app_fields_of,
  app_of,
  asked_schema,
  is_used,
  may_change_accounts,
  open_link,
  type SignedIn,
} from '#engine/connecting/confirm_page.ts'
import { type Link, link_path, spend_link } from '#engine/connecting/links.ts'
import { request_token } from '#engine/connecting/oauth1.ts'
import { consent_address, new_verifier } from '#engine/connecting/oauth2.ts'
import { type About, type ConnectingParts, callback_address, Stopped } from '#engine/connecting/parts.ts'
import {
  begin_pending,
  browser_hash,
  type Listed,
  leave_begun,
  type Pending,
  reference_of,
  within,
} from '#engine/connecting/pending.ts'
import { checked, mistyped } from '#engine/connecting/typed.ts'
import { vendor_stopped } from '#engine/connecting/vendor_errors.ts'
import type { App } from '#engine/connector/sign_in.ts'
import type { Secrets, Settings } from '#engine/connector.ts'
import { load_secrets } from '#engine/vendors/secrets.ts'
import { message } from '#messages/message.ts'

export interface Confirmed {
  link: string
  action: 'new' | 'again' | 'accounts'
  connection_id?: string
  /** What the person typed, by name. */
  typed: Record<string, string>
  /** The cookie of the browser. */
  browser: string
  person: SignedIn
}

/** Where the browser goes: to the platform, or to the next page. */
export type Next = { address: string; vendor: string } | { page: string }

interface Place {
  org_id: string
  sign_in_id: string
}

export async function begin_sign_in(parts: ConnectingParts, confirmed: Confirmed): Promise<Next> {
  const about = await open_link(parts, confirmed.link, confirmed.person)
  const { link, platform, connector } = about
  // Before anything is asked of the platform: a link that was used causes no request.
  if (await within(parts, link.org_id, (db) => is_used(db, link, confirmed.browser)))
    throw new Stopped(message('connecting.link_spent'), about)
  const is_choice = confirmed.action === 'accounts'
  if (is_choice && !may_change_accounts(link.org_id, confirmed.person))
    throw new Stopped(message('connecting.change_signed_in'), about, link_path(platform, confirmed.link))
  const place = { org_id: link.org_id, sign_in_id: randomUUID() }
  const connection_id = confirmed.action === 'new' ? null : (confirmed.connection_id ?? null)
  const stored = connection_id ? await stored_values(parts, about, { connection_id, is_choice }) : undefined
  const page = { page: reference_of(parts, 'page', place) }
  const common = {
    ...place,
    link_id: link.link_id,
    user_id: link.user_id ?? (is_choice ? confirmed.person!.user_id : null),
    actor: link.actor ?? null,
    returns: link.returns,
    platform,
    connection_id,
    browser_hash: browser_hash(confirmed.browser),
  }
  if (is_choice) {
    const begun = { ...common, settings: stored?.settings ?? {}, secrets: {}, step: 'returned' as const }
    await spend(parts, about, confirmed.browser, async (db) => {
      await begin_pending(db, parts, begun)
      await copy_accounts(db, begun)
    })
    return page
  }
  const asked = typed_settings(about, { ...stored?.settings, ...confirmed.typed })
  // A connection that is connected again keeps what nobody is asked for, above all its choice of accounts.
  const settings = { ...stored?.settings, ...asked }
  const app = app_of(parts, about) ?? typed_app(about, { ...stored?.app, ...confirmed.typed })
  const going = await go(parts, about, { ...place, app, settings: asked })
  await spend(parts, about, confirmed.browser, (db) =>
    begin_pending(db, parts, { ...common, settings, secrets: { ...app, ...going.secrets }, step: 'begun' }),
  )
  return going.address === undefined ? page : { address: going.address, vendor: connector.platform.vendor }
}

/** A person who presses twice, or returns from the platform, begins again in the same browser. */
async function spend(
  parts: ConnectingParts,
  about: About & { link: Link },
  browser: string,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  await within(parts, about.link.org_id, async (db) => {
    const { link } = about
    if (!(await spend_link(db, link)) && !(await leave_begun(db, link.link_id, browser)))
      throw new Stopped(message('connecting.link_spent'), about)
    await work(db)
  })
}

/** Address and values of the sign-in. Without an address, the person types keys on the next page. */
async function go(
  parts: ConnectingParts,
  about: About,
  { app, settings, ...place }: Place & { app: App; settings: Settings },
): Promise<{ address?: string; secrets: Secrets }> {
  const { sign_in, platform } = about
  const state = reference_of(parts, 'state', place)
  const redirect_uri = callback_address(parts, platform)
  switch (sign_in.kind) {
    case 'keys':
      return { secrets: {} }
    case 'posted_keys': {
      const callback_url = `${parts.base_url}/connect/keys/${platform}`
      const return_url = `${redirect_uri}?state=${state}`
      const address = sign_in.authorize_url({ app, settings, nonce: state, return_url, callback_url })
      return { address: in_sandbox(parts, address), secrets: {} }
    }
    case 'oauth1': {
      const asked = { outbound: parts.outbound, app, now: parts.clock.now() }
      const { address, secrets } = await request_token(sign_in, asked, `${redirect_uri}?state=${state}`).catch(
        (error) => {
          throw vendor_stopped(error, about, app)
        },
      )
      return { address: in_sandbox(parts, address), secrets }
    }
    case 'oauth2': {
      const verifier = new_verifier(sign_in)
      const address = await consent_address(sign_in, { app, settings, state, redirect_uri, verifier })
      return { address: in_sandbox(parts, address), secrets: { verifier } }
    }
  }
}

/** A demo has no vendors: the browser goes to the sandbox, as requests do. */
function in_sandbox({ sandbox_url }: ConnectingParts, address: string): string {
  if (!sandbox_url) return address
  const { host, pathname, search } = new URL(address)
  return `${sandbox_url}/${host}${pathname}${search}`
}

/** The asked settings, checked by the connector's own schema. */
function typed_settings(about: About & { link: Link }, given: Record<string, unknown>): Settings {
  const typed = Object.entries(given).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value])
  return checked(about, asked_schema(about), Object.fromEntries(typed.filter(([, value]) => value !== '')))
}

/** An organization's own app, of the form or of the connection that is connected again. */
function typed_app(about: About & { link: Link }, typed: Record<string, unknown>): App {
  const given = app_fields_of(about).map((name) => [name, String(typed[name] ?? '').trim()] as const)
  const missing = given.filter(([, value]) => value === '').map(([name]) => ({ name, words: name }))
  if (missing.length > 0) throw mistyped(about, { missing })
  return Object.fromEntries(given)
}

/** Settings and app of a connection of this platform. */
async function stored_values(
  parts: ConnectingParts,
  about: About & { link: Link },
  { connection_id, is_choice }: { connection_id: string; is_choice: boolean },
) {
  const { org_id } = about.link
  return within(parts, org_id, async (db) => {
    const row = await db
      .selectFrom('connections')
      .select(['name', 'status', 'settings'])
      .where('connection_id', '=', connection_id)
      .where('platform', '=', about.platform)
      .executeTakeFirst()
    if (!row) throw new Stopped(message('connecting.link_invalid'), about)
    if (is_choice && row.status !== 'active')
      throw new Stopped(message('connecting.removed', { name: row.name }), about)
    const settings = row.settings as Settings
    const secrets = await load_secrets(db, parts, { org_id, connection_id })
    const { kept_as = {} } = about.sign_in
    const kept = (name: string) => secrets[kept_as[name] ?? name] ?? (settings[name] as string | undefined)
    const names = app_fields_of(about).filter(kept)
    return { settings, app: Object.fromEntries(names.map((name) => [name, kept(name)!])) as Record<string, string> }
  })
}

/** The stored list of accounts, so that a change of the choice needs no request to the platform. */
async function copy_accounts(
  db: Database,
  { connection_id, sign_in_id }: Pick<Pending, 'connection_id' | 'sign_in_id'>,
) {
  const stored = await db
    .selectFrom('connection_accounts')
    .select(['account_id', 'name', 'currency', 'state', 'reason'])
    .where('connection_id', '=', connection_id!)
    .where((eb) => eb.or([eb('state', '<>', 'gone'), eb('reason', 'not in', [NOT_LISTED, NOT_CHOSEN])]))
    .orderBy('account_id')
    .execute()
  const accounts: Listed[] = stored.map(({ account_id, name, currency, state, reason }) => ({
    account_id,
    name,
    currency: currency ?? undefined,
    unreadable: state !== 'read' && reason !== NOT_CHOSEN ? (reason ?? undefined) : undefined,
  }))
  await db
    .updateTable('sign_ins')
    .set({ accounts: JSON.stringify(accounts) })
    .where('sign_in_id', '=', sign_in_id)
    .execute()
}
