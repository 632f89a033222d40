// Amazon's Selling Partner API: a seller with two marketplaces, their orders, listings, reports and financial events.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Box, Vendor } from '../../vendor.ts'
import type { World } from '../../world/types.ts'
import { instant, invalid, page_of, place_of, type Query, Refused, refusal } from './asked.ts'
import { event_node, listing_node, order_node, report_file, time } from './nodes.ts'
import { order_metrics } from './order_metrics.ts'
import { booked_within, type Marketplace, marketplaces_of, sold_within } from './sales.ts'
import { traffic_file } from './traffic.ts'

const seller_id = 'A2CASALUMBRE01'
const files_host = 'tortuga-prod-na.s3-external-1.amazonaws.com'
const traffic_report = 'GET_SALES_AND_TRAFFIC_REPORT'
const all_orders = 'GET_FLAT_FILE_ALL_ORDERS_DATA_BY_LAST_UPDATE_GENERAL'
const [day_ms, minute_ms] = [86_400_000, 60_000] as const

/** The usage plan of each operation (tables of the models, and page "Finances", read 2026-11). `of_app`: what all sellers share. */
const plans: Record<string, { per_second: number; burst: number; of_app?: number }> = {
  'GET /sellers/v1/marketplaceParticipations': { per_second: 0.016, burst: 15 },
  'GET /orders/2026-01-01/orders': { per_second: 0.0056, burst: 20 },
  'POST /reports/2021-06-30/reports': { per_second: 0.0167, burst: 15 },
  'GET /reports/2021-06-30/reports/:id': { per_second: 2, burst: 15 },
  'GET /reports/2021-06-30/documents/:id': { per_second: 0.0167, burst: 15 },
  'GET /listings/2021-08-01/items/:seller': { per_second: 5, burst: 5, of_app: 100 },
  'GET /finances/v0/financialEvents': { per_second: 0.5, burst: 30 },
  'GET /sales/v1/orderMetrics': { per_second: 0.5, burst: 15 },
}

function search_orders(world: World, query: Query) {
  const { createdAfter, lastUpdatedAfter } = query
  if ((createdAfter === undefined) === (lastUpdatedAfter === undefined))
    throw invalid('Exactly one of createdAfter and lastUpdatedAfter is required.')
  const by = createdAfter === undefined ? 'updated_at' : 'created_at'
  const from = instant(createdAfter ?? lastUpdatedAfter, 'createdAfter')!
  const before = instant(query.createdBefore ?? query.lastUpdatedBefore, 'createdBefore')
  if (before !== undefined && before > world.now() - 2 * minute_ms)
    throw invalid('createdBefore and lastUpdatedBefore must be at least two minutes ago.')
  const size = Number(query.maxResultsPerPage ?? 100)
  if (!(size >= 1 && size <= 100)) throw invalid('maxResultsPerPage must be between 1 and 100.')
  const place = place_of(world, query.marketplaceIds)
  // An order becomes visible two minutes after its change.
  const to = before ?? world.now() - 2 * minute_ms
  const { page, next } = page_of(sold_within(place, world.now(), by, [from, to]), size, query.paginationToken)
  const included = (query.includedData ?? '').split(',')
  return {
    orders: page.map((sold) => order_node(sold, place, included)),
    pagination: next ? { nextToken: next } : {},
    ...(by === 'updated_at' ? { lastUpdatedBefore: time(to) } : { createdBefore: time(to) }),
  }
}

interface Report {
  type: string
  options: Record<string, string>
  place: Marketplace
  from: number
  to: number
  created_at: number
  /** null: there are no data. */
  file: Buffer | null
}

/** Reports of a world, because the API and the files are on different hosts. */
const reports_of = new WeakMap<World, Map<string, Report>>()
const queue_ms = 2_000
const built_ms = 4_000
const link_ms = 5 * minute_ms

function known_reports(world: World): Map<string, Report> {
  const known = reports_of.get(world) ?? new Map<string, Report>()
  reports_of.set(world, known)
  return known
}

function create_report(world: World, body: Record<string, unknown>) {
  const { reportType, marketplaceIds, dataStartTime, dataEndTime, reportOptions } = body
  const place = place_of(world, String(marketplaceIds))
  const now = world.now()
  const to = instant(dataEndTime as string | undefined, 'dataEndTime') ?? now
  const from = instant(dataStartTime as string | undefined, 'dataStartTime') ?? to - 30 * day_ms
  if (to - from > 30 * day_ms) throw invalid('The range of dates must be at most 30 days.')
  const options = (reportOptions ?? {}) as Record<string, string>
  const known = known_reports(world)
  const reportId = `50023${String(known.size + 1).padStart(6, '0')}`
  const common = { type: String(reportType), options, place, from, to, created_at: now }
  if (reportType === traffic_report) {
    known.set(reportId, { ...common, file: traffic_file(place, [dataStartTime, dataEndTime].map(String), options) })
    return { reportId }
  }
  if (reportType !== all_orders) throw invalid('The sandbox has only the reports of orders and of traffic.')
  // Amazon gives the orders of all marketplaces of the region, whichever is asked for.
  const within = (one: Marketplace) => sold_within(one, now, 'updated_at', [from, to])
  const all = marketplaces_of(world).flatMap((one) => within(one).map((sold) => ({ sold, place: one })))
  known.set(reportId, { ...common, file: all.length > 0 ? report_file(all) : null })
  return { reportId }
}

