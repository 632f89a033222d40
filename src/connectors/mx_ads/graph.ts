// Reads lists of Meta's Graph API.
import { z } from 'zod'
import type { Api, Query } from '#engine/connector.ts'

export const GRAPH = 'https://graph.facebook.com/v26.0'

const paging = z.object({ cursors: z.object({ after: z.string() }).optional(), next: z.string().optional() })

/** Reads a list, page by page. The vendor's link to the next page contains the access token, so only the cursor is used. */
export function read_list<Item>(api: Api, path: string, item: z.ZodType<Item>, query: Query): AsyncIterable<Item[]> {
  return api.pages({
    path,
    query,
    page_size: 'limit',
    schema: z.object({ data: z.array(item), paging: paging.optional() }),
    records: ({ data }) => data,
    next: (body) => (body.paging?.next ? { query: { after: body.paging.cursors?.after } } : null),
  })
}

/** The `fields` parameter for a record: its field names, and the fields of nodes below it in braces. */
export const field_list = (schema: z.ZodObject, below: Record<string, z.ZodObject> = {}): string =>
  Object.keys(schema.shape)
    .map((name) => (below[name] ? `${name}{${field_list(below[name])}}` : name))
    .join(',')

// Every status of each level (api_specs, Campaign, AdSet and Ad effective_status, read 2026-11). Lists and insights leave out archived
// and deleted objects unless they are named, and then past spend is missing ("Manage Your Ad Object's Status", read 2026-11).
const shared = ['ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED', 'IN_PROCESS', 'WITH_ISSUES']
const reviewed = ['DISAPPROVED', 'PENDING_REVIEW', 'PENDING_BILLING_INFO', 'PREAPPROVED']
export const every_status = {
  campaign: shared,
  adset: [...shared, 'CAMPAIGN_PAUSED'],
  ad: [...shared, 'CAMPAIGN_PAUSED', 'ADSET_PAUSED', ...reviewed],
}
