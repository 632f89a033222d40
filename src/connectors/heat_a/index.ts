import { z } from 'zod'
import { connector, type VendorAnswer, type Verdict } from '#engine/connector.ts'
import { words } from '#engine/vendors/field_words.ts'
import { api_key } from '#engine/vendors/vendor_auth.ts'
import { message } from '#messages/message.ts'
import { until_midnight_s } from '../verdicts.ts'
import { daily, pages, ZONE } from './streams.ts'
import { version } from './version.ts'

const HOUR_S = 3600
/** Calls of a project on a day in UTC. A day takes three: devices, pages, total. The others are for the first read and for retries. */
const CALLS_A_DAY = 10

/** The platform has no other limit than that of a day, and names no time, so a 429 lasts until midnight UTC. */
function classify(answer: VendorAnswer): Verdict | undefined {
  if (answer.status === 403)
    return { kind: 'denied', reason: 'the token is not allowed to export data of the project.' }
  if (answer.status !== 429 || answer.headers['retry-after'] !== undefined) return undefined
  return { kind: 'throttled', wait_s: until_midnight_s(answer) ?? HOUR_S }
}

export const heat_a = connector({
  title: 'Behavior analytics',
  platform: {
    vendor: 'Microsoft',
    product: 'Microsoft Clarity',
    credentials: message('credentials.heat_a'),
    version,
    scopes: [],
    source: 'https://learn.microsoft.com/en-us/clarity/setup-and-installation/clarity-data-export-api (read 2026-11)',
    remarks: [
      'Clarity allows ten calls a day for a project. Other programs with a token of the project use the same ten.',
      'Clarity gives the last 24, 48 or 72 hours, so a day is read soon after it ends in UTC. Tablero must run then: a day that was read later has other hours, and after three days it is lost.',
      'Clarity gives at most 1,000 rows. Addresses with queries are rows of their own, so pages with few visits can be missing.',
    ],
  },
  kind: 'behaviour',
  // A token is made for one project, so connections with the same token share the project's calls.
  auth: {
    ...api_key({ secret: 'api_token', header: (token) => ({ authorization: `Bearer ${token}` }) }),
    app: 'api_token',
  },
  settings: z.object({
    project_id: z
      .string()
      .regex(/^[a-z0-9]{4,32}$/i)
      .meta(words('project_id')),
    name: z.string().min(1).max(100).optional().meta(words('site_name')),
  }),
  api: {
    base_url: 'https://www.clarity.ms',
    pace: { of: 'app', per_day: CALLS_A_DAY },
    classify,
  },
  accounts: {
    // A token belongs to one project. No call names it, and a call would count.
    async read({ settings }) {
      const { project_id, name = project_id } = settings as { project_id: string; name?: string }
      return [{ account_id: project_id, name, time_zone: ZONE }]
    },
  },
  streams: { daily, pages },
})