function report_node(world: World, id: string) {
  const report = known_reports(world).get(id)
  if (!report) throw invalid(`There is no report ${id}.`)
  const age = world.now() - report.created_at
  // A clock that was set back leaves the report built.
  const is_built = age < 0 || age >= built_ms
  const ended = report.file === null ? 'CANCELLED' : 'DONE'
  const status = is_built ? ended : age >= queue_ms ? 'IN_PROGRESS' : 'IN_QUEUE'
  return {
    reportId: id,
    reportType: report.type,
    marketplaceIds: [report.place.id],
    dataStartTime: time(report.from),
    dataEndTime: time(report.to),
    createdTime: time(report.created_at),
    processingStatus: status,
    ...(status === 'DONE' && { reportDocumentId: `amzn1.spdoc.1.4.na.${id}` }),
  }
}

function listings(world: World, seller: string, query: Query) {
  if (seller !== seller_id) throw new Refused(403, 'Unauthorized', 'Access to requested resource is denied.')
  const place = place_of(world, query.marketplaceIds)
  const size = Number(query.pageSize ?? 10)
  if (!(size >= 1 && size <= 20)) throw invalid('pageSize must be between 1 and 20.')
  const after = instant(query.createdAfter, 'createdAfter') ?? 0
  const all = place.market
    .listings()
    .filter(({ created_at }) => created_at >= after)
    .sort((left, right) => left.created_at - right.created_at)
  const { page, next } = page_of(all, size, query.pageToken)
  return {
    numberOfResults: all.length,
    ...(next && { pagination: { nextToken: next } }),
    items: page.map((listing) => listing_node(listing, place, (query.includedData ?? 'summaries').split(','))),
  }
}

function financial_events(world: World, query: Query) {
  const now = world.now()
  const from = instant(query.PostedAfter, 'PostedAfter')
  const to = instant(query.PostedBefore, 'PostedBefore') ?? now
  if (from === undefined) throw invalid('PostedAfter is required.')
  if (query.PostedBefore && to > now - 2 * minute_ms)
    throw invalid('PostedBefore must be at least two minutes before the request.')
  if (to - from > 180 * day_ms) throw invalid('The range of dates must be at most 180 days.')
  const all = marketplaces_of(world).flatMap((place) =>
    booked_within(place, now, [from, to]).map((booked) => ({ kind: booked.kind, node: event_node(booked, place) })),
  )
  const { page, next } = page_of(all, Number(query.MaxResultsPerPage ?? 100), query.NextToken)
  const of = (kind: string) => page.filter((one) => one.kind === kind).map(({ node }) => node)
  // Those of orders whose money Amazon keeps until after the delivery (abuzuhri/Amazon-SP-API-CSharp, pull request 944, 2026-06).
  const is_kept = ({ AmazonOrderId }: { AmazonOrderId: string }) => /[0-4]$/.test(AmazonOrderId)
  const shipments = of('shipment')
  return {
    payload: {
      ...(next && { NextToken: next }),
      FinancialEvents: {
        ShipmentEventList: shipments.filter((one) => !is_kept(one)),
        ShipmentSettleEventList: shipments.filter(is_kept),
        RefundEventList: of('refund'),
      },
    },
  }
}

