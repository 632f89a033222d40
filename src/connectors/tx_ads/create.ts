// Creates a campaign with an ad group and an ad, all paused, in three requests.
// Sources: CampaignCreateBody and AdApi of the SDK, and the pages 'Create an ad group' and 'Create ads' (v1.3, read 2026-11).
import { z } from 'zod'
import { decimal, micros } from '#domain/money.ts'
import {
  type ActionPlan,
  type ActionRefused,
  action,
  type Difference,
  type Step,
  type StepSource,
} from '#engine/action.ts'
import { message } from '#messages/message.ts'
import { amount_fault, amount_text, marked } from '../ad_actions.ts'
import { read_list } from './api.ts'
import { scopes, unit_micros, visible_within } from './writes.ts'

interface Objective {
  optimization_goal: string
  billing_event: string
  needs_pixel?: true
  /** The first day on which TikTok creates no manual campaigns with this objective. */
  ends_on?: string
}

/** Announced for manual campaigns (tool list of an agency's API client, read 2026-11; TikTok itself has not been read). */
const MANUAL_ENDS_ON = '2027-01-01'
const objectives: Record<string, Objective> = {
  TRAFFIC: { optimization_goal: 'CLICK', billing_event: 'CPC' },
  REACH: { optimization_goal: 'REACH', billing_event: 'CPM' },
  VIDEO_VIEWS: { optimization_goal: 'ENGAGED_VIEW', billing_event: 'CPV' },
  WEB_CONVERSIONS: {
    ...{ optimization_goal: 'CONVERT', billing_event: 'OCPM', needs_pixel: true },
    ends_on: MANUAL_ENDS_ON,
  },
}
/** Objectives that need more than this action has: a catalog, an app, a form. */
const others = ['PRODUCT_SALES', 'APP_PROMOTION', 'LEAD_GENERATION']
const known = Object.keys(objectives).join(', ')

const NAME_CHARS = 400
const name = z.string().min(1).max(NAME_CHARS)
const id = z.string().regex(/^[\w./-]{1,100}$/, 'must be an id')
const input = z.object({
  name,
  objective: z.string().max(60).describe(`One of ${known}.`),
  daily_budget: amount_text,
  currency: z.string().length(3).optional(),
  ad_group_name: name.optional(),
  location_ids: z.array(id).min(1).max(100).describe("TikTok's ids of places."),
  pixel_id: id.optional(),
  optimization_event: z.string().max(60).optional().describe('The event that counts, for WEB_CONVERSIONS.'),
  identity: z
    .object({
      type: z.enum(['CUSTOMIZED_USER', 'AUTH_CODE', 'TT_USER', 'BC_AUTH_TT']),
      id,
      authorized_bc_id: id.optional(),
    })
    .strict(),
  creatives: z
    .array(
      z
        .object({
          video_id: id,
          cover_image_id: id,
          text: z.string().min(1).max(100),
          landing_page_url: z.url({ protocol: /^https?$/ }).max(2_000),
          call_to_action: z
            .enum(['LEARN_MORE', 'SHOP_NOW', 'SIGN_UP', 'CONTACT_US', 'DOWNLOAD_NOW'])
            .default('LEARN_MORE'),
        })
        .strict(),
    )
    .min(1)
    .max(10),
})
type Input = z.output<typeof input>
type Seen = Record<string, never>
type Source = StepSource<Input, Seen>

const answer = z.object({ data: z.looseObject({ ad_ids: z.array(z.string()).min(1).optional() }) })

interface Level {
  thing: 'campaign' | 'ad_group' | 'ad'
  path: string
  /** Names in TikTok's lists. */
  id: string
  name: string
  /** The status that makes a list contain everything. */
  all: string
  name_of: (input: Input) => string
  body: (source: Source) => Record<string, unknown>
}

