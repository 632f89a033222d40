// Creates a campaign with an ad group and an ad, all paused, in three requests.
// Sources: CampaignCreateBody and AdApi of the SDK, and the pages 'Create an ad group' and 'Create ads' (v1.3, read 2026-11).
import { z } from 'zod'
import { micros } from '#domain/money.ts'
import { today_in } from '#domain/windows.ts'
import {
  type Accepted,
  type ActionPlan,
  type ActionRefused,
  action,
  type Step,
  type StepSource,
} from '#engine/action.ts'
import { message } from '#messages/message.ts'
import { amount_fault, marked } from '../ad_actions.ts'
import { new_values } from '../new_things.ts'
import { read_list } from './api.ts'
import { minimum_of, unit_micros } from './budgets.ts'
import { differences, fixed, groups_name, name_of_ad, objective_of, things_of } from './create_fields.ts'
import { type Input, input, known, objectives, others } from './create_input.ts'
import { scopes, visible_within } from './writes.ts'

type Seen = Record<string, never>
type Source = StepSource<Input, Seen>

const answer = z.object({
  message: z.string().default(''),
  data: z.looseObject({
    ad_ids: z.array(z.string()).min(1).optional(),
    creatives: z.array(z.looseObject({ ad_name: z.string() })).optional(),
  }),
})

/** Ads that TikTok refused although it made others. Its message says why. */
function refused_ads({ data, message: reason }: z.output<typeof answer>, source: Source): Accepted['refused_parts'] {
  const wanted = things_of(source).filter(({ level }) => level === 'ad')
  if ((data.ad_ids?.length ?? 0) >= wanted.length) return []
  const made = data.creatives?.map(({ ad_name }) => ad_name)
  // Without names nobody knows which ones were made, so the engine reads it.
  if (made?.length !== data.ad_ids?.length) throw new Error('the answer has fewer ads than the request, without names')
  return wanted
    .filter(({ called }) => !made!.includes(called))
    .map(({ thing, called }) => ({ part: called, reason, fields: [thing, 'ad.count'] }))
}

interface Level {
  thing: 'campaign' | 'ad_group' | 'ad'
  path: string
  /** Names in TikTok's lists. */
  id: string
  name: string
  /** The status that makes a list contain everything. */
  all: string
  /** What a list is restricted to, because an advertiser can have a hundred thousand ads. */
  among: (source: Source) => Record<string, unknown>
  body: (source: Source) => Record<string, unknown>
}

const levels: Level[] = [
  {
    thing: 'campaign',
    path: '/campaign',
    id: 'campaign_id',
    name: 'campaign_name',
    all: 'CAMPAIGN_STATUS_ALL',
    among: ({ input: of, mark, made }) =>
      made.campaign ? { campaign_ids: [made.campaign] } : { campaign_name: marked(of.name, mark) },
    body: ({ input: of, mark }) => ({
      campaign_name: marked(of.name, mark),
      operation_status: 'DISABLE',
      objective_type: of.objective,
      ...fixed.campaign,
      budget: Number(of.daily_budget),
      ...(of.special_industries.length > 0 && { special_industries: of.special_industries }),
      // TikTok refuses a second request with this number for a while. Tablero never relies on it.
      request_id: String(Number.parseInt(mark.replace(/\W|tb-/g, '').slice(0, REQUEST_ID_HEX), 16)),
    }),
  },
  {
    thing: 'ad_group',
    path: '/adgroup',
    id: 'adgroup_id',
    name: 'adgroup_name',
    all: 'ADGROUP_STATUS_ALL',
    among: ({ made }) => ({ campaign_ids: [made.campaign] }),
    body: ({ input: of, mark, made, api }) => {
      const { optimization_goal, billing_event, needs_pixel } = objective_of(of)
      return {
        adgroup_name: marked(groups_name(of), mark),
        operation_status: 'DISABLE',
        campaign_id: made.campaign,
        location_ids: of.location_ids,
        ...fixed.ad_group,
        // In UTC, whatever the zone of the account (page 'Create an ad group', read 2026-11).
        schedule_start_time: api.now().toISOString().slice(0, 'YYYY-MM-DD hh:mm:ss'.length).replace('T', ' '),
        optimization_goal,
        billing_event,
        ...(needs_pixel && { pixel_id: of.pixel_id, optimization_event: of.optimization_event }),
      }
    },
  },
  {
    thing: 'ad',
    path: '/ad',
    id: 'ad_id',
    name: 'ad_name',
    all: 'AD_STATUS_ALL',
    among: ({ made }) => ({ adgroup_ids: [made.ad_group] }),
    body: ({ input, made, mark }) => ({
      adgroup_id: made.ad_group,
      creatives: input.creatives.map((one, at) => ({
        ad_name: name_of_ad({ input, mark }, at),
        identity_type: input.identity.type,
        identity_id: input.identity.id,
        identity_authorized_bc_id: input.identity.authorized_bc_id,
        ...fixed.ad,
        video_id: one.video_id,
        image_ids: [one.cover_image_id],
        ad_text: one.text,
        landing_page_url: one.landing_page_url,
        call_to_action: one.call_to_action,
        operation_status: 'DISABLE',
      })),
    }),
  },
]

