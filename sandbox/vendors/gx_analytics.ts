// Google Analytics: the Data API's core reports and the Admin API's list of properties (v1beta).
import type { FastifyRequest } from 'fastify'
import { path_of } from '../faults.ts'
import type { Limit } from '../limits.ts'
import type { Vendor } from '../vendor.ts'
import { add_days } from '../world/calendar.ts'
import type { World } from '../world/types.ts'
import { GoogleError, google_answer, google_behavior, google_route, refuse_unknown_names } from './google.ts'
import { dimensions, metrics } from './gx_analytics_fields.ts'
import { answer_report, checked_report } from './gx_analytics_report.ts'

const batch_max = 5
const tokens_of_a_report = 3
const hour_ms = 3_600_000

/**
 * Tokens of a standard property, and requests at the same time (PropertyQuota, analyticsdata v1beta, read 2026-11). No report here has
 * dimensions with their own limit, that of thresholds.
 */
const token_limits = (of: string, costs: number) =>
  ({
    tokensPerDay: { key: 'property tokens a day', of, most: 200_000, costs, window_ms: 24 * hour_ms },
    tokensPerHour: { key: 'property tokens an hour', of, most: 40_000, costs, window_ms: hour_ms },
    tokensPerProjectPerHour: {
      key: 'property tokens for a project an hour',
      of,
      most: 14_000,
      costs,
      window_ms: hour_ms,
    },
    concurrentRequests: { key: 'requests of a property at the same time', of, most: 10, at_once: true },
  }) satisfies Record<string, Limit>

const property_limits: Vendor['limits'] = (request, { by }) => {
  const [, id, method] = /\/properties\/(\d+):(\w+)$/.exec(path_of(request)) ?? []
  if (!method) return []
  const { requests = [null] } = (request.body ?? {}) as { requests?: unknown[] }
  return Object.values(token_limits(`${by} ${id}`, tokens_of_a_report * requests.length))
}

function metadata(property: string) {
  const entry = ([apiName, { title, category }]: [string, { title: string; category: string }]) => ({
    apiName,
    uiName: title,
    description: title,
    category,
  })
  return {
    name: `properties/${property}/metadata`,
    dimensions: Object.entries(dimensions).map(entry),
    metrics: Object.entries(metrics).map(([name, metric]) => ({ ...entry([name, metric]), type: metric.type })),
  }
}

function admin_answers(world: World) {
  const { id, name, account_id, account_name, currency } = world.web.property
  const account = `accounts/${account_id}`
  const property = {
    property: `properties/${id}`,
    displayName: name,
    propertyType: 'PROPERTY_TYPE_ORDINARY',
    parent: account,
  }
  return {
    summaries: {
      accountSummaries: [
        {
          name: `accountSummaries/${account_id}`,
          account,
          displayName: account_name,
          propertySummaries: [property],
        },
      ],
    },
    property: {
      name: property.property,
      parent: account,
      account,
      displayName: name,
      propertyType: property.propertyType,
      serviceLevel: 'GOOGLE_ANALYTICS_STANDARD',
      industryCategory: 'HOME_AND_GARDEN',
      timeZone: world.time_zone,
      currencyCode: currency,
      createTime: `${add_days(world.first_day, -90)}T15:04:05.123456Z`,
      updateTime: `${world.first_day}T09:10:11.123456Z`,
    },
  }
}

const no_permission =
  'User does not have sufficient permissions for this property. To learn more about Property ID, see https://developers.google.com/analytics/devguides/reporting/data/v1/property-id.'
/** A property in the trash. It stays there for 35 days. */
const trashed_id = '345678902'
const deleteTime = '2026-11-02T08:00:00.000000Z'
const foreign_id = '345678903'

/** The first day that a property with a short retention keeps. */
const kept_from = '2026-08-01'

/** The day that has lost most of its rows by a dimension. */
const collapsed = '20261112'

interface ReportBody {
  dimensionHeaders?: { name: string }[]
  rows?: { dimensionValues: { value: string }[] }[]
  rowCount?: number
  metadata?: Record<string, unknown>
}

