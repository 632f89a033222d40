// Writes of the Marketing API: status and budget of campaigns and ad sets, and new campaigns, ad sets and ads (api_specs, read 2026-11).
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Answer, Box } from '../../vendor.ts'
import type { AdAccount, World } from '../../world/types.ts'
import { GraphError, graph_error, graph_time, type Node, no_object, version } from './graph.ts'
import { account_node, account_of, edges } from './nodes.ts'

/** Seconds until lists and nodes show a write. */
const DELAY_S = 3
type Body = Record<string, unknown>

export const refuse_write = (): Answer =>
  graph_error('Invalid parameter', 100, { subcode: 1885316, error_user_msg: 'This object cannot be changed now.' })

const invalid = (message: string, subcode?: number) => new GraphError(message, 100, { subcode })
/** The message is the same for many errors. The sentence for people says what is wrong (answers that integrations report, read 2026-11). */
const invalid_of = (error_user_msg: string, subcode: number) =>
  new GraphError('Invalid parameter', 100, { subcode, error_user_msg })

/** An ad account with what its owner has entered. */
export const account_with_writes = (world: World, account: AdAccount): Node => ({
  ...account_node(account),
  ...world.writes.of('mx_ads', `act_${account.id}`),
})

/** Lists with what clients have changed and made. */
export function with_writes(world: World, account_id: string, by: 'readers' | 'vendor' = 'readers') {
  const found = edges(world, account_id)
  const { writes } = world
  const shown = (edge: string) => {
    const own = writes.made('mx_ads', edge, by).flatMap(({ creative_id, creative_spec, ...node }) => {
      if (node.account_id !== account_id) return []
      if (edge !== 'ads') return [node]
      return [{ ...node, creative: () => ({ id: creative_id, ...(creative_spec as Node) }) }]
    })
    return [...own.toReversed(), ...found[edge]!.nodes()].map((node): Node => {
      const edit = writes.of('mx_ads', String(node.id), by)
      if (!edit) return node
      const status = edit.status ?? node.status
      return { ...node, ...edit, configured_status: status, effective_status: status }
    })
  }
  const campaign_of = () => new Map(shown('campaigns').map((node) => [node.id, node]))
  /** What is below a campaign that is off says so. */
  const below = (edge: string) => () => {
    const campaigns = campaign_of()
    return shown(edge).map((node) => {
      const above = campaigns.get(node.campaign_id as string)?.status
      if (above === 'ACTIVE' && node.effective_status === 'CAMPAIGN_PAUSED')
        return { ...node, effective_status: node.status }
      if (above === 'PAUSED' && node.status === 'ACTIVE') return { ...node, effective_status: 'CAMPAIGN_PAUSED' }
      return node
    })
  }
  return {
    ...found,
    campaigns: { ...found.campaigns!, nodes: () => shown('campaigns') },
    adsets: { ...found.adsets!, nodes: below('adsets') },
    ads: { ...found.ads!, nodes: below('ads') },
  }
}

/** A campaign, ad set or ad by its id, of any account. */
export function node_of(world: World, id: string, by: 'readers' | 'vendor' = 'readers') {
  const { mx } = world.ads
  const own = { campaigns: mx.campaigns, adsets: mx.groups, ads: mx.ads }
  // Nodes are built for the level that has the id only.
  const edge = (['campaigns', 'adsets', 'ads'] as const).find((level) =>
    [...own[level], ...world.writes.made('mx_ads', level, by)].some((one) => one.id === id),
  )
  if (!edge) return undefined
  for (const account of mx.accounts) {
    const { nodes, type } = with_writes(world, account.id, by)[edge]
    const node = nodes().find((one) => one.id === id)
    if (node) return { node, edge, type, account }
  }
  return undefined
}

function check_rights({ consents, world }: Box) {
  const granted = consents.granted.get('mx_ads')
  if (granted && !granted.includes('ads_management'))
    throw new GraphError('(#200) Requires ads_management permission to manage the object', 200, { status: 403 })
  // A permission of the app is not a task of the person at the account (AdAccount, user_tasks, api_specs, read 2026-11).
  if (!world.ads.mx.access.may_write) throw new GraphError('(#200) Permissions error', 200, { status: 403 })
}

function check_budget(account: AdAccount, body: Body) {
  if (body.daily_budget === undefined) return
  if (!Number.isInteger(body.daily_budget)) throw invalid('(#100) Param daily_budget must be an integer')
  if (Number(body.daily_budget) < Number(account_node(account).min_daily_budget))
    throw invalid('Your budget is too low. The minimum budget is in the account.', 1885272)
}