export const mpb_sp: Vendor = {
  platform: 'mpb_sp',
  hosts: ['sellingpartnerapi-na.amazon.com', files_host],
  credential: ({ headers }) => (headers['x-amz-access-token'] as string | undefined) ?? null,
  open: (path) => path.startsWith('/report-files/'),
  refuse: (state) =>
    refusal(
      403,
      'Unauthorized',
      'Access to requested resource is denied.',
      state === 'expired'
        ? 'The access token you provided has expired.'
        : 'The access token you provided is revoked, malformed or invalid.',
    ),
  limits({ method, routeOptions }, { by }) {
    const operation = `${method} ${String(routeOptions.url).replace(/^\/[^/]+/, '')}`
    const plan = plans[operation]
    if (!plan) return []
    const { burst, per_second, of_app } = plan
    const own = { key: operation, of: by, most: burst, per_second }
    return of_app ? [own, { key: `${operation} of the app`, of: 'app', most: of_app, per_second: of_app }] : [own]
  },
  limit_keys: Object.keys(plans),
  limit_headers: ([allowance]) => ({
    'x-amzn-ratelimit-limit': String(plans[allowance!.limit.key]!.per_second),
  }),
  // The header names the rate, and no header the wait.
  throttle: (seconds) => ({
    ...refusal(429, 'QuotaExceeded', 'You exceeded your quota for the requested resource.'),
    headers: { 'x-amzn-ratelimit-limit': String(1 / seconds) },
  }),
  fail: (status) => refusal(status, 'InternalFailure', 'We encountered an internal error. Please try again.'),
  deny: () => refusal(403, 'Unauthorized', 'Access to requested resource is denied.'),
  own: {
    /** A marketplace that the seller left, and one of Amazon's technical ones. */
    odd_accounts(body) {
      const all = body.payload as Record<string, Record<string, unknown>>[]
      const [first] = all
      if (!first) return
      all.push({ ...first, marketplace: { ...first.marketplace, id: 'A2ZV50J4W1RKNI', name: 'Non-Amazon' } })
      const participation = { isParticipating: false, hasSuspendedListings: false }
      all.push({ ...first, marketplace: { ...first.marketplace, id: 'A2EUQ1WTGCTBG2' }, participation })
    },
    /** Financial events that do not say their marketplace. The field is optional. */
    nameless(body) {
      const { FinancialEvents = {} } = (body.payload ?? {}) as { FinancialEvents?: Record<string, object[]> }
      for (const events of Object.values(FinancialEvents))
        for (const event of events) Object.assign(event, { MarketplaceName: undefined })
    },
    /** A report that Amazon still builds. */
    unfinished(body) {
      if ('processingStatus' in body)
        Object.assign(body, { processingStatus: 'IN_PROGRESS', reportDocumentId: undefined })
    },
    /** Amazon could not build the report. */
    fatal(body) {
      if ('processingStatus' in body) Object.assign(body, { processingStatus: 'FATAL', reportDocumentId: undefined })
    },
  },
  records(body) {
    const { orders, items, payload } = body as { orders?: unknown[]; items?: unknown[]; payload?: unknown }
    const events = (payload as { FinancialEvents?: { ShipmentEventList?: unknown[] } } | undefined)?.FinancialEvents
    return orders ?? items ?? events?.ShipmentEventList ?? null
  },
  routes: (app, box) => (app.prefix.includes(files_host) ? files(app, box) : api(app, box)),
}

function files(app: FastifyInstance, { world }: Box) {
  app.get<{ Params: { id: string } }>('/report-files/:id', ({ params, query }, reply) => {
    const report = known_reports(world).get(params.id)
    if (!report?.file || world.now() - Number((query as Query).at) > link_ms)
      return reply.code(403).type('application/xml').send('<Error><Code>AccessDenied</Code></Error>')
    return reply.type('text/plain; charset=utf-8').send(report.file)
  })
}

function api(app: FastifyInstance, { world }: Box) {
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof Refused)) throw error
    return reply.code(error.answer.status).send(error.answer.body)
  })

  app.get('/sellers/v1/marketplaceParticipations', () => ({
    payload: marketplaces_of(world).map(({ id, name, country, language, market }) => ({
      marketplace: {
        id,
        name,
        countryCode: country,
        defaultCurrencyCode: market.plan.currency,
        defaultLanguageCode: language,
        domainName: `www.${name.toLowerCase()}`,
      },
      participation: { isParticipating: true, hasSuspendedListings: false },
      storeName: 'Casa Lumbre',
    })),
  }))
  app.get('/orders/2026-01-01/orders', ({ query }) => search_orders(world, query as Query))
  app.post('/reports/2021-06-30/reports', (request, reply) =>
    reply.code(202).send(create_report(world, (request.body ?? {}) as Record<string, unknown>)),
  )
  const id_of = ({ params }: FastifyRequest) => (params as { id: string }).id
  app.get('/reports/2021-06-30/reports/:id', (request) => report_node(world, id_of(request)))
  app.get('/reports/2021-06-30/documents/:id', (request) => ({
    reportDocumentId: id_of(request),
    url: `https://${files_host}/report-files/${id_of(request).split('.').at(-1)}?at=${world.now()}`,
    compressionAlgorithm: 'GZIP',
  }))
  app.get<{ Params: { seller: string } }>('/listings/2021-08-01/items/:seller', ({ params, query }) =>
    listings(world, params.seller, query as Query),
  )
  app.get('/sales/v1/orderMetrics', ({ query }) => order_metrics(world, query as Query))
  app.get('/finances/v0/financialEvents', ({ query }) => financial_events(world, query as Query))
}
