// Search Console API (webmasters v3): sites and search analytics.
import type { FastifyRequest } from 'fastify'
import { path_of } from '../faults.ts'
import type { Vendor } from '../vendor.ts'
import { add_days, days_from } from '../world/calendar.ts'
import type { Seo, SeoFact, World } from '../world/types.ts'
import { GoogleError, google_answer, google_behavior, google_route, refuse_unknown_names } from './google.ts'

// In a share of all searches the query is too rare to be named. These are missing in answers that group or filter by query.
const named_share = 0.86
const row_limit_default = 1000
const row_limit_max = 25_000

type Filter = { dimension: string; operator?: string; expression: string }
type Query = {
  startDate: string
  endDate: string
  dimensions?: string[]
  type?: string
  searchType?: string
  dataState?: string
  aggregationType?: string
  rowLimit?: number
  startRow?: number
  dimensionFilterGroups?: { groupType?: string; filters?: Filter[] }[]
}

const known_names: (keyof Query)[] = [
  'startDate',
  'endDate',
  'dimensions',
  'type',
  'searchType',
  'dataState',
  'aggregationType',
  'rowLimit',
  'startRow',
  'dimensionFilterGroups',
]

const dimensions: Record<string, (fact: SeoFact) => string> = {
  DATE: (fact) => fact.day,
  QUERY: (fact) => fact.query,
  PAGE: (fact) => fact.page,
  COUNTRY: (fact) => fact.country,
  DEVICE: (fact) => fact.device,
}

const operators: Record<string, (value: string, expression: string) => boolean> = {
  EQUALS: (value, expression) => value === expression,
  NOT_EQUALS: (value, expression) => value !== expression,
  CONTAINS: (value, expression) => value.toLowerCase().includes(expression.toLowerCase()),
  NOT_CONTAINS: (value, expression) => !value.toLowerCase().includes(expression.toLowerCase()),
  INCLUDING_REGEX: (value, expression) => new RegExp(expression).test(value),
  EXCLUDING_REGEX: (value, expression) => !new RegExp(expression).test(value),
}

// The discovery document writes enums in capitals. The service also accepts the older spellings ('date', 'notEquals').
const token = (word: string) => word.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()

function checked(body: unknown): Query {
  refuse_unknown_names(body, known_names)
  const query = body as Query
  for (const name of ['startDate', 'endDate'] as const) {
    if (!/^\d{4}-\d\d-\d\d$/.test(query[name] ?? '')) {
      throw new GoogleError(400, `'${query[name] ?? ''}' is not a valid date, in the format YYYY-MM-DD.`)
    }
  }
  if (query.startDate > query.endDate) throw new GoogleError(400, 'startDate cannot be after endDate.')
  const { rowLimit = row_limit_default, startRow = 0 } = query
  if (!Number.isInteger(rowLimit) || rowLimit < 1 || rowLimit > row_limit_max) {
    throw new GoogleError(400, `'${rowLimit}' is not a valid value for rowLimit. Valid values are from 1 to 25,000.`)
  }
  if (!Number.isInteger(startRow) || startRow < 0) throw new GoogleError(400, 'startRow must not be negative.')
  for (const name of query.dimensions ?? []) {
    if (!dimensions[token(name)]) throw new GoogleError(400, `Invalid value at 'dimensions': "${name}"`)
  }
  return query
}

function matches(fact: SeoFact, filters: Filter[]): boolean {
  return filters.every(({ dimension, operator = 'EQUALS', expression }) => {
    const value = dimensions[token(dimension)]
    const test = operators[token(operator)]
    if (!value || !test) throw new GoogleError(400, `Invalid filter on '${dimension}'.`)
    return test(value(fact), expression)
  })
}

const without_rare_queries = (facts: SeoFact[]): SeoFact[] =>
  facts.map((fact) => ({
    ...fact,
    clicks: Math.floor(fact.clicks * named_share),
    impressions: Math.ceil(fact.impressions * named_share),
  }))

function facts_for(seo: Seo, world: World, query: Query): SeoFact[] {
  if (token(query.type ?? query.searchType ?? 'WEB') !== 'WEB') return []
  const filters = (query.dimensionFilterGroups ?? []).flatMap((group) => group.filters ?? [])
  const names_queries = [...(query.dimensions ?? []), ...filters.map((filter) => filter.dimension)].some(
    (name) => token(name) === 'QUERY',
  )
  const newest = token(query.dataState ?? 'FINAL') === 'FINAL' ? seo.final_until() : world.today()
  return days_from(query.startDate, query.endDate)
    .filter((day) => day >= world.first_day && day <= newest)
    .flatMap((day) => (names_queries ? without_rare_queries(seo.facts(day)) : seo.facts(day)))
    .filter((fact) => fact.impressions > 0 && matches(fact, filters))
}

