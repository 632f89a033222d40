// Campaigns, ad groups and ads, with TikTok's names and words (recorded answers, read 2026-11).
import type { Ad, AdCampaign, AdGroup, AdStatus, World } from '../../world/types.ts'
import { invalid, json_of, page_of, type Query, whole } from './api.ts'

/** Campaigns that TikTok itself steers. The list of all campaigns has them too (page 'Get campaigns', read 2026-11). */
const is_automated = ({ kind }: AdCampaign) => kind === 'pmax'
/** Campaigns of TikTok's shop. Neither lists nor reports of campaigns contain them, only the advertiser's total. */
export const is_gmv_max = ({ kind }: AdCampaign) => kind === 'shopping'

/** Campaigns bought by reservation, which have reports of their own. */
export const is_reserved = ({ kind }: AdCampaign) => kind === 'awareness'

/** TikTok writes instants in UTC. */
const time = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ')
const started = (day: string) => Date.parse(`${day}T16:00:00Z`)
const operation = (status: AdStatus) => (status === 'active' ? 'ENABLE' : status === 'paused' ? 'DISABLE' : 'DELETE')

/** The level's own word: an object below one that stopped says so, unless it was deleted itself. */
function secondary(level: 'CAMPAIGN' | 'ADGROUP' | 'AD', own: AdStatus, above: AdStatus = 'active'): string {
  if (own === 'removed') return `${level}_STATUS_DELETE`
  if (above !== 'active') return `${level}_STATUS_CAMPAIGN_DISABLE`
  if (own === 'paused') return `${level}_STATUS_DISABLE`
  return level === 'CAMPAIGN' ? 'CAMPAIGN_STATUS_ENABLE' : `${level}_STATUS_DELIVERY_OK`
}

const campaign_node = (campaign: AdCampaign) => ({
  advertiser_id: campaign.account_id,
  campaign_id: campaign.id,
  campaign_name: campaign.name,
  campaign_type: 'REGULAR_CAMPAIGN',
  campaign_automation_type: is_automated(campaign) ? 'UPGRADED_SMART_PLUS' : 'MANUAL',
  objective_type: campaign.kind === 'retargeting' ? 'PRODUCT_SALES' : 'WEB_CONVERSIONS',
  budget: campaign.daily_budget_cents / 100,
  budget_mode: 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET',
  operation_status: operation(campaign.status),
  secondary_status: secondary('CAMPAIGN', campaign.status),
  is_smart_performance_campaign: false,
  create_time: time(started(campaign.start_day)),
  modify_time: time(campaign.updated_at),
  deep_bid_type: null,
})

const group_node = (group: AdGroup, campaign: AdCampaign) => ({
  advertiser_id: campaign.account_id,
  adgroup_id: group.id,
  adgroup_name: group.name,
  campaign_id: campaign.id,
  campaign_name: campaign.name,
  optimization_goal: 'CONVERT',
  // The campaign holds the budget.
  budget: 0,
  budget_mode: 'BUDGET_MODE_INFINITE',
  operation_status: operation(group.status),
  secondary_status: secondary('ADGROUP', group.status, campaign.status),
  create_time: time(started(campaign.start_day)),
  modify_time: time(group.updated_at),
})

/** One ad in seven shows a picture. */
const is_picture = ({ id }: Ad) => Number(id.slice(-3)) % 7 === 0
const file_of = (kind: 'video' | 'image') => (ad: Ad) =>
  is_picture(ad) === (kind === 'image')
    ? `${kind === 'video' ? 'v10033g50000' : 'ad-site-i18n-sg/'}${ad.id.slice(-10)}`
    : ''

function ad_node(ad: Ad, campaign: AdCampaign, { title, body, link, call_to_action }: Record<string, string>) {
  const is_dynamic = Number(ad.id) % 2 === 0
  return {
    advertiser_id: ad.account_id,
    ad_id: ad.id,
    ad_name: ad.name,
    adgroup_id: ad.group_id,
    campaign_id: campaign.id,
    ad_format: is_picture(ad) ? 'SINGLE_IMAGE' : 'SINGLE_VIDEO',
    display_name: title,
    ad_text: is_dynamic ? null : body,
    ad_texts: is_dynamic ? [body, `${body} →`] : null,
    landing_page_url: is_dynamic ? null : link,
    landing_page_urls: is_dynamic ? [link] : null,
    call_to_action,
    video_id: file_of('video')(ad),
    image_ids: is_picture(ad) ? [file_of('image')(ad)] : [],
    operation_status: operation(ad.status),
    secondary_status: secondary('AD', ad.status, campaign.status),
    create_time: time(started(ad.start_day)),
    // Automated ads come without a time of change.
    modify_time: is_automated(campaign) ? null : time(ad.updated_at),
  }
}

/** Ids of one request (FileApi, read 2026-11). */
const assets_max = { video: 60, image: 100 }
/** Links are signed, and expire. */
const link = (id: string, today: string) =>
  `https://p16-ad-sg.tiktokcdn.com/${id}~noop.image?x-expires=${Date.parse(today) / 1000 + 86_400}`

