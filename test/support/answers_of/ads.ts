// Answers of a mocked API for the page of ads, in each of its states.
import { type Answers, type Mocked, ok, refused } from '#test/dashboard.ts'
import { states as base_states } from '#test/dashboard_answers.ts'

/** Each day ends before the instant of the tests, 2026-06-28. */
export const WINDOW = {
  ...{ from: '2026-05-29', to: '2026-06-27', days: 30, is_partial: false },
  time_zone: 'America/Mexico_City',
}
export const BEFORE = { ...WINDOW, from: '2026-04-29', to: '2026-05-28' }
const YEAR_BEFORE = { ...WINDOW, from: '2025-05-30', to: '2025-06-28' }

const source = (platform: string, more: object = {}) => ({
  ...{ platform, connection_id: `01980000-0000-7000-8000-00000000${platform.length}${platform.slice(0, 2)}` },
  ...{ name: `Casa Lumbre ${platform}`, health: 'ok', ...more },
})

/** What every answer states about its sources. */
export const provenance = (platforms: readonly string[], more: object = {}) => ({
  sources: platforms.map((platform) => source(platform)),
  ...{ as_of: '2026-06-28T07:40:00Z', settled_until: '2026-05-30', covered_from: '2026-01-01' },
  ...{ covered_until: '2026-06-27', rates: [], ...more },
  notes: ['Recent days can still change, because platforms restate them.'],
})

/** A source that has answered until five days before the end of the window. */
export const lacking = { covered_until: '2026-06-22', settled_until: '2026-05-28' }
export const partial_window = {
  ...{ ...WINDOW, is_partial: true },
  lacks: ['mx_ads', 'gx_ads', 'tx_ads', 'net_c_ads', 'sx', 'mpa', 'gx_analytics', 'seo_console', 'social_a', 'email_a'],
}

export interface Size {
  rows: number
  /** The last days of each source are missing, and ratios are not known. */
  is_partial?: boolean
}

const AD_PLATFORMS = ['mx_ads', 'gx_ads', 'tx_ads', 'net_c_ads']

const connection = (platform: string) => ({
  ...{ connection_id: source(platform).connection_id, platform, name: `Casa Lumbre ${platform}`, status: 'active' },
  ...{ sync_state: 'idle', progress: null, health: 'ok', health_reason: 'Synced and bringing rows.' },
  ...{ needs_reconnection: false, notices: [], stale_hours: 0, last_sync: '2026-06-28T07:40:00Z' },
})
export const connections = (platforms: readonly string[]) =>
  ok({
    connections: platforms.map(connection),
    ...{ count: platforms.length, total: platforms.length, truncated: false, by_health: { ok: platforms.length } },
  })

const figures = (number: number, { is_partial }: Size) => ({
  ...{ spend: 66_326.58 - number * 7.13, impressions: 874_494 + number, clicks: 11_884 - number },
  ...{ conversions: 131.25, conversion_value: 191_576.13 + number * 0.01, roas: is_partial ? null : 2.8884 },
})

export const totals = {
  spend: 294_793.89,
  impressions: 3_433_878,
  clicks: 43_164,
  conversions: 662,
  conversion_value: 1_006_895.02,
}
export const totals_before = { ...totals, spend: 195_615.06, clicks: 26_209 }

export const many = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n))
const names = ['Prospección | Sala y decoración', 'Búsqueda | Marca', 'Shopping | Todos los productos', 'Buen Fin 2026']
const name_of = (number: number) => `${names[number % names.length]}${number < names.length ? '' : ` ${number}`}`

