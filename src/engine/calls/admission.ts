// Finds the caller, the organization, and whether the tool exists for them. These are the first steps of every call, and of later
// requests about a call.

import { scopes_of } from '#domain/roles.ts'
import { day_in } from '#domain/windows.ts'
import { type Caller, may_see_internal, type OAuthCaller, type SessionCaller } from '#engine/access/caller.ts'
import type { Directory, Org } from '#engine/access/directory.ts'
import { deleted_at } from '#engine/access/ended.ts'
import type { Access as AccessOfPerson, Person } from '#engine/access/people.ts'
import { INSTALLATION } from '#engine/audit/chain.ts'
import type { RefusedAccess, RefusedRequest, WantedOrg } from '#engine/audit/refused.ts'
import { Refusal } from '#engine/outcomes.ts'
import type { Catalog, NamedTool } from '#engine/tool.ts'
import { mark_authenticated } from '#lib/trace.ts'
import type { Language } from '#messages/message.ts'

/** What a request claims about its caller. */
export interface Claim extends RefusedRequest {
  /** The bearer token, or the token of a session. Or the caller itself, when the process already knows the caller: an own AI agent. */
  credential: string | SessionToken | Caller | undefined
  /** X-Svc-Org, or undefined. Empty is an error: a caller that meant a client would otherwise act on its own organization. */
  org_id: string | undefined
  /** The client's address, for limits of failed sign-ins. */
  address?: string
  /** The request may concern an organization that an admin ended. */
  may_be_ended?: boolean
}

/** From a cookie whose signature was verified. */
export interface SessionToken {
  session: string
  /** The browser's. Undefined: Tablero has none of those that it asks for. */
  language?: Language
}

export interface Identified {
  caller: Caller
  org: Org
}

interface Access {
  directory: Directory
  refused: Pick<RefusedAccess, 'key' | 'organization'>
}

/** Whom a credential identifies. A person becomes a caller in the organization that the call names. */
export type Authenticated = Caller | SignedIn

interface SignedIn {
  via: 'person'
  person: Person
  /** The person's choice, else the browser's. Undefined: the one of the organization. */
  language?: Language
}

/** Refuses with 401 first, then with 403. */
export async function identify(access: Access, claim: Claim): Promise<Identified> {
  return resolve_org(access, await authenticate(access, claim), claim)
}

/** Authenticates the caller. Every invalid credential gets the same error: missing, malformed, unknown, expired or revoked. */
export async function authenticate(access: Access, claim: Omit<Claim, 'org_id'>): Promise<Authenticated> {
  const found = await find_caller(access, claim)
  if (!found)
    throw new Refusal(
      'unauthorized',
      'A valid API key is needed: send the header Authorization: Bearer svc_…. Keys can expire and be revoked.',
    )
  mark_authenticated()
  return found
}

async function find_caller(
  { directory, refused }: Access,
  { credential, address, ...request }: Omit<Claim, 'org_id'>,
): Promise<Authenticated | undefined> {
  if (typeof credential === 'string') return directory.caller(credential, address, (key) => refused.key(key, request))
  if (credential === undefined || !('session' in credential)) return credential
  const person = await directory.person(credential.session)
  return person && { via: 'person', person, language: person.language ?? credential.language }
}

/** The organization on which the caller acts. An unknown organization and a foreign one get the same error. */
export async function resolve_org(
  access: Access,
  found: Authenticated,
  claim: Omit<Claim, 'credential'>,
): Promise<Identified> {
  if (claim.org_id === '')
    throw new Refusal('denied_org', 'X-Svc-Org is empty. Send the id of an organization, or no such header.')
  const identified = await (found.via === 'person'
    ? resolve_person(access, found, claim)
    : resolve_caller(access, found, claim))
  if (identified.org.ended_at !== null && !claim.may_be_ended) throw new Refusal('denied_org', ended(identified.org))
  return identified
}

const ended = ({ name, time_zone, ended_at }: Org) =>
  `${name} was ended on ${day_in(time_zone, ended_at!)}. Until ${day_in(time_zone, deleted_at(ended_at!))}, an admin can take it back in the dashboard.`

