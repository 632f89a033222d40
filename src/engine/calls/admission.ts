// Finds the caller, the organization, and whether the tool exists for them. These are the first steps of every call, and of later
// requests about a call.
import { type Caller, may_see_internal } from '#engine/access/caller.ts'
import type { Directory, Org } from '#engine/access/directory.ts'
import { Refusal } from '#engine/outcomes.ts'
import type { Catalog, NamedTool } from '#engine/tool.ts'
import { mark_authenticated } from '#lib/trace.ts'

/** What a request claims about its caller. */
export interface Claim {
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
}

/** Refuses with 401 first, then with 403. */
export async function identify(access: Access, { credential, org_id, address }: Claim): Promise<Identified> {
  const caller = await authenticate(access, credential, address)
  return { caller, org: await resolve_org(access, caller, org_id) }
}

/** Authenticates the caller. Every invalid credential gets the same error: missing, malformed, unknown, expired or revoked. */
export async function authenticate(
  { directory }: Access,
  credential: Claim['credential'],
  address?: string,
): Promise<Caller> {
  const caller = typeof credential === 'string' ? await directory.caller(credential, address) : credential
  if (!caller)
    throw new Refusal(
      'unauthorized',
      'A valid API key is needed: send the header Authorization: Bearer svc_…. Keys can expire and be revoked.',
    )
  mark_authenticated()
  return caller
}

/** The caller's own organization, or the requested client of an agency. An unknown organization and a foreign one get the same error. */
export async function resolve_org({ directory }: Access, caller: Caller, wanted: string | undefined): Promise<Org> {
  const own = await directory.org(caller.org_id)
  if (own && (wanted === undefined || wanted === own.org_id)) return own
  const client = own && wanted && own.client_org_ids.has(wanted) ? await directory.org(wanted) : undefined
  if (client) return client
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
