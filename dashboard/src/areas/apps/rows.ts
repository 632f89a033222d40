// A row of the list of apps.
import type { OrgTools } from '../../api/call.ts'

export type App = OrgTools['list_connected_apps']['result']['apps'][number]
