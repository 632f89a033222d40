// What the transport passes to the handlers with each request to /mcp.
import type { ServerContext } from '@modelcontextprotocol/server'
import type { Identified } from '#engine/calls/admission.ts'
import type { CallerHeaders } from '#http/caller.ts'
import type { View } from '#http/mcp/view.ts'

export interface Session extends CallerHeaders, Identified {
  transport: 'mcp'
  view: View
  /** Filled by a call of an app that lacks scopes: those that a new token needs. */
  denied: { wanted_scopes?: readonly string[] | undefined }
}

/** The parts of the SDK's request context that a call uses. */
export interface CallContext {
  mcpReq: Pick<ServerContext['mcpReq'], '_meta' | 'envelope' | 'notify' | 'signal'>
}
