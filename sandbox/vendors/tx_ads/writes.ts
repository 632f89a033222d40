// Writes of TikTok's Business API: status and budget of campaigns and groups, and new campaigns, groups and ads.
// Sources: the bodies of the SDK, and the pages 'Create an ad group' and 'Create ads' (v1.3, read 2026-11).
import type { FastifyInstance } from 'fastify'
import type { Answer, Box } from '../../vendor.ts'
import type { World } from '../../world/types.ts'
import { invalid, partly, type Query, Refused, refusal, whole } from './api.ts'
import { type ListPath, type Node, nodes_of } from './lists.ts'

/** Seconds until lists show a write. */
const DELAY_S = 20
type Body = Record<string, unknown>

export const refuse_write = (): Answer => refusal(40_002, 'The status of the campaign does not allow this operation.')

/** The lowest daily budgets of accounts in dollars and in pesos (page 'Budget verification ratio', read 2026-11). */
const minimums: Record<string, number> = { USD: 50, MXN: 500 }

function check_budget(world: World, body: Body) {
  if (body.budget === undefined) return
  const account = world.ads.tx.accounts.find(({ id }) => id === body.advertiser_id)
  if (typeof body.budget !== 'number' || body.budget <= 0) throw invalid('budget: Invalid value.')
  const minimum = minimums[account?.currency ?? ''] ?? 0
  if (body.budget < minimum) throw invalid(`budget: The budget must be at least ${minimum} ${account?.currency}.`)
  if (Math.round(body.budget * 100) / 100 !== body.budget) throw invalid('budget: Two decimals are allowed.')
}

const of_vendor = (world: World, path: ListPath, body: Body, id: string, wanted: unknown): Node => {
  const found = nodes_of(world, path, String(body.advertiser_id), 'vendor').find((node) => node[id] === wanted)
  if (!found) throw invalid(`${id}: ${String(wanted)} does not exist.`)
  if (found.secondary_status.endsWith('_DELETE')) throw invalid(`${id}: ${String(wanted)} has been deleted.`)
  return found
}

/** Automated campaigns are changed at endpoints of their own (reports of integrations, 2026). */
function check_kind({ campaign_automation_type }: Node, base: '' | '/smart_plus') {
  if ((campaign_automation_type === 'UPGRADED_SMART_PLUS') !== (base === '/smart_plus'))
    throw invalid('campaign_id: The campaign is an Upgraded Smart+ Campaign, or is none.')
}

/** Names and texts (pages 'Update a campaign' and 'Create ads', read 2026-11). */
function check_texts(body: Body) {
  for (const [name, text] of Object.entries(body))
    if (/_(name|text)$/.test(name) && /\p{Emoji_Presentation}/u.test(String(text)))
      throw invalid(`${name}: Emoji is not supported.`)
}

const required = (body: Body, ...names: string[]) => {
  const missing = names.find((name) => body[name] === undefined || body[name] === '')
  if (missing) throw invalid(`${missing}: Missing data for required field.`)
}

const objectives = [
  'TRAFFIC',
  'REACH',
  'VIDEO_VIEWS',
  'WEB_CONVERSIONS',
  'PRODUCT_SALES',
  'APP_PROMOTION',
  'LEAD_GENERATION',
]
/** Requests with one number are one request. */
const DUPLICATE = 40_050

type Work = (body: Body) => Body
const route_on =
  (app: FastifyInstance, base: string, own: (query: Query) => Query) =>
  (path: string, work: Work): unknown =>
    app.post<{ Body: Body | null }>(`${base}${path}`, ({ body }) => {
      const given = body ?? {}
      own(given as Query)
      const data = work(given)
      const is_whole = !data.ad_ids || (data.ad_ids as string[]).length === (given.creatives as unknown[]).length
      return is_whole ? whole(data) : partly('The video of an ad cannot be used.', data)
    })

