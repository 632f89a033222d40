// Reports of version 3: ordered, built after a while, and read from a file (guides/reporting/v3, read 2026-11).
import { whole_number } from '../../json.ts'
import { days_between, days_from } from '../../world/calendar.ts'
import type { Ad, AdAccount, AdFact, AdPlatform, World } from '../../world/types.ts'
import { check_offered, invalid, type Product, product_of, Refused } from './api.ts'

const days_max = 31
export const storage = 'offline-report-storage-us-east-1-prod.s3.amazonaws.com'

interface Kind {
  product: Product
  by: string[]
  /** Days for which Amazon keeps figures. */
  keeps: number
  ids: string[]
}
const campaign = ['campaignId']
const group = [...campaign, 'adGroupId']
const ad = [...group, 'adId']
const kind = (product: Product, keeps: number, ids: string[], ...by: string[]): Kind => ({ product, by, keeps, ids })

/** Report types, by type and grouping. */
const kinds: Record<string, Kind> = {
  'spCampaigns campaign': kind('SPONSORED_PRODUCTS', 95, campaign, 'campaign'),
  'spCampaigns campaign,adGroup': kind('SPONSORED_PRODUCTS', 95, group, 'campaign', 'adGroup'),
  'spAdvertisedProduct advertiser': kind('SPONSORED_PRODUCTS', 95, ad, 'advertiser'),
  'sbCampaigns campaign': kind('SPONSORED_BRANDS', 60, campaign, 'campaign'),
  'sbAdGroup adGroup': kind('SPONSORED_BRANDS', 60, group, 'adGroup'),
  'sbAds ads': kind('SPONSORED_BRANDS', 60, ad, 'ads'),
  'sdCampaigns campaign': kind('SPONSORED_DISPLAY', 65, campaign, 'campaign'),
  'sdAdGroup adGroup': kind('SPONSORED_DISPLAY', 65, group, 'adGroup'),
  'sdAdvertisedProduct advertiser': kind('SPONSORED_DISPLAY', 65, ad, 'advertiser'),
  'stCampaigns campaign': kind('SPONSORED_TELEVISION', 95, campaign, 'campaign'),
  'stCampaigns campaign,adGroup': kind('SPONSORED_TELEVISION', 95, group, 'campaign', 'adGroup'),
}

interface Order {
  startDate: string
  endDate: string
  configuration: {
    adProduct: string
    groupBy: string[]
    columns: string[]
    reportTypeId: string
    timeUnit: string
    format: string
  }
}

interface Report {
  id: string
  account: AdAccount
  order: Order
  polls: number
}

function checked({ startDate, endDate, configuration }: Order, today: string): Kind {
  const { reportTypeId, groupBy, adProduct, timeUnit, format, columns } = configuration
  const known = kinds[`${reportTypeId} ${groupBy}`]
  if (!known || known.product !== adProduct)
    throw invalid(`configuration groupBy ${groupBy} is invalid for ${reportTypeId}`)
  if (timeUnit !== 'DAILY' || format !== 'GZIP_JSON') throw invalid('configuration timeUnit or format is invalid')
  if (startDate > endDate || days_between(startDate, endDate) + 1 > days_max)
    throw invalid(`The range of a report is at most ${days_max} days`)
  if (days_between(startDate, today) > known.keeps) throw invalid(`startDate to endDate is beyond ${known.keeps} days`)
  const allowed = columns_of(known)
  const wrong = columns.filter((column) => !allowed.includes(column))
  if (wrong.length > 0) throw invalid(`configuration columns includes invalid values: (${wrong})`)
  return known
}

const columns_of = ({ product, ids }: Kind) => [
  'date',
  ...ids,
  'impressions',
  'clicks',
  'cost',
  ...(product === 'SPONSORED_PRODUCTS'
    ? ['purchases14d', 'sales14d', 'purchases7d', 'sales7d']
    : ['purchases', 'sales', 'purchasesClicks', 'salesClicks']),
]