async function resolve_caller(
  { directory, refused }: Access,
  caller: Caller,
  claim: Omit<Claim, 'credential'>,
): Promise<Identified> {
  const wanted = claim.org_id
  const own = await directory.org(caller.org_id)
  if (own && caller.via === 'oauth') check_second_factor(own, caller)
  if (own && (wanted === undefined || wanted === own.org_id)) return { caller, org: own }
  const is_client = is_working_agency(own) && wanted !== undefined && own!.client_org_ids.has(wanted)
  const for_client = is_client ? on_client(caller, wanted) : undefined
  const client = for_client && (await directory.org(wanted!))
  if (client) return { caller: for_client!, org: client }
  if (wanted !== undefined) refused.organization(caller, await look_up(directory, wanted), claim)
  throw new Refusal('denied_org', own?.kind === 'agency' && is_ownerless(caller) ? NO_OWNER : no_client(caller))
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What a caller wanted in vain. Only organizations that exist have a chain, so that invented ids take no memory. */
async function look_up(directory: Directory, wanted: string): Promise<WantedOrg> {
  const org_id = wanted.toLowerCase()
  if (!UUID.test(org_id)) return { org_id: undefined, exists: false }
  return { org_id, exists: await directory.is_org(org_id) }
}

const is_working_agency = (org: Org | undefined) => org?.kind === 'agency' && org.ended_at === null

const no_client = ({ via }: Caller) =>
  `This ${via === 'oauth' ? 'app' : 'key'} may not act on the organization named in X-Svc-Org. Without this header, it acts on its own.`
const NO_OWNER =
  'This key has no owner, so it acts on no client. An admin gives it one in the dashboard, under Keys. Then X-Svc-Org works for the clients of its owner.'

const is_ownerless = (caller: Caller) => caller.via === 'key' && caller.client_scopes === undefined

/** A key can do no more on a client than its owner. Undefined: its owner does not act on this client, or it has none. */
function on_client(caller: Caller, client_org_id: string): Caller | undefined {
  const scopes = caller.via === 'key' ? caller.client_scopes?.get(client_org_id) : undefined
  return scopes && { ...caller, scopes }
}

/** A session belongs to no organization, so that two windows of a browser can show two organizations. */
async function resolve_person(
  { directory, refused }: Access,
  signed_in: SignedIn,
  claim: Omit<Claim, 'credential'>,
): Promise<Identified> {
  const { person } = signed_in
  const wanted = claim.org_id
  if (wanted === undefined)
    throw new Refusal('denied_org', 'Name the organization with the header X-Svc-Org. get_me lists yours.')
  const access = person.access.get(wanted)
  const is_open = !access?.agency_org_id || is_working_agency(await directory.org(access.agency_org_id))
  const org = access && is_open ? await directory.org(wanted) : undefined
  if (!access || !org) {
    const attempt = { actor: actor_of(person), org_id: INSTALLATION }
    refused.organization(attempt, await look_up(directory, wanted), claim)
    throw new Refusal('denied_org', 'You have no access to this organization, or it does not exist.')
  }
  check_second_factor(org, person)
  return { caller: caller_in(signed_in, org, access), org }
}

function check_second_factor(org: Org, { two_factor }: Pick<Person, 'two_factor'>): void {
  if (org.demands_two_factor && !two_factor)
    throw new Refusal(
      'denied_org',
      `${org.name} demands a second factor. Set it up under your account, then sign in again.`,
    )
}

export const actor_of = ({ user_id }: Pick<Person, 'user_id'>): string => `user:${user_id}`

const caller_in = ({ person, language }: SignedIn, { org_id }: Org, access: AccessOfPerson): SessionCaller => ({
  via: 'session',
  user_id: person.user_id,
  actor: actor_of(person),
  org_id: access.agency_org_id ?? org_id,
  role: access.role,
  scopes: scopes_of(access),
  language,
})

/** Whether the tool exists for this caller in this organization. Every list of tools applies the same rule. */
export function has_tool(tool: NamedTool | undefined, { caller, org }: Identified): tool is NamedTool {
  if (tool === undefined || (tool.internal && !may_see_internal(caller))) return false
  return !(tool.module && org.modules_off.has(tool.module))
}

interface Wanted {
  tool: string
  /** Which tools exist at the address of the request. All tools by default. */
  shows?: (tool: NamedTool) => boolean
}

export function find_tool(
  { catalog }: { catalog: Catalog },
  { tool: name, shows = () => true }: Wanted,
  identified: Identified,
): NamedTool {
  const tool = catalog.get(name)
  if (has_tool(tool, identified) && shows(tool)) return tool
  throw new Refusal(
    'not_found',
    `There is no tool called '${name.slice(0, 100)}' for this organization. GET /api/v1/tools lists them.`,
  )
}

export const missing_scopes = ({ scopes }: NamedTool, caller: Caller) =>
  scopes.filter((scope) => !caller.scopes.has(scope))

export function check_scopes(tool: NamedTool, caller: Caller): void {
  const missing = missing_scopes(tool, caller)
  if (missing.length === 0) return
  const needed = `${tool.name} needs the scope${missing.length > 1 ? 's' : ''} ${missing.join(', ')}`
  if (caller.via === 'oauth') throw refused_app(tool, caller, needed)
  throw new Refusal(
    'denied_scope',
    caller.via === 'session'
      ? `${needed}, which the role ${caller.role} does not have. An admin of the organization can change your role.`
      : `${needed}, which this key does not have. An admin of the organization can create a key that has what is missing.`,
  )
}

/** What a call passed before it waited can end meanwhile: the key, the access, the module, the scopes. Refuses as a new call would be. */
export async function admit_again(
  access: Access & { catalog: Catalog },
  claim: Claim,
  { name, on_ended }: Pick<NamedTool, 'name' | 'on_ended'>,
): Promise<void> {
  const identified = await identify(access, { ...claim, may_be_ended: on_ended })
  check_scopes(find_tool(access, { tool: name }, identified), identified.caller)
}

/** The app can ask its person for more, unless the person has no more either. */
function refused_app({ scopes }: NamedTool, caller: OAuthCaller, needed: string): Refusal {
  if (!scopes.every((scope) => caller.may_have.has(scope)))
    return new Refusal(
      'denied_scope',
      `${needed}, which the role of the person who connected this app does not have. An admin of the organization can change the role.`,
    )
  const refusal = new Refusal(
    'denied_scope',
    `${needed}, which this app was not given. Connect it again to allow more.`,
  )
  refusal.wanted_scopes = [...new Set([...caller.scopes, ...scopes])]
  return refusal
}
