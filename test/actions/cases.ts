// What the tests of changes do at each ad platform.
import type { ActionBench, ActionPlace } from '#test/action_bench.ts'

export interface PlatformCase {
  platform: string
  world: 'mx' | 'gx' | 'tx'
  create: Record<string, unknown>
  /** Names of the requests that make a campaign. */
  steps: string[]
}

const link = 'https://casalumbre.example/sala'

export const platforms: PlatformCase[] = [
  {
    platform: 'mx_ads',
    world: 'mx',
    steps: ['campaign', 'ad_set', 'ad'],
    create: {
      ...{ name: 'Sala nueva', objective: 'OUTCOME_TRAFFIC', daily_budget: '350.50', countries: ['MX'] },
      creative: { pageId: '100200300400500', imageHash: 'a1b2c3d4e5f60718', message: 'Nueva sala', link },
    },
  },
  {
    platform: 'gx_ads',
    world: 'gx',
    steps: ['campaign'],
    create: {
      ...{ name: "Sala d'oro", daily_budget: '350.5', final_url: link },
      headlines: ['Salas', 'Salas de madera', 'Envío gratis'],
      descriptions: ['Hechas a mano en México.', 'Llegan en cinco días.'],
      keywords: [{ text: 'sala de madera' }, { text: 'salas', match: 'exact' }],
    },
  },
  {
    platform: 'tx_ads',
    world: 'tx',
    steps: ['campaign', 'ad_group', 'ad'],
    create: {
      ...{ name: 'Sala nueva', objective: 'TRAFFIC', daily_budget: '350.5', location_ids: ['3996063'] },
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

/** Each kind of change with its input. */
export function changes_of(
  bench: ActionBench,
  of: PlatformCase,
  place: ActionPlace,
): [action: string, input: object][] {
  const active = campaign_with(bench, of, place, 'active')
  const paused = sandbox_paused(bench, of, place)
  return [
    ['pause_campaign', { campaign_id: active.id }],
    ['resume_campaign', { campaign_id: paused }],
    ['set_daily_budget', { campaign_id: active.id, daily_budget: '987.5' }],
    ['create_campaign', of.create],
  ]
}

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
