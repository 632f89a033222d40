// What the tests of changes do at each ad platform.
import type { ActionBench, ActionPlace } from '#test/action_bench.ts'

export interface PlatformCase {
  platform: string
  world: 'mx' | 'gx' | 'tx'
  create: Record<string, unknown>
  /** The same with every field that the input has. */
  whole: Record<string, unknown>
  /** Fields of what is sent that the platform may store otherwise, and the request that sends each. */
  alterable: Record<string, RegExp>
  /** Names of the requests that make a campaign. */
  steps: string[]
}

const link = 'https://casalumbre.example/sala'
const odd_link = 'http://casalumbre.example/salas?to=https%3A%2F%2Fother.example#oferta'
const named = { currency: 'MXN', name: 'Sala completa', daily_budget: '750.5' }

export const platforms: PlatformCase[] = [
  {
    platform: 'mx_ads',
    world: 'mx',
    steps: ['campaign', 'ad_set', 'ad'],
    create: {
      ...{ name: 'Sala nueva', objective: 'OUTCOME_TRAFFIC', daily_budget: '750.50', countries: ['MX'] },
      creative: { pageId: '100200300400500', imageHash: 'a1b2c3d4e5f60718', message: 'Nueva sala', link },
    },
    whole: {
      ...{
        ...named,
        objective: 'OUTCOME_SALES',
        countries: ['MX', 'CO'],
        ad_set_name: 'Grupo uno',
        pixelId: '77700077',
      },
      special_ad_categories: ['HOUSING'],
      creative: {
        ...{ pageId: '100200300400500', imageHash: 'a1b2c3d4e5f60718', message: 'Mira esta', link: odd_link },
        ...{ headline: 'Oferta', call_to_action: 'SHOP_NOW' },
      },
    },
    alterable: { daily_budget: /campaigns/, countries: /adsets/, message: /ads$/, link: /ads$/ },
  },
  {
    platform: 'gx_ads',
    world: 'gx',
    steps: ['campaign'],
    create: {
      ...{ name: "Sala d'oro", daily_budget: '750.5', final_url: link },
      headlines: ['Salas', 'Salas de madera', 'Envío gratis'],
      descriptions: ['Hechas a mano en México.', 'Llegan en cinco días.'],
      keywords: [{ text: 'sala de madera' }, { text: 'salas', match: 'exact' }],
    },
    whole: {
      ...{ ...named, ad_group_name: 'Grupo uno', final_url: odd_link, path1: 'salas', path2: 'madera' },
      headlines: ['Salas', 'Salas de pino', 'Envío gratis'],
      descriptions: ['Hechas a mano en México.', 'Llegan en cinco días.'],
      keywords: [{ text: 'sala de pino', match: 'broad' }],
      eu_political_advertising: true,
    },
    alterable: { amountMicros: /mutate/, finalUrls: /mutate/, matchType: /mutate/ },
  },
  {
    platform: 'tx_ads',
    world: 'tx',
    steps: ['campaign', 'ad_group', 'ad'],
    create: {
      ...{ name: 'Sala nueva', objective: 'TRAFFIC', daily_budget: '750.5', location_ids: ['3996063'] },
      identity: { type: 'CUSTOMIZED_USER', id: '7100000000000000001' },
      creatives: [
        {
          video_id: 'v10033g50000abc',
          cover_image_id: 'ad-site-i18n-sg/1',
          text: 'Nueva sala',
          landing_page_url: link,
        },
        { video_id: 'v10033g50000abd', cover_image_id: 'ad-site-i18n-sg/2', text: 'Otra sala', landing_page_url: link },
      ],
    },
    whole: {
      ...{ ...named, objective: 'WEB_CONVERSIONS', location_ids: ['3996063', '3688689'], ad_group_name: 'Grupo uno' },
      ...{ pixel_id: '7700077', optimization_event: 'SHOPPING', special_industries: ['HOUSING'] },
      identity: { type: 'BC_AUTH_TT', id: '7100000000000000001', authorized_bc_id: '7200000000000000002' },
      creatives: [
        {
          ...{ video_id: 'v10033g50000abc', cover_image_id: 'ad-site-i18n-sg/1', text: 'Mira esta' },
          ...{ landing_page_url: odd_link, call_to_action: 'SHOP_NOW' },
        },
      ],
    },
    alterable: {
      ...{ budget: /campaign\/create/, location_ids: /adgroup\/create/ },
      ...{ ad_text: /ad\/create/, landing_page_url: /ad\/create/ },
    },
  },
]

/** The first campaign with this status, of a kind that the platform's ordinary lists have. */
export function campaign_with(
  { sandbox }: ActionBench,
  { world }: PlatformCase,
  { account_id }: ActionPlace,
  status: 'active' | 'paused' | 'removed',
) {
  const found = sandbox.world.ads[world].campaigns.find(
    (one) => one.account_id === account_id && one.status === status && one.kind !== 'shopping' && one.kind !== 'pmax',
  )
  if (!found) throw new Error(`${world} has no ${status} campaign`)
  return found
}

type At = [bench: ActionBench, of: PlatformCase, place: ActionPlace]

/** The input of each kind of change. */
export const inputs: Record<string, (...at: At) => object> = {
  pause_campaign: (...at) => ({ campaign_id: campaign_with(...at, 'active').id }),
  resume_campaign: (...at) => ({ campaign_id: sandbox_paused(...at) }),
  set_daily_budget: (...at) => ({ campaign_id: campaign_with(...at, 'active').id, daily_budget: '987.5' }),
  create_campaign: (_, { create }) => create,
}

export const changes_of = (...at: At): [action: string, input: object][] =>
  Object.entries(inputs).map(([action, input]) => [action, input(...at)])

const edits: Record<string, { field: string; off: string; key: (id: string) => string }> = {
  mx_ads: { field: 'status', off: 'PAUSED', key: (id) => id },
  gx_ads: { field: 'status', off: 'PAUSED', key: (id) => `campaign ${id}` },
  tx_ads: { field: 'operation_status', off: 'DISABLE', key: (id) => id },
}

/** Somebody pauses the second active campaign at the platform itself. */
function sandbox_paused(bench: ActionBench, of: PlatformCase, place: ActionPlace): string {
  const first = campaign_with(bench, of, place, 'active')
  const second =
    bench.sandbox.world.ads[of.world].campaigns.find(
      (one) =>
        one.account_id === place.account_id &&
        one.status === 'active' &&
        one.id !== first.id &&
        one.kind !== 'shopping' &&
        one.kind !== 'pmax',
    ) ?? first
  set_off(bench, of.platform, second.id)
  return second.id
}

export function set_off({ sandbox }: ActionBench, platform: string, campaign_id: string): void {
  const { field, off, key } = edits[platform]!
  sandbox.world.writes.change(platform, key(campaign_id), { [field]: off })
}