const groups_name = ({ ad_group_name, name }: Input) => ad_group_name ?? name
const levels: Level[] = [
  {
    ...{ thing: 'campaign', path: '/campaign', id: 'campaign_id', name: 'campaign_name', all: 'CAMPAIGN_STATUS_ALL' },
    name_of: ({ name }) => name,
    body: ({ input: of, mark }) => ({
      objective_type: of.objective,
      budget_mode: 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET',
      budget: Number(of.daily_budget),
      budget_optimize_on: true,
      // TikTok refuses a second request with this number for a while. Tablero never relies on it.
      request_id: String(Number.parseInt(mark.replace(/\W|tb-/g, '').slice(0, REQUEST_ID_HEX), 16)),
    }),
  },
  {
    ...{ thing: 'ad_group', path: '/adgroup', id: 'adgroup_id', name: 'adgroup_name', all: 'ADGROUP_STATUS_ALL' },
    name_of: groups_name,
    body: ({ input: of, made, api, account }) => {
      const { optimization_goal, billing_event, needs_pixel } = objectives[of.objective]!
      return {
        campaign_id: made.campaign,
        promotion_type: 'WEBSITE',
        placement_type: 'PLACEMENT_TYPE_AUTOMATIC',
        location_ids: of.location_ids,
        // The campaign holds the budget.
        budget_mode: 'BUDGET_MODE_INFINITE',
        schedule_type: 'SCHEDULE_FROM_NOW',
        schedule_start_time: time_in(account.time_zone, api.now()),
        ...{ optimization_goal, billing_event, bid_type: 'BID_TYPE_NO_BID', pacing: 'PACING_MODE_SMOOTH' },
        ...(needs_pixel && { pixel_id: of.pixel_id, optimization_event: of.optimization_event }),
      }
    },
  },
  {
    ...{ thing: 'ad', path: '/ad', id: 'ad_id', name: 'ad_name', all: 'AD_STATUS_ALL' },
    name_of: ({ name }) => name,
    body: ({ input: { identity, creatives, name }, made, mark }) => ({
      adgroup_id: made.ad_group,
      creatives: creatives.map((one, at) => ({
        ad_name: creative_name(name, mark, at, creatives.length),
        ...{ identity_type: identity.type, identity_id: identity.id },
        identity_authorized_bc_id: identity.authorized_bc_id,
        ad_format: 'SINGLE_VIDEO',
        ...{ video_id: one.video_id, image_ids: [one.cover_image_id], ad_text: one.text },
        ...{ landing_page_url: one.landing_page_url, call_to_action: one.call_to_action },
        operation_status: 'DISABLE',
      })),
    }),
  },
]
/** A request id is a 64-bit number. These digits stay below 2^53. */
const REQUEST_ID_HEX = 12

/** Ads of one request have numbers before the mark. */
const creative_name = (name: string, mark: string, at: number, of: number) =>
  marked(of === 1 ? name : `${name} ${at + 1}`, mark)

/** TikTok writes instants of schedules in the account's time zone, without an offset. */
function time_in(time_zone: string, at: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: time_zone, dateStyle: 'short', timeStyle: 'medium' }).format(at)
}

const request = (level: Level, source: Source) => ({
  path: `${level.path}/create/`,
  method: 'POST' as const,
  body: {
    advertiser_id: source.account.account_id,
    ...(level.thing === 'ad'
      ? {}
      : { [level.name]: marked(level.name_of(source.input), source.mark), operation_status: 'DISABLE' }),
    ...level.body(source),
  },
})

const item_of = ({ id, name }: Level) =>
  z.looseObject({ [id]: z.string(), [name]: z.string(), operation_status: z.string(), budget: z.number().nullish() })

/** The things with the mark. Ads can be several. */
async function look(level: Level, source: Source) {
  const { api, account, mark } = source
  const filtering = JSON.stringify({ secondary_status: level.all })
  const found: Record<string, unknown>[] = []
  const query = { advertiser_id: account.account_id, filtering }
  for await (const page of read_list(api, `${level.path}/get/`, item_of(level), query))
    found.push(...page.filter((one) => String(one[level.name]).endsWith(`[${mark}]`)))
  const [first] = found.sort((one, other) => (String(one[level.name]) < String(other[level.name]) ? -1 : 1))
  if (!first) return undefined
  const statuses = new Set(found.map((one) => (one.operation_status === 'DISABLE' ? 'paused' : 'active')))
  return {
    made: { [level.thing]: found.map((one) => String(one[level.id])).join(',') },
    values: {
      [`${level.thing}.name`]: found.map((one) => String(one[level.name])).join(' | '),
      [`${level.thing}.status`]: [...statuses].join(' | '),
      ...(level.thing === 'campaign' && { 'campaign.daily_budget': decimal(micros(Number(first.budget ?? 0))) }),
      ...(level.thing === 'ad' && { 'ad.count': `${found.length}` }),
    },
  }
}

