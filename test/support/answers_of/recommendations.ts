// Answers of a mocked API for the page of recommendations, in each of its states. Sentences are in the language of the organization.
import { type Answers, type Mocked, ok, refused } from '#test/dashboard.ts'
import { states as base_states, me_as } from '#test/dashboard_answers.ts'

export const recommendation_id = (number: number) =>
  `01980000-0000-7000-8000-${String(7_000 + number).padStart(12, '0')}`

const kinds = [
  {
    ...{ rule: 'roas_below_one', severity: 'critical', module: 'ads', platform: 'mx_ads', subject: 'Retargeting' },
    title: '“Retargeting” cuesta más de lo que vende',
    text: 'Del 21 de mayo al 20 de junio gastó 12.450,50 MXN y vendió 3.110,00 MXN. Con certeza su ROAS no pasa de 0,41.',
    ...{ effect_low: 7_345.5, effect_high: 11_020 },
    next: { tool: 'propose_pause_campaign', input: { platform: 'mx', campaign_id: '23850' } },
  },
  {
    ...{ rule: 'budget_lost', severity: 'info', module: 'ads', platform: 'gx_ads', subject: 'Marca' },
    title: 'El presupuesto de “Marca” termina antes que la demanda',
    text: 'Perdió el 22,5 % de las impresiones posibles, y su ROAS es al menos 3,20.',
    ...{ effect_low: 900, effect_high: 900 },
    next: {
      tool: 'propose_update_budget',
      input: { platform: 'gx', campaign_id: '77', new_daily_budget: 600, currency: 'MXN' },
    },
  },
  {
    ...{ rule: 'carts_rising', severity: 'warning', module: 'tienda', platform: null, subject: 'Tienda' },
    title: 'Se abandonan más carritos que antes',
    text: 'Del 14 al 20 de junio se abandonó el 71,0 % de los carritos, antes el 58,0 %.',
    ...{ effect_low: null, effect_high: null },
    next: { tool: 'query_carts', input: {} },
  },
] as const

const recommendation = (number: number, more: object = {}) => ({
  ...kinds[number % kinds.length]!,
  ...{ recommendation_id: recommendation_id(number), status: 'new', evidence: {}, snoozed_until: null, reason: null },
  proposed_action_id: null,
  ...{ found_at: '2026-06-28T11:40:00.000Z', created_at: '2026-06-26T12:00:00.000Z' },
  ...more,
})

const of_group: Record<string, (number: number) => object> = {
  new: (number) => recommendation(number),
  snoozed: (number) => recommendation(number, { status: 'snoozed', snoozed_until: '2026-07-01T12:00:00.000Z' }),
  ended: (number) =>
    recommendation(number, {
      status: ['applied', 'dismissed', 'resolved'][number % 3],
      reason: number % 3 === 1 ? 'Construye la marca.' : null,
    }),
}

const NOTE = 'Las reglas dejan fuera conexiones en cuyas cifras no se puede confiar: Casa Lumbre.'

/** As the tool answers: the rows of the asked group, without those that were decided. */
export const browsed =
  (count: number, is_decided = (_id: string) => false) =>
  ({ body }: { body: unknown }): Mocked => {
    const { group, limit } = body as { group: string; limit: number }
    const rows = Array.from({ length: count }, (_, number) => of_group[group]!(number)).filter(
      (row) => !is_decided((row as { recommendation_id: string }).recommendation_id),
    )
    return ok({ currency: 'MXN', recommendations: rows.slice(0, limit), total: rows.length, notes: [NOTE] })
  }

const answers = (browse: Answers[string]): Answers => ({ ...base_states.data, browse_recommendations: browse })

export const recommendation_states = {
  data: answers(browsed(3)),
  most: answers(browsed(340)),
  proposed: answers(
    ok({
      ...{ currency: 'MXN', total: 1, notes: [] },
      recommendations: [recommendation(0, { proposed_action_id: '01990000-0000-7000-8000-000000000100' })],
    }),
  ),
  none: answers(browsed(0)),
  viewer: { ...answers(browsed(3)), get_me: ok(me_as('viewer')) },
  loading: answers({ is_silent: true }),
  error: answers(refused(500, 'fault', 'Something went wrong on our side. It has been logged as request request-1.')),
  '429': answers(refused(429, 'rate_limited', 'Too many calls of this tool in a minute.', { 'retry-after': '30' })),
  offline: answers({ is_offline: true }),
} satisfies Record<string, Answers>
