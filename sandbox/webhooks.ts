// How the simulated vendors announce changes: what the world did since the last look becomes deliveries, which are sent, sent again and
// given up on the sandbox's clock, by each vendor's rules.
import { createHmac } from 'node:crypto'
import type { Instant, World } from './world/types.ts'

export interface Subscription {
  /** Digits only. */
  id: string
  topic: string
  url: string
  /** What the subscriber gave to sign with. */
  secret: string
  is_on: boolean
  /** Failed deliveries in a row. */
  failures: number
  created_at: Instant
  updated_at: Instant
}

/** A record at a vendor. */
export interface Live {
  kind: string
  id: string
  updated_at: Instant
}

export interface Event {
  kind: string
  id: string
  did: 'created' | 'updated' | 'deleted'
}

export interface Message {
  topic: string
  body: unknown
}

export interface Outgoing {
  headers: Record<string, string>
  body: string
}

/** How a vendor announces. */
export interface Announcer {
  /** All records whose changes it announces. */
  live(world: World): Live[]
  messages(event: Event, world: World): Message[]
  outgoing(message: Message, to: Subscription, sent: { number: number; attempt: number; world: World }): Outgoing
  /** The time within which an answer must come. */
  timeout_ms: number
  /** Milliseconds until the next attempt. Null: the delivery is given up. */
  retry_ms(attempt: number): number | null
  /** What the vendor does with a subscription whose delivery failed. */
  failed?(to: Subscription, is_given_up: boolean): 'delete' | 'switch_off' | undefined
}

interface Waiting {
  platform: string
  to: Subscription
  message: Message
  number: number
  attempt: number
  due_at: Instant
}

/** What happens on the way. Shares are 0 to 1. */
export interface Disorder {
  repeated?: number
  forged?: number
  lost?: number
  is_shuffled?: boolean
  /** Each delivery starts up to this much later, so that later ones overtake it. */
  delay_ms?: number
  random?: () => number
}

export interface Sent {
  delivered: number
  failed: number
  /** Statuses of the answers that count as failures. 0: no answer. */
  failed_statuses: number[]
  given_up: number
  forged: number
  /** Statuses of the answers to forged deliveries. */
  forged_statuses: number[]
  /** Milliseconds until each answer. */
  answered_ms: number[]
}

export type Webhooks = ReturnType<typeof create_webhooks>

/** Events of subscriptions that nobody has made themselves. They belong to the app, and it enters one address. */
const app_subscription = (topic: string, url: string): Subscription => ({
  id: '1',
  topic,
  url,
  secret: '',
  is_on: true,
  failures: 0,
  created_at: 0,
  updated_at: 0,
})

export const hmac = (secret: string, body: string, encoding: 'hex' | 'base64') =>
  createHmac('sha256', secret).update(body).digest(encoding)

