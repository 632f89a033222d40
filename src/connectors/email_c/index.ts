import { z } from 'zod'
import type { Version } from '#engine/connector/platform.ts'
import { connector, type VendorAnswer } from '#engine/connector.ts'
import { words } from '#engine/vendors/field_words.ts'
import { retry_after } from '#engine/vendors/retry_after.ts'
import { api_key } from '#engine/vendors/vendor_auth.ts'
import { message } from '#messages/message.ts'
import { classifier, type ErrorLine } from '../verdicts.ts'
import { account_answer, error_answer } from './answers.ts'
import { archived, bodies, campaigns, results, unlisted } from './campaigns.ts'
import { contacts } from './contacts.ts'

const lines: readonly ErrorLine[] = [
  { codes: ['too_many_requests'], verdict: 'throttled' },
  // Brevo does not know the address of this server. The key itself is valid (developers.brevo.com/docs/ip-security, read 2026-11).
  { codes: ['unauthorized'], says: /\bip\b|not verified/i, verdict: 'refused' },
  { codes: ['unauthorized'], verdict: 'revoked' },
  { codes: ['permission_denied', 'reseller_permission_denied', 'account_under_validation'], verdict: 'denied' },
  { status: 500, verdict: 'transient' },
]
const read_error = classifier({ lines, error: error_answer, wait_s: wait_of })

/** Seconds until the limit starts again (developers.brevo.com/docs/limit-headers, read 2026-11). */
function wait_of(answer: VendorAnswer): number | undefined {
  const seconds = Number(answer.headers['x-sib-ratelimit-reset'] ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : retry_after(answer)
}

const settings = z.object({
  // From 7 days to a year, or without an end (help.brevo.com, create and manage your API keys, read 2026-11). No call returns it.
  key_ends_on: z.iso.date({ error: 'must be a date such as 2027-05-31' }).optional().meta(words('key_ends_on')),
})

const version: Version = {
  name: 'v3',
  ends_on: null,
  source: 'getbrevo/brevo-go, Swagger document v3: no end is announced (read 2026-11)',
}

export const email_c = connector({
  title: 'Email platform C',
  platform: {
    vendor: 'Brevo',
    product: 'Brevo email marketing',
    credentials: message('credentials.email_c'),
    version,
    scopes: ['API key'],
    needed_by: { 'API key': 'all' },
    source: 'https://developers.brevo.com/docs/api-limits (read 2026-11)',
    remarks: [
      'Brevo allows 100 requests an hour for campaigns. Results of campaigns that are older than six months cost one request each, so they arrive slowly.',
      'Brevo has no results by day and no revenue of campaigns (getEmailCampaigns, read 2026-11). Revenue is unknown, and the metrics of email by day do not contain this platform.',
      'Brevo names neither the time zone nor the currency of an account. Days are those of UTC.',
    ],
  },
  kind: 'email',
  auth: {
    ...api_key({ secret: 'api_key', header: (key) => ({ 'api-key': key }) }),
    ends_at: (given) => {
      const { key_ends_on } = settings.parse(given)
      return key_ends_on && `${key_ends_on}T00:00:00Z`
    },
  },
  settings,
  api: {
    base_url: `https://api.brevo.com/${version.name}`,
    // Half of the limit of contacts: 10 a second.
    pace: { per_second: 5 },
    calls: { 'all but contacts': unlisted },
    rest_s: (answer) => (answer.headers['x-sib-ratelimit-remaining'] === '0' ? wait_of(answer) : undefined),
    classify: (answer) => (answer.status === 429 ? { kind: 'throttled', wait_s: wait_of(answer) } : read_error(answer)),
  },
  accounts: {
    are_one: true,
    async read({ api }) {
      const { email, companyName } = await api.call({ path: '/account', pace: unlisted, schema: account_answer })
      return [{ account_id: email.toLowerCase(), name: companyName ?? email, time_zone: 'UTC' }]
    },
  },
  streams: { campaigns, results, archived, bodies, contacts },
})
