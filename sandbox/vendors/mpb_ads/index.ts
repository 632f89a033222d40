// The Amazon Ads API: profiles, campaigns down to ads, reports, and their files in the storage of the region.
import { pack_files } from '../../packed_files.ts'
import type { Vendor } from '../../vendor.ts'
import type { World } from '../../world/types.ts'
import { amazon_rules, profile_of, Refused, refusal, scope_in } from './api.ts'
import { type ListName, profile_nodes, query } from './nodes.ts'
import { create_reports, storage } from './reports.ts'

const files = '/reports/'
const lists: ListName[] = ['campaigns', 'adGroups', 'ads']

/** Reports are ordered at one host, and their files are at another. */
const all_reports = new WeakMap<World, ReturnType<typeof create_reports>>()
function reports_of(world: World) {
  const reports = all_reports.get(world) ?? create_reports(world)
  all_reports.set(world, reports)
  return reports
}

export const mpb_ads: Vendor = {
  platform: 'mpb_ads',
  hosts: ['advertising-api.amazon.com', storage],
  file: (path) => path.startsWith(files),
  credential: ({ headers }) => /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? null,
  refuse: () => refusal(401, 'UNAUTHORIZED', 'Not authenticated'),
  // Amazon publishes no limit: it changes with the load of the region (reference/concepts/rate-limiting, read 2026-11).
  throttle: (seconds) => refusal(429, '429', 'Too Many Requests', { 'retry-after': String(seconds) }),
  fail: (status) => refusal(status, String(status), 'Internal Error'),
  account: scope_in,
  deny: () => refusal(401, '401', 'Not authorized to access scope'),
  own: {
    /** An agency, whose campaigns belong to another API. */
    odd_accounts(body) {
      const profiles = body as unknown as Record<string, unknown>[]
      const [first] = profiles
      if (!first || !('profileId' in first)) return
      profiles.push({ ...first, profileId: 77, accountInfo: { ...(first.accountInfo as object), type: 'agency' } })
      profiles.push({ ...first, profileId: 78, currencyCode: undefined })
    },
    /** A report that Amazon still builds. */
    unfinished(body) {
      Object.assign(body, { status: 'PROCESSING', url: null })
    },
    /** A report that Amazon could not build. */
    failed(body) {
      Object.assign(body, { status: 'FAILED', failureReason: 'Internal error', url: null })
    },
  },
  records(body) {
    if (Array.isArray(body)) return body
    const of = (body ?? {}) as Record<ListName, unknown[] | undefined>
    return of.campaigns ?? of.adGroups ?? of.ads ?? null
  },

  routes(app, { world }) {
    amazon_rules(app)
    const reports = reports_of(world)
    app.get('/v2/profiles', (request) => {
      // Without it, only profiles that the user may change are listed.
      if ((request.query as Record<string, string>).accessLevel !== 'view') return []
      return profile_nodes(world.ads.mpb)
    })
    for (const name of lists)
      app.post(`/adsApi/v1/query/${name}`, (request) => query(world.ads.mpb, profile_of(request, world), name, request))
    app.post('/reporting/reports', (request) => {
      if (request.headers['content-type'] !== 'application/vnd.createasyncreportrequest.v3+json')
        throw new Refused(415, '415', 'Unsupported Media Type')
      return reports.order(profile_of(request, world), request.body as never)
    })
    app.get<{ Params: { id: string } }>('/reporting/reports/:id', (request) =>
      reports.status(profile_of(request, world), request.params.id),
    )
    app.get<{ Params: { name: string } }>(`${files}:name`, (request) => {
      // Storage refuses a request with two credentials.
      if (request.headers.authorization) throw new Refused(400, 'InvalidArgument', 'Only one auth mechanism allowed')
      return reports.file(request.params.name.replace('.json', ''))
    })
    pack_files(app, storage)
  },
}
