import type { Version } from '#engine/connector/platform.ts'
import { connector, type VendorAnswer, type Verdict } from '#engine/connector.ts'
import { is_refusal } from '#engine/vendors/refusal.ts'
import { api_key } from '#engine/vendors/vendor_auth.ts'
import { message } from '#messages/message.ts'
import { day_of } from '../time_zone.ts'
import { accounts_answer, error_answer } from './answers.ts'
import { bodies, campaigns, results } from './campaigns.ts'
import { daily } from './daily.ts'
import { checkouts, contacts } from './people.ts'
import { type Metrics, paces, read_metrics } from './reading.ts'

const version: Version = {
  name: '2026-07-15',
  ends_on: '2028-07-15',
  source: 'community.klaviyo.com/articles/619: a revision is removed two years after its release (read 2026-11)',
}

const TEST_ACCOUNT = 'The platform calls it a test account, whose figures are not real.'

export const email_a = connector({
  title: 'Email platform A',
  platform: {
    vendor: 'Klaviyo',
    product: 'Klaviyo email marketing',
    credentials: message('credentials.email_a'),
    version,
    scopes: ['accounts:read', 'campaigns:read', 'events:read', 'metrics:read', 'profiles:read', 'templates:read'],
    needed_by: {
      'accounts:read': 'all',
      'campaigns:read': ['campaigns', 'results', 'bodies'],
      'events:read': ['checkouts'],
      'metrics:read': ['results', 'daily', 'checkouts'],
      'profiles:read': ['contacts'],
      'templates:read': ['bodies'],
    },
    source: 'https://developers.klaviyo.com/en/docs/authenticate_ (read 2026-11)',
    remarks: [
      'Results are read of broadcasts that were sent this calendar year or the last one. Older ones that were never read before have none.',
    ],
  },
  kind: 'email',
  auth: api_key({ secret: 'api_key', header: (key) => ({ authorization: `Klaviyo-API-Key ${key}` }) }),
  api: {
    base_url: 'https://a.klaviyo.com/api',
    headers: () => ({ revision: version.name, accept: 'application/vnd.api+json' }),
    pace: { per_second: 75, per_minute: 750 },
    calls: paces,
    classify,
  },
  accounts: {
    are_one: true,
    async read({ api }) {
      const { data } = await api.call({ path: '/accounts', pace: paces.accounts, schema: accounts_answer })
      const { oldest, named } = await read_metrics(api).catch(nothing_if_denied)
      const orders = named('Placed Order')
      // A key belongs to one account.
      return data.slice(0, 1).map(({ id, attributes: { timezone, preferred_currency, test_account, ...of } }) => ({
        account_id: id,
        name: of.contact_information.organization_name,
        time_zone: timezone,
        currency: preferred_currency,
        // Klaviyo marks an account that somebody made for tests. It works as any other, so its figures look real.
        ...(test_account && { unreadable: TEST_ACCOUNT }),
        // An account has its first metrics from its first day.
        created_on: day_of(oldest, timezone),
        ...(orders.length > 1 && { extra: { orders_of: orders.map(({ integration }) => integration).join(', ') } }),
      }))
    },
    without_figures: [TEST_ACCOUNT],
  },
  streams: { campaigns, results, bodies, daily, contacts, checkouts },
})

/** A key without the permission for metrics can still read campaigns and contacts. */
function nothing_if_denied(error: unknown): Metrics {
  if (is_refusal(error, 'denied')) return { named: () => [], oldest: undefined }
  throw error
}

/** A key can lack the permission for one kind of data. Then only the streams of that kind cannot be read. */
const kinds: Record<number, 'revoked' | 'denied' | 'too_much'> = { 401: 'revoked', 403: 'denied', 413: 'too_much' }

/** Reads the vendor's sentence. The engine handles 429 and 5xx. */
function classify({ status, body }: VendorAnswer): Verdict | undefined {
  if (status < 400 || status === 429 || status >= 500) return undefined
  const read = error_answer.safeParse(body)
  const sentence = read.success ? read.data.errors[0]?.detail : undefined
  if (status === 410) return { kind: 'refused', reason: `the revision ${version.name} of the API is retired.` }
  return { kind: kinds[status] ?? 'refused', reason: sentence || `status ${status}.` }
}
