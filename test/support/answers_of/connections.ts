// Answers of a mocked API for the page of connections and the first steps, in each state that they can be in.
import { type Answers, type Mocked, ok, refused } from '#test/dashboard.ts'
import { me, ORG, states as organization } from '#test/dashboard_answers.ts'

const id = (number: number) => `01980000-0000-7000-8000-${String(number).padStart(12, '0')}`
/** Hours before the instant at which pages of tests are drawn. */
const hours_ago = (hours: number) => new Date(Date.UTC(2026, 5, 28, 12) - hours * 3_600_000).toISOString()

type Health = 'ok' | 'suspect' | 'empty_sync' | 'stale' | 'error' | 'needs_reconnection' | 'never_synced'

const reasons: Record<Health, string> = {
  ok: 'Sincronizada y con filas nuevas.',
  suspect: 'Puede faltar algo: una lectura trajo menos filas, o el total de la plataforma difiere.',
  empty_sync: 'Las sincronizaciones no fallan, pero no traen filas.',
  stale: 'Sin sincronizar desde hace más de un día.',
  error: 'La última sincronización falló; las cifras son las de antes.',
  needs_reconnection: 'La plataforma ya no acepta el acceso; una persona tiene que conectarla de nuevo.',
  never_synced: 'Todavía no terminó ninguna sincronización.',
}

export const connection = (
  number: number,
  platform: string,
  name: string,
  health: Health = 'ok',
  more: object = {},
) => ({
  ...{ connection_id: id(5000 + number), platform, name, status: 'active', sync_state: 'idle', progress: null, health },
  ...{ health_reason: reasons[health], needs_reconnection: health === 'needs_reconnection', notices: [] as string[] },
  ...{ stale_hours: health === 'never_synced' ? null : 1, last_sync: health === 'never_synced' ? null : hours_ago(1) },
  ...more,
})

type Connection = ReturnType<typeof connection>

export const store = connection(1, 'sx', 'Casa Lumbre')
const some: Connection[] = [
  store,
  connection(2, 'mx_ads', 'Casa Lumbre MX', 'ok', { sync_state: 'running', progress: 0.41 }),
  connection(3, 'gx_ads', '428-114-9071', 'needs_reconnection'),
  connection(4, 'seo_console', 'casalumbre.mx', 'error', { last_sync: hours_ago(30), stale_hours: 30 }),
  connection(5, 'gx_analytics', 'Casa Lumbre GA4', 'suspect', {
    notices: ['Falta el permiso analytics.readonly; sin él no hay datos de by_event_daily.'],
  }),
  connection(6, 'email_a', 'Klaviyo', 'never_synced', { sync_state: 'queued' }),
]

const list_of = (connections: Connection[]) =>
  ok({
    ...{ count: connections.length, total: connections.length, truncated: false, connections },
    by_health: Object.fromEntries(
      [...Map.groupBy(connections, ({ health }) => health)].map(([health, all]) => [health, all.length]),
    ),
  })

const platform = (key: string, kind: string, vendor: string, streams: string[], more: object = {}) => ({
  ...{ platform: key, vendor, kind, streams, signs_in: 'browser', makes_changes: false, module_off: null },
  ...more,
})
const AD_STREAMS = ['campaign_daily', 'ad_group_daily', 'ad_daily', 'campaigns', 'ad_groups', 'ads']

const platforms = [
  platform('gx_ads', 'ads', 'Google', [...AD_STREAMS, 'search_terms'], { makes_changes: true }),
  platform('mx_ads', 'ads', 'Meta', AD_STREAMS, { makes_changes: true }),
  platform('gx_analytics', 'analytics', 'Google', ['daily', 'by_source_daily', 'by_country_daily']),
  platform('seo_console', 'seo', 'Google', ['daily', 'queries', 'pages', 'places']),
  platform('sx', 'store', 'Shopify', ['orders', 'products', 'checkouts', 'costs'], { makes_changes: true }),
  platform('tnx', 'store', 'Tiendanube', ['orders', 'products', 'checkouts'], { makes_changes: true }),
  platform('mpa', 'marketplace', 'Mercado Libre', ['orders', 'listings', 'questions', 'visits'], {
    module_off: 'module_mpa',
  }),
  platform('email_a', 'email', 'Klaviyo', ['campaigns', 'results', 'contacts'], { signs_in: 'keys' }),
  platform('tx_ads', 'ads', 'TikTok', AD_STREAMS, { makes_changes: true }),
  platform('heat_a', 'behaviour', 'Microsoft', ['daily', 'pages'], { signs_in: 'keys' }),
]