const campaign = (size: Size) => (number: number) => ({
  ...{ campaign_id: `21000010${number}`, name: name_of(number), status: number % 3 === 0 ? 'PAUSED' : 'ACTIVE' },
  ...{ account: 'Casa Lumbre México', ...figures(number, size) },
})
const ad_group = (size: Size) => (number: number) => ({
  ...{ ad_group_id: number === 1 ? null : `31000010${number}`, campaign_id: '210000100', status: 'ENABLED' },
  name: number === 1 ? '(not reported at this level)' : `Grupo ${name_of(number)}`,
  ...figures(number, size),
})
const ad = (size: Size) => (number: number) => ({
  ...{ ad_id: `41000010${number}`, name: `Anuncio ${name_of(number)}`, status: 'ENABLED' },
  ...{ ad_type: 'RESPONSIVE_SEARCH_AD', headline: 'Muebles hechos a mano', description: 'Envío a todo México' },
  ...{ headlines: ['Muebles hechos a mano', 'Casa Lumbre'], descriptions: ['Envío a todo México'] },
  ...{ final_url: 'https://casalumbre.example/sala', ad_group_id: '310000100', ad_group: 'Sala' },
  ...{ campaign_id: '210000100', campaign: names[0], account: 'Casa Lumbre MX', ...figures(number, size) },
})
const creative = (size: Size) => (number: number) => ({
  ...{ creative_id: `91000010${number}`, name: `Creatividad ${name_of(number)}`, status: 'ACTIVE', type: 'VIDEO' },
  ...{ title: 'Hecho a mano', body: 'Muebles de Oaxaca', account: 'Casa Lumbre México', ...figures(number, size) },
  ...{ thumbnail_url: 'https://pictures.example/1.jpg', thumbnail_read_at: '2026-06-28T07:40:00Z' },
  fatigue_score: number % 2 === 0 ? 44 : null,
  fatigue: {
    ...{ ctr_fall_percent: 21.4, cost_rise_percent: 12.1, first_frequency: 1.1204, frequency: 1.8812 },
    days_running: 63,
  },
})

/** Of the days of the comparison, which the page asks for with a limit of one, or of the period. */
function listed(name: string, make: (number: number) => object, platform: string, size: Size) {
  return ({ body }: { body: unknown }): Mocked => {
    const { date_from, limit } = body as { date_from: string; limit: number }
    const is_before = date_from !== WINDOW.from
    const rows = many(Math.min(size.rows, limit), make)
    const window = is_before ? BEFORE : size.is_partial ? partial_window : WINDOW
    const has_more = size.rows === 1_000
    return ok({
      ...{ window, currency: 'MXN' },
      totals: { ...(is_before ? totals_before : totals), roas: size.is_partial ? null : 3.4156 },
      [name]: rows,
      ...{ count: rows.length, total: has_more ? 2_400 : size.rows, truncated: has_more },
      ...(has_more && { hint: 'Narrow the dates, or ask query_data for one campaign.' }),
      ...provenance([platform], size.is_partial ? lacking : {}),
    })
  }
}

const metric_values: Record<string, [number, number]> = {
  'network_ads.spend': [51_838.46, 21_253.57],
  'network_ads.impressions': [88_141, 40_100],
  'network_ads.clicks': [755, 301],
  'network_ads.conversions': [35, 12],
  'network_ads.claimed_revenue': [47_773.15, 14_126.9],
  'network_ads.roas': [0.9216, 0.6647],
}

const metric = ({ body }: { body: unknown }): Mocked => {
  const asked = body as { metric: string; dimensions?: string[] }
  const [total_value, value] = metric_values[asked.metric]!
  const rows = asked.dimensions ? [{ campaign_id: '61000030000', campaign: 'Contract | US', value }] : [{ value }]
  return ok({
    ...{ metric: asked.metric, description: '', unit: 'money', currency: 'MXN', window: WINDOW, total_value, rows },
    ...{ count: 1, total: 1, truncated: false, ...provenance(['net_c_ads']) },
  })
}

export const compared = (current: number | null, previous: number | null, change_percent: number | null) => ({
  ...{ current, previous, change: null, change_percent, year_before: null, year_change_percent: null },
})

const channel = (platform: string, spend: number) => ({
  platform,
  ...{ spend: compared(spend, 195_615.06, 50.7), revenue: compared(1_006_895.02, 508_793.11, 97.9) },
  ...{ roas: compared(3.4156, 2.6, 31.3), impressions: compared(3_433_878, null, null) },
  ...{ clicks: compared(43_164, 26_209, 64.7), ctr: compared(0.0126, 0.0104, 21.2) },
  ...{ cpc: compared(6.83, 7.46, -8.4), conversions: compared(662, 337, 96.4) },
})

const ranked = (campaign_id: string, roas: number | null) => ({
  ...{ platform: 'gx_ads', campaign_id, name: name_of(Number(campaign_id.at(-1))), spend: 23_008.97 },
  ...{ revenue: 341_924.11, roas, previous_roas: 12.5 },
})

