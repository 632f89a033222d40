// Merchant API v1: accounts, products, numbers of products by status, and reports of performance.
import type { FastifyRequest } from 'fastify'
import { path_of } from '../../faults.ts'
import type { Answer, Vendor } from '../../vendor.ts'
import type { World } from '../../world/types.ts'
import { GoogleError, google_behavior, google_route, refuse_unknown_names } from '../google.ts'
import { account, expires_on, type Issue, type Offer, offers_of, type Status } from './feed.ts'
import { answer_query } from './query.ts'

const no_permission = 'The caller does not have access to the accounts: [90071992547409939]'
const not_registered =
  'GCP project with id sandbox and number 1234567890 is not registered with the merchant account. Please follow these steps https://developers.google.com/merchant/api/guides/quickstart.'
const too_many = 'quota/request_rate_too_high: The request rate per minute is too high.'

/** Accounts that are listed and cannot be read: an advanced one with its sub-account, one without zone, a test account, a refused one. */
const advanced_id = '90071992547409932'
const odd_accounts = [
  listed({ id: advanced_id, name: 'Casa Lumbre Group' }),
  { ...listed({ id: '90071992547409933', name: 'Casa Lumbre Old' }), timeZone: {} },
  { ...listed({ id: '90071992547409934', name: 'Casa Lumbre Test' }), testAccount: true },
  listed({ id: '90071992547409939', name: 'Casa Lumbre Agency' }),
]

function listed({ id, name }: { id: string; name: string }) {
  return {
    name: `accounts/${id}`,
    accountId: id,
    accountName: name,
    timeZone: { id: 'America/Mexico_City' },
    languageCode: 'es-MX',
  }
}

const language = 'es'
const label = 'MX'

function product_of(world: World, { offer_id, product, price_cents, stock, destinations, issues }: Offer) {
  const id = `${language}~${label}~${offer_id}`
  const { currency } = world.store.shop
  return {
    name: `accounts/${account.id}/products/${id}`,
    base64EncodedName: `accounts/${account.id}/products/${Buffer.from(id).toString('base64url')}`,
    offerId: offer_id,
    contentLanguage: language,
    feedLabel: label,
    dataSource: `accounts/${account.id}/dataSources/10412345678`,
    productAttributes: {
      title: product.title,
      link: `${account.home}/products/${product.handle}`,
      brand: product.vendor,
      availability: stock > 0 ? 'IN_STOCK' : 'OUT_OF_STOCK',
      ...(price_cents === null
        ? {}
        : { price: { amountMicros: String(BigInt(price_cents) * 10_000n), currencyCode: currency } }),
    },
    productStatus: {
      destinationStatuses: destinations.map(({ context, countries }) => ({
        reportingContext: context,
        ...Object.fromEntries(
          Object.entries(countries).flatMap(([status, list]) =>
            list.length > 0 ? [[`${status}Countries`, list]] : [],
          ),
        ),
      })),
      itemLevelIssues: issues.map((issue) => ({
        ...issue_words(issue),
        reportingContext: issue.context,
        documentation: help_of(issue),
        applicableCountries: issue.countries,
      })),
      creationDate: new Date(product.created_at).toISOString(),
      lastUpdateDate: new Date(product.updated_at).toISOString(),
      googleExpirationDate: `${expires_on(world)}T06:00:00Z`,
    },
  }
}

const help_of = ({ code }: Issue) => `https://support.google.com/merchants/answer/6098155?code=${code}`
const issue_words = ({ code, severity, resolution, attribute, description, detail }: Issue) => ({
  code,
  severity,
  resolution,
  ...(attribute && { attribute }),
  description,
  detail,
})

function aggregates_of(offers: readonly Offer[]) {
  const places = new Map<
    string,
    { context: string; country: string; counts: Record<Status, number>; issues: Issue[] }
  >()
  for (const { destinations, issues } of offers)
    for (const { context, countries } of destinations)
      for (const [status, list] of Object.entries(countries) as [Status, string[]][])
        for (const country of list) {
          const key = `${context} ${country}`
          const place = places.get(key) ?? {
            context,
            country,
            counts: { approved: 0, pending: 0, disapproved: 0 },
            issues: [],
          }
          places.set(key, place)
          place.counts[status] += 1
          place.issues.push(...issues.filter((one) => one.context === context && one.countries.includes(country)))
        }
  return [...places.values()].map(({ context, country, counts, issues }) => ({
    name: `accounts/${account.id}/aggregateProductStatuses/${context}~${country}`,
    reportingContext: context,
    country,
    // Google's JSON leaves out values that are zero.
    stats: Object.fromEntries(
      Object.entries({
        activeCount: counts.approved,
        pendingCount: counts.pending,
        disapprovedCount: counts.disapproved,
      }).flatMap(([name, count]) => (count > 0 ? [[name, String(count)]] : [])),
    ),
    itemLevelIssues: [...new Map(issues.map((issue) => [issue.code, issue])).values()].map((issue) => ({
      ...issue_words(issue),
      documentationUri: help_of(issue),
      productCount: String(issues.filter(({ code }) => code === issue.code).length),
    })),
  }))
}

