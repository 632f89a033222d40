// Answers of a mocked API for the pages of an agency: its clients, who acts on them, and requests, in each state.
import { type Answers, type Mocked, ok, refused } from '#test/dashboard.ts'
import { me, ORG, states as of_organization, organization } from '#test/dashboard_answers.ts'

const id = (number: number) => `01980000-0000-7000-8000-${String(number).padStart(12, '0')}`
const day = (number: number) => new Date(Date.UTC(2026, 5, 28) - number * 86_400_000).toISOString()

const shops = ['Casa Lumbre', 'Norte Café', 'Telar Oaxaca', 'Bici Sur', 'Papel y Tinta', 'Huerto Vivo', 'Sal de Mar']
export const client_name = (number: number) =>
  shops[number % shops.length]! + (number < shops.length ? '' : ` ${Math.floor(number / shops.length) + 1}`)
export const client_id = (number: number) => id(500 + number)

const colleagues = [
  { user_id: id(101), name: 'Luis Medina', role: 'member' },
  { user_id: id(103), name: 'Ben Carter', role: 'viewer' },
]
const client = (number: number) => ({
  ...{ client_org_id: client_id(number), name: client_name(number), currency: number % 3 === 0 ? 'MXN' : 'EUR' },
  ...{ time_zone: number % 3 === 0 ? 'America/Mexico_City' : 'Europe/Madrid', since: day(10 * number) },
  ...{ ended_at: number === 4 ? day(3) : null, admins: number === 1 ? 0 : 2 },
  colleagues: colleagues.slice(0, number % 3),
})
const request = (number: number) => ({
  ...{ request_id: id(800 + number), email: `owner.${number}@example.com`, created_at: day(number) },
  ...{ expires_at: day(number === 1 ? 1 : -9), status: number === 1 ? 'expired' : 'pending' },
})

const many = <T>(count: number, make: (number: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))

/** An admin of an agency, who acts on this number of clients. */
export const me_of_agency = (clients: number) =>
  me({
    organizations: [
      organization(ORG, 'Estudio Pulso', { kind: 'agency' }),
      ...many(clients, (number) => organization(client_id(number), client_name(number), { agency_org_id: ORG })),
    ],
  })

const agency = (sizes: { clients: number; requests: number }, people: Answers): Answers => ({
  ...people,
  get_me: ok(me_of_agency(sizes.clients)),
  list_clients: ok({
    ...{ count: sizes.clients, total: sizes.clients, truncated: false },
    clients: many(sizes.clients, client),
    requests: many(sizes.requests, request),
  }),
})

const failing = (state: Answers, answer: Mocked): Answers => ({
  ...agency({ clients: 5, requests: 2 }, state),
  list_clients: answer,
})

export const states = {
  data: agency({ clients: 5, requests: 2 }, of_organization.data),
  most: agency({ clients: 300, requests: 50 }, of_organization.most),
  none: agency({ clients: 0, requests: 0 }, of_organization.none),
  loading: failing(of_organization.loading, { is_silent: true }),
  error: failing(
    of_organization.error,
    refused(500, 'fault', 'Something went wrong on our side. It has been logged as request request-1.'),
  ),
  '429': failing(
    of_organization['429'],
    refused(429, 'rate_limited', 'Too many calls of this tool in a minute.', { 'retry-after': '30' }),
  ),
  offline: failing(of_organization.offline, { is_offline: true }),
} satisfies Record<string, Answers>

/** An organization that was ended, for one of its admins or for an agency. */
export const ended = (agency_org_id: string | null): Answers => ({
  ...of_organization.data,
  get_me: ok(
    me({
      organizations: [organization(ORG, 'Casa Lumbre', { deleted_at: '2026-07-20T10:00:00.000Z', agency_org_id })],
    }),
  ),
})
