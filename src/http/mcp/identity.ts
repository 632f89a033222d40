// The name and version of the MCP server, and the current revision of the protocol.
import { VERSION } from '#lib/version.ts'

export const SERVER_INFO = { name: 'tablero', title: 'Tablero', version: VERSION }
export const CURRENT_REVISION = '2026-07-28'
