// Mercado Libre's notifications (page "Notificaciones", 2026-06): no signature, one address of the app, 200 within 500 ms, eight attempts
// in an hour. The topic is then off, and what happens meanwhile is not kept.

import { type Announcer, event_id } from '../../announcer.ts'
import { whole_number } from '../../json.ts'
import { time_utc } from './api.ts'
import { order_nodes } from './orders.ts'
import { seller } from './seller.ts'

/** The id of the simulated app. */
const application_id = 'sandbox-client'
const attempts_max = 8
const retries_within_ms = 3_600_000
const recent_ms = 7 * 86_400_000

const topics: Record<string, { topic: string; path: string }> = {
  order: { topic: 'orders_v2', path: '/orders/' },
  item: { topic: 'items', path: '/items/' },
  question: { topic: 'questions', path: '/questions/' },
}

export const mpa_announcer: Announcer = {
  live: (world) => [
    ...order_nodes(world, world.now() - recent_ms).map(({ id, updated_at }) => ({ kind: 'order', id, updated_at })),
    ...world.markets.ml.listings().map(({ id, updated_at }) => ({ kind: 'item', id, updated_at })),
    ...world.markets.ml
      .questions()
      .filter(({ asked_at }) => asked_at > world.now() - recent_ms)
      .map(({ id, asked_at, answered_at }) => ({
        kind: 'question',
        id,
        updated_at: answered_at !== null && answered_at <= world.now() ? answered_at : asked_at,
      })),
  ],
  messages({ kind, id, did }) {
    const { topic, path } = topics[kind]!
    return did === 'deleted' ? [] : [{ topic, body: { resource: `${path}${id}` } }]
  },
  outgoing({ topic, body }, _to, { number, attempt, world }) {
    const at = time_utc(world.now())
    return {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        _id: event_id(number),
        ...(body as object),
        user_id: whole_number(seller.id),
        topic,
        application_id,
        attempts: attempt,
        sent: at,
        received: at,
      }),
    }
  },
  timeout_ms: 500,
  retry_ms: (attempt) => (attempt >= attempts_max ? null : retries_within_ms / attempts_max),
  failed: (_to, is_given_up) => (is_given_up ? 'switch_off' : undefined),
}
