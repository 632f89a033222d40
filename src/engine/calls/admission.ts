// Finds the caller, the organization, and whether the tool exists for them. These are the first steps of every call, and of later
// requests about a call.
import { type Caller, may_see_internal } from '#engine/access/caller.ts'
import type { Directory, Org } from '#engine/access/directory.ts'
import type { RefusedAccess, RefusedRequest } from '#engine/audit/refused.ts'
import { Refusal } from '#engine/outcomes.ts'
import type { Catalog, NamedTool } from '#engine/tool.ts'
import { mark_authenticated } from '#lib/trace.ts'

/** What a request claims about its caller. */
export interface Claim extends RefusedRequest {
  /** The bearer token. Or the caller itself, when the process already knows the caller: an agent or an operator. */
  credential: string | Caller | undefined
  /** X-Svc-Org, or undefined. */
  org_id: string | undefined
  /** The client's address, for limits of failed sign-ins. */
  address?: string
}

export interface Identified {
  caller: Caller
  org: Org
}

interface Access {
  directory: Directory
  refused: RefusedAccess
}

/** Refuses with 401 first, then with 403. */
export async function identify(access: Access, claim: Claim): Promise<Identified> {
  const caller = await authenticate(access, claim)
  return { caller, org: await resolve_org(access, caller, claim) }
}

/** Authenticates the caller. Every invalid credential gets the same error: missing, malformed, unknown, expired or revoked. */
export async function authenticate({ directory, refused }: Access, claim: Omit<Claim, 'org_id'>): Promise<Caller> {
  const { credential, address } = claim
  const caller =
    typeof credential === 'string'
      ? await directory.caller(credential, address, (key) => refused.key(key, claim))
      : credential
  if (!caller)
    throw new Refusal(
      'unauthorized',
      'A valid API key is needed: send the header Authorization: Bearer svc_…. Keys can expire and be revoked.',
    )
  mark_authenticated()
  return caller
}

/** The caller's own organization, or the requested client of an agency. An unknown organization and a foreign one get the same error. */
export async function resolve_org(
  { directory, refused }: Access,
  caller: Caller,
  claim: Omit<Claim, 'credential'>,
): Promise<Org> {
  const wanted = claim.org_id
  const own = await directory.org(caller.org_id)
  if (own && (wanted === undefined || wanted === own.org_id)) return own
  const is_client = own?.kind === 'agency' && wanted !== undefined && own.client_org_ids.has(wanted)
  const client = is_client ? await directory.org(wanted) : undefined
  if (client) return client
  if (wanted !== undefined) refused.organization(caller, wanted, claim)
  throw new Refusal('denied_org', 'This key may not act on the organization named in X-Svc-Org.')
}

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
  throw new Refusal(
    'denied_scope',
    `${tool.name} needs the scope${missing.length > 1 ? 's' : ''} ${missing.join(', ')}, which this key does not have.`,
  )
}
