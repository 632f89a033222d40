// The rows that several parts of the page show.
import type { OrgTools } from '../../api/call.ts'

export type ListingAnswer = OrgTools['list_mpa_listings']['result']
export type Listing = ListingAnswer['listings'][number]
