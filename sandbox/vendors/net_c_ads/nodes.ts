// Campaign groups, campaigns, creatives, posts and pictures in LinkedIn's words (recorded answers, read 2026-11). The world's campaigns
// are LinkedIn's campaign groups, and its ad groups are LinkedIn's campaigns.
import type { FastifyRequest } from 'fastify'
import { whole_number } from '../../json.ts'
import { start_of } from '../../world/calendar.ts'
import type { AdCampaign, AdPlatform, AdStatus, Creative } from '../../world/types.ts'
import { invalid, little_text, parameters_of, type Restli, restli_of, results_of } from '../linkedin.ts'

export const urn = (kind: string, id: string) => `urn:li:${kind}:${id}`

const status_of = (status: AdStatus) => ({ active: 'ACTIVE', paused: 'PAUSED', removed: 'REMOVED' })[status]
const stamps = (created: number, changed: number) => ({
  changeAuditStamps: { created: { time: created }, lastModified: { time: changed } },
})
const money = (cents: number, currencyCode: string) => ({ amount: (cents / 100).toFixed(2), currencyCode })
const objective_of = ({ kind }: AdCampaign) =>
  kind === 'leads' ? 'LEAD_GENERATION' : kind === 'traffic' ? 'WEBSITE_VISIT' : 'WEBSITE_CONVERSION'

const campaigns_of = (ads: AdPlatform, account_id: string) =>
  ads.campaigns.filter((campaign) => campaign.account_id === account_id)
const currency_of = (ads: AdPlatform, account_id: string) => ads.accounts.find(({ id }) => id === account_id)!.currency

export const group_nodes = (ads: AdPlatform, account_id: string) =>
  campaigns_of(ads, account_id).map((campaign) => ({
    id: whole_number(campaign.id),
    account: urn('sponsoredAccount', account_id),
    name: campaign.name,
    status: status_of(campaign.status),
    servingStatuses: campaign.status === 'active' ? ['RUNNABLE'] : ['STOPPED'],
    // A campaign without an end has no limit for all of its time.
    ...(campaign.end_day && {
      totalBudget: money(campaign.daily_budget_cents * 30, currency_of(ads, account_id)),
    }),
    runSchedule: { start: start_of(campaign.start_day), ...(campaign.end_day && { end: start_of(campaign.end_day) }) },
    backfilled: false,
    test: false,
    ...stamps(start_of(campaign.start_day), campaign.updated_at),
  }))

export const campaign_nodes = (ads: AdPlatform, account_id: string) =>
  campaigns_of(ads, account_id).flatMap((campaign) => {
    const groups = ads.groups.filter(({ campaign_id }) => campaign_id === campaign.id)
    return groups.map((group) => ({
      id: whole_number(group.id),
      account: urn('sponsoredAccount', account_id),
      campaignGroup: urn('sponsoredCampaignGroup', campaign.id),
      name: group.name,
      status: status_of(group.status),
      type: 'SPONSORED_UPDATES',
      objectiveType: objective_of(campaign),
      costType: 'CPM',
      dailyBudget: money(campaign.daily_budget_cents / groups.length, currency_of(ads, account_id)),
      locale: { country: 'MX', language: 'es' },
      runSchedule: { start: start_of(campaign.start_day) },
      servingStatuses: group.status === 'active' ? ['RUNNABLE'] : ['STOPPED'],
      test: false,
      version: { versionTag: '7' },
      ...stamps(start_of(campaign.start_day), group.updated_at),
    }))
  })

/** Creatives with the format text have their texts themselves. Others show a post. */
const content_of = (creative: Creative) =>
  creative.format === 'text'
    ? {
        textAd: {
          headline: creative.title,
          description: creative.body,
          landingPage: creative.link,
          image: urn('image', creative.id),
        },
      }
    : { reference: urn('share', creative.id) }

export const creative_nodes = (ads: AdPlatform, account_id: string) =>
  ads.ads
    .filter((ad) => ad.account_id === account_id)
    .map((ad) => ({
      id: urn('sponsoredCreative', ad.id),
      account: urn('sponsoredAccount', account_id),
      campaign: urn('sponsoredCampaign', ad.group_id),
      name: ad.name,
      content: content_of(ads.creatives.find(({ id }) => id === ad.creative_id)!),
      intendedStatus: status_of(ad.status),
      isServing: ad.status === 'active',
      isTest: false,
      review: { status: 'APPROVED' },
      createdAt: start_of(ad.start_day),
      lastModifiedAt: ad.updated_at,
    }))

/** The filter `search=(status:(values:List(…)))`. */
export function with_status<Node extends { status: string }>(request: FastifyRequest, nodes: Node[]): Node[] {
  if (parameters_of(request).q !== 'search') throw invalid('q must be search')
  const { status } = (restli_of(request, 'search') ?? {}) as Record<string, { values?: Restli } | undefined>
  const wanted = status?.values as string[] | undefined
  return wanted ? nodes.filter((node) => wanted.includes(node.status)) : nodes
}

function ids_of(request: FastifyRequest): string[] {
  if (request.headers['x-restli-method'] !== 'BATCH_GET') throw invalid('X-RestLi-Method must be BATCH_GET.')
  return (restli_of(request, 'ids') ?? []) as string[]
}

export const posts = (ads: AdPlatform, request: FastifyRequest) =>
  results_of(ids_of(request), (id) => {
    const creative = ads.creatives.find((one) => urn('share', one.id) === id)
    return (
      creative && {
        id,
        author: 'urn:li:organization:64265083',
        commentary: little_text(creative.body),
        visibility: 'PUBLIC',
        lifecycleState: 'PUBLISHED',
        content: shown_by(creative),
      }
    )
  })

function shown_by({ format, id, title, link }: Creative) {
  const media = { id: urn('image', id), title }
  if (format !== 'carousel') return { article: { source: link, title, thumbnail: media.id } }
  return {
    carousel: {
      cards: [
        { media, landingPage: link },
        { media: { ...media, title: `${title} →` }, landingPage: link },
      ],
    },
  }
}

export const images = (request: FastifyRequest) =>
  results_of(ids_of(request), (id) => ({
    id,
    owner: 'urn:li:organization:64265083',
    status: 'AVAILABLE',
    downloadUrl: `https://media.licdn.example/dms/image/${id.split(':').at(-1)}?e=1798761600&v=beta`,
    downloadUrlExpiresAt: 1_798_761_600_000,
  }))
