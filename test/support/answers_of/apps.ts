// Answers of a mocked API for the pages of apps: the request that a person decides about, and the list, in each state.
import { type Answers, ok, refused } from '#test/dashboard.ts'
import { ORG, states as states_of_all } from '#test/dashboard_answers.ts'

const ASKED = 'ads:read analytics:read ecommerce:read connections:read ads:write admin:*'
export const consent_path = (redirect_uri: string, asked = ASKED) =>
  `/consent?${new URLSearchParams({
    request: `client_id=https%3A%2F%2Fclaude.ai%2Fclient&redirect_uri=${encodeURIComponent(redirect_uri)}&sig=signed`,
    asked,
  })}`
export const CONSENT_PATH = consent_path('https://claude.ai/callback')
export const LOCAL_CONSENT_PATH = consent_path('http://127.0.0.1:41230/callback')
export const REFUSED_PATH = '/consent/refused?error=invalid_redirect&error_description=invalid+redirect+uri'
export const APPS_PATH = `/o/${ORG}/settings/apps`

const id = (number: number) => `01980000-0000-7000-8000-${String(number).padStart(12, '0')}`
const at = (days: number) => new Date(Date.UTC(2026, 5, 28, 9) - days * 86_400_000).toISOString()
const names = [
  'Claude',
  'Cursor',
  'ChatGPT',
  'n8n of the agency with a name that is far longer than a column of a table',
]

const app = (number: number) => ({
  ...{ grant_id: id(700 + number), name: names[number % names.length]! },
  hosts: number % 2 === 0 ? ['claude.ai'] : ['localhost:41230', '127.0.0.1:41230'],
  scopes: number % 3 === 0 ? ['ads:read', 'analytics:read', 'ecommerce:read', 'ads:write'] : ['connections:read'],
  person: { user_id: id(100 + (number % 5)), name: 'Ana Torres', email: 'ana@casalumbre.mx' },
  ...{ connected_at: at(20 + number), last_used_at: number === 2 ? null : at(number / 24) },
})

const apps = (count: number) =>
  ok({ count, total: count, truncated: false, apps: Array.from({ length: count }, (_, number) => app(number)) })
const described = { name: 'Claude', document: 'https://claude.ai/oauth/mcp-oauth-client-metadata' }

const shown: Answers = { ...states_of_all.data, 'auth/oauth2/app': { body: described } }
const busy = refused(429, 'rate_limited', 'Too many requests. Try again in 20 s.', { 'retry-after': '20' })
const fault = refused(500, 'fault', 'Something went wrong on our side. It has been logged as request request-1.')

/** The page of a request and the list, in each state. */
export const states_of_apps = {
  data: { ...shown, list_connected_apps: apps(4) },
  most: {
    ...shown,
    list_connected_apps: apps(500),
    'auth/oauth2/app': {
      body: { name: `${'A'.repeat(100)}…`, document: `https://agent.example/${'path/'.repeat(80)}` },
    },
  },
  none: { ...shown, list_connected_apps: apps(0), 'auth/oauth2/app': { body: { name: null, document: null } } },
  loading: { ...shown, list_connected_apps: { is_silent: true }, 'auth/oauth2/app': { is_silent: true } },
  error: { ...shown, list_connected_apps: fault, 'auth/oauth2/app': fault },
  '429': { ...shown, list_connected_apps: busy, 'auth/oauth2/app': busy },
  offline: { ...shown, list_connected_apps: { is_offline: true }, 'auth/oauth2/app': { is_offline: true } },
} satisfies Record<string, Answers>
