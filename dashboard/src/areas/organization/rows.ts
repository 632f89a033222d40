// Rows of the lists on the pages of people.
import type { OrgTools } from '../../api/call.ts'

export type Key = OrgTools['list_api_keys']['result']['keys'][number]
export type Member = OrgTools['list_members']['result']['members'][number]