function check_status(body: Body, known = ['ACTIVE', 'PAUSED', 'DELETED', 'ARCHIVED']) {
  if (body.status !== undefined && !known.includes(String(body.status)))
    throw invalid(`(#100) Param status must be one of {${known.join(', ')}}`)
}

const is_trial = (body: Body) => (body.execution_options as string[] | undefined)?.includes('validate_only')
const fields_of = ({ execution_options: _, ...fields }: Body): Body => fields

function change(box: Box, id: string, body: Body) {
  check_rights(box)
  const found = node_of(box.world, id, 'vendor')
  if (!found) throw no_object(id)
  const { node, account } = found
  if (['DELETED', 'ARCHIVED'].includes(String(node.status)))
    throw invalid('Objects that are deleted or archived cannot be edited.', 1487194)
  check_status(body)
  check_budget(account, body)
  if (body.daily_budget !== undefined && !node.daily_budget)
    throw invalid('The budget of this object is set on another level.', 1885621)
  if (is_trial(body)) return { success: true }
  const { status, daily_budget, name } = fields_of(body)
  box.world.writes.change(
    'mx_ads',
    id,
    {
      ...(status !== undefined && { status }),
      ...(daily_budget !== undefined && { daily_budget: String(daily_budget) }),
      ...(name !== undefined && { name }),
      updated_time: graph_time(box.world.now()),
    },
    DELAY_S,
  )
  return { success: true }
}

const objectives = [
  'OUTCOME_APP_PROMOTION',
  'OUTCOME_AWARENESS',
  'OUTCOME_ENGAGEMENT',
  'OUTCOME_LEADS',
  'OUTCOME_SALES',
  'OUTCOME_TRAFFIC',
]

/** The countries of an ad set. */
function check_targeting(body: Body, campaign: Node): string[] {
  const { geo_locations, targeting_automation } = body.targeting as Record<string, Body | undefined>
  // Since v23.0 it is on, or has to be given (blog of 2025-06-13; reports of integrations, 2026).
  if (![0, 1].includes(targeting_automation?.advantage_audience as number))
    throw invalid_of('To create your ad set, you need to enable or disable the Advantage audience feature.', 1870227)
  const countries = (geo_locations?.countries ?? []) as string[]
  const special = campaign.special_ad_category_country as string[] | null | undefined
  if (special && countries.some((country) => !special.includes(country)))
    throw invalid_of('The places of the ad set are not among the countries of the special ad category.', 2909034)
  return countries
}

/** Some countries of the European Union. */
const EU = ['DE', 'ES', 'FR', 'IT', 'PT']
/** The names of the account are those of its ad sets that give none (blog of 2023-08, read 2026-11). */
function names_of(world: World, account: AdAccount, body: Body, countries: string[]): Body {
  const { default_dsa_beneficiary, default_dsa_payor } = account_with_writes(world, account)
  const { dsa_beneficiary = default_dsa_beneficiary, dsa_payor = default_dsa_payor } = body
  if (!countries.some((country) => EU.includes(country))) return { dsa_beneficiary: null, dsa_payor: null }
  if (!dsa_payor) throw invalid_of('Enter the person or organization that pays for the ad.', 3858079)
  if (!dsa_beneficiary) throw invalid_of('Enter the person or organization that benefits from the ad.', 3858081)
  return { dsa_beneficiary, dsa_payor }
}

/** Features that are on unless an ad says otherwise (AdCreativeFeaturesSpec and the page "Multi-advertiser Ads", read 2026-11). */
const ON_BY_DEFAULT = ['adapt_to_placement', 'description_automation', 'image_touchups', 'text_optimizations']
function creative_of(given: Record<string, Body | undefined>): Body {
  const on = { enroll_status: 'OPT_IN' }
  const own = given.degrees_of_freedom_spec?.creative_features_spec as Body | undefined
  return {
    object_story_spec: given.object_story_spec,
    use_page_actor_override: given.use_page_actor_override ?? false,
    contextual_multi_ads: given.contextual_multi_ads ?? on,
    degrees_of_freedom_spec: {
      creative_features_spec: { ...Object.fromEntries(ON_BY_DEFAULT.map((name) => [name, on])), ...own },
    },
  }
}

