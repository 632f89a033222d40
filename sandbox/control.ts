// The control API for tests and the demo: faults, the clock, tokens, changes of history, and the log of requests.
import type { FastifyInstance } from 'fastify'
import type { Consents } from './consent/codes.ts'
import { type Fault, type Faults, fault_kinds } from './faults.ts'
import type { Limits } from './limits.ts'
import type { Sink } from './mail.ts'
import type { Tokens } from './tokens.ts'
import type { Disorder, Webhooks } from './webhooks.ts'
import type { Changes, Day, OrderChange } from './world/types.ts'
import type { Writes } from './world/writes.ts'

const log_max = 5000

interface LogEntry {
  at: string
  platform: string
  method: string
  /** The address at the vendor: 'https://graph.facebook.com/v26.0/me'. */
  url: string
  headers: Record<string, unknown>
  body: unknown
  status: number
  /** The answer's text. Present only when the sandbox was created with keep_answers. */
  answer?: string
}

export function create_log() {
  let entries: LogEntry[] = []
  return {
    add(entry: LogEntry) {
      entries.push(entry)
      if (entries.length > log_max) entries = entries.slice(-log_max / 2)
    },
    list: (platform?: string) => (platform ? entries.filter((entry) => entry.platform === platform) : entries),
    clear() {
      entries = []
    },
  }
}

export type Log = ReturnType<typeof create_log>

export interface Clock {
  now(): number
  set(now: number): void
  advance(ms: number): void
  /** The clock of rate limits. `wait` moves only this clock, so that the business does not change. */
  limits_now(): number
  wait(ms: number): void
  reset(): void
}

/** A clock that runs from the time to which it was set. A frozen clock (tests) shows the same time until it is moved. */
export function create_clock(start: number | null, frozen: boolean): Clock {
  let shift = 0
  let waited_ms = 0
  let stands = start ?? Date.now()
  const begin = () => {
    stands = start ?? Date.now()
    shift = start === null ? 0 : start - Date.now()
  }
  begin()
  return {
    now: () => (frozen ? stands : Date.now() + shift),
    set(now) {
      stands = now
      shift = now - Date.now()
    },
    advance(ms) {
      stands += ms
      shift += ms
    },
    limits_now: () => (frozen ? stands : Date.now() + shift) + waited_ms,
    wait(ms) {
      waited_ms += ms
    },
    reset: begin,
  }
}

interface Steered {
  clock: Clock
  faults: Faults
  tokens: Tokens
  consents: Consents
  changes: Changes & { clear(): void }
  writes: Writes
  log: Log
  webhooks: Webhooks
  limits: Limits
  sink: Sink
}

const token_actions = ['expire', 'revoke', 'restore', 'rotate_on', 'rotate_off'] as const

interface Past {
  platform?: string
  day?: Day
  campaign_id?: string
  factor?: number
  order_id?: string
  change?: OrderChange
  /** A campaign, ad group or ad that somebody deletes. */
  removed_id?: string
}

export function control(app: FastifyInstance, steered: Steered) {
  const { clock, faults, tokens, consents, changes, writes, log, webhooks, limits, sink } = steered
  app.get('/health', () => ({ ok: true, now: new Date(clock.now()).toISOString() }))

  app.get('/faults', () => faults.list())
  app.post<{ Body: Fault }>('/faults', (request, reply) => {
    if (!fault_kinds.includes(request.body?.kind))
      return reply.code(400).send({ error: `kind must be one of ${fault_kinds.join(', ')}` })
    try {
      return { id: faults.add(request.body) }
    } catch {
      return reply.code(400).send({ error: 'path and find must be valid regular expressions' })
    }
  })
  app.delete('/faults', () => {
    faults.clear()
    return { ok: true }
  })

  app.post<{ Body: { now?: string; advance_s?: number } }>('/clock', (request, reply) => {
    const { now, advance_s } = request.body
    const at = now === undefined ? clock.now() : Date.parse(now)
    if (Number.isNaN(at) || (now === undefined && advance_s === undefined))
      return reply.code(400).send({ error: 'send now (an ISO instant) or advance_s (seconds)' })
    if (now !== undefined) clock.set(at)
    clock.advance((advance_s ?? 0) * 1000)
    return { now: new Date(clock.now()).toISOString() }
  })

  app.post<{ Body: { platform: string; action: (typeof token_actions)[number] } }>('/tokens', (request, reply) => {
    const { platform, action } = request.body
    if (!token_actions.includes(action))
      return reply.code(400).send({ error: `action must be one of ${token_actions.join(', ')}` })
    if (action === 'rotate_on' || action === 'rotate_off') tokens.rotate(platform, action === 'rotate_on')
    else tokens[action](platform)
    return { ok: true }
  })

  // The return address that an app has registered, for vendors that take none from the address of the consent.
  app.put<{ Params: { platform: string }; Body: { return_url: string } }>('/apps/:platform', ({ params, body }) => {
    consents.return_urls.set(params.platform, body.return_url)
    return { ok: true }
  })

  app.post<{ Body: Past }>('/past', (request, reply) => {
    const { platform, day, campaign_id, factor, order_id, change, removed_id } = request.body
    if (removed_id) changes.remove(removed_id)
    else if (order_id && change) changes.set_order(order_id, { updated_at: clock.now(), ...change })
    else if (platform && day && factor !== undefined) changes.set_factor(platform, day, factor, campaign_id)
    else return reply.code(400).send({ error: 'send platform, day and factor, order_id and change, or removed_id' })
    return { ok: true }
  })

  // How many writes the vendor has carried out.
  app.get<{ Params: { platform: string } }>('/writes/:platform', ({ params }) => ({
    count: writes.count(params.platform),
  }))

  // Sends what changed since the last time, and what is due again.
  app.post<{ Body: Disorder | null }>('/webhooks', ({ body }) => webhooks.send(body ?? {}))
  // The one address of the app, which the operator enters at the vendor.
  app.put<{ Params: { platform: string }; Body: { url: string } }>('/webhooks/:platform', ({ params, body }) => {
    webhooks.enter(params.platform, body.url)
    return { ok: true }
  })

  // Requests beyond a published limit. Answers that a fault asked for do not count.
  app.get('/violations', () => ({ violations: limits.violations() }))
  app.delete('/violations', () => {
    limits.clear_violations()
    return { ok: true }
  })

  app.get<{ Querystring: { platform?: string } }>('/log', (request) => log.list(request.query.platform))
  app.delete('/log', () => {
    log.clear()
    return { ok: true }
  })

  app.post('/reset', () => {
    faults.clear()
    tokens.reset()
    changes.clear()
    log.clear()
    sink.clear()
    webhooks.clear()
    limits.forget()
    limits.clear_violations()
    clock.reset()
    return { ok: true }
  })
}
