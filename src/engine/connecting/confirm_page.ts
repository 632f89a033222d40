// What a person reads and types before a sign-in begins.
import { z } from 'zod'
import type { Database } from '#db/pool.ts'
import type { Person } from '#engine/access/people.ts'
import { credential_works, has_scope } from '#engine/access/standing.ts'
import { is_spent, type Link, link_path, read_link } from '#engine/connecting/links.ts'
import { type About, type ConnectingParts, callback_address, Stopped } from '#engine/connecting/parts.ts'
import { about_of, CONNECTS, is_begun_here, within } from '#engine/connecting/pending.ts'
import type { App } from '#engine/connector/sign_in.ts'
import { type CredentialField, fields_of } from '#engine/vendors/credential_fields.ts'
import { type FieldName, message } from '#messages/message.ts'

/** A connection of the platform, which can be connected again or read other accounts. */
export interface Known {
  connection_id: string
  name: string
  status: string
  needs_reconnection: boolean
}

export interface ConfirmPage extends About {
  link: Link
  known: Known[]
  /** True: the person may change the accounts of a connection without signing in at the platform. */
  may_change: boolean
  /** Values that the sign-in needs. */
  asked: AskedField[]
  /** Values of an app that the person must type, because the operator has configured none. */
  app_fields: readonly FieldName[]
  /** The address that an app of the person must know. */
  callback: string
}

/** The person who is signed in to Tablero in this browser. Undefined: nobody is. */
export type SignedIn = Pick<Person, 'user_id' | 'access'> | undefined

export async function open_link(
  parts: ConnectingParts,
  text: string,
  person: SignedIn,
): Promise<About & { link: Link }> {
  const link = read_link(parts, text, parts.clock.now())
  if (link === 'invalid') throw new Stopped(message('connecting.link_invalid'))
  if (link === 'expired') throw new Stopped(message('connecting.link_expired'))
  const about = { ...(await about_of(parts, link.org_id, link.platform)), returns: link.returns }
  if (!may_use(link, person))
    throw new Stopped(message('connecting.other_person'), about, link_path(link.platform, text))
  const { org_id, actor } = link
  if (actor && !(await within(parts, org_id, (db) => credential_works(db, actor))))
    throw new Stopped(message('connecting.maker_ended'), about)
  return { link, ...about }
}

/** A person who has left the organization meanwhile, or may only read it now, connects nothing for it. */
const may_use = ({ user_id, org_id }: Link, person: SignedIn): boolean =>
  user_id === undefined || (person?.user_id === user_id && has_scope(person.access.get(org_id), CONNECTS))

/**
 * An agent that has a link passes every page of ours. A sign-in at the platform has a person's consent; without one, a person of the
 * organization must be here.
 */
export const may_change_accounts = (org_id: string, person: SignedIn): boolean =>
  has_scope(person?.access.get(org_id), CONNECTS)

/** True: another browser has confirmed the link, or this one has chosen accounts with it. */
export const is_used = async (db: Database, link: Link, browser: string | undefined): Promise<boolean> =>
  (await is_spent(db, link)) && !(await is_begun_here(db, link.link_id, browser))

export async function confirm_page(
  parts: ConnectingParts,
  text: string,
  { person, browser }: { person: SignedIn; browser: string | undefined },
): Promise<ConfirmPage> {
  const opened = await open_link(parts, text, person)
  const { link, platform } = opened
  const { used, known } = await within(parts, link.org_id, async (db) => ({
    used: await is_used(db, link, browser),
    known: await db
      .selectFrom('connections')
      .select(['connection_id', 'name', 'status', 'needs_reconnection'])
      .where('platform', '=', platform)
      .orderBy('status')
      .orderBy('connection_id')
      .execute(),
  }))
  if (used) throw new Stopped(message('connecting.link_spent'), opened)
  return {
    ...opened,
    known,
    may_change: may_change_accounts(link.org_id, person),
    asked: asked_of(opened),
    callback: callback_address(parts, opened.platform),
    app_fields: app_of(parts, opened) ? [] : app_fields_of(opened),
  }
}

/** A value that the person types, or chooses among `options`. */
export interface AskedField extends CredentialField {
  options?: string[]
}

/** The schema of what the sign-in needs: settings of the connector, and values for the sign-in alone. */
export function asked_schema({ sign_in, connector }: Pick<About, 'sign_in' | 'connector'>): z.ZodObject {
  const { asks = [], asks_once } = sign_in
  const settings = Object.entries(connector.settings.shape).filter(([name]) => asks.includes(name))
  return z.object({ ...Object.fromEntries(settings), ...asks_once?.shape })
}

function asked_of(about: Pick<About, 'sign_in' | 'connector'>): AskedField[] {
  const schema = asked_schema(about)
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' }) as {
    properties?: Record<string, { enum?: string[] }>
  }
  return fields_of(schema).map((field) => ({ ...field, options: properties[field.name]?.enum }))
}

const has_app = ({ sign_in }: Pick<About, 'sign_in'>) => sign_in.kind === 'oauth2' || sign_in.kind === 'oauth1'

/** The operator's app. Undefined: there is none, or it is incomplete. */
export function app_of({ apps }: ConnectingParts, { platform, sign_in }: Pick<About, 'platform' | 'sign_in'>) {
  if (!has_app({ sign_in })) return {}
  const app: App | undefined = apps[platform]
  return app && app_fields_of({ sign_in }).every((name) => app[name]) ? app : undefined
}

/** Names of the values of an app. */
export const app_fields_of = ({ sign_in }: Pick<About, 'sign_in'>): readonly FieldName[] =>
  has_app({ sign_in }) ? ['client_id', 'client_secret', ...(sign_in.app ?? [])] : []