/** A report is built when somebody asks for it, so that nothing has to wait. The fault `unfinished` delays reports. */
const is_built = ({ polls }: Report) => polls > 0

function lines_of(ads: AdPlatform, { account, order }: Report, { product, ids }: Kind) {
  const campaigns = new Map(ads.campaigns.map((one) => [one.id, one]))
  const own = ads.ads.filter(
    (one) => one.account_id === account.id && product_of(campaigns.get(one.campaign_id)!) === product,
  )
  const id_of: Record<string, (of: Ad) => string> = {
    campaignId: (of) => of.campaign_id,
    adGroupId: (of) => of.group_id,
    adId: (of) => of.id,
  }
  const groups = Map.groupBy(own, (of) => ids.map((id) => id_of[id]!(of)).join())
  return days_from(order.startDate, order.endDate).flatMap((date) =>
    [...groups.values()].flatMap((of) => {
      const facts = of.flatMap((one) => ads.facts(one, date) ?? [])
      if (facts.length === 0) return []
      const sum = (name: keyof AdFact) => facts.reduce((total, fact) => total + fact[name], 0)
      const whole: Record<string, unknown> = {
        date,
        ...Object.fromEntries(ids.map((id) => [id, whole_number(id_of[id]!(of[0]!))])),
        impressions: sum('impressions'),
        clicks: sum('link_clicks'),
        cost: sum('spend_cents') / 100,
        purchases14d: sum('conversions'),
        sales14d: sum('conversion_value_cents') / 100,
        // Conversions of the world follow a click, and in Display and Television a view too.
        purchases: sum('conversions') + (product === 'SPONSORED_BRANDS' ? 1 : 0),
        sales: (sum('conversion_value_cents') + (product === 'SPONSORED_BRANDS' ? 9_900 : 0)) / 100,
        purchasesClicks: sum('conversions'),
        salesClicks: sum('conversion_value_cents') / 100,
        purchases7d: Math.round(sum('conversions') * 0.9),
        sales7d: Math.round(sum('conversion_value_cents') * 0.9) / 100,
      }
      return [Object.fromEntries(order.configuration.columns.map((column) => [column, whole[column]]))]
    }),
  )
}

export function create_reports({ ads: { mpb: ads }, now, today }: World) {
  const all = new Map<string, Report>()
  const node = (report: Report) => ({
    reportId: report.id,
    name: null,
    ...report.order,
    configuration: { ...report.order.configuration, filters: null },
    createdAt: new Date(now()).toISOString(),
    updatedAt: new Date(now()).toISOString(),
    status: is_built(report) ? 'COMPLETED' : 'PENDING',
    failureReason: null,
    fileSize: is_built(report) ? 4096 : null,
    generatedAt: is_built(report) ? new Date(now()).toISOString() : null,
    url: is_built(report) ? `https://${storage}/reports/${report.id}.json?X-Amz-Expires=3600&X-Amz-Signature=1` : null,
    urlExpiresAt: is_built(report) ? new Date(now() + 3_600_000).toISOString() : null,
  })
  return {
    order(account: AdAccount, order: Order) {
      check_offered(checked(order, today()).product, ads, account, 'report')
      const same = [...all.values()].find(
        (one) => one.account.id === account.id && !is_built(one) && JSON.stringify(one.order) === JSON.stringify(order),
      )
      if (same) throw new Refused(425, '425', `The Request is a duplicate of : ${same.id}`)
      const id = `9d4a7a3c-0000-4000-8000-${String(all.size + 1).padStart(12, '0')}`
      const report: Report = { id, account, order, polls: 0 }
      all.set(id, report)
      return { ...node(report), status: 'PENDING', url: null }
    },
    status(account: AdAccount, id: string) {
      const report = all.get(id)
      if (report?.account.id !== account.id) throw new Refused(404, '404', 'Report not found')
      report.polls += 1
      return node(report)
    },
    file(id: string) {
      const report = all.get(id)
      if (!report || !is_built(report)) throw new Refused(403, '403', 'Access Denied')
      return lines_of(ads, report, checked(report.order, today()))
    },
  }
}