/** A request id is a 64-bit number. These digits stay below 2^53. */
const REQUEST_ID_HEX = 12

const request = (level: Level, source: Source) => ({
  path: `${level.path}/create/`,
  method: 'POST' as const,
  body: { advertiser_id: source.account.account_id, ...level.body(source) },
})

const item_of = ({ id, name }: Level) =>
  z.looseObject({ [id]: z.string(), [name]: z.string(), operation_status: z.string(), budget: z.number().nullish() })

/** The things with the mark. Ads can be several. */
async function look(level: Level, source: Source) {
  const { api, account, mark } = source
  const filtering = JSON.stringify({ secondary_status: level.all, ...level.among(source) })
  const found: Record<string, unknown>[] = []
  const query = { advertiser_id: account.account_id, filtering }
  for await (const page of read_list(api, `${level.path}/get/`, item_of(level), query))
    found.push(...page.filter((one) => String(one[level.name]).endsWith(`[${mark}]`)))
  if (found.length === 0) return undefined
  const values = things_of(source).flatMap(({ thing, level: of, called, fields }) => {
    if (of !== level.thing) return []
    const own = found.find((one) => one[level.name] === called)
    return own ? [new_values(fields, thing, own)] : [{ [`${thing}.name`]: null }]
  })
  return {
    made: { [level.thing]: found.map((one) => String(one[level.id])).join(',') },
    values: Object.assign({ ...(level.thing === 'ad' && { 'ad.count': `${found.length}` }) }, ...values),
  }
}

const step_of = (level: Level): Step<Input, Seen> => ({
  name: level.thing,
  request: (source) => request(level, source),
  accepted: (body, source) => {
    const read = answer.parse(body)
    const ids = read.data.ad_ids ?? [z.string().parse(read.data[level.id])]
    const refused_parts = level.thing === 'ad' ? refused_ads(read, source) : []
    return { made: { [level.thing]: ids.join(',') }, refused_parts }
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
    const { account, input: of, api } = source
    const fault = fault_of(of, today_in(account.time_zone, api.now()))
    if (fault) return fault
    const sentence = amount_fault(source, unit_micros, of.daily_budget, of.currency)
    if (sentence) return { refused: sentence }
    const minimum = minimum_of(account.currency)
    if (minimum !== undefined && micros(of.daily_budget) < micros(minimum))
      return {
        refused: `${of.daily_budget} ${account.currency} is below TikTok's minimum of ${minimum} ${account.currency} a day.`,
      }
    const { ends_on } = objective_of(of)
    return {
      target: { kind: 'campaign', id: null, name: of.name, account_id: account.account_id },
      differences: differences(source, account.currency),
      warnings: [
        ...(ends_on ? [message('action.objective_ends', { date: ends_on, platform: 'TikTok' })] : []),
        message('action.created_paused'),
      ],
      seen: {},
    }
  },
  steps: levels.map(step_of),
})
