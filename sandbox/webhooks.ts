// How the simulated vendors announce changes. What the world did since the last look becomes deliveries. They are sent, repeated and given
// up on the sandbox's clock, by each vendor's rules.
import type { Announcer, Event, Message, Subscription } from './announcer.ts'
import { type Forgery, forgeries, forged as forgery_of } from './forgeries.ts'
import type { Instant, World } from './world/types.ts'

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
  /** How long the vendor waits for an answer. Default: as long as it does. */
  timeout_ms?: number
  random?: () => number
}

export interface Sent {
  delivered: number
  failed: number
  /** Statuses of the answers that count as failures. 0: no answer. */
  failed_statuses: number[]
  given_up: number
  forged: number
  /** Answers to forged deliveries: how each was forged, and the status. */
  forged_answers: { platform: string; forgery: Forgery; status: number }[]
  /** Milliseconds until each answer. */
  answered_ms: number[]
}

interface Given {
  one: Waiting
  forgery?: Forgery
}

/** Ids of subscriptions are above this number. */
const first_id = 4_000_000
/** A receiver that has not answered after this real time does not answer at all. */
const hung_after_ms = 60_000

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

/** What a vendor knows: who listens, and which state of each record it announced last. */
interface Known {
  subscriptions: Subscription[]
  /** The one address of the app. */
  app_url?: string
  /** What is sent there, by topic. */
  of_app: Map<string, Subscription>
  announced: Map<string, Instant>
}

export class Webhooks {
  readonly #announcers: Record<string, Announcer>
  readonly #world: World
  readonly #known = new Map<string, Known>()
  #waiting: Waiting[] = []
  readonly #frozen: boolean
  #numbers = 0
  readonly #forged = new Map<string, number>()
  #via: { from: string; to: string } | undefined

  /** With a frozen clock, no delivery is too late: the vendor's time does not pass. */
  constructor(announcers: Record<string, Announcer>, world: World, frozen = false) {
    this.#announcers = announcers
    this.#world = world
    this.#frozen = frozen
  }

  of(platform: string): Subscription[] {
    return this.#of(platform).subscriptions
  }