const stream = (name: string, more: object = {}) => ({
  ...{ stream: name, state: 'ok', reason: null, accounts: 1, covered_from: '2023-06-28', covered_until: '2026-06-27' },
  ...{ history_left: false, history_expected_at: null as string | null, ...more },
})

const run = (number: number, more: object = {}) => ({
  ...{ run_id: id(6000 + number), state: 'succeeded', trigger: 'schedule', started_at: hours_ago(1 + number * 6) },
  ...{ finished_at: hours_ago(1 + number * 6 - 0.1), rows: 1_284 - number, restatements: number, error: null },
  ...{ unreadable: [] as string[], ...more },
})

const details = (of: Connection) =>
  ok({
    ...of,
    streams: [
      stream('orders'),
      stream('products', { covered_from: null }),
      stream('checkouts', {
        ...{ state: 'denied', reason: 'Shopify gives no access to abandoned checkouts.', covered_until: null },
        ...{ covered_from: null, accounts: 2, history_left: true, history_expected_at: hours_ago(-5) },
      }),
    ],
    accounts_left_out: [
      { account_id: 'casa-lumbre-2.myshopify.com', name: 'Outlet', reason: 'The platform no longer lists it.' },
    ],
    ...{ last_error: 'The platform answered 503 for too long.', last_error_at: hours_ago(7) },
    ...{ next_sync_at: hours_ago(-1), limited_until: hours_ago(-2), revoked_at: null },
    webhooks: { since: hours_ago(900), received: 412, forged: 1, late: 2, missed: 3, problem: null },
    runs: [
      run(0),
      run(1, { state: 'failed', error: 'The platform answered 503 for too long.' }),
      run(2, { unreadable: ['2 prices could not be read'] }),
    ],
  })

const MANY = 100
const many = Array.from({ length: MANY }, (_, n) =>
  connection(n, platforms[n % platforms.length]!.platform, `Cuenta ${n}`),
)

const base: Answers = {
  ...organization.data,
  list_platforms: ok({ count: platforms.length, platforms }),
  get_connection: details(store),
}
const instead = (answer: Mocked): Answers => ({
  ...base,
  list_connections: answer,
  list_platforms: answer,
  get_connection: answer,
})

export const states = {
  data: { ...base, list_connections: list_of(some) },
  most: {
    ...base,
    list_connections: ok({
      ...{ count: MANY, total: 340, truncated: true, connections: many, by_health: { ok: 340 } },
      hint: 'Unhealthy ones come first; by_health counts all.',
    }),
  },
  none: { ...base, list_connections: list_of([]) },
  loading: instead({ is_silent: true }),
  error: instead(refused(500, 'fault', 'Something went wrong on our side. It has been logged as request request-1.')),
  '429': instead(refused(429, 'rate_limited', 'Too many calls of this tool in a minute.', { 'retry-after': '30' })),
  offline: instead({ is_offline: true }),
  partial: { ...base, list_connections: list_of(some), list_platforms: refused(500, 'fault', 'Something went wrong.') },
} satisfies Record<string, Answers>

/** A person whose organization still sees the first steps. */
export const new_org = () => {
  const { organizations, ...person } = me() as { organizations: object[] }
  return ok({ ...person, organizations: organizations.map((org) => ({ ...org, shows_first_steps: true })) })
}

/** An event of a connection, as the stream sends it. */
export const live = (of: Connection, more: object = {}) => ({
  ...{ org_id: ORG, connection_id: of.connection_id, platform: of.platform, sync_state: of.sync_state },
  ...{ progress: of.progress, stream: null, rows: null, stored_from: null, health: of.health, version: '1', ...more },
})

/** A stream that brings these events, and opens again after `retry_ms`. */
export const stream_of = (events: [string, object][], retry_ms = 1_000_000): Mocked => ({
  headers: { 'content-type': 'text/event-stream' },
  text: `retry: ${retry_ms}\n\n${events.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join('')}`,
})