function differences(of: Input, mark: string, currency?: string): Difference[] {
  const name_after = (level: Level) =>
    level.thing === 'ad'
      ? of.creatives
          .map((_, at) => creative_name(of.name, mark, at, of.creatives.length))
          .sort()
          .join(' | ')
      : marked(level.name_of(of), mark)
  return [
    ...levels.flatMap((level) => [
      { step: level.thing, field: `${level.thing}.name`, before: null, after: name_after(level) },
      { step: level.thing, field: `${level.thing}.status`, before: null, after: 'paused' },
    ]),
    {
      ...{ step: 'campaign', field: 'campaign.daily_budget', before: null },
      ...{ after: decimal(micros(of.daily_budget)), currency },
    },
    { step: 'ad', field: 'ad.count', before: null, after: `${of.creatives.length}` },
  ]
}

const step_of = (level: Level): Step<Input, Seen> => ({
  name: level.thing,
  request: (source) => request(level, source),
  accepted: (body) => {
    const { data } = answer.parse(body)
    const ids = data.ad_ids ?? [z.string().parse(data[level.id])]
    return { made: { [level.thing]: ids.join(',') } }
  },
  look: (source) => look(level, source),
})

function fault_of({ objective, pixel_id, optimization_event }: Input, today: string): ActionRefused | undefined {
  if (others.includes(objective))
    return { refused: `${objective} needs a catalog, an app or a form. Choose one of ${known}.` }
  const found = objectives[objective]
  if (!found) return { refused: `'${objective}' is no objective. Choose one of ${known}.` }
  if (found.ends_on && today >= found.ends_on)
    return {
      refused: `Since ${found.ends_on} TikTok creates no manual campaigns with ${objective}. Choose TRAFFIC, REACH or VIDEO_VIEWS.`,
      rule_begins_on: found.ends_on,
    }
  if (found.needs_pixel && !(pixel_id && optimization_event))
    return { refused: `${objective} needs pixel_id and optimization_event: what counts as a conversion.` }
  return undefined
}

export const create_campaign = action({
  about: 'Creates a campaign with an ad group and ads, all paused.',
  input,
  scopes,
  visible_within,
  async preflight(source): Promise<ActionRefused | ActionPlan<Seen>> {
    const { account, input: of, mark, api } = source
    const fault = fault_of(of, time_in(account.time_zone, api.now()).slice(0, 'YYYY-MM-DD'.length))
    if (fault) return fault
    const sentence = amount_fault(source, unit_micros, of.daily_budget, of.currency)
    if (sentence) return { refused: sentence }
    const minimum = account.currency === 'USD' ? MINIMUM_USD : undefined
    if (minimum !== undefined && micros(of.daily_budget) < micros(minimum))
      return { refused: `${of.daily_budget} USD is below TikTok's minimum of ${minimum} USD a day.` }
    const { ends_on } = objectives[of.objective]!
    return {
      target: { kind: 'campaign', id: null, name: of.name, account_id: account.account_id },
      differences: differences(of, mark, account.currency),
      warnings: [
        ...(ends_on ? [message('action.objective_ends', { date: ends_on, platform: 'TikTok' })] : []),
        ...[message('action.created_paused'), message('action.cannot_undo')],
      ],
      seen: {},
    }
  },
  steps: levels.map(step_of),
})

/** About 50 dollars a campaign (TRAPS of tx_ads, general knowledge, 2026-11). */
const MINIMUM_USD = '50'
