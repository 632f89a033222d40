import { z } from 'zod'
import type { VendorAnswer, Verdict } from '#engine/connector.ts'
import { connector } from '#engine/connector.ts'
import { chosen_accounts } from '../chosen_accounts.ts'
import { classify_google_answer, google_auth, google_platform } from '../google.ts'
import { read_properties } from './properties.ts'
import { by_country_daily, by_device_daily, by_event_daily, by_source_daily, daily } from './streams.ts'
import { version } from './version.ts'

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

// Tokens are counted by hour and by day, failed requests by hour (PropertyQuota, analyticsdata v1beta).
// The words: github.com/bakissation/mcp-google-multi/pull/204 and airbyte, api_quota.py, read 2026-11. They name no time.
const tokens = z.object({
  error: z.object({ message: z.string().regex(/exhausted (property tokens|server errors)/i) }),
})
const exhausted = (answer: VendorAnswer): Verdict | undefined =>
  answer.status === 429 && tokens.safeParse(answer.body).success ? { kind: 'throttled', wait_s: 3600 } : undefined

/** Google's errors, and two answers with status 200 whose missing rows or hidden figures would otherwise be stored as zeros. */
function classify(answer: VendorAnswer): Verdict | undefined {
  const verdict = exhausted(answer) ?? classify_google_answer(answer)
  const report = odd_answer.safeParse(answer.body)
  if (verdict || answer.status !== 200 || !report.success) return verdict
  const { rowCount, rows, metadata } = report.data
  const hidden = metadata?.schemaRestrictionResponse.activeMetricRestrictions.map(({ metricName }) => metricName) ?? []
  if (hidden.length > 0) {
    return {
      kind: 'denied',
      reason: `the connected Google account may not see ${hidden.join(', ')} of this property.`,
    }
  }
  if (rowCount > 0 && rows.length === 0) return { kind: 'transient', reason: 'the rows of a report are missing.' }
  return undefined
}

export const gx_analytics = connector({
  title: 'Web analytics',
  platform: google_platform({
    product: 'Google Analytics 4',
    apis: ['Google Analytics Data API', 'Google Analytics Admin API'],
    version,
    scopes: ['https://www.googleapis.com/auth/analytics.readonly'],
    source: 'https://developers.google.com/analytics/devguides/reporting/data/v1 (read 2026-11)',
  }),
  kind: 'analytics',
  auth: google_auth,
  settings: z.object(
    chosen_accounts('Properties to read. When absent: every ordinary property of the Google account.'),
  ),
  api: {
    base_url: 'https://analyticsdata.googleapis.com',
    hosts: ['analyticsdata.googleapis.com', 'analyticsadmin.googleapis.com'],
    // A property has 14,000 tokens an hour for a project, and 200,000 a day; most reports cost below 10 (PropertyQuota, analyticsdata
    // v1beta, read 2026-11).
    pace: { of: 'account', per_second: 5, per_minute: 120, per_hour: 1_400, per_day: 20_000 },
    classify,
  },
  accounts: {
    read: ({ api, settings }) => read_properties(api, settings.account_ids as string[] | undefined),
  },
  streams: { daily, by_source_daily, by_country_daily, by_device_daily, by_event_daily },
})
