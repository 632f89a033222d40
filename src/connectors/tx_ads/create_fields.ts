// The fields of new campaigns, ad groups and ads, as people read them and as TikTok's lists show them.
import { decimal, micros } from '#domain/money.ts'
import type { Difference } from '#engine/action.ts'
import { marked } from '../ad_actions.ts'
import { always, at, lines, type NewField, new_differences } from '../new_things.ts'
import { type Input, objectives } from './create_input.ts'

interface Sent {
  input: Input
  mark: string
}

/** Ads of one request have numbers before the mark. */
export const name_of_ad = ({ input: { name, creatives }, mark }: Sent, at: number) =>
  marked(creatives.length === 1 ? name : `${name} ${at + 1}`, mark)

export const groups_name = ({ ad_group_name, name }: Input) => ad_group_name ?? name
/** What all new things of a level have, in TikTok's words. */
export const fixed = {
  campaign: { budget_mode: 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET', budget_optimize_on: true },
  ad_group: {
    promotion_type: 'WEBSITE',
    placement_type: 'PLACEMENT_TYPE_AUTOMATIC',
    // The campaign holds the budget.
    budget_mode: 'BUDGET_MODE_INFINITE',
    schedule_type: 'SCHEDULE_FROM_NOW',
    bid_type: 'BID_TYPE_NO_BID',
    pacing: 'PACING_MODE_SMOOTH',
  },
  ad: { ad_format: 'SINGLE_VIDEO' },
}
const status: NewField<Sent> = {
  name: 'status',
  sent: always('paused'),
  shown: ({ operation_status }) => (operation_status === 'DISABLE' ? 'paused' : 'active'),
}
/** TikTok shows null where such a word does not apply. */
const of_fixed = (level: keyof typeof fixed): NewField<Sent>[] =>
  Object.entries(fixed[level]).map(([name, value]) => ({
    name,
    sent: always(String(value)),
    shown: (found) => at(name)(found) ?? undefined,
  }))
export const objective_of = ({ objective }: Input) => objectives[objective]!
/** What only objectives with a pixel have. */
const counted = (input: Input, value: string | undefined) => (objective_of(input).needs_pixel && value) || null

const of_campaign: NewField<Sent>[] = [
  { name: 'name', sent: ({ input, mark }) => marked(input.name, mark), shown: at('campaign_name') },
  status,
  { name: 'objective', sent: ({ input }) => input.objective, shown: at('objective_type') },
  {
    name: 'daily_budget',
    is_amount: true,
    sent: ({ input }) => decimal(micros(input.daily_budget)),
    shown: ({ budget }) => decimal(micros(Number(budget ?? 0))),
  },
  {
    name: 'special_categories',
    sent: ({ input }) => lines(input.special_industries),
    shown: ({ special_industries: found }) =>
      found === undefined ? undefined : lines((found as string[] | null) ?? []),
  },
  ...of_fixed('campaign'),
]
const of_group: NewField<Sent>[] = [
  { name: 'name', sent: ({ input, mark }) => marked(groups_name(input), mark), shown: at('adgroup_name') },
  status,
  { name: 'places', sent: ({ input }) => lines(input.location_ids), shown: at('location_ids') },
  {
    name: 'optimization_goal',
    sent: ({ input }) => objective_of(input).optimization_goal,
    shown: at('optimization_goal'),
  },
  { name: 'billing_event', sent: ({ input }) => objective_of(input).billing_event, shown: at('billing_event') },
  { name: 'pixel', sent: ({ input }) => counted(input, input.pixel_id), shown: at('pixel_id') },
  {
    name: 'conversion_event',
    sent: ({ input }) => counted(input, input.optimization_event),
    shown: at('optimization_event'),
  },
  ...of_fixed('ad_group'),
]
/** The fields of the nth ad. */
function of_ad(n: number): NewField<Sent>[] {
  const own = (name: string, sent: (of: Input['creatives'][number]) => string, key: string) => ({
    name,
    sent: ({ input }: Sent) => sent(input.creatives[n]!),
    shown: at(key),
  })
  return [
    { name: 'name', sent: (of) => name_of_ad(of, n), shown: at('ad_name') },
    status,
    own('message', ({ text }) => text, 'ad_text'),
    own('landing_page', ({ landing_page_url }) => landing_page_url, 'landing_page_url'),
    own('call_to_action', ({ call_to_action }) => call_to_action, 'call_to_action'),
    own('video', ({ video_id }) => video_id, 'video_id'),
    own('picture', ({ cover_image_id }) => cover_image_id, 'image_ids'),
    { name: 'identity', sent: ({ input }) => input.identity.id, shown: at('identity_id') },
    { name: 'identity_type', sent: ({ input }) => input.identity.type, shown: at('identity_type') },
    {
      name: 'authorized_business',
      sent: ({ input }) => input.identity.authorized_bc_id ?? null,
      shown: at('identity_authorized_bc_id'),
    },
    ...of_fixed('ad'),
  ]
}

interface NewThing {
  thing: string
  level: 'campaign' | 'ad_group' | 'ad'
  /** How the thing is called at the platform. */
  called: string
  fields: NewField<Sent>[]
}
/** Everything that is made. Several ads have numbers. */
export const things_of = (of: Sent): NewThing[] => [
  { thing: 'campaign', level: 'campaign', called: marked(of.input.name, of.mark), fields: of_campaign },
  { thing: 'ad_group', level: 'ad_group', called: marked(groups_name(of.input), of.mark), fields: of_group },
  ...of.input.creatives.map((_, n): NewThing => {
    const thing = of.input.creatives.length === 1 ? 'ad' : `ad_${n + 1}`
    return { thing, level: 'ad', called: name_of_ad(of, n), fields: of_ad(n) }
  }),
]

export const differences = (of: Sent, currency?: string): Difference[] => [
  ...things_of(of).flatMap(({ thing, level, fields }) => new_differences(fields, of, { thing, step: level, currency })),
  { step: 'ad', field: 'ad.count', before: null, after: `${of.input.creatives.length}` },
]
