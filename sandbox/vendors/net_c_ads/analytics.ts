// GET /rest/adAnalytics (learn.microsoft.com, Ads Reporting, and recorded answers, read 2026-11). No pages, and no more than 15,000 lines.
import type { FastifyRequest } from 'fastify'
import { days_from } from '../../world/calendar.ts'
import type { Ad, AdFact, AdPlatform } from '../../world/types.ts'
import { invalid, parameters_of, restli_of } from '../linkedin.ts'
import { urn } from './nodes.ts'

const lines_max = 15_000
const fields_max = 20
const pivots_max = 3
/** Longer reports have no reach. */
const reach_days_max = 92

const urn_of: Record<string, (ad: Ad) => string> = {
  ACCOUNT: (ad) => urn('sponsoredAccount', ad.account_id),
  CAMPAIGN_GROUP: (ad) => urn('sponsoredCampaignGroup', ad.campaign_id),
  CAMPAIGN: (ad) => urn('sponsoredCampaign', ad.group_id),
  CREATIVE: (ad) => urn('sponsoredCreative', ad.id),
}

const day_of = (date: Record<string, string> | undefined) => {
  const { year, month, day } = date ?? {}
  if (!year || !month || !day) throw invalid('dateRange is invalid')
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

export function report(ads: AdPlatform, request: FastifyRequest) {
  const { q, timeGranularity, fields = 'impressions,clicks' } = parameters_of(request)
  const pivots = (q === 'statistics' ? restli_of(request, 'pivots') : [restli_of(request, 'pivot')]) as string[]
  if (!pivots?.length || pivots.length > pivots_max || pivots.some((pivot) => !urn_of[pivot]))
    throw invalid(`Invalid pivots: ${pivots}`)
  if (timeGranularity !== 'DAILY') throw invalid('timeGranularity is not supported by the sandbox')
  const asked = fields.split(',')
  if (asked.length > fields_max) throw invalid(`No more than ${fields_max} fields`)
  const { start, end } = restli_of(request, 'dateRange') as unknown as Record<string, Record<string, string>>
  const [from, to] = [day_of(start), day_of(end)]
  const accounts = (restli_of(request, 'accounts') ?? []) as string[]
  // What may not be read is left out. Deleted objects keep their figures.
  const campaigns = (restli_of(request, 'campaigns') ?? []) as string[]
  const own = ads.ads.filter(
    (ad) =>
      accounts.includes(urn('sponsoredAccount', ad.account_id)) ||
      campaigns.includes(urn('sponsoredCampaign', ad.group_id)),
  )
  const days = days_from(from, to)
  const elements = days.flatMap((day) => {
    const groups = Map.groupBy(own, (ad) => pivots.map((pivot) => urn_of[pivot]!(ad)).join())
    return [...groups.values()].flatMap((of) => {
      const facts = of.flatMap((ad) => {
        const fact = ads.facts(ad, day)
        return fact ? [{ ad, fact }] : []
      })
      if (facts.length === 0) return []
      const [year, month, date] = day.split('-').map(Number)
      const whole: Record<string, unknown> = {
        dateRange: { start: { year, month, day: date }, end: { year, month, day: date } },
        pivotValues: pivots.map((pivot) => urn_of[pivot]!(of[0]!)),
        ...figures(ads, facts, days.length <= reach_days_max),
      }
      return [Object.fromEntries(asked.flatMap((name) => (name in whole ? [[name, whole[name]]] : [])))]
    })
  })
  return { paging: { start: 0, count: 10, links: [] }, elements: elements.slice(0, lines_max) }
}

/** Costs have eighteen decimals: each ad's own part is far below a cent. */
const odd_part = 400_000_000_000n
const decimals = 18
const cents_digits = 16n
function cost(facts: { fact: AdFact }[]): string {
  const units = facts.reduce((sum, { fact }) => sum + BigInt(fact.spend_cents) * 10n ** cents_digits + odd_part, 0n)
  const text = String(units).padStart(decimals + 1, '0')
  return `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
}

function figures(ads: AdPlatform, facts: { ad: Ad; fact: AdFact }[], has_reach: boolean) {
  const sum = (name: keyof AdFact, of = facts) => of.reduce((total, { fact }) => total + fact[name], 0)
  const collects = ({ ad }: { ad: Ad }) => ads.campaigns.find(({ id }) => id === ad.campaign_id)!.kind === 'leads'
  const shops = facts.filter((one) => !collects(one))
  return {
    costInLocalCurrency: cost(facts),
    impressions: sum('impressions'),
    clicks: sum('clicks'),
    externalWebsiteConversions: sum('conversions', shops),
    // Contacts of LinkedIn's own forms have no value.
    oneClickLeads: sum('conversions', facts.filter(collects)),
    ...(shops.length > 0 && {
      conversionValueInLocalCurrency: (sum('conversion_value_cents', shops) / 100).toFixed(2),
    }),
    ...(has_reach && { approximateMemberReach: Math.round(sum('reach') * (facts.length > 1 ? 0.93 : 1)) }),
  }
}
