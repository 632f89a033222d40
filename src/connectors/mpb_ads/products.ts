// The kinds of ads. Each has reports of its own, with its own names for sales, and lists that name the kind.
import type { Account } from '#engine/connector.ts'
import type { AdLevel } from '../ad_days.ts'

interface Report {
  type: string
  by: readonly string[]
}

interface Product {
  name: string
  /** Columns with purchases of any product of the brand within 14 days. */
  purchases: string
  sales: string
  reports: Record<AdLevel, Report>
}

const by = (type: string, ...columns: string[]): Report => ({ type, by: columns })

// Report types (guides/reporting/v3/report-types, read 2026-11). Brands and Display count purchases within 14 days of a click, Display also
// of a view.
export const products: readonly Product[] = [
  {
    name: 'SPONSORED_PRODUCTS',
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
    purchases: 'purchases',
    sales: 'sales',
    reports: {
      campaign: by('sbCampaigns', 'campaign'),
      ad_group: by('sbAdGroup', 'adGroup'),
      ad: by('sbAds', 'ads'),
    },
  },
  {
    name: 'SPONSORED_DISPLAY',
    purchases: 'purchases',
    sales: 'sales',
    reports: {
      campaign: by('sdCampaigns', 'campaign'),
      ad_group: by('sdAdGroup', 'adGroup'),
      ad: by('sdAdvertisedProduct', 'advertiser'),
    },
  },
]

/** The header that names the profile of a request. */
export const scope_of = ({ account_id }: Account) => ({ 'amazon-advertising-api-scope': account_id })
