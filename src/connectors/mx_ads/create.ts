// Creates a campaign with an ad set and an ad, all paused, in three requests (AdAccount, POST campaigns, adsets and ads, api_specs, read 2026-11).
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
import { is_refusal } from '#engine/vendors/refusal.ts'
import { message } from '#messages/message.ts'
import { amount_fault, marked } from '../ad_actions.ts'
import { field_list, read_list } from '../meta.ts'
import { always, at, lines, type NewField, new_differences, new_values } from '../new_things.ts'
import { creative_body, creative_fields, creative_node } from './create_creative.ts'
import { fault_of, type Input, input, objectives } from './create_input.ts'
import { type Named, named_of } from './create_transparency.ts'
import { listed_status } from './statuses.ts'
import { minor_micros, minor_of } from './units.ts'
import { scopes, validate, visible_within } from './writes.ts'

type Seen = Named

const made = z.object({ id: z.string() })
const accepted = (thing: string) => (answer: unknown) => ({ made: { [thing]: made.parse(answer).id } })

const PAGE = 200
const named = z.object({ id: z.string(), name: z.string().default('') })
/** Graph leaves out fields without a value, so a part of a campaign that is missing there is none. */
const part = z.looseObject({}).nullable().default(null)
const word = z.string().nullable().default(null)

interface Sent {
  input: Input
  mark: string
  seen: Seen
}

interface Level {
  thing: string
  edge: 'campaigns' | 'adsets' | 'ads'
  status: keyof typeof listed_status
  /** The thing that holds it. Absent: the account. */
  above?: string
  name_of: (input: Input) => string
  body: (source: Pick<StepSource<Input, Seen>, 'input' | 'made' | 'seen' | 'account'>) => Record<string, unknown>
  fields: NewField<Sent>[]
  /** What is read of the new thing, and of nodes below it. */
  node: z.ZodObject
  below?: Record<string, z.ZodObject>
}

const BIDDING = 'LOWEST_COST_WITHOUT_CAP'
const BUYING = 'AUCTION'
const BILLING = 'IMPRESSIONS'
const EVENT = 'PURCHASE'
/** Without it, Meta shows the ad to a wider audience, or refuses it (blog of 2025-06-13 about v23.0, read 2026-11). */
const AUDIENCE = { advantage_audience: 0 }
const objective_of = ({ objective }: Input) => objectives[objective]!

/** Name and status, which all levels have. */
const common = (name_of: Level['name_of']): NewField<Sent>[] => [
  { name: 'name', sent: ({ input, mark }) => marked(name_of(input), mark), shown: at('name') },
  { name: 'status', sent: always('paused'), shown: ({ status }) => paused(String(status)) },
]
const paused = (status: string) => (status === 'PAUSED' ? 'paused' : status.toLowerCase())

const name_of_campaign = ({ name }: Input) => name
const name_of_ad_set = ({ ad_set_name, name }: Input) => ad_set_name ?? name
const base = { name: word, status: z.string() }

const automation = z.object({ targeting_automation: z.object({ advantage_audience: z.number() }) })

const levels: Level[] = [
  {
    thing: 'campaign',
    edge: 'campaigns',
    status: 'campaign',
    name_of: name_of_campaign,
    body: ({ input: { objective, special_ad_categories, daily_budget, countries }, account }) => ({
      objective,
      special_ad_categories,
      // Compulsory with a category (page "Special Ad Categories", 2026-04).
      ...(special_ad_categories.length > 0 && { special_ad_category_country: countries }),
      daily_budget: minor_of(daily_budget, account.currency),
      bid_strategy: BIDDING,
      buying_type: BUYING,
    }),
    fields: [
      ...common(name_of_campaign),
      { name: 'objective', sent: ({ input }) => input.objective, shown: at('objective') },
      {
        name: 'daily_budget',
        is_amount: true,
        sent: ({ input }) => decimal(micros(input.daily_budget)),
        shown: at('daily_budget'),
      },
      {
        name: 'special_categories',
        sent: ({ input }) => lines(input.special_ad_categories),
        shown: ({ special_ad_categories: found }) => lines((found as string[]).filter((one) => one !== 'NONE')),
      },
      {
        name: 'special_category_countries',
        sent: ({ input: { special_ad_categories, countries } }) =>
          special_ad_categories.length > 0 ? lines(countries) : null,
        shown: at('special_ad_category_country'),
      },
      { name: 'bidding', sent: always(BIDDING), shown: at('bid_strategy') },
      { name: 'buying_type', sent: always(BUYING), shown: at('buying_type') },
    ],
    node: z.object({
      ...base,
      objective: word,
      daily_budget: word,
      bid_strategy: word,
      buying_type: word,
      special_ad_categories: z.array(z.string()).default([]),
      special_ad_category_country: z.array(z.string()).optional(),
    }),
  },
  {
    thing: 'ad_set',
    above: 'campaign',
    edge: 'adsets',
    status: 'adset',
    name_of: name_of_ad_set,
    body: ({ input, made, seen }) => ({
      campaign_id: made.campaign,
      billing_event: BILLING,
      optimization_goal: objective_of(input).optimization_goal,
      targeting: { geo_locations: { countries: input.countries }, targeting_automation: AUDIENCE },
      dsa_beneficiary: seen.beneficiary,
      dsa_payor: seen.payer,
      ...(objective_of(input).needs_pixel && {
        promoted_object: { pixel_id: input.pixelId, custom_event_type: EVENT },
      }),
    }),
    fields: [
      ...common(name_of_ad_set),
      {
        name: 'countries',
        sent: ({ input }) => lines(input.countries),
        shown: at('targeting', 'geo_locations', 'countries'),
      },
      {
        name: 'advantage_audience',
        sent: always(String(AUDIENCE.advantage_audience)),
        shown: ({ targeting }) =>
          automation.safeParse(targeting).data?.targeting_automation.advantage_audience.toString(),
      },
      { name: 'beneficiary', sent: ({ seen }) => seen.beneficiary ?? null, shown: at('dsa_beneficiary') },
      { name: 'payer', sent: ({ seen }) => seen.payer ?? null, shown: at('dsa_payor') },
      {
        name: 'optimization_goal',
        sent: ({ input }) => objective_of(input).optimization_goal,
        shown: at('optimization_goal'),
      },
      { name: 'billing_event', sent: always(BILLING), shown: at('billing_event') },
      { name: 'pixel', sent: ({ input }) => counted(input, input.pixelId), shown: at('promoted_object', 'pixel_id') },
      {
        name: 'conversion_event',
        sent: ({ input }) => counted(input, EVENT),
        shown: at('promoted_object', 'custom_event_type'),
      },
    ],
    node: z.object({
      ...base,
      targeting: part,
      optimization_goal: word,
      billing_event: word,
      promoted_object: part,
      dsa_beneficiary: word,
      dsa_payor: word,
    }),
  },
  {
    thing: 'ad',
    above: 'ad_set',
    edge: 'ads',
    status: 'ad',
    name_of: name_of_campaign,
    body: ({ input, made }) => ({ adset_id: made.ad_set, creative: creative_body(input) }),
    fields: [...common(name_of_campaign), ...creative_fields],
    node: z.object({ ...base, creative: creative_node.optional() }),
    below: { creative: creative_node },
  },
]

