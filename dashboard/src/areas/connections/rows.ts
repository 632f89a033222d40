// Rows of the answers on the page of connections.
import type { OrgTools } from '../../api/call.ts'
import type { Connection } from '../../api/connections.ts'

export type { Connection }
export type Details = OrgTools['get_connection']['result']
export type Platform = OrgTools['list_platforms']['result']['platforms'][number]
export type Health = Connection['health']
