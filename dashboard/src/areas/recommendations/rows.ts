// The recommendations as the tool of the page answers them.
import type { OrgTools } from '../../api/call.ts'

export type Group = NonNullable<OrgTools['browse_recommendations']['input']['group']>
export type Recommendation = OrgTools['browse_recommendations']['result']['recommendations'][number]
export const BROWSE = 'browse_recommendations'