/** Videos and pictures of an advertiser. Those that it does not have are left out. */
export function assets({ ads: { tx }, today }: World, kind: 'video' | 'image', query: Query) {
  const ids = json_of<string[]>(query, `${kind}_ids`) ?? []
  if (ids.length === 0 || ids.length > assets_max[kind])
    throw invalid(`${kind}_ids: The size must be 1 to ${assets_max[kind]}.`)
  const own = new Set(tx.ads.filter(({ account_id }) => account_id === query.advertiser_id).map(file_of(kind)))
  const known = ids.filter((id) => own.has(id))
  const shown = (id: string) =>
    kind === 'video'
      ? { video_id: id, file_name: `${id}.mp4`, displayable: true, video_cover_url: link(id, today()) }
      : { image_id: id, file_name: `${id}.jpg`, displayable: true, image_url: link(id, today()) }
  return whole({ list: known.map(shown) })
}

const levels = {
  '/campaign/get/': 'CAMPAIGN',
  '/smart_plus/campaign/get/': 'CAMPAIGN',
  '/adgroup/get/': 'ADGROUP',
  '/ad/get/': 'AD',
} as const
export type ListPath = keyof typeof levels
export const list_paths = Object.keys(levels) as ListPath[]

function own_nodes({ ads: { tx } }: World, path: ListPath, account_id: string): Node[] {
  const campaigns = tx.campaigns.filter((campaign) => campaign.account_id === account_id && !is_gmv_max(campaign))
  if (path === '/campaign/get/') return campaigns.map(campaign_node)
  if (path === '/smart_plus/campaign/get/') return campaigns.filter(is_automated).map(campaign_node)
  const by_id = new Map(campaigns.map((campaign) => [campaign.id, campaign]))
  const below = <T extends { campaign_id: string }>(items: T[]) => items.filter((item) => by_id.has(item.campaign_id))
  if (path === '/adgroup/get/') return below(tx.groups).map((group) => group_node(group, by_id.get(group.campaign_id)!))
  const creatives = new Map(tx.creatives.map((creative) => [creative.id, creative]))
  return below(tx.ads).map((ad) => {
    const { title, body, link, call_to_action } = creatives.get(ad.creative_id)!
    return ad_node(ad, by_id.get(ad.campaign_id)!, { title, body, link, call_to_action })
  })
}

export interface Node extends Record<string, unknown> {
  secondary_status: string
}
/** The id of a level, and the name of a level, in filters too. */
const names_of_level = {
  CAMPAIGN: { id: 'campaign_id', ids: 'campaign_ids' },
  ADGROUP: { id: 'adgroup_id', ids: 'adgroup_ids' },
  AD: { id: 'ad_id', ids: 'ad_ids' },
}

/** What the lists contain, with what clients have changed and made. */
export function nodes_of(
  world: World,
  path: ListPath,
  account_id: string,
  by: 'readers' | 'vendor' = 'readers',
): Node[] {
  const { writes } = world
  const level = levels[path]
  const { id } = names_of_level[level]
  const made = path.startsWith('/smart_plus') ? [] : writes.made('tx_ads', path, by)
  return [
    ...own_nodes(world, path, account_id).map((node) => {
      const edit = writes.of('tx_ads', String(node[id]), by)
      if (!edit) return node
      const off = `${level}_STATUS_DISABLE`
      const status = edit.operation_status
        ? { secondary_status: edit.operation_status === 'ENABLE' ? `${level}_STATUS_ENABLE` : off }
        : {}
      return { ...node, ...edit, ...status }
    }),
    ...(made.filter((node) => node.advertiser_id === account_id) as Node[]),
  ]
}

/** Without a status, deleted objects are left out (`STATUS_NOT_DELETE` is the default). The newest come first. */
export function list(world: World, path: ListPath, query: Query) {
  type Filtering = { primary_status?: string; secondary_status?: string } & Record<string, string[] | undefined>
  const filtering = json_of<Filtering>(query, 'filtering') ?? ({} as Filtering)
  const { primary_status = 'STATUS_NOT_DELETE', secondary_status: wanted } = filtering
  const level = levels[path]
  if (wanted && !wanted.startsWith(`${level}_STATUS_`))
    throw invalid(`filtering.secondary_status: ${wanted} is invalid.`)
  const shows = (status: string) => {
    if (wanted === `${level}_STATUS_ALL` || (!wanted && primary_status === 'STATUS_ALL')) return true
    return wanted ? status === wanted : !status.endsWith('_DELETE')
  }
  // A name matches where it contains the wanted one.
  const { campaign_name = '' } = filtering as { campaign_name?: string }
  const wants = (node: Node) =>
    String(node.campaign_name).includes(campaign_name) &&
    Object.values(names_of_level).every(({ id, ids }) => !filtering[ids] || filtering[ids].includes(String(node[id])))
  const nodes = nodes_of(world, path, query.advertiser_id!).filter(
    (node) => shows(node.secondary_status) && wants(node),
  )
  return page_of(nodes.reverse(), query)
}
