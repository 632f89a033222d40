import { z } from 'zod'
import { type Account, connector } from '#engine/connector.ts'
import { words } from '#engine/vendors/field_words.ts'
import { oauth2 } from '#engine/vendors/vendor_auth.ts'
import { message } from '#messages/message.ts'
import { amazon_regions } from '../amazon_sign_in.ts'
import { classifier, type ErrorLine } from '../verdicts.ts'
import { error_answer, type Participation, participations_answer } from './answers.ts'
import { charges } from './finances.ts'
import { limits } from './limits.ts'
import { listings, visits } from './listings.ts'
import { zones } from './marketplaces.ts'
import { orders } from './orders.ts'
import { SELLERS, version } from './version.ts'

const settings = z.object({
  seller_id: z
    .string()
    .regex(/^[A-Z0-9]{8,20}$/, 'must look like A2EXAMPLE1SELLER')
    .describe('The merchant token of the seller, from Seller Central, Account info.'),
  region: z
    .enum(['na', 'eu', 'fe'])
    .default('na')
    .meta({ ...words('region'), description: amazon_regions }),
})

// An access token that has ended is Unauthorized too, as is an app without the role (answers that integrations report, read 2026-11).
const lines: ErrorLine[] = [
  { codes: ['QuotaExceeded'], verdict: 'throttled' },
  { codes: ['Unauthorized'], says: /expired|revoked, malformed/i, verdict: 'expired' },
  { codes: ['Unauthorized', 'AccessDenied'], verdict: 'denied' },
  { status: 500, verdict: 'transient' },
]
const TECHNICAL = 'It is not a marketplace where buyers order.'
const NOT_SOLD = 'The seller does not sell there.'
const sign_in = oauth2({ token_url: 'https://api.amazon.com/auth/o2/token' })

export const mpb_sp = connector({
  title: 'Marketplace B',
  platform: {
    vendor: 'Amazon',
    product: 'Amazon Selling Partner',
    credentials: message('credentials.mpb_sp'),
    by_hand:
      'Authorize it for the seller. This gives client id, client secret and refresh token. The authorization ends after 365 days, and the client secret after 180.',
    version,
    scopes: ['Inventory and Order Tracking', 'Product Listing', 'Finance and Accounting', 'Brand Analytics'],
    needed_by: {
      'Inventory and Order Tracking': ['orders'],
      'Product Listing': ['listings'],
      'Finance and Accounting': ['charges'],
      'Brand Analytics': ['visits'],
    },
    source: 'https://developer-docs.amazon.com/sp-api/docs/roles-in-the-selling-partner-api (read 2026-11)',
    remarks: [
      'Refunds and fees are financial events. Without the role Finance and Accounting, they are not known, and the orders are read.',
      'Orders v0, which Amazon removes on 2027-03-27, is not used (developer-docs.amazon.com/sp-api/changelog, 2026-01).',
      'Amazon removes the operation for refunds and fees on 2027-08-27. A version of Tablero that reads its successor must run before.',
      'Visits are the sessions of the last 30 days. Without the role Brand Analytics, they are not known.',
    ],
  },
  kind: 'marketplace',
  auth: { ...sign_in, headers: ({ access_token = '' }) => ({ 'x-amz-access-token': access_token }) },
  settings,
  api: {
    base_url: (given) => `https://sellingpartnerapi-${settings.shape.region.parse(given.region)}.amazon.com`,
    // Reports are files on other hosts of Amazon. Their address is the credential, and no other is sent there.
    hosts: [
      'sellingpartnerapi-na.amazon.com',
      'sellingpartnerapi-eu.amazon.com',
      'sellingpartnerapi-fe.amazon.com',
      '*.amazonaws.com',
      '*.cloudfront.net',
    ],
    headers: () => ({ 'user-agent': 'Tablero (Language=JavaScript)' }),
    // All sellers of an app share 100 requests a second of a listings operation, and no operation has less (page "Listings Items API Rate
    // Limits", read 2026-11). The search is not in its table, so all requests of the app together stay below.
    pace: [{ of: 'app', per_second: 100 }, { per_second: 5 }],
    calls: limits,
    classify: classifier({
      lines,
      error: error_answer,
      // The header names the requests of a second that are allowed.
      wait_s: ({ headers }) =>
        headers['x-amzn-ratelimit-limit'] ? Math.ceil(1 / Number(headers['x-amzn-ratelimit-limit'])) : undefined,
    }),
  },
  accounts: {
    async read({ api, settings: given }) {
      const { payload } = await api.call({
        path: `/sellers/${SELLERS}/marketplaceParticipations`,
        schema: participations_answer,
        pace: limits.getMarketplaceParticipations,
      })
      return together(
        payload.map((one) => account_of(one, settings.parse(given).seller_id)),
        given.account_ids,
      )
    },
    without_figures: [TECHNICAL, NOT_SOLD],
  },
  streams: { orders, listings, charges, visits },
})

/** What each account must know of the others: financial events come for all of them together. */
function together(accounts: readonly Account[], chosen: unknown): Account[] {
  const domains = accounts.filter(({ account_id }) => is_marketplace(account_id)).map(({ extra }) => extra?.domain)
  const first = accounts.find(
    ({ account_id, unreadable }) => !unreadable && (!Array.isArray(chosen) || chosen.includes(account_id)),
  )
  return accounts.map((one) => ({
    ...one,
    extra: { ...one.extra, all_domains: domains.join(' '), ...(one === first && { is_first: 'yes' }) },
  }))
}

/** Technical marketplaces have orders of real ones, so what is booked there belongs to no account of its own. */
const is_marketplace = (account_id: string) => zones[account_id.split('/')[1] ?? ''] !== undefined

/** A seller has an account for each marketplace, with its own currency and calendar day. */
function account_of({ marketplace, participation, storeName }: Participation, seller_id: string): Account {
  const time_zone = zones[marketplace.id]
  return {
    account_id: `${seller_id}/${marketplace.id}`,
    name: `${storeName} (${marketplace.name})`,
    time_zone: time_zone ?? 'UTC',
    currency: marketplace.defaultCurrencyCode,
    extra: {
      marketplace_id: marketplace.id,
      domain: marketplace.domainName.toLowerCase(),
      country: marketplace.countryCode.toLowerCase(),
    },
    unreadable: participation.isParticipating ? (time_zone ? undefined : TECHNICAL) : NOT_SOLD,
    limited: participation.hasSuspendedListings ? 'Amazon has suspended the listings of the seller there.' : undefined,
  }
}
