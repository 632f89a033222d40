import { z } from 'zod'
import type { VendorAnswer, Verdict } from '#engine/connector.ts'
import { account_connector } from '../chosen_accounts.ts'
import { columns } from '../columns.ts'
import { classify_google_answer, google_auth, google_platform } from '../google.ts'
import { read_properties } from './properties.ts'
import { by_country_daily, by_device_daily, by_event_daily, by_source_daily, daily } from './streams.ts'
import { version } from './version.ts'

const odd_answer = columns({
  row_count: ['rowCount', z.number().default(0)],
  rows: ['rows', z.array(z.unknown()).default([])],
  hidden: [
    'metadata.schemaRestrictionResponse.activeMetricRestrictions',
    z.array(z.object({ metricName: z.string() })).default([]),
  ],
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
  const report = odd_answer.schema.safeParse(answer.body)
  if (verdict || answer.status !== 200 || !report.success) return verdict
  const { row_count, rows, hidden } = report.data
  if (hidden.length > 0) {
    const names = hidden.map(({ metricName }) => metricName).join(', ')
    return { kind: 'denied', reason: `the connected Google account may not see ${names} of this property.` }
  }
  if (row_count > 0 && rows.length === 0) return { kind: 'transient', reason: 'the rows of a report are missing.' }
  return undefined
}

export const gx_analytics = account_connector({
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
  api: {
    base_url: 'https://analyticsdata.googleapis.com',
    hosts: ['analyticsdata.googleapis.com', 'analyticsadmin.googleapis.com'],
    // A property has 14,000 tokens an hour for a project, and 200,000 a day; most reports cost below 10 (PropertyQuota, analyticsdata
    // v1beta, read 2026-11).
    pace: { of: 'account', per_second: 5, per_minute: 120, per_hour: 1_400, per_day: 20_000 },
    classify,
  },
  accounts: {
    about: 'Properties to read. When absent: every ordinary property of the Google account.',
    read: ({ api, wanted }) => read_properties(api, wanted),
  },
  streams: { daily, by_source_daily, by_country_daily, by_device_daily, by_event_daily },
})