export function create_webhooks(announcers: Record<string, Announcer>, world: World) {
  const subscriptions = new Map<string, Subscription[]>()
  /** What vendors send to the one address of an app, by platform and topic. */
  const of_apps = new Map<string, Map<string, Subscription>>()
  const app_urls = new Map<string, string>()
  const known = new Map<string, Map<string, Instant>>()
  let waiting: Waiting[] = []
  let numbers = 0
  let via: { from: string; to: string } | undefined

  const of = (platform: string): Subscription[] => {
    if (!subscriptions.has(platform)) subscriptions.set(platform, [])
    if (!known.has(platform)) known.set(platform, seen(platform))
    return subscriptions.get(platform)!
  }
  const seen = (platform: string) =>
    new Map(announcers[platform]!.live(world).map(({ kind, id, updated_at }) => [`${kind} ${id}`, updated_at]))

  function receivers(platform: string, topic: string): Subscription[] {
    const url = app_urls.get(platform)
    const own = of(platform).filter((one) => one.is_on && one.topic === topic)
    if (!url) return own
    const of_app = of_apps.get(platform) ?? new Map<string, Subscription>()
    of_apps.set(platform, of_app)
    const to = of_app.get(topic) ?? app_subscription(topic, url)
    of_app.set(topic, to)
    return to.is_on ? [...own, to] : own
  }

  function queue(platform: string, message: Message, to: readonly Subscription[], delay_ms = 0) {
    for (const one of to) {
      numbers += 1
      waiting.push({ platform, to: one, message, number: numbers, attempt: 1, due_at: world.now() + delay_ms })
    }
  }

  /** Queues what changed since the last look. */
  function look(platform: string, delay_ms: () => number) {
    const before = known.get(platform)!
    const now = seen(platform)
    known.set(platform, now)
    const event = (key: string, did: Event['did']) => {
      const [kind = '', id = ''] = key.split(' ')
      for (const message of announcers[platform]!.messages({ kind, id, did }, world))
        for (const to of receivers(platform, message.topic)) queue(platform, message, [to], delay_ms())
    }
    for (const [key, updated_at] of now)
      if (before.get(key) !== updated_at) event(key, before.has(key) ? 'updated' : 'created')
    for (const key of before.keys()) if (!now.has(key)) event(key, 'deleted')
  }

  async function post(one: Waiting, is_forged: boolean): Promise<number> {
    const { timeout_ms } = announcers[one.platform]!
    const { headers, body } = announcers[one.platform]!.outgoing(one.message, one.to, { ...one, world })
    const forged = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        /hmac|signature/i.test(name) ? value.toLowerCase().replace(/[a-f0]/g, '1') : value,
      ]),
    )
    const url = via ? one.to.url.replace(via.from, via.to) : one.to.url
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: is_forged ? forged : headers,
        body,
        signal: AbortSignal.timeout(timeout_ms),
      })
      await answer.arrayBuffer()
      return answer.status
    } catch {
      return 0
    }
  }

  function fail(one: Waiting, result: Sent) {
    const { retry_ms, failed } = announcers[one.platform]!
    const wait_ms = retry_ms(one.attempt)
    if (wait_ms === null) result.given_up += 1
    else waiting.push({ ...one, attempt: one.attempt + 1, due_at: world.now() + wait_ms })
    one.to.failures += 1
    const end = failed?.(one.to, wait_ms === null)
    if (!end) return
    one.to.is_on = false
    waiting = waiting.filter(({ to }) => to !== one.to)
    const all = of(one.platform)
    if (end === 'delete' && all.includes(one.to)) all.splice(all.indexOf(one.to), 1)
  }

  return {
    of,
    /** The operator enters the address of the app at the vendor. It then gets the events of all accounts. */
    enter(platform: string, url: string) {
      app_urls.set(platform, url)
      of_apps.delete(platform)
      of(platform)
    },
    /** Public addresses that begin with `from` are reached at `to`. */
    reach(from: string, to: string) {
      via = { from, to }
    },
    add(platform: string, made: Pick<Subscription, 'topic' | 'url'> & { secret?: string }): Subscription {
      const at = world.now()
      numbers += 1
      const one = {
        id: String(4_000_000 + numbers),
        secret: '',
        is_on: true,
        failures: 0,
        created_at: at,
        updated_at: at,
        ...made,
      }
      of(platform).push(one)
      return one
    },
    remove(platform: string, id: string): boolean {
      const all = of(platform)
      const at = all.findIndex((one) => one.id === id)
      if (at >= 0) all.splice(at, 1)
      return at >= 0
    },
    /** Announces something that no record shows, such as an uninstall, at the address of the app or at all that listen. */
    announce(platform: string, message: Message) {
      queue(platform, message, receivers(platform, message.topic))
    },
    announce_to(platform: string, to: Subscription, message: Message) {
      queue(platform, message, [to])
    },
    waiting: () => waiting.length,
    clear() {
      subscriptions.clear()
      app_urls.clear()
      of_apps.clear()
      known.clear()
      waiting = []
    },
    /** Sends what is due. `at_once`: deliveries at the same time. */
    async send(disorder: Disorder = {}, at_once = 20): Promise<Sent> {
      const { random = Math.random, repeated = 0, forged = 0, lost = 0, delay_ms = 0, is_shuffled } = disorder
      for (const platform of new Set([...subscriptions.keys(), ...app_urls.keys()])) {
        of(platform)
        look(platform, () => random() * delay_ms)
      }
      const due = waiting.filter(({ due_at }) => due_at <= world.now())
      waiting = waiting.filter(({ due_at }) => due_at > world.now())
      const kept = due.filter(() => random() >= lost)
      const all = [
        ...kept.map((one) => ({ one, is_forged: false })),
        ...kept.filter(() => random() < repeated).map((one) => ({ one, is_forged: false })),
        ...kept.filter(() => random() < forged).map((one) => ({ one, is_forged: true })),
      ]
      if (is_shuffled) all.sort(() => random() - 0.5)
      const result: Sent = {
        delivered: 0,
        failed: 0,
        failed_statuses: [],
        given_up: 0,
        forged: 0,
        forged_statuses: [],
        answered_ms: [],
      }
      const next = async () => {
        for (let given = all.shift(); given; given = all.shift()) {
          const began = performance.now()
          const status = await post(given.one, given.is_forged)
          result.answered_ms.push(performance.now() - began)
          if (given.is_forged) {
            result.forged += 1
            result.forged_statuses.push(status)
          } else if (status >= 200 && status < 300) {
            result.delivered += 1
            given.one.to.failures = 0
          } else {
            result.failed += 1
            result.failed_statuses.push(status)
            fail(given.one, result)
          }
        }
      }
      await Promise.all(Array.from({ length: at_once }, next))
      return result
    },
  }
}

/** The id of an event, which all its deliveries have, as vendors write it. */
export const event_id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