  /** The operator enters the address of the app at the vendor. It then gets the events of all accounts. */
  enter(platform: string, url: string): void {
    Object.assign(this.#of(platform), { app_url: url, of_app: new Map() })
  }

  /** Public addresses that begin with `from` are reached at `to`. */
  reach(from: string, to: string): void {
    this.#via = { from, to }
  }

  add(platform: string, made: Pick<Subscription, 'topic' | 'url'> & { secret?: string }): Subscription {
    const at = this.#world.now()
    this.#numbers += 1
    const id = String(first_id + this.#numbers)
    const one = { id, secret: '', is_on: true, failures: 0, created_at: at, updated_at: at, ...made }
    this.of(platform).push(one)
    return one
  }

  remove(platform: string, id: string): boolean {
    const all = this.of(platform)
    const at = all.findIndex((one) => one.id === id)
    if (at >= 0) all.splice(at, 1)
    return at >= 0
  }

  /** Announces something that no record shows, such as an uninstall. */
  announce(platform: string, message: Message): void {
    for (const to of this.#receivers(platform, message.topic)) this.announce_to(platform, to, message)
  }

  announce_to(platform: string, to: Subscription, message: Message, delay_ms = 0): void {
    this.#numbers += 1
    const due_at = this.#world.now() + delay_ms
    this.#waiting.push({ platform, to, message, number: this.#numbers, attempt: 1, due_at })
  }

  clear(): void {
    this.#known.clear()
    this.#waiting = []
  }

  /** Sends what is due, `at_once` deliveries at the same time. */
  async send(disorder: Disorder = {}, at_once = 20): Promise<Sent> {
    const { random = Math.random, delay_ms = 0, timeout_ms } = disorder
    for (const platform of this.#known.keys()) this.#look(platform, () => random() * delay_ms)
    const left = this.#due(disorder)
    const sent: Sent = {
      delivered: 0,
      failed: 0,
      failed_statuses: [],
      given_up: 0,
      forged: 0,
      forged_answers: [],
      answered_ms: [],
    }
    const next = async () => {
      for (let given = left.shift(); given; given = left.shift()) await this.#send_one(given, sent, timeout_ms)
    }
    await Promise.all(Array.from({ length: at_once }, next))
    return sent
  }

  #of(platform: string): Known {
    const known = this.#known.get(platform)
    if (known) return known
    const made: Known = { subscriptions: [], of_app: new Map(), announced: this.#live(platform) }
    this.#known.set(platform, made)
    return made
  }

  #live(platform: string): Map<string, Instant> {
    const all = this.#announcers[platform]!.live(this.#world)
    return new Map(all.map(({ kind, id, updated_at }) => [`${kind} ${id}`, updated_at]))
  }

  #receivers(platform: string, topic: string): Subscription[] {
    const { subscriptions, app_url, of_app } = this.#of(platform)
    const own = subscriptions.filter((one) => one.is_on && one.topic === topic)
    if (!app_url) return own
    const to = of_app.get(topic) ?? app_subscription(topic, app_url)
    of_app.set(topic, to)
    return to.is_on ? [...own, to] : own
  }

  /** Queues what changed since the last look. */
  #look(platform: string, delay_ms: () => number): void {
    const known = this.#of(platform)
    const { announced } = known
    const now = this.#live(platform)
    known.announced = now
    const event = (key: string, did: Event['did']) => {
      const [kind = '', id = ''] = key.split(' ')
      for (const message of this.#announcers[platform]!.messages({ kind, id, did }, this.#world))
        for (const to of this.#receivers(platform, message.topic)) this.announce_to(platform, to, message, delay_ms())
    }
    for (const [key, updated_at] of now)
      if (announced.get(key) !== updated_at) event(key, announced.has(key) ? 'updated' : 'created')
    for (const key of announced.keys()) if (!now.has(key)) event(key, 'deleted')
  }

  /** What is due, with what happens to it on the way. */
  #due({ random = Math.random, repeated = 0, forged = 0, lost = 0, is_shuffled }: Disorder): Given[] {
    const now = this.#world.now()
    const due = this.#waiting.filter(({ due_at }) => due_at <= now)
    this.#waiting = this.#waiting.filter(({ due_at }) => due_at > now)
    const kept = due.filter(() => random() >= lost)
    const all = [
      ...kept.map((one) => ({ one })),
      ...kept.filter(() => random() < repeated).map((one) => ({ one })),
      ...kept.filter(() => random() < forged).map((one) => ({ one, forgery: this.#next_forgery(one) })),
    ]
    return is_shuffled ? all.sort(() => random() - 0.5) : all
  }

  /** One after the other, so that each is sent as often. */
  #next_forgery({ platform }: Waiting): Forgery {
    const kinds = forgeries[platform]!
    const number = this.#forged.get(platform) ?? 0
    this.#forged.set(platform, number + 1)
    return kinds[number % kinds.length]!
  }

  async #send_one({ one, forgery }: Given, sent: Sent, timeout_ms?: number): Promise<void> {
    const began = performance.now()
    const status = await this.#post(one, forgery, timeout_ms)
    sent.answered_ms.push(performance.now() - began)
    if (forgery) {
      sent.forged += 1
      sent.forged_answers.push({ platform: one.platform, forgery, status })
    } else if (status >= 200 && status < 300) {
      sent.delivered += 1
      one.to.failures = 0
    } else {
      sent.failed += 1
      sent.failed_statuses.push(status)
      this.#fail(one, sent)
    }
  }

  /** The status of the answer. 0: none came in time. */
  async #post(one: Waiting, forgery: Forgery | undefined, timeout_ms?: number): Promise<number> {
    const announcer = this.#announcers[one.platform]!
    const outgoing = announcer.outgoing(one.message, one.to, { ...one, world: this.#world })
    const genuine = { ...outgoing, url: one.to.url }
    const elsewhere = this.of(one.platform).find(({ url, secret }) => url !== one.to.url && secret !== one.to.secret)
    const { url, headers, body } = forgery ? forgery_of(forgery, genuine, elsewhere?.url) : genuine
    const via = this.#via
    try {
      const answer = await fetch(via ? url.replace(via.from, via.to) : url, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(timeout_ms ?? (this.#frozen ? hung_after_ms : announcer.timeout_ms)),
      })
      await answer.arrayBuffer()
      return answer.status
    } catch {
      return 0
    }
  }

  #fail(one: Waiting, sent: Sent): void {
    const { retry_ms, failed } = this.#announcers[one.platform]!
    const wait_ms = retry_ms(one.attempt)
    if (wait_ms === null) sent.given_up += 1
    else this.#waiting.push({ ...one, attempt: one.attempt + 1, due_at: this.#world.now() + wait_ms })
    one.to.failures += 1
    const end = failed?.(one.to, wait_ms === null)
    if (!end) return
    one.to.is_on = false
    this.#waiting = this.#waiting.filter(({ to }) => to !== one.to)
    if (end === 'delete') this.remove(one.platform, one.to.id)
  }
}
