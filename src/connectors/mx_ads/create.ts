// Creates a campaign with an ad set and an ad, all paused, in three requests (AdAccount, POST campaigns, adsets and ads, api_specs, read 2026-11).
import { z } from 'zod'
import { decimal, micros } from '#domain/money.ts'
import { type ActionPlan, type ActionRefused, action, type Difference, type Step } from '#engine/action.ts'
import { message } from '#messages/message.ts'
import { amount_fault, amount_text, marked } from '../ad_actions.ts'
import { field_list, read_list } from '../meta.ts'
import { every_status } from './statuses.ts'
import { minor_micros, minor_of } from './units.ts'
import { scopes, validate, visible_within } from './writes.ts'

/** What ad sets of an objective are optimized for. Sales need a pixel. */
const objectives: Record<string, { optimization_goal: string; needs_pixel?: true }> = {
  OUTCOME_TRAFFIC: { optimization_goal: 'LINK_CLICKS' },
  OUTCOME_AWARENESS: { optimization_goal: 'REACH' },
  OUTCOME_SALES: { optimization_goal: 'OFFSITE_CONVERSIONS', needs_pixel: true },
}

/**
 * Objectives with which no version since v17.0 creates campaigns
 * (developers.facebook.com/blog/post/2023/02/13/outcome-driven-ad-experiences-update, read 2026-11).
 */
const ended_objectives = {
  since: '2023-05-23',
  names:
    'APP_INSTALLS BRAND_AWARENESS CONVERSIONS EVENT_RESPONSES LEAD_GENERATION LINK_CLICKS LOCAL_AWARENESS MESSAGES OFFER_CLAIMS PAGE_LIKES POST_ENGAGEMENT PRODUCT_CATALOG_SALES REACH STORE_VISITS VIDEO_VIEWS'.split(
      ' ',
    ),
}

const NAME_CHARS_MAX = 200
const name = z.string().min(1).max(NAME_CHARS_MAX)
const id = z.string().regex(/^\d{1,30}$/, 'must be an id, with digits only')
const input = z.object({
  name,
  objective: z
    .string()
    .max(60)
    .describe(`One of ${Object.keys(objectives).join(', ')}.`),
  daily_budget: amount_text,
  currency: z.string().length(3).optional(),
  special_ad_categories: z
    .array(z.enum(['HOUSING', 'EMPLOYMENT', 'FINANCIAL_PRODUCTS_SERVICES', 'ISSUES_ELECTIONS_POLITICS']))
    .max(4)
    .default([])
    .describe('The declaration that Meta requires. Empty: none of them applies.'),
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/, 'must be a country of ISO 3166-1'))
    .min(1)
    .max(25),
  ad_set_name: name.optional(),
  pixelId: id.optional().describe('The pixel whose purchases count, for OUTCOME_SALES.'),
  creative: z
    .object({
      pageId: id.describe('The Facebook page that the ad speaks for.'),
      imageHash: z.string().regex(/^[0-9a-f]{16,64}$/i, 'must be the hash of a picture of the account'),
      message: z.string().min(1).max(2_000),
      headline: z.string().min(1).max(255).optional(),
      link: z.url({ protocol: /^https?$/ }).max(2_000),
      call_to_action: z.enum(['LEARN_MORE', 'SHOP_NOW', 'SIGN_UP', 'CONTACT_US', 'GET_OFFER']).default('LEARN_MORE'),
    })
    .strict(),
})
type Input = z.output<typeof input>
type Seen = Record<string, never>

const made = z.object({ id: z.string() })
const accepted = (thing: string) => (answer: unknown) => ({ made: { [thing]: made.parse(answer).id } })

const PAGE = 200
const named = z.object({ id: z.string(), name: z.string().default(''), status: z.string() })
const with_budget = named.extend({ objective: z.string().nullish(), daily_budget: z.string().nullish() })

const paused = (status: string) => (status === 'PAUSED' ? 'paused' : status.toLowerCase())

interface Level {
  thing: string
  edge: 'campaigns' | 'adsets' | 'ads'
  status: keyof typeof every_status
  name_of: (input: Input) => string
  body: (input: Input, made: Record<string, string>, currency?: string) => Record<string, unknown>
}