export function write_routes(app: FastifyInstance, { world }: Box, base: string, own: (query: Query) => Query) {
  const { writes } = world
  const route = route_on(app, base, own)
  for (const plus of ['', '/smart_plus'] as const) {
    const list = `${plus}/campaign/get/` as ListPath
    route(`${plus}/campaign/status/update/`, (body) => {
      required(body, 'campaign_ids', 'operation_status')
      if (!['ENABLE', 'DISABLE', 'DELETE'].includes(String(body.operation_status)))
        throw invalid('operation_status: Invalid value.')
      const ids = body.campaign_ids as string[]
      for (const id of ids) check_kind(of_vendor(world, list, body, 'campaign_id', id), plus)
      const status = body.operation_status
      for (const id of ids) writes.change('tx_ads', id, { operation_status: status }, DELAY_S)
      if (plus === '') return { campaign_ids: ids, status }
      return { campaign_list: ids.map((campaign_id) => ({ campaign_id, status })), error_list: [] }
    })
    route(`${plus}/campaign/update/`, (body) => {
      const found = of_vendor(world, list, body, 'campaign_id', body.campaign_id)
      check_kind(found, plus)
      check_budget(world, body)
      if (body.budget !== undefined && found.budget_mode === 'BUDGET_MODE_INFINITE')
        throw invalid('budget: The budget is set at the ad group level.')
      writes.change('tx_ads', String(body.campaign_id), { budget: body.budget }, DELAY_S)
      return { campaign_id: body.campaign_id }
    })
  }
  creations(route, world)
}

/** Makes a thing of a level, and returns its id. */
function make(world: World, list: ListPath, level: string, id: string, { operation_status, ...node }: Body): string {
  const { writes } = world
  const made_id = writes.next_id()
  const status = operation_status === 'ENABLE' ? 'ENABLE' : 'DISABLE'
  const time = new Date(world.now()).toISOString().slice(0, 19).replace('T', ' ')
  const more = { operation_status: status, secondary_status: `${level}_STATUS_${status}` }
  writes.make(
    'tx_ads',
    list,
    { id: made_id, [id]: made_id, ...node, ...more, create_time: time, modify_time: time },
    DELAY_S,
  )
  return made_id
}

function creations(route: ReturnType<typeof route_on>, world: World) {
  const { writes } = world
  const numbers = new Set<unknown>()
  route('/campaign/create/', (body) => {
    required(body, 'campaign_name', 'objective_type')
    if (!objectives.includes(String(body.objective_type))) throw invalid('objective_type: Invalid value.')
    if (body.request_id !== undefined && numbers.has(body.request_id))
      throw new Refused(DUPLICATE, 'Duplicate request.')
    check_budget(world, body)
    check_texts(body)
    numbers.add(body.request_id)
    const { request_id: _, ...node } = body
    const more = { campaign_type: 'REGULAR_CAMPAIGN', campaign_automation_type: 'MANUAL' }
    return { ...node, campaign_id: make(world, '/campaign/get/', 'CAMPAIGN', 'campaign_id', { ...node, ...more }) }
  })
  route('/adgroup/create/', (body) => {
    required(body, 'campaign_id', 'adgroup_name', 'placement_type', 'location_ids', 'schedule_type')
    required(body, 'schedule_start_time', 'optimization_goal', 'billing_event', 'budget_mode')
    const campaign = of_vendor(world, '/campaign/get/', body, 'campaign_id', body.campaign_id)
    if (campaign.objective_type === 'WEB_CONVERSIONS') required(body, 'pixel_id', 'optimization_event')
    else if (body.pixel_id !== undefined) throw invalid('pixel_id: Not allowed for the objective.')
    check_texts(body)
    const node = { ...body, campaign_name: campaign.campaign_name, budget: body.budget ?? 0 }
    return { adgroup_id: make(world, '/adgroup/get/', 'ADGROUP', 'adgroup_id', node) }
  })
  route('/ad/create/', (body) => {
    required(body, 'adgroup_id', 'creatives')
    const group = of_vendor(world, '/adgroup/get/', body, 'adgroup_id', body.adgroup_id)
    const creatives = body.creatives as Body[]
    for (const one of creatives) {
      required(one, 'ad_name', 'identity_type', 'identity_id', 'ad_format', 'ad_text', 'call_to_action')
      if (one.ad_format === 'SINGLE_VIDEO') required(one, 'video_id')
      if (String(one.ad_text).length > 100) throw invalid('ad_text: Must be at most 100 characters.')
      check_texts(one)
    }
    const { advertiser_id } = body
    const of_group = { advertiser_id, adgroup_id: group.adgroup_id, campaign_id: group.campaign_id }
    const accepted = writes.accepted(creatives)
    const ad_ids = writes.together('tx_ads', () =>
      accepted.map((one) => make(world, '/ad/get/', 'AD', 'ad_id', { ...one, ...of_group })),
    )
    return { ad_ids, creatives: accepted.map((one, at) => ({ ...one, ad_id: ad_ids[at] })), need_audit: true }
  })
}
