// Capabilities that a client declares in a request of 2026-07-28. Requests of 2025-11-25 declare none.
import { CLIENT_CAPABILITIES_META_KEY, type ServerContext } from '@modelcontextprotocol/server'

export const PICTURES_EXTENSION = 'io.modelcontextprotocol/ui'
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks'

interface Asking {
  mcpReq: Pick<ServerContext['mcpReq'], 'envelope'>
}
type Envelope = Record<string, { extensions?: Record<string, Record<string, unknown>> } | undefined>

export const is_modern = ({ mcpReq }: Asking) => mcpReq.envelope !== undefined

/** The settings of an extension that the client declares, or undefined. */
export function declared(extension: string, { mcpReq }: Asking): Record<string, unknown> | undefined {
  const envelope = mcpReq.envelope as Envelope | undefined
  return envelope?.[CLIENT_CAPABILITIES_META_KEY]?.extensions?.[extension]
}
