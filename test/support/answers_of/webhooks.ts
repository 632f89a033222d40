// Answers of a mocked API for the page of webhooks, in each of its states: a webhook in each state, and attempts that ended in each way.
import { type Answers, type Mocked, ok, refused } from '#test/dashboard.ts'
import { states as base_states, me_as, module_off, ORG } from '#test/dashboard_answers.ts'

const id = (number: number) => `01980000-0000-7000-8000-${String(number).padStart(12, '0')}`
export const webhook_id = (number: number) => id(10_000 + number)
export const event_id = (number: number) => id(20_000 + number)
export const attempt_id = (number: number) => id(30_000 + number)
const minutes_ago = (minutes: number) => new Date(Date.UTC(2026, 5, 28, 12) - minutes * 60_000).toISOString()

export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

export const webhook = (number: number, more: object = {}) => ({
  ...{
    webhook_id: webhook_id(number),
    name: 'Pedidos al almacén' as string | null,
    url: 'https://hooks.example.com/tablero',
  },
  ...{ events: ['order.created', 'alert.fired'], is_active: true, off_reason: null as string | null },
  last_delivery: { status: 'delivered', status_code: 204, error: null, attempted_at: minutes_ago(3) } as object | null,
  ...{
    waiting: 0,
    failures: 0,
    dropped: 0,
    both_secrets_until: null as string | null,
    created_at: minutes_ago(90_000),
  },
  ...more,
})

const NO_ANSWER = { status: 'failed', status_code: null, error: 'There was no answer within 15 seconds.' }

/** One in each state. */
export const webhooks = [
  webhook(0),
  webhook(1, {
    ...{ name: null, url: 'https://recibe.example.org/eventos', failures: 4, waiting: 1_250, dropped: 3 },
    last_delivery: { ...NO_ANSWER, attempted_at: minutes_ago(60) },
  }),
  webhook(2, {
    ...{ name: 'CRM', is_active: false, off_reason: 'gone', both_secrets_until: minutes_ago(-600) },
    last_delivery: { status: 'failed', status_code: 410, error: null, attempted_at: minutes_ago(4_000) },
  }),
  webhook(3, { name: 'Pruebas', is_active: false, last_delivery: null }),
]

const attempt = (number: number) => ({
  ...{
    attempt_id: attempt_id(number),
    event_id: event_id(number),
    event: number % 2 ? 'alert.fired' : 'order.created',
  },
  ...{ attempted_at: minutes_ago(3 + number * 7), duration_ms: 41 + number },
  ...(number % 3 === 0
    ? { status: 'delivered', status_code: 204, error: null, response: '', next_attempt_at: null }
    : number % 3 === 1
      ? {
          status: 'failed',
          status_code: 500,
          error: null,
          response: '{"fallo":"base de datos"}',
          next_attempt_at: null,
        }
      : { ...NO_ANSWER, response: null, next_attempt_at: minutes_ago(-30) }),
})

/** As the tool answers: what follows `before`. */
export const attempts_of =
  (count: number) =>
  ({ body }: { body: unknown }): Mocked => {
    const { before, limit } = body as { before?: string; limit: number }
    const all = Array.from({ length: count }, (_, number) => attempt(number))
    const from = before === undefined ? 0 : all.findIndex((one) => one.attempt_id === before) + 1
    const attempts = all.slice(from, from + limit)
    return ok({ attempts, next_before: count > from + limit ? attempts.at(-1)!.attempt_id : null })
  }

export const listed = (list: object[]) =>
  ok({ webhooks: list, count: list.length, total: list.length, truncated: false })

const answers = (list: Answers[string], attempts = 8): Answers => ({
  ...base_states.data,
  list_webhooks: list,
  list_webhook_attempts: attempts_of(attempts),
  create_webhook: ({ body }) => ok({ ...webhook(9, body as object), secret: SECRET }),
  update_webhook: ({ body }) => ok(webhook(0, body as object)),
  delete_webhook: ok({ webhook_id: webhook_id(0) }),
  rotate_webhook_secret: ok({ webhook_id: webhook_id(0), secret: SECRET, both_secrets_until: minutes_ago(-1_440) }),
  test_webhook: ok({ webhook_id: webhook_id(0), event_id: event_id(99) }),
  resend_webhook_delivery: ({ body }) => ok(body),
  replay_webhook: ok({ webhook_id: webhook_id(0), events: 12 }),
})

const OFF = refused(404, 'not_found', 'The tool list_webhooks belongs to module_automatizaciones, which is off here.')

export const webhook_states = {
  data: answers(listed(webhooks)),
  most: answers(
    listed(Array.from({ length: 20 }, (_, at) => ({ ...webhooks[at % 4]!, webhook_id: webhook_id(at) }))),
    200,
  ),
  none: answers(listed([])),
  quiet: answers(listed(webhooks), 0),
  viewer: { ...answers(listed(webhooks)), get_me: ok(me_as('viewer')) },
  off: { ...answers(OFF), ...module_off('module_automatizaciones') },
  loading: answers({ is_silent: true }),
  error: answers(refused(500, 'fault', 'Something went wrong on our side. It has been logged as request request-1.')),
  '429': answers(refused(429, 'rate_limited', 'Too many calls of this tool in a minute.', { 'retry-after': '30' })),
  offline: answers({ is_offline: true }),
} satisfies Record<string, Answers>

export const WEBHOOKS_PATH = `/o/${ORG}/webhooks`
