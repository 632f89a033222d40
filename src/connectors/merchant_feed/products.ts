// Products, and what Google thinks of them in each place where they can be shown. One product can be approved in one place and
// disapproved in another, so nothing here says that a product is approved as such.
import { z } from 'zod'
import { country_of } from '#domain/places.ts'
import { snapshot_stream, window_stream } from '#engine/connector.ts'
import { listed } from '../google.ts'
import { lenient } from '../lenient.ts'
import { mapped } from '../records.ts'
import { version } from './version.ts'

const PRODUCTS_OF_A_PAGE = 250
const STATUSES_OF_A_PAGE = 250

const codes = z.array(z.string()).default([])
const word = z.string().default('')

const lower = word.transform((text) => text.toLowerCase())

/** What several lists have of an issue, by the names of our columns. */
const issue = z.object({
  code: z.string(),
  severity: lower,
  resolution: lower,
  attribute: word,
  description: word,
  detail: word,
})
const product_issue = issue.extend({
  reportingContext: lower,
  documentation: z.unknown().optional(),
  applicableCountries: codes,
})
const product_schema = z.object({
  name: z.string(),
  offerId: word,
  contentLanguage: z.string().optional(),
  feedLabel: z.string().optional(),
  productAttributes: z
    .object({
      title: z.unknown().optional(),
      brand: z.unknown().optional(),
      link: z.unknown().optional(),
      availability: z.string().optional(),
      price: z.object({ amountMicros: z.string().optional(), currencyCode: z.string().optional() }).default({}),
    })
    .prefault({}),
  productStatus: z
    .object({
      googleExpirationDate: z.unknown().optional(),
      destinationStatuses: z
        .array(
          z.object({
            reportingContext: z.string(),
            approvedCountries: codes,
            pendingCountries: codes,
            disapprovedCountries: codes,
          }),
        )
        .default([]),
      itemLevelIssues: z.array(product_issue).default([]),
    })
    .prefault({}),
})
type Product = z.output<typeof product_schema>
type Destination = Product['productStatus']['destinationStatuses'][number]

const statuses_of = ({ reportingContext, ...countries }: Destination) =>
  (['approved', 'pending', 'disapproved'] as const).flatMap((status) =>
    countries[`${status}Countries`].map((country) => ({
      reporting_context: reportingContext.toLowerCase(),
      country: country_of(country),
      status,
    })),
  )

/** Names can hold slashes: accounts/123/products/en~MX~sku/1. */
const id_of = (name: string) => name.slice(name.indexOf('/products/') + '/products/'.length)

export const products = snapshot_stream({
  into: ['feed_products', 'feed_product_statuses', 'feed_product_issues'],
  every: '6h',
  sweeps: ['feed_product_statuses', 'feed_product_issues'],
  read: ({ api, account }) => {
    const path = `/products/${version.name}/accounts/${account.account_id}/products`
    const query = { pageSize: PRODUCTS_OF_A_PAGE }
    return api.pages({ ...listed({ path, query }, 'products', product_schema), page_size: 'pageSize' })
  },
  rows: (item: Product, context) => {
    const { account_id } = context.account
    const { text, link, instant } = lenient(context)
    const { productAttributes: attributes, productStatus: status } = item
    const { amountMicros, currencyCode } = attributes.price
    const key = { account_id, product_id: id_of(item.name) }
    return {
      feed_products: {
        ...key,
        offer_id: item.offerId,
        title: text(attributes.title, 'titles of products'),
        brand: text(attributes.brand, 'brands of products'),
        link: link(attributes.link, 'links of products'),
        language: item.contentLanguage ?? null,
        feed_label: item.feedLabel ?? null,
        availability: attributes.availability?.toLowerCase() ?? null,
        currency: currencyCode ?? null,
        price_micros: amountMicros === undefined || !currencyCode ? null : BigInt(amountMicros),
        expires_at: instant(status.googleExpirationDate, 'expiry times of products'),
      },
      feed_product_statuses: status.destinationStatuses.flatMap(statuses_of).map((one) => ({ ...key, ...one })),
      feed_product_issues: status.itemLevelIssues.map(
        ({ reportingContext, documentation, applicableCountries, ...own }) => ({
          ...key,
          ...own,
          reporting_context: reportingContext,
          help_url: link(documentation, 'help links of issues'),
          countries: applicableCountries.map(country_of),
        }),
      ),
    }
  },
})

const aggregate_schema = z.object({
  reportingContext: z.string(),
  country: z.string(),
  // Google's JSON leaves out values that are zero.
  stats: z
    .object({
      activeCount: z.string().default('0'),
      pendingCount: z.string().default('0'),
      disapprovedCount: z.string().default('0'),
      expiringCount: z.string().default('0'),
    })
    .prefault({}),
  itemLevelIssues: z
    .array(issue.extend({ documentationUri: z.unknown().optional(), productCount: z.string().default('0') }))
    .default([]),
})
type Aggregate = z.output<typeof aggregate_schema> & { date: string }

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
    const request = listed(
      { path, query: { pageSize: STATUSES_OF_A_PAGE } },
      'aggregateProductStatuses',
      aggregate_schema,
    )
    return mapped(api.pages(request), (one) => ({ ...one, date }))
  },
  rows: (item: Aggregate, context) => {
    const { link } = lenient(context)
    const { activeCount, pendingCount, disapprovedCount, expiringCount } = item.stats
    const key = {
      account_id: context.account.account_id,
      date: item.date,
      reporting_context: item.reportingContext.toLowerCase(),
      country: country_of(item.country),
    }
    return {
      feed_status_daily: {
        ...key,
        active: BigInt(activeCount),
        pending: BigInt(pendingCount),
        disapproved: BigInt(disapprovedCount),
        expiring: BigInt(expiringCount),
      },
      feed_issue_daily: item.itemLevelIssues.map(({ documentationUri, productCount, ...own }) => ({
        ...key,
        ...own,
        help_url: link(documentationUri, 'help links of issues'),
        products: BigInt(productCount),
      })),
    }
  },
})
