// Answers of a mocked API for the pages: an organization with people, keys and records, in each state that a page can be in.
import { type Answers, type Mocked, ok, refused } from '#test/dashboard.ts'

export const ORG = '01980000-0000-7000-8000-000000000001'
const OTHER_ORG = '01980000-0000-7000-8000-000000000002'
const id = (number: number) => `01980000-0000-7000-8000-${String(number).padStart(12, '0')}`
const day = (number: number) => new Date(Date.UTC(2026, 5, 28) - number * 86_400_000).toISOString()

export const organization = (org_id: string, name: string, more: object = {}) => ({
  ...{ org_id, name, kind: 'business', role: 'admin', is_approver: false, agency_org_id: null },
  ...{ currency: 'MXN', time_zone: 'America/Mexico_City', language: 'es', deleted_at: null, ...more },
})

export const me = (more: object = {}) => ({
  ...{ user_id: id(100), email: 'ana@casalumbre.mx', name: 'Ana Torres', language: null, two_factor: false },
  organizations: [organization(ORG, 'Casa Lumbre'), organization(OTHER_ORG, 'Norte Café')],
  ...more,
})

/** The same person with another role in the organization. */
export const me_as = (role: 'member' | 'viewer') => me({ organizations: [organization(ORG, 'Casa Lumbre', { role })] })

const names = ['Ana Torres', 'Luis Medina', 'Sofía Ramírez', 'Ben Carter', 'Marta Oliveira']
const member = (number: number) => ({
  user_id: id(100 + number),
  name: names[number % names.length]! + (number < names.length ? '' : ` ${number}`),
  email: number === 0 ? 'ana@casalumbre.mx' : `person.${number}@casalumbre.mx`,
  role: number === 0 ? 'admin' : number % 3 === 0 ? 'viewer' : 'member',
  is_approver: number === 1,
  two_factor: number % 2 === 0,
  joined_at: day(90 + number),
  last_seen_at: number === 3 ? null : day(number),
})

const invitation = (number: number) => ({
  ...{ invitation_id: id(200 + number), email: `new.person.${number}@example.com`, role: 'member' },
  ...{ status: number === 1 ? 'expired' : 'pending', invited_by: 'Ana Torres', created_at: day(number) },
  ...{ expires_at: day(number === 1 ? 2 : -6), accepted_at: null },
})

const key = (number: number) => ({
  ...{ key_id: id(300 + number), name: number === 0 ? 'Claude on my laptop' : `Nightly report ${number}` },
  ...{
    acts_for: 'agent',
    prefix: `svc_${String(number).padStart(4, '0')}ab`,
    scopes: ['ads:read', 'ecommerce:read', 'analytics:read'],
  },
  owner: number === 2 ? null : { user_id: id(100), name: 'Ana Torres', email: 'ana@casalumbre.mx' },
  ...{ created_at: day(30 + number), last_used_at: number === 1 ? null : day(0) },
  ...{ expires_at: number === 1 ? null : day(-60), status: number === 3 ? 'expired' : 'active' },
})

const record = (number: number) => ({
  ...{ call: String(1_000 - number), called_at: day(number / 24), attempts: 1, wanted_org_id: null },
  actor: number % 3 === 0 ? `key:${id(300)}` : `user:${id(100)}`,
  caller_org: number % 5 === 0 ? { org_id: id(7), name: 'Estudio Pulso' } : null,
  actor_name: number % 3 === 0 ? 'Claude on my laptop' : 'Ana Torres',
  tool: ['get_kpi_summary', 'invite_user', 'query_orders', 'diagnosticar_cambio'][number % 4]!,
  transport: number % 3 === 0 ? 'mcp' : 'rest',
  outcome: number === 2 ? 'denied_scope' : 'ok',
  ...{ duration_ms: 12.5 + number, request_id: id(900 + number) },
})

const modules = ['ads', 'analytics', 'store', 'email', 'crm', 'agents'].map((module, index) => ({
  module,
  enabled: index < 4,
}))

export const settings = {
  ...{ org_id: ORG, name: 'Casa Lumbre', kind: 'business', plan: 'standard', currency: 'MXN' },
  ...{ time_zone: 'America/Mexico_City', language: 'es', industry: 'Home goods', demands_two_factor: false, modules },
  ...{ quiet_hours: { from: '22:00', to: '07:30' }, channels: { email: true } },
}

