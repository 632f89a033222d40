import { z } from 'zod'
import type { Account, Api, VendorAnswer, Verdict } from '#engine/connector.ts'
import { connector } from '#engine/connector.ts'
import { classify_google_answer, google_auth } from '../google.ts'
import { by_source_daily, daily } from './streams.ts'

const ADMIN = 'https://analyticsadmin.googleapis.com/v1beta'

const summaries_schema = z.object({
  accountSummaries: z
    .array(
      z.object({
        propertySummaries: z.array(z.object({ property: z.string(), propertyType: z.string().optional() })).default([]),
      }),
    )
    .default([]),
  nextPageToken: z.string().optional(),
})

const property_schema = z.object({
  name: z.string().regex(/^properties\/\d+$/),
  displayName: z.string(),
  timeZone: z.string(),
  currencyCode: z.string().length(3),
})

/** Every ordinary property. Roll-up properties and subproperties repeat the visits of ordinary ones. */
async function ordinary_properties(api: Api): Promise<string[]> {
  const found: string[] = []
  const pages = api.pages({
    path: `${ADMIN}/accountSummaries`,
    query: { pageSize: 200 },
    schema: summaries_schema,
    records: (body) => body.accountSummaries.flatMap((account) => account.propertySummaries),
    next: ({ nextPageToken }) => (nextPageToken ? { query: { pageToken: nextPageToken } } : null),
  })
  for await (const properties of pages) {
    const ordinary = properties.filter(
      ({ propertyType = 'PROPERTY_TYPE_ORDINARY' }) => propertyType === 'PROPERTY_TYPE_ORDINARY',
    )
    found.push(...ordinary.map(({ property }) => property.replace('properties/', '')))
  }
  return found
}

const odd_answer = z.object({
  rowCount: z.number().default(0),
  rows: z.array(z.unknown()).default([]),
  metadata: z
    .object({
      schemaRestrictionResponse: z
        .object({ activeMetricRestrictions: z.array(z.object({ metricName: z.string() })).default([]) })
        .default({ activeMetricRestrictions: [] }),
    })
    .optional(),
})

/** Google's errors, and two answers with status 200 whose missing rows or hidden figures would otherwise be stored as zeros. */
function classify(answer: VendorAnswer): Verdict | undefined {
  const verdict = classify_google_answer(answer)
  const report = odd_answer.safeParse(answer.body)
  if (verdict || answer.status !== 200 || !report.success) return verdict
  const { rowCount, rows, metadata } = report.data
  const hidden = metadata?.schemaRestrictionResponse.activeMetricRestrictions.map(({ metricName }) => metricName) ?? []
  if (hidden.length > 0) {
    return {
      kind: 'refused',
      reason: `the connected Google account may not see ${hidden.join(', ')} of this property.`,
    }
  }
  if (rowCount > 0 && rows.length === 0) return { kind: 'transient', reason: 'the rows of a report are missing.' }
  return undefined
}

export const gx_analytics = connector({
  title: 'Web analytics',
  kind: 'analytics',
  auth: google_auth,
  settings: z.object({
    account_ids: z
      .array(z.string().regex(/^\d+$/))
      .min(1)
      .optional()
      .describe('Properties to read. When absent: every ordinary property of the Google account.'),
  }),
  api: {
    base_url: 'https://analyticsdata.googleapis.com',
    hosts: ['analyticsdata.googleapis.com', 'analyticsadmin.googleapis.com'],
    // 14,000 tokens an hour for a project; most reports cost below 10 (PropertyQuota, analyticsdata v1beta, read 2026-11).
    pace: { per_second: 5, per_minute: 120 },
    classify,
  },
  accounts: {
    into: [],
    async read({ api, settings }) {
      const chosen = (settings.account_ids as string[] | undefined) ?? (await ordinary_properties(api))
      const accounts: Account[] = []
      for (const id of chosen) {
        const property = await api.call({ path: `${ADMIN}/properties/${id}`, schema: property_schema })
        accounts.push({
          account_id: id,
          name: property.displayName,
          time_zone: property.timeZone,
          currency: property.currencyCode,
        })
      }
      return accounts
    },
    rows: () => ({}),
  },
  streams: { daily, by_source_daily },
})
