// Rows of the lists on the pages of clients.
import type { OrgTools } from '../../api/call.ts'

export type Client = OrgTools['list_clients']['result']['clients'][number]
export type Request = OrgTools['list_clients']['result']['requests'][number]
