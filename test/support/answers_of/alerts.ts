// Answers of a mocked API for the page of alerts, in each of its states: a rule in each state, and rules as they are made and changed.
import { connections } from '#test/answers_of/ads.ts'
import { explore_states } from '#test/answers_of/explore.ts'
import { type Answers, ok, refused } from '#test/dashboard.ts'
import { me_as } from '#test/dashboard_answers.ts'

export const rule_id = (number: number) => `01980000-0000-7000-8000-${String(9_000 + number).padStart(12, '0')}`
const CREATED = '2026-05-02T10:00:00.000Z'

export const rule = (number: number, more: object = {}) => ({
  ...{
    rule_id: rule_id(number),
    name: 'Ventas del día',
    description: null as string | null,
    platform: null as string | null,
  },
  ...{ metric: 'store.revenue', condition: 'below', threshold: 12_000, comparison_period: null as string | null },
  ...{ channels: null as string[] | null, enabled: true, unit: 'money', currency: 'MXN' as string | null },
  ...{ state: 'ok', no_data_reason: null as string | null, evaluated_day: '2026-06-27' as string | null },
  ...{ last_value: 14_310.5 as number | null, created_at: CREATED, updated_at: CREATED },
  warnings: [] as string[],
  ...more,
})

const orders = { metric: 'store.orders', unit: 'count', currency: null }

export const NO_CHAT =
  'No hay un chat configurado o está desactivado, así que las alertas de esta regla no llegan ahí. Configura su dirección.'

/** One in each state. */
export const rules = [
  rule(0, {
    state: 'firing',
    last_value: 8_120,
    description: 'Revisar la tienda y los anuncios.',
    channels: ['chat', 'email'],
    warnings: [NO_CHAT],
  }),
  rule(1, {
    ...{ name: 'Pedidos', ...orders, condition: 'decrease_percent', threshold: 12.5, platform: 'sx', last_value: 0 },
  }),
  rule(2, {
    ...{ name: 'CTR orgánico', metric: 'seo.ctr', unit: 'ratio', currency: null, condition: 'above', threshold: 0.05 },
    ...{ state: 'flapping', last_value: 0.0312, comparison_period: 'previous_7_days' },
  }),
  rule(3, { name: 'Gasto', metric: 'social_ads.spend', state: 'no_data', no_data_reason: 'stale', last_value: null }),
  rule(4, {
    name: 'Posición',
    metric: 'seo.position',
    unit: 'position',
    currency: null,
    condition: 'anomaly',
    threshold: 4,
    last_value: 3.4,
  }),
  rule(5, { name: 'Apagada', enabled: false }),
]

/** Each call that lists them still has it. */
export const pending = rule(6, { name: 'Nueva', evaluated_day: null, last_value: null })

export const listed = (alert_rules: object[]) =>
  ok({ alert_rules, count: alert_rules.length, total: alert_rules.length, truncated: false })

const OFTEN =
  'Con las cifras de los últimos 90 días, esta regla habría abierto 12 alertas. Las alertas frecuentes no se leen.'

const days = (count: number) =>
  Array.from({ length: count }, (_, at) => new Date(Date.UTC(2026, 3, 2 + at * 7)).toISOString().slice(0, 10))

/** As the tools answer: what was passed, with the backtest. A threshold of 5 percent fires often. */
function tried({ body }: { body: unknown }) {
  const { state, no_data_reason, evaluated_day, last_value, created_at, updated_at, ...made } = rule(7, {
    name: 'Ventas',
    ...(body as object),
  })
  const is_often = made.threshold <= 5
  return ok({ ...made, would_have_fired: days(is_often ? 12 : 2), checked_days: 90, warnings: is_often ? [OFTEN] : [] })
}

const answers = (list: Answers[string]): Answers => ({
  ...explore_states.data,
  list_connections: connections(['sx', 'mx_ads']),
  list_alert_rules: list,
  create_alert_rule: tried,
  update_alert_rule: tried,
  delete_alert_rule: ok({ rule_id: rule_id(0) }),
})

export const alert_states = {
  data: answers(listed(rules)),
  most: answers(
    listed(Array.from({ length: 100 }, (_, at) => ({ ...rules[at % rules.length]!, rule_id: rule_id(at) }))),
  ),
  none: answers(listed([])),
  viewer: { ...answers(listed(rules)), get_me: ok(me_as('viewer')) },
  loading: answers({ is_silent: true }),
  error: answers(refused(500, 'fault', 'Something went wrong on our side. It has been logged as request request-1.')),
  '429': answers(refused(429, 'rate_limited', 'Too many calls of this tool in a minute.', { 'retry-after': '30' })),
  offline: answers({ is_offline: true }),
} satisfies Record<string, Answers>
