// The kinds of ads. Each has reports of its own, with its own names for sales, and lists that name the kind.
import type { Account } from '#engine/connector.ts'
import { is_refusal } from '#engine/vendors/refusal.ts'
import type { AdLevel } from '../ad_days.ts'
import { ADS } from './version.ts'

interface Report {
  type: string
  by: readonly string[]
}

export interface Product {
  name: string
  /** Days that Amazon keeps figures (guides/reporting/v3/report-types, data retention, read 2026-11). */
  keeps_days: number
  /** Few profiles have such campaigns. Their reports are ordered only where the list has one, because each report takes hours. */
  is_rare?: true
  /** Columns with purchases of any product of the brand within 14 days. */
  purchases: string
  sales: string
  /** A level without a report type has no figures of this kind. */
  reports: Partial<Record<AdLevel, Report>>
}

const by = (type: string, ...columns: string[]): Report => ({ type, by: columns })

// Report types (guides/reporting/v3/report-types, read 2026-11). `purchases` and `sales` count 14 days from a click or a view. Products and
// Brands have columns of clicks alone (guides/reporting/v3/columns, read 2026-11). Display and Television sell views too, so theirs count.
// Display of the demand-side platform has accounts and an API of its own.
export const products: readonly Product[] = [
  {
    name: 'SPONSORED_PRODUCTS',
    keeps_days: 95,
    purchases: 'purchases14d',
    sales: 'sales14d',
    reports: {
      campaign: by('spCampaigns', 'campaign'),
      ad_group: by('spCampaigns', 'campaign', 'adGroup'),
      ad: by('spAdvertisedProduct', 'advertiser'),
    },
  },
  {
    name: 'SPONSORED_BRANDS',
    keeps_days: 60,
    purchases: 'purchasesClicks',
    sales: 'salesClicks',
    reports: {
      campaign: by('sbCampaigns', 'campaign'),
      ad_group: by('sbAdGroup', 'adGroup'),
      ad: by('sbAds', 'ads'),
    },
  },
  {
    name: 'SPONSORED_DISPLAY',
    keeps_days: 65,
    purchases: 'purchases',
    sales: 'sales',
    reports: {
      campaign: by('sdCampaigns', 'campaign'),
      ad_group: by('sdAdGroup', 'adGroup'),
      ad: by('sdAdvertisedProduct', 'advertiser'),
    },
  },
  {
    name: 'SPONSORED_TELEVISION',
    keeps_days: 95,
    is_rare: true,
    purchases: 'purchases',
    sales: 'sales',
    reports: {
      campaign: by('stCampaigns', 'campaign'),
      ad_group: by('stCampaigns', 'campaign', 'adGroup'),
    },
  },
]

const NOT_OFFERED = /do not have access to .+ functionality|is not supported .+ in marketplace/i
/**
 * A profile that cannot have a kind of ads: Sponsored Brands of an author of books, and Sponsored Display in some marketplaces. Refused is
 * that kind only (airbyte, source-amazon-ads: errors of report streams, read 2026-11).
 */
export const is_not_offered = (error: unknown): boolean =>
  is_refusal(error, 'refused') && NOT_OFFERED.test(error.message)

/** The header that names the profile of a request. */
export const scope_of = ({ account_id }: Account) => ({ 'amazon-advertising-api-scope': account_id })

const STATES = ['ENABLED', 'PAUSED', 'ARCHIVED']

/** The list of one kind of ads. A request has one kind. Archived records keep their figures, so they are listed too. */
export const list_of = (
  name: 'campaigns' | 'adGroups' | 'ads',
  { name: kind }: Product,
  account: Account,
  maxResults: number,
) => ({
  path: `/adsApi/${ADS}/query/${name}`,
  headers: scope_of(account),
  body: { adProductFilter: { include: [kind] }, stateFilter: { include: STATES }, maxResults },
})