/** What only objectives with a pixel have. */
const counted = (input: Input, value: string | undefined) => (objective_of(input).needs_pixel && value) || null

const request = ({ edge, name_of, body }: Level, source: Parameters<Step<Input, Seen>['request']>[0]) => ({
  path: `/act_${source.account.account_id}/${edge}`,
  method: 'POST' as const,
  body: {
    name: marked(name_of(source.input), source.mark),
    status: 'PAUSED',
    ...body(source),
  },
})

/** A node that is not there, or not to be seen. */
const absent = (error: unknown) => {
  if (is_refusal(error, 'denied')) return undefined
  throw error
}

/**
 * The id of the thing with the mark, when the answer did not give it. Lists are read without creatives, which are large. Ad sets and ads
 * are looked for below what was made before, because an account can have a hundred thousand ads.
 */
async function id_of({ edge, status, above }: Level, { api, account, mark, made }: StepSource<Input, Seen>) {
  const effective_status = JSON.stringify(listed_status[status])
  const query = { fields: field_list(named), effective_status, limit: PAGE }
  const holder = above === undefined ? `act_${account.account_id}` : made[above]
  for await (const page of read_list(api, `/${holder}/${edge}`, named, query)) {
    const found = page.find(({ name }) => name.endsWith(`[${mark}]`))
    if (found) return found.id
  }
  return undefined
}

const step_of = (level: Level): Step<Input, Seen> => ({
  name: level.thing,
  request: (source) => request(level, source),
  accepted: accepted(level.thing),
  async look(source) {
    const query = { fields: field_list(level.node, level.below) }
    const read = (id: string) => source.api.call({ path: `/${id}`, query, schema: level.node })
    const known = source.made[level.thing]
    const shown = known === undefined ? undefined : await read(known).catch(absent)
    const id = shown ? known! : await id_of(level, source)
    if (id === undefined) return undefined
    const { creative, daily_budget, ...node } = shown ?? (await read(id))
    const budget = daily_budget
      ? decimal(BigInt(daily_budget as string) * minor_micros(source.account.currency ?? ''))
      : null
    return {
      made: { [level.thing]: id },
      values: new_values(level.fields, level.thing, { ...node, daily_budget: budget, ...(creative as object) }),
    }
  },
})

const differences = (of: Sent, currency?: string): Difference[] =>
  levels.flatMap(({ thing, fields }) => new_differences(fields, of, { thing, currency }))

export const create_campaign = action({
  about: 'Creates a campaign with an ad set and an ad, all paused.',
  input,
  scopes,
  visible_within,
  async preflight(source): Promise<ActionRefused | ActionPlan<Seen>> {
    const { account, input: of } = source
    const fault = fault_of(of)
    if (fault) return fault
    const sentence = amount_fault(source, minor_micros, of.daily_budget, of.currency)
    if (sentence) return { refused: sentence }
    const seen = await named_of(source, of.countries)
    if ('refused' in seen) return seen
    // Meta validates the campaign without making it. The ad set and the ad need its id, so they cannot be validated before.
    await validate(source, request(levels[0]!, { ...source, seen, made: {} }))
    return {
      target: { kind: 'campaign', id: null, name: of.name, account_id: account.account_id },
      differences: differences({ ...source, seen }, account.currency),
      warnings: [message('action.created_paused')],
      seen,
    }
  },
  steps: levels.map(step_of),
})
