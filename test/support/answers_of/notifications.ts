// Answers of a mocked API for the page of notifications, in each of its states. Sentences are in the language of the organization.
import { type Answers, type Mocked, ok, refused } from '#test/dashboard.ts'
import { states as base_states, ORG } from '#test/dashboard_answers.ts'

export interface NotificationQuery {
  module?: string
  unread_only?: boolean
  before?: string
  limit: number
}

export const notification_id = (number: number) => `01980000-0000-7000-8000-${String(8_000 + number).padStart(12, '0')}`
const hours_ago = (hours: number) => new Date(Date.UTC(2026, 5, 28, 12) - hours * 3_600_000).toISOString()

const kinds = [
  {
    ...{ module: 'alertas', kind: 'alert_fired', severity: 'critical', link: `/o/${ORG}/alerts?rule=r1` },
    title: '“Ventas del día” se activó: 8.120,00 MXN el 27 de junio',
    text: 'Ingresos de la tienda: 8.120,00 MXN el 27 de junio, por debajo de 12.000,00 MXN. Fuente: “Casa Lumbre”. El día todavía puede cambiar.',
  },
  {
    ...{
      module: 'acciones',
      kind: 'action_pending',
      severity: 'warning',
      link: `/o/${ORG}/settings/try?tool=approve_action`,
    },
    title: 'Un cambio espera una decisión: “Marca MX”',
    text: 'Alguien propuso un cambio en una plataforma: daily_budget 400 → 500 MXN. Vence el 1 de julio sin una decisión.',
  },
  {
    ...{
      module: 'conexiones',
      kind: 'connection_needs_reconnection',
      severity: 'critical',
      link: `/o/${ORG}/connections`,
    },
    title: 'Hay que volver a conectar “428-114-9071”',
    text: 'La plataforma rechaza el acceso de Tablero, así que no llegan cifras nuevas.',
  },
  {
    ...{ module: 'alertas', kind: 'alert_resolved', severity: 'info', link: null },
    title: '“Ventas del día” volvió a la normalidad',
    text: 'Ingresos de la tienda: 14.310,00 MXN el 26 de junio.',
  },
] as const

const READ_FROM = 3

export const notification = (number: number) => ({
  ...kinds[number % kinds.length]!,
  notification_id: notification_id(number),
  created_at: hours_ago(number * 5 + 1),
  ended_at: number % kinds.length === 2 ? hours_ago(1) : null,
  is_read: number >= READ_FROM,
})

const is_unread = ({ is_read, ended_at }: ReturnType<typeof notification>) => !is_read && ended_at === null

/** As the tool answers: the rest of the list after `before`, and what is unread in all of it. */
export const listed =
  (count: number, is_read = (_id: string) => false) =>
  ({ body }: { body: unknown }): Mocked => {
    const { module, unread_only = false, before, limit } = body as NotificationQuery
    const all = Array.from({ length: count }, (_, number) => notification(number)).map((one) => ({
      ...one,
      is_read: one.is_read || is_read(one.notification_id),
    }))
    const of_module = all.filter((one) => module === undefined || one.module === module)
    const found = unread_only ? of_module.filter(is_unread) : of_module
    const from = before === undefined ? 0 : found.findIndex((one) => one.notification_id === before) + 1
    const notifications = found.slice(from, from + limit)
    return ok({
      notifications,
      next_before: found.length > from + limit ? notifications.at(-1)!.notification_id : null,
      unread: all.filter(is_unread).length,
    })
  }

const answers = (list: Answers[string]): Answers => ({
  ...base_states.data,
  list_own_notifications: list,
  mark_own_notifications: ok({ marked: 1 }),
})

export const notification_states = {
  data: answers(listed(8)),
  most: answers(listed(400)),
  none: answers(listed(0)),
  loading: answers({ is_silent: true }),
  error: answers(refused(500, 'fault', 'Something went wrong on our side. It has been logged as request request-1.')),
  '429': answers(refused(429, 'rate_limited', 'Too many calls of this tool in a minute.', { 'retry-after': '30' })),
  offline: answers({ is_offline: true }),
} satisfies Record<string, Answers>