/** A page of a list. A page of another size with the same token would be another list, so the token holds the place only. */
function page_of<Item>(
  items: Item[],
  { pageSize, pageToken }: { pageSize?: unknown; pageToken?: unknown },
  sizes: { usual: number; most: number },
) {
  const size = Math.min(sizes.most, Math.max(1, Number(pageSize ?? sizes.usual)))
  const from = pageToken === undefined ? 0 : Number(Buffer.from(String(pageToken), 'base64url').toString())
  if (!Number.isInteger(from)) throw new GoogleError(400, 'Page token is invalid.')
  const next =
    from + size < items.length ? { nextPageToken: Buffer.from(String(from + size)).toString('base64url') } : {}
  return { items: items.slice(from, from + size), next }
}

/** For each group of methods. Google names the number of an account in its quota sub-API (quota_v1, read 2026-11). This account has 60. */
const a_minute_max = 60

const behavior = google_behavior('status', no_permission)
const error_body = (code: number, status: string, message: string, details: object[] = []): Answer => ({
  status: code,
  body: { error: { code, message, status, details } },
})

export const merchant_feed: Vendor = {
  platform: 'merchant_feed',
  hosts: ['merchantapi.googleapis.com'],
  ...behavior,
  limits: (request, { by }) => {
    const [, group] = path_of(request).split('/')
    return [{ key: `${group} a minute`, of: by, most: a_minute_max, window_ms: 60_000 }]
  },
  throttle: () => error_body(429, 'RESOURCE_EXHAUSTED', too_many),
  // The status 401 is that of a Cloud project that nobody registered, although the token is valid.
  fail: (status) =>
    status === 401
      ? error_body(401, 'UNAUTHENTICATED', not_registered, [
          {
            '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
            reason: 'GCP_NOT_REGISTERED',
            domain: 'merchantapi.googleapis.com',
          },
        ])
      : behavior.fail(status),
  own: {
    odd_accounts(body) {
      const accounts = (body.accounts ?? []) as { accountId: string }[]
      if (accounts.some(({ accountId }) => accountId === account.id)) accounts.push(...odd_accounts)
    },
  },
  routes(app, { world }) {
    const offers = () => offers_of(world)
    const owned = (request: FastifyRequest) => {
      const { id } = request.params as { id: string }
      if (id !== account.id) throw new GoogleError(403, no_permission)
    }
    const route = (handle: (request: FastifyRequest) => unknown) => google_route('status', handle)

    app.get(
      '/accounts/v1/accounts',
      route((request) => {
        const { items, next } = page_of([listed(account)], request.query as object, { usual: 250, most: 500 })
        return { accounts: items, ...next }
      }),
    )
    app.get(
      '/accounts/v1/accounts/:id',
      route((request) => {
        const [id, method] = (request.params as { id: string }).id.split(':')
        if (method !== 'listSubaccounts') throw new GoogleError(404, 'Requested entity was not found.')
        return id === advanced_id ? { accounts: [listed({ id: '90071992547409939', name: 'Casa Lumbre Agency' })] } : {}
      }),
    )
    app.get(
      '/products/v1/accounts/:id/products',
      route((request) => {
        owned(request)
        const { items, next } = page_of(offers(), request.query as object, { usual: 25, most: 1000 })
        return { products: items.map((offer) => product_of(world, offer)), ...next }
      }),
    )
    app.get(
      '/issueresolution/v1/accounts/:id/aggregateProductStatuses',
      route((request) => {
        owned(request)
        const { items, next } = page_of(aggregates_of(offers()), request.query as object, { usual: 25, most: 250 })
        return { aggregateProductStatuses: items, ...next }
      }),
    )
    app.post(
      '/reports/v1/accounts/:id/reports::search',
      route((request) => {
        owned(request)
        refuse_unknown_names(request.body, ['query', 'pageSize', 'pageToken'])
        const body = request.body as { query: string; pageSize?: number; pageToken?: string }
        const rows = answer_query(world, offers(), body.query, world.store.shop.currency)
        const { items, next } = page_of(rows, body, { usual: 1000, most: 100_000 })
        return { ...(items.length > 0 && { results: items }), ...next }
      }),
    )
  },
  records: (body) => {
    const lists = body as Record<string, unknown[] | undefined> | null
    return lists?.results ?? lists?.products ?? lists?.aggregateProductStatuses ?? lists?.accounts ?? null
  },
}