/** Answers in which a report is less than the truth, each marked as Google marks it. */
const own: NonNullable<Vendor['own']> = {
  // The table of a day has more rows than Google keeps. The rarest are one row '(other)' of this day.
  fold(body) {
    const { dimensionHeaders = [], rows = [], metadata } = body as ReportBody
    if (dimensionHeaders.length < 2) return
    const day_of = dimensionHeaders.findIndex(({ name }) => name === 'date')
    const days = new Set<string>()
    for (const { dimensionValues } of rows) {
      const day = dimensionValues[day_of]?.value ?? ''
      if (days.has(day)) continue
      days.add(day)
      for (const [at, dimension] of dimensionValues.entries()) if (at !== day_of) dimension.value = '(other)'
    }
    Object.assign(metadata ?? {}, { dataLossFromOtherRow: true })
  },
  threshold: ({ metadata }) => void Object.assign(metadata ?? {}, { subjectToThresholding: true }),
  sample: ({ metadata }) =>
    void Object.assign(metadata ?? {}, {
      samplingMetadatas: [{ samplesReadCount: '1000000', samplingSpaceSize: '4000000' }],
    }),
  /** The property deletes what is older than its retention. Rows of older days are missing, and only the metadata says so. */
  forget(body) {
    const { dimensionHeaders = [], rows = [], metadata } = body as ReportBody
    const day_of = dimensionHeaders.findIndex(({ name }) => name === 'date')
    const is_kept = ({ dimensionValues }: (typeof rows)[number]) =>
      (dimensionValues[day_of]?.value ?? '') >= kept_from.replaceAll('-', '')
    const kept = rows.filter(is_kept)
    if (kept.length === rows.length) return
    Object.assign(body, { rows: kept, rowCount: kept.length })
    const reason = { dataTruncationType: 'DATA_TRUNCATION_TYPE_PROPERTY', dataTruncationDate: kept_from }
    Object.assign(metadata ?? {}, { dataTruncationReasons: [reason] })
  },
  /**
   * Of a day, reports by a dimension had 2 percent of their rows for at least four days. The totals of the day and the metadata were as ever
   * (googleapis/google-cloud-python issue 17380, 2026-06).
   */
  collapse(body) {
    const { dimensionHeaders = [], rows = [] } = body as ReportBody
    if (dimensionHeaders.length < 2) return
    const is_of_day = ({ dimensionValues }: (typeof rows)[number]) =>
      dimensionValues.some(({ value }) => value === collapsed)
    const last = rows.findLast(is_of_day)
    const kept = rows.filter((row) => !is_of_day(row) || row === last)
    Object.assign(body, { rows: kept, rowCount: kept.length })
  },
  odd_accounts(body) {
    const [account] = (body.accountSummaries ?? []) as { propertySummaries: object[] }[]
    account?.propertySummaries.push(
      { property: `properties/${trashed_id}`, displayName: 'Casa Lumbre (anterior)' },
      { property: `properties/${foreign_id}`, displayName: 'Casa Lumbre (agencia)' },
    )
  },
}

const behavior = google_behavior('status', no_permission)

export const gx_analytics: Vendor = {
  platform: 'gx_analytics',
  hosts: ['analyticsdata.googleapis.com', 'analyticsadmin.googleapis.com'],
  ...behavior,
  own,
  limits: property_limits,
  throttle: (seconds, key) =>
    key?.includes('tokens')
      ? google_answer(new GoogleError(429, `Exhausted ${key}. They return within ${seconds} seconds.`), 'status')
      : behavior.throttle(seconds),
  routes(app, { world, limits }) {
    const owned = (id: string | undefined) => {
      if (id === world.web.property.id) return id
      throw new GoogleError(403, no_permission)
    }
    const id_of = (request: FastifyRequest) => (request.params as { id: string }).id
    const route = (handle: (request: FastifyRequest) => unknown) => google_route('status', handle)

    if (app.prefix.includes('analyticsadmin')) {
      app.get(
        '/v1beta/accountSummaries',
        route(() => admin_answers(world).summaries),
      )
      app.get(
        '/v1beta/properties/:id',
        route((request) => {
          const { property } = admin_answers(world)
          if (id_of(request) === trashed_id) return { ...property, name: `properties/${trashed_id}`, deleteTime }
          return owned(id_of(request)) && property
        }),
      )
      return
    }

    const report = (of: string, body: unknown) =>
      answer_report(world, checked_report(body), () => ({
        ...Object.fromEntries(
          Object.entries(token_limits(of, tokens_of_a_report)).map(([name, limit]) => [
            name,
            {
              ...('at_once' in limit ? {} : { consumed: tokens_of_a_report }),
              remaining: limits.left('gx_analytics', limit),
            },
          ]),
        ),
        serverErrorsPerProjectPerHour: { remaining: 10 },
        potentiallyThresholdedRequestsPerHour: { remaining: 120 },
      }))
    app.get(
      '/v1beta/properties/:id/metadata',
      route((request) => metadata(owned(id_of(request)))),
    )
    app.post(
      '/v1beta/properties/:id',
      route((request) => {
        const [id, method] = id_of(request).split(':')
        owned(id)
        const of = `${behavior.credential!(request)} ${id}`
        if (method === 'runReport') return report(of, request.body)
        if (method !== 'batchRunReports') throw new GoogleError(404, 'Requested entity was not found.')
        refuse_unknown_names(request.body, ['requests'])
        const { requests = [] } = request.body as { requests?: unknown[] }
        if (requests.length < 1 || requests.length > batch_max) {
          throw new GoogleError(400, `A batch holds from 1 to ${batch_max} requests.`)
        }
        return { reports: requests.map((one) => report(of, one)), kind: 'analyticsData#batchRunReports' }
      }),
    )
  },
  records: (body) => (body as { rows?: unknown[] } | null)?.rows ?? null,
  recount(body, fewer) {
    const report = body as ReportBody
    if (report.rowCount !== undefined) report.rowCount -= fewer
  },
}