/** What each kind needs, and the fields that its node gets beside those of the request. */
const kinds: Record<string, (world: World, account: AdAccount, body: Body) => Body> = {
  campaigns(_world, account, body) {
    if (!Array.isArray(body.special_ad_categories))
      throw invalid('(#100) The parameter special_ad_categories is required.')
    const is_special = body.special_ad_categories.some((one) => one !== 'NONE')
    // Page "Special Ad Categories", 2026-04.
    if (is_special && !(body.special_ad_category_country as unknown[] | undefined)?.length)
      throw invalid_of('Choose the countries of the special ad category.', 2909034)
    if (!objectives.includes(String(body.objective)))
      throw invalid(`(#100) Param objective must be one of {${objectives.join(', ')}}`)
    if (body.daily_budget === undefined && body.is_adset_budget_sharing_enabled === undefined)
      throw invalid('Must specify True or False in is_adset_budget_sharing_enabled field', 4834011)
    check_budget(account, body)
    const { daily_budget } = body
    return {
      daily_budget: daily_budget === undefined ? null : String(daily_budget),
      lifetime_budget: null,
      budget_remaining: '0',
      stop_time: null,
      buying_type: body.buying_type ?? 'AUCTION',
      special_ad_category_country: body.special_ad_category_country ?? null,
    }
  },
  adsets(world, account, body) {
    const above = node_of(world, String(body.campaign_id), 'vendor')
    if (above?.edge !== 'campaigns') throw invalid('(#100) campaign_id is not a campaign of this account')
    for (const name of ['targeting', 'billing_event', 'optimization_goal'])
      if (body[name] === undefined) throw invalid(`(#100) The parameter ${name} is required.`)
    if (body.daily_budget !== undefined && above.node.daily_budget)
      throw invalid('The campaign holds the budget of its ad sets.', 1885621)
    const { promoted_object = null } = body
    return {
      daily_budget: null,
      lifetime_budget: null,
      end_time: null,
      promoted_object,
      ...names_of(world, account, body, check_targeting(body, above.node)),
    }
  },
  ads(world, _account, body) {
    const above = node_of(world, String(body.adset_id), 'vendor')
    if (above?.edge !== 'adsets') throw invalid('(#100) adset_id is not an ad set of this account')
    const given = (body.creative ?? {}) as Record<string, Body | undefined>
    const story = given.object_story_spec
    const link = story?.link_data as Record<string, unknown> | undefined
    if (!story?.page_id) throw invalid('Your ad needs a page in object_story_spec.', 1487202)
    if (!story.instagram_user_id && !given.use_page_actor_override)
      throw invalid_of(
        'Instagram is a placement. Select an Instagram account, or a Facebook page to use instead.',
        1772103,
      )
    if (!link?.image_hash || !link.link) throw invalid('Your ad creative needs image_hash and link.', 1487056)
    const creative_id = world.writes.next_id()
    return { campaign_id: above.node.campaign_id, creative: undefined, creative_id, creative_spec: creative_of(given) }
  },
}

function make(box: Box, account: AdAccount, edge: string, body: Body) {
  check_rights(box)
  const { world } = box
  const name = body.name
  if (typeof name !== 'string' || name === '') throw invalid('(#100) The parameter name is required.')
  check_status(body, ['ACTIVE', 'PAUSED'])
  const more = kinds[edge]!(world, account, body)
  if (is_trial(body)) return { success: true }
  const id = world.writes.next_id()
  const [at, status] = [graph_time(world.now()), body.status ?? 'PAUSED']
  const fields = fields_of(body)
  world.writes.make(
    'mx_ads',
    edge,
    {
      ...fields,
      ...more,
      id,
      account_id: account.id,
      status,
      effective_status: status,
      configured_status: status,
      created_time: at,
      updated_time: at,
      // A campaign without ad sets has no start, which Meta writes as the second before 1970 (records of users, read 2026-11).
      start_time: edge === 'campaigns' ? graph_time(-1_000) : at,
    },
    DELAY_S,
  )
  return { id }
}

export function write_routes(app: FastifyInstance, box: Box) {
  const body_of = ({ body, query }: FastifyRequest): Body => ({ ...(query as Body), ...(body as Body | null) })
  app.post<{ Params: { node: string } }>(`/${version}/:node`, (request) =>
    change(box, request.params.node, body_of(request)),
  )
  for (const edge of Object.keys(kinds))
    app.post<{ Params: { node: string } }>(`/${version}/:node/${edge}`, (request) =>
      make(box, account_of(box.world, request.params.node), edge, body_of(request)),
    )
}
