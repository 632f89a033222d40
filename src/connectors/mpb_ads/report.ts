// Daily figures, in reports that Amazon builds (reporting v3, read 2026-11). Archived campaigns are in them.
import { z } from 'zod'
import { micros } from '#domain/money.ts'
import { add_days, today_in } from '#domain/windows.ts'
import { type AdDay, type AdLevel, ad_days, type Days } from '../ad_days.ts'
import { text } from '../ads.ts'
import { columns } from '../columns.ts'
import { texts } from '../records.ts'
import { built_for, built_report } from '../reports.ts'
import { running_report } from './errors.ts'
import { is_not_offered, list_of, type Product, products, scope_of } from './products.ts'
import { REPORTING } from './version.ts'

const type = (name: string) => `application/vnd.${name}asyncreport`
const count = z.union([z.number(), z.string()]).transform(String)

/** Ids of each level, which are columns of its lines. */
const group = { campaign_id: ['campaignId', text], ad_group_id: ['adGroupId', text] } as const
const ids: Record<AdLevel, { [K in 'campaign_id' | 'ad_group_id' | 'ad_id']?: readonly [string, typeof text] }> = {
  campaign: { campaign_id: group.campaign_id },
  ad_group: group,
  ad: { ...group, ad_id: ['adId', text] },
}

const lines_of = (level: AdLevel, { purchases, sales }: Product) =>
  columns({
    date: ['date', z.string()],
    ...ids[level],
    impressions: ['impressions', count],
    clicks: ['clicks', count],
    spend: ['cost', z.number().transform((cost) => ({ micros: micros(cost) }))],
    conversions: [purchases, count.nullable()],
    conversion_value: [sales, z.number().nullable()],
  })

const state = texts('url', 'failureReason').extend({ reportId: z.string(), status: z.string() })

interface Ordered {
  product: Product
  report: NonNullable<Product['reports'][AdLevel]>
}

/** Whether a profile has campaigns of a kind, of any state. */
async function has_campaigns({ api, account }: Pick<Days, 'api' | 'account'>, product: Product): Promise<boolean> {
  const schema = z.object({ campaigns: z.array(z.unknown()).default([]) })
  try {
    return (await api.call({ ...list_of('campaigns', product, account, 1), schema })).campaigns.length > 0
  } catch (error) {
    if (is_not_offered(error)) return false
    throw error
  }
}

/** The reports of a level. Amazon refuses days that it does not keep, so a kind without campaigns is not asked about them. */
async function reports_of(level: AdLevel, days: Days): Promise<Ordered[]> {
  const today = today_in(days.account.time_zone, days.api.now())
  const found: Ordered[] = []
  for (const product of products) {
    const report = product.reports[level]
    if (!report) continue
    const is_sure = !product.is_rare && days.from >= add_days(today, -readable(product.keeps_days))
    if (is_sure || (await has_campaigns(days, product))) found.push({ product, report })
  }
  return found
}

/**
 * The first of the days is left out: Amazon does not say in which zone it counts them, and today can have started in UTC but not in the
 * profile.
 */
const readable = (days: number) => days - 1
const KEPT_DAYS = products.map(({ keeps_days }) => keeps_days)

/** Days that Amazon keeps for every kind of ads of the profile. An older day would lack a kind, and so have too little spend. */
async function kept_days(source: Pick<Days, 'api' | 'account'>): Promise<number> {
  let days = Math.max(...KEPT_DAYS)
  for (const product of products)
    if (product.keeps_days < days && (await has_campaigns(source, product))) days = product.keeps_days
  return readable(days)
}

function order_of({ product, report }: Ordered, level: AdLevel, { account, from, to }: Days) {
  const scope = scope_of(account)
  const { type: reportTypeId, by: groupBy } = report
  return built_report({
    order: {
      path: '/reporting/reports',
      headers: {
        ...scope,
        'content-type': `${type('create')}request.${REPORTING}+json`,
        accept: `${type('create')}response.${REPORTING}+json`,
      },
      body: {
        startDate: from,
        endDate: to,
        configuration: {
          adProduct: product.name,
          groupBy,
          columns: lines_of(level, product).fields,
          reportTypeId,
          timeUnit: 'DAILY',
          format: 'GZIP_JSON',
        },
      },
      schema: state,
    },
    id_of: ({ reportId }) => reportId,
    running: running_report,
    status: (id) => ({
      path: `/reporting/reports/${id}`,
      headers: { ...scope, accept: `${type('get')}response.${REPORTING}+json` },
      schema: state,
    }),
    is_built: (at) => at.status === 'COMPLETED',
    failure: (at) => (at.status === 'FAILED' ? (at.failureReason ?? 'it failed') : undefined),
    // A report can take three hours, and questions about it count against the limit (reporting FAQ, read 2026-11).
    every_s: 30,
    for_s: 10_800,
  })
}

async function* read(level: AdLevel, days: Days): AsyncIterable<AdDay[]> {
  const reports = await reports_of(level, days)
  try {
    yield* read_all(reports, level, days)
  } catch (error) {
    if (!is_not_offered(error)) throw error
    // An order was refused, so nothing was read yet.
    const offered: Ordered[] = []
    for (const one of reports) if (await has_campaigns(days, one.product)) offered.push(one)
    if (offered.length === reports.length) throw error
    yield* read_all(offered, level, days)
  }
}

async function* read_all(reports: readonly Ordered[], level: AdLevel, days: Days): AsyncIterable<AdDay[]> {
  const { api } = days
  // Ordered together, because each can be in Amazon's queue for hours.
  for await (const { of, status } of built_for(api, reports, (one) => order_of(one, level, days))) {
    const { schema } = lines_of(level, of.product)
    yield (await api.call({ path: status.url ?? '', is_file: true, schema: z.array(schema) })) as AdDay[]
  }
}

// Amazon has no figures of a profile by day: a report without days has campaigns for the whole range (`timeUnit`, read 2026-11). So there
// is no total to compare with.
export const days = ad_days({
  window: {
    history_days: readable(Math.max(...KEPT_DAYS)),
    history_source:
      'guides/reporting/v3/report-types, data retention: 95 days; with campaigns of Sponsored Brands 60, of Sponsored Display 65 (read 2026-11)',
    kept: { sure_days: readable(Math.min(...KEPT_DAYS)), days: kept_days },
    // Purchases are restated for 28 days after them, and count for 14 days after the click (reporting FAQ, read 2026-11).
    overlap_days: 42,
    reading: { version: 2, why: 'Conversions of Sponsored Brands contained purchases after a view.' },
  },
  // Clicks come within 12 hours (reporting FAQ, read 2026-11). Purchases come within 24, and are restated for weeks in any case.
  late_hours: { campaign: 12, ad_group: 12, ad: 12 },
  read,
  parts: [],
})