const levels: Level[] = [
  {
    thing: 'campaign',
    edge: 'campaigns',
    status: 'campaign',
    name_of: ({ name }) => name,
    body: ({ objective, special_ad_categories, daily_budget }, _, currency) => ({
      objective,
      special_ad_categories,
      daily_budget: minor_of(daily_budget, currency),
      bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
      buying_type: 'AUCTION',
    }),
  },
  {
    thing: 'ad_set',
    edge: 'adsets',
    status: 'adset',
    name_of: ({ ad_set_name, name }) => ad_set_name ?? name,
    body: ({ countries, objective, pixelId }, made) => ({
      campaign_id: made.campaign,
      billing_event: 'IMPRESSIONS',
      optimization_goal: objectives[objective]!.optimization_goal,
      targeting: { geo_locations: { countries } },
      ...(objectives[objective]!.needs_pixel && {
        promoted_object: { pixel_id: pixelId, custom_event_type: 'PURCHASE' },
      }),
    }),
  },
  {
    thing: 'ad',
    edge: 'ads',
    status: 'ad',
    name_of: ({ name }) => name,
    body: ({ creative: { pageId, imageHash, message, headline, link, call_to_action } }, made) => ({
      adset_id: made.ad_set,
      creative: {
        object_story_spec: {
          page_id: pageId,
          link_data: {
            ...{ link, message, name: headline, image_hash: imageHash },
            call_to_action: { type: call_to_action, value: { link } },
          },
        },
      },
    }),
  },
]

const request = ({ edge, name_of, body }: Level, source: Parameters<Step<Input, Seen>['request']>[0]) => ({
  path: `/act_${source.account.account_id}/${edge}`,
  method: 'POST' as const,
  body: {
    name: marked(name_of(source.input), source.mark),
    status: 'PAUSED',
    ...body(source.input, source.made, source.account.currency),
  },
})

const step_of = (level: Level): Step<Input, Seen> => ({
  name: level.thing,
  request: (source) => request(level, source),
  accepted: accepted(level.thing),
  async look({ api, account, mark }) {
    const item = level.thing === 'campaign' ? with_budget : named
    const query = {
      fields: field_list(item),
      effective_status: JSON.stringify(every_status[level.status]),
      limit: PAGE,
    }
    for await (const page of read_list(api, `/act_${account.account_id}/${level.edge}`, item, query)) {
      const found = page.find(({ name }) => name.endsWith(`[${mark}]`)) as z.output<typeof with_budget> | undefined
      if (!found) continue
      const { daily_budget } = found
      return {
        made: { [level.thing]: found.id },
        values: {
          [`${level.thing}.name`]: found.name,
          [`${level.thing}.status`]: paused(found.status),
          ...(level.thing === 'campaign' && {
            'campaign.objective': found.objective ?? null,
            'campaign.daily_budget': daily_budget
              ? decimal(BigInt(daily_budget) * minor_micros(account.currency ?? ''))
              : null,
          }),
        },
      }
    }
    return undefined
  },
})

function differences(of: Input, mark: string, currency?: string): Difference[] {
  const made = levels.flatMap(({ thing, name_of }) => [
    { step: thing, field: `${thing}.name`, before: null, after: marked(name_of(of), mark) },
    { step: thing, field: `${thing}.status`, before: null, after: 'paused' },
  ])
  const amount = decimal(micros(of.daily_budget))
  return [
    ...made,
    { step: 'campaign', field: 'campaign.objective', before: null, after: of.objective },
    { step: 'campaign', field: 'campaign.daily_budget', before: null, after: amount, currency },
  ]
}

function fault_of({ objective, pixelId }: Input): ActionRefused | undefined {
  if (ended_objectives.names.includes(objective))
    return {
      refused: `Meta creates no campaigns with the objective ${objective} any more. Choose one of ${Object.keys(objectives).join(', ')}.`,
      rule_begins_on: ended_objectives.since,
    }
  const known = objectives[objective]
  if (!known) return { refused: `'${objective}' is no objective. Choose one of ${Object.keys(objectives).join(', ')}.` }
  if (known.needs_pixel && !pixelId) return { refused: `${objective} needs pixelId: the pixel whose purchases count.` }
  return undefined
}

export const create_campaign = action({
  about: 'Creates a campaign with an ad set and an ad, all paused.',
  input,
  scopes,
  visible_within,
  async preflight(source): Promise<ActionRefused | ActionPlan<Seen>> {
    const { account, input: of, mark } = source
    const fault = fault_of(of)
    if (fault) return fault
    const sentence = amount_fault(source, minor_micros, of.daily_budget, of.currency)
    if (sentence) return { refused: sentence }
    // Meta validates the campaign without making it. The ad set and the ad need its id, so they cannot be validated before.
    await validate(source, request(levels[0]!, { ...source, seen: {}, made: {} }))
    return {
      target: { kind: 'campaign', id: null, name: of.name, account_id: account.account_id },
      differences: differences(of, mark, account.currency),
      warnings: [message('action.created_paused'), message('action.cannot_undo')],
      seen: {},
    }
  },
  steps: levels.map(step_of),
})
