// Products, and what Google thinks of them in each place where they can be shown. One product can be approved in one place and
// disapproved in another, so nothing here says that a product is approved as such.
import { z } from 'zod'
import { country_of } from '#domain/places.ts'
import { type RowContext, snapshot_stream, window_stream } from '#engine/connector.ts'
import { columns } from '../columns.ts'
import { listed } from '../google.ts'
import { lenient } from '../lenient.ts'
import { mapped } from '../records.ts'
import { version } from './version.ts'

const PRODUCTS_OF_A_PAGE = 250
const STATUSES_OF_A_PAGE = 250

const codes = z.array(z.string()).default([])
const word = z.string().default('')
const lower = z.string().transform((text) => text.toLowerCase())
/** Present and not certain to be readable. */
const anything = z.unknown().optional()
const or_null = <Value>(value: Value | undefined): Value | null => value ?? null
const word_or_null = z.string().optional().transform(or_null)
/** Google's JSON leaves out values that are zero. */
const count = z.string().default('0').transform(BigInt)

/** What several lists have of an issue. */
const issue = {
  code: ['code', z.string()],
  severity: ['severity', word.pipe(lower)],
  resolution: ['resolution', word.pipe(lower)],
  attribute: ['attribute', word],
  description: ['description', word],
  detail: ['detail', word],
} as const
const product_issue = columns({
  ...issue,
  reporting_context: ['reportingContext', word.pipe(lower)],
  help_url: ['documentation', anything],
  countries: ['applicableCountries', codes.transform((all) => all.map(country_of))],
})
const place_issue = columns({ ...issue, help_url: ['documentationUri', anything], products: ['productCount', count] })
const destination = z.object({
  reportingContext: lower,
  approvedCountries: codes,
  pendingCountries: codes,
  disapprovedCountries: codes,
})
const product = columns({
  name: ['name', z.string()],
  offer_id: ['offerId', word],
  language: ['contentLanguage', word_or_null],
  feed_label: ['feedLabel', word_or_null],
  availability: ['productAttributes.availability', lower.optional().transform(or_null)],
  title: ['productAttributes.title', anything],
  brand: ['productAttributes.brand', anything],
  link: ['productAttributes.link', anything],
  price_micros: ['productAttributes.price.amountMicros', z.string().transform(BigInt).optional().transform(or_null)],
  currency: ['productAttributes.price.currencyCode', word_or_null],
  expires_at: ['productStatus.googleExpirationDate', anything],
  destinations: ['productStatus.destinationStatuses', z.array(destination).default([])],
  issues: ['productStatus.itemLevelIssues', z.array(product_issue.schema).default([])],
})
type Product = z.output<typeof product.schema>

const statuses_of = ({ reportingContext: reporting_context, ...countries }: z.output<typeof destination>) =>
  (['approved', 'pending', 'disapproved'] as const).flatMap((status) =>
    countries[`${status}Countries`].map((country) => ({ reporting_context, country: country_of(country), status })),
  )

/** The rows of issues below a product or a place. */
const rows_of_issues = <Key, Issue extends { help_url?: unknown }>(key: Key, issues: Issue[], context: RowContext) =>
  issues.map((one) => ({
    ...key,
    ...one,
    help_url: lenient(context).link(one.help_url, 'help links of issues'),
  }))

/** Names can hold slashes: accounts/123/products/en~MX~sku/1. */
const id_of = (name: string) => name.slice(name.indexOf('/products/') + '/products/'.length)

export const products = snapshot_stream({
  into: ['feed_products', 'feed_product_statuses', 'feed_product_issues'],
  every: '6h',
  sweeps: ['feed_product_statuses', 'feed_product_issues'],
  read: ({ api, account }) => {
    const path = `/products/${version.name}/accounts/${account.account_id}/products`
    const query = { pageSize: PRODUCTS_OF_A_PAGE }
    return api.pages({ ...listed({ path, query }, 'products', product.schema), page_size: 'pageSize' })
  },
  rows: ({ name, destinations, issues, ...own }: Product, context) => {
    const { text, link, instant } = lenient(context)
    const key = { account_id: context.account.account_id, product_id: id_of(name) }
    return {
      feed_products: {
        ...key,
        ...own,
        title: text(own.title, 'titles of products'),
        brand: text(own.brand, 'brands of products'),
        link: link(own.link, 'links of products'),
        price_micros: own.currency ? own.price_micros : null,
        expires_at: instant(own.expires_at, 'expiry times of products'),
      },
      feed_product_statuses: destinations.flatMap(statuses_of).map((one) => ({ ...key, ...one })),
      feed_product_issues: rows_of_issues(key, issues, context),
    }
  },
})

const aggregate = columns({
  reporting_context: ['reportingContext', lower],
  country: ['country', z.string().transform(country_of)],
  active: ['stats.activeCount', count],
  pending: ['stats.pendingCount', count],
  disapproved: ['stats.disapprovedCount', count],
  expiring: ['stats.expiringCount', count],
  issues: ['itemLevelIssues', z.array(place_issue.schema).default([])],
})
type Aggregate = z.output<typeof aggregate.schema> & { date: string }

/** Google gives the present numbers only, so each day keeps those of its last read. */
export const statuses = window_stream({
  into: ['feed_status_daily', 'feed_issue_daily'],
  every: '1h',
  window: {
    history_days: 0,
    history_source:
      'https://developers.google.com/merchant/api/reference/rest/issueresolution_v1/accounts.aggregateProductStatuses (present numbers only, read 2026-11)',
    overlap_days: 0,
  },
  read: ({ api, account, to: date }) => {
    const path = `/issueresolution/${version.name}/accounts/${account.account_id}/aggregateProductStatuses`
    const query = { pageSize: STATUSES_OF_A_PAGE }
    const request = listed({ path, query }, 'aggregateProductStatuses', aggregate.schema)
    return mapped(api.pages(request), (one) => ({ ...one, date }))
  },
  rows: ({ issues, date, reporting_context, country, ...counts }: Aggregate, context) => {
    const key = { account_id: context.account.account_id, date, reporting_context, country }
    return { feed_status_daily: { ...key, ...counts }, feed_issue_daily: rows_of_issues(key, issues, context) }
  },
})