export const channels = (more: object = {}) => ({
  ...{ chat: { host: 'hooks.slack.com', format: 'slack', state: 'on', off_reason: null } as object | null },
  ...{ messaging: { phone: '+525512345678', state: 'unconfirmed', off_reason: null } as object | null },
  ...{ messaging_is_configured: true, time_zone: 'America/Mexico_City', email: true, quiet_holds_critical: false },
  ...{ notification_quiet_hours_start: '22:00', notification_quiet_hours_end: '07:30', own_emails: { wanted: null } },
  ...more,
})

/** What the settings say of a module that the operator has not switched on. */
export const module_off = (module: string): Answers => ({
  get_org_settings: ok({ ...settings, modules: [...modules, { module, enabled: false }] }),
})

/** As the engine does: a list of more than ten rows has short rows. */
const shortened = <T extends object>(rows: T[], fields: string[]) =>
  rows.length <= 10
    ? rows
    : rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => fields.includes(name))))

const many = <T>(count: number, make: (number: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))

const access_request = (number: number) => ({
  ...{
    request_id: id(400 + number),
    agency_org_id: id(410 + number),
    name: number === 0 ? 'Faro Digital' : `Agencia ${number}`,
  },
  ...{ created_at: day(number), expires_at: day(-13) },
})

const lists = (sizes: {
  people: number
  invitations: number
  keys: number
  calls: number
  asking: number
}): Answers => ({
  list_access_requests: ok({
    ...{ count: sizes.asking, total: sizes.asking, truncated: false },
    requests: many(sizes.asking, access_request),
  }),
  list_members: ok({
    ...{ count: sizes.people, total: sizes.people, truncated: false },
    members: shortened(many(sizes.people, member), ['user_id', 'name', 'email', 'role', 'last_seen_at']),
    agencies: sizes.people > 1 ? [{ agency_org_id: id(7), name: 'Estudio Pulso' }] : [],
  }),
  list_invitations: ok({
    ...{ count: sizes.invitations, total: sizes.invitations, truncated: false },
    invitations: shortened(many(sizes.invitations, invitation), [
      ...['invitation_id', 'email', 'role', 'status', 'expires_at'],
    ]),
  }),
  list_api_keys: ok({ count: sizes.keys, total: sizes.keys, truncated: false, keys: many(sizes.keys, key) }),
  list_calls: ok({ next_before: null, calls: many(sizes.calls, record) }),
})

const base: Answers = {
  get_me: ok(me()),
  get_org_settings: ok(settings),
  get_org_channels: ok(channels()),
  'auth/options': { body: { sign_up: 'open', providers: ['google', 'github'], password_min: 12, password_max: 128 } },
  'auth/list-sessions': {
    body: [
      ['current', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/156.0', 0],
      ['other', 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari', 2],
    ].map(([id, userAgent, days]) => ({
      ...{ id, userAgent, ipAddress: '203.0.113.7' },
      ...{ createdAt: day(9), updatedAt: day(Number(days)), expiresAt: day(-7) },
    })),
  },
  'auth/get-session': { body: { session: { id: 'current' }, user: { id: id(100) } } },
}

const READS = [
  'get_org_settings',
  'get_org_channels',
  'list_members',
  'list_access_requests',
  'list_invitations',
  'list_api_keys',
  'list_calls',
]
const instead = (answer: Mocked): Answers => Object.fromEntries(READS.map((name) => [name, answer]))

export const states = {
  data: { ...base, ...lists({ people: 5, invitations: 2, keys: 4, calls: 30, asking: 1 }) },
  most: { ...base, ...lists({ people: 200, invitations: 100, keys: 200, calls: 200, asking: 100 }) },
  none: { ...base, ...lists({ people: 1, invitations: 0, keys: 0, calls: 0, asking: 0 }) },
  loading: { ...base, ...instead({ is_silent: true }) },
  error: {
    ...base,
    ...instead(refused(500, 'fault', 'Something went wrong on our side. It has been logged as request request-1.')),
  },
  '429': {
    ...base,
    ...instead(refused(429, 'rate_limited', 'Too many calls of this tool in a minute.', { 'retry-after': '30' })),
  },
  offline: { ...base, ...instead({ is_offline: true }) },
} satisfies Record<string, Answers>