export const performance = ({ is_partial = false }: Partial<Size> = {}) => ({
  ...{ summary: 'Against the period before: ad spend 823,914.61 MXN.', window: WINDOW, previous_window: BEFORE },
  ...{ year_before_window: YEAR_BEFORE, currency: 'MXN' },
  kpis: {
    ad_spend: compared(823_914.61, 612_000.5, 34.63),
    store_revenue: compared(3_435_698.86, 2_432_455.52, 41.24),
    orders: compared(2_222, 1_565, 41.98),
    blended_ad_roas: compared(is_partial ? null : 3.3778, null, null),
    store_roas: compared(4.17, 3.97, 5.04),
    sessions: compared(106_145, 70_648, 50.24),
  },
  channels: [channel('gx_ads', 303_463.47), channel('mx_ads', 294_793.89), channel('tx_ads', 64_322.76)],
  best_campaigns: [ranked('210000101', 14.8605)],
  worst_campaigns: [ranked('210000103', null)],
  ...provenance([...AD_PLATFORMS, 'sx', 'gx_analytics'], is_partial ? lacking : {}),
})

const series = ({ is_partial = false }: Partial<Size>) => {
  const known = is_partial ? 25 : 30
  const origin = (platforms: string[]) => ({
    window: is_partial ? partial_window : WINDOW,
    ...provenance(platforms, is_partial ? lacking : {}),
  })
  return {
    ...{
      window: WINDOW,
      currency: 'MXN',
      changes: [],
      ads: origin(AD_PLATFORMS),
      store: origin(['sx']),
      web: origin(['gx_analytics']),
    },
    days: many(30, (number) => ({
      date: new Date(Date.UTC(2026, 4, 29 + number)).toISOString().slice(0, 10),
      ad_spend: number < known ? 27_463.82 + ((number * 7) % 13) * 480 : null,
      ...{ store_revenue: 114_523.29, store_roas: 4.17, blended_ad_roas: 3.37, orders: 74, sessions: 3_538 },
    })),
  }
}

const answers = (size: Size): Answers => ({
  ...base_states.data,
  list_connections: connections([...AD_PLATFORMS, 'sx']),
  analizar_performance: ok(performance(size)),
  get_daily_series: ok(series(size)),
  query_mx_campaigns: listed('campaigns', campaign(size), 'mx_ads', size),
  query_gx_campaigns: listed('campaigns', campaign(size), 'gx_ads', size),
  query_tx_campaigns: listed('campaigns', campaign(size), 'tx_ads', size),
  list_gx_ad_groups: listed('ad_groups', ad_group(size), 'gx_ads', size),
  list_gx_ads_ads: listed('ads', ad(size), 'gx_ads', size),
  query_mx_creatives: listed('creatives', creative(size), 'mx_ads', size),
  query_data: metric,
})

const READS = [
  ...['analizar_performance', 'get_daily_series', 'query_mx_campaigns', 'query_gx_campaigns', 'query_tx_campaigns'],
  ...['list_gx_ad_groups', 'list_gx_ads_ads', 'query_mx_creatives', 'query_data'],
]
/** Every read of `names` answers the same, as in a state of a page. */
export const all_alike = (names: readonly string[], answer: Mocked): Answers =>
  Object.fromEntries(names.map((name) => [name, answer]))

export const FAULT = refused(500, 'fault', 'Something went wrong on our side. It has been logged as request request-1.')
export const LIMITED = refused(429, 'rate_limited', 'Too many calls of this tool in a minute.', { 'retry-after': '30' })

export const ad_states = {
  data: answers({ rows: 8 }),
  most: answers({ rows: 1_000 }),
  partial: answers({ rows: 8, is_partial: true }),
  empty: answers({ rows: 0 }),
  none: { ...answers({ rows: 0 }), list_connections: connections([]) },
  loading: { ...answers({ rows: 8 }), ...all_alike(READS, { is_silent: true }) },
  error: { ...answers({ rows: 8 }), ...all_alike(READS, FAULT) },
  '429': { ...answers({ rows: 8 }), ...all_alike(READS, LIMITED) },
  offline: { ...answers({ rows: 8 }), ...all_alike(READS, { is_offline: true }) },
} satisfies Record<string, Answers>