function rows_of(facts: SeoFact[], names: string[]) {
  const readers = names.map((name) => dimensions[token(name)]!)
  const groups = new Map<string, { keys: string[]; clicks: number; impressions: number; weighted: number }>()
  for (const fact of facts) {
    const keys = readers.map((read) => read(fact))
    const id = keys.join('\n')
    const group = groups.get(id) ?? { keys, clicks: 0, impressions: 0, weighted: 0 }
    group.clicks += fact.clicks
    group.impressions += fact.impressions
    group.weighted += fact.position * fact.impressions
    groups.set(id, group)
  }
  const rows = [...groups.values()].map(({ keys, clicks, impressions, weighted }) => ({
    ...(keys.length > 0 && { keys }),
    clicks,
    impressions,
    ctr: clicks / impressions,
    position: weighted / impressions,
  }))
  // By date alone, the service answers in date order, otherwise by clicks. The order of ties is undefined.
  const by_date = names.length === 1 && token(names[0]!) === 'DATE'
  return rows.sort((a, b) => (by_date ? (a.keys![0]! < b.keys![0]! ? -1 : 1) : b.clicks - a.clicks))
}

function analyse(world: World, body: unknown) {
  const query = checked(body)
  const names = query.dimensions ?? []
  const { rowLimit = row_limit_default, startRow = 0 } = query
  const rows = rows_of(facts_for(world.seo, world, query), names).slice(startRow, startRow + rowLimit)
  const by_page = names.some((name) => token(name) === 'PAGE') || token(query.aggregationType ?? 'AUTO') === 'BY_PAGE'
  const fresh = token(query.dataState ?? 'FINAL') === 'ALL' && names.some((name) => token(name) === 'DATE')
  const first_fresh = add_days(world.seo.final_until(), 1)
  const is_incomplete = fresh && query.endDate >= first_fresh
  return {
    ...(rows.length > 0 && { rows }),
    responseAggregationType: by_page ? 'BY_PAGE' : 'BY_PROPERTY',
    ...(is_incomplete && { metadata: { firstIncompleteDate: first_fresh } }),
  }
}

const no_permission = (site: string) =>
  `User does not have sufficient permission for site '${site}'. See also: https://support.google.com/webmasters/answer/2451999.`

const minute_ms = 60_000
const day_ms = 86_400_000

/** Limits by site, user and project (developers.google.com/webmaster-tools/limits, read 2026-11). Those of load have no numbers. */
const usage_limits: Vendor['limits'] = (request, { by }) => {
  const [, site] = /\/sites\/([^/]+)\/searchAnalytics\/query$/.exec(path_of(request)) ?? []
  if (site === undefined)
    return [
      { key: 'other requests of a user a second', of: by, most: 20, window_ms: 1_000 },
      { key: 'other requests of a user a minute', of: by, most: 200, window_ms: minute_ms },
      { key: 'other requests of a project a day', of: 'app', most: 100_000_000, window_ms: day_ms },
    ]
  return [
    { key: 'queries of a site a minute', of: `${by} ${site}`, most: 1_200, window_ms: minute_ms },
    { key: 'queries of a user a minute', of: by, most: 1_200, window_ms: minute_ms },
    { key: 'queries of a project a minute', of: 'app', most: 40_000, window_ms: minute_ms },
    { key: 'queries of a project a day', of: 'app', most: 30_000_000, window_ms: day_ms },
  ]
}

const behavior = google_behavior('errors', no_permission('https://casalumbre.example/'))

export const seo_console: Vendor = {
  platform: 'seo_console',
  hosts: ['searchconsole.googleapis.com'],
  ...behavior,
  // The load of a site has a quota without numbers, beside the numbers of requests (webmaster-tools/limits, read 2026-11).
  throttle: (seconds, key) =>
    key === 'load'
      ? google_answer(new GoogleError(403, 'Exceeded the load quota of this site.', 'quotaExceeded'), 'errors')
      : behavior.throttle(seconds),
  limits: usage_limits,
  own: {
    // A site that somebody added without proving that it is theirs, a part of a site that is listed as a whole, and a site whose
    // permission ended after it was listed.
    odd_accounts(body) {
      const sites = (body.siteEntry ?? []) as object[]
      sites.push(
        { siteUrl: 'https://tienda.example/', permissionLevel: 'SITE_UNVERIFIED_USER' },
        { siteUrl: 'https://casalumbre.example/blogs/', permissionLevel: 'SITE_OWNER' },
        { siteUrl: 'https://mayoreo.example/', permissionLevel: 'SITE_FULL_USER' },
      )
    },
  },
  routes(app, { world }) {
    const entry = () => ({ siteUrl: world.seo.site_url, permissionLevel: 'SITE_OWNER' })
    const site_of = (request: FastifyRequest) => {
      const { site } = request.params as { site: string }
      // The domain has all searches of the site, also those from before somebody added it (Search Central office hours of 2020-09-04).
      const domain = `sc-domain:${new URL(world.seo.site_url).hostname}`
      if ([world.seo.site_url, domain].includes(site)) return site
      throw new GoogleError(403, no_permission(site))
    }
    const route = (handle: (request: FastifyRequest) => unknown) => google_route('errors', handle)

    app.get(
      '/webmasters/v3/sites',
      route(() => ({ siteEntry: [entry()] })),
    )
    app.get(
      '/webmasters/v3/sites/:site',
      route((request) => {
        site_of(request)
        return entry()
      }),
    )
    app.post(
      '/webmasters/v3/sites/:site/searchAnalytics/query',
      route((request) => {
        site_of(request)
        return analyse(world, request.body)
      }),
    )
  },
  records: (body) => (body as { rows?: unknown[] } | null)?.rows ?? null,
  // An answer without data has no rows.
  recount(body) {
    const answer = body as { rows?: unknown[] }
    if (answer.rows?.length === 0) delete answer.rows
  },
}
