// What one request to /mcp carries from the door to its handlers.
import type { ServerContext } from '@modelcontextprotocol/server'
import type { Identified } from '#engine/calls/admission.ts'
import type { CallerHeaders } from '#http/caller.ts'
import type { View } from '#http/mcp/view.ts'

export interface Session extends CallerHeaders, Identified {
  request_id: string
  view: View
}

/** What a call asks of the request that brought it. */
export interface CallContext {
  mcpReq: Pick<ServerContext['mcpReq'], '_meta' | 'envelope' | 'notify' | 'signal'>
}
