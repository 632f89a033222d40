// Live changes of connections and notifications. The tabs of a browser share one stream: a tab that holds a lock reads it for all, and when that tab closes,
// the next one takes over. Each tab holds a lock for the organization that it shows, so that the reading tab knows which are watched.
import { useEffect } from 'react'
import { apply_event, type LiveEvent, live_states, set_live } from './live_states.ts'
import { hear_of_notifications, type UnreadEvent } from './notifications.ts'
import { forget_me } from './queries.ts'

const NAME = 'tablero:events'
const WATCHING = `${NAME} of `
/** As the server allows. */
const ORGS_MAX = 100
const RETRY_MS = 5_000
/** Several tabs often open together. */
const LOOK_WAIT_MS = 150
const RETRY_MAX_MS = 60_000

type Message =
  /** From the reading tab to the others. */
  | { kind: 'event'; event: LiveEvent }
  | { kind: 'notifications'; of: UnreadEvent }
  | { kind: 'live'; is_live: boolean }
  /** From a tab that shows another organization than before. */
  | { kind: 'watched' }

const tab = crypto.randomUUID?.() ?? String(Math.random())
/** Without locks, which a page over plain HTTP lacks, there is no stream, and pages ask again by themselves. */
const channel = 'locks' in navigator ? new BroadcastChannel(NAME) : undefined

let leading: Leader | undefined
let watched = 0

/** Holds a lock until the returned function is called. The browser releases it when the tab closes. */
function hold(name: string, while_held: () => () => void): () => void {
  let release = () => {}
  const ended = new Promise<void>((done) => {
    release = done
  })
  const waiting = new AbortController()
  void navigator.locks
    .request(name, { signal: waiting.signal }, async () => {
      const end = while_held()
      await ended
      end()
    })
    .catch(() => undefined) // released before it was held
  return () => {
    release()
    waiting.abort()
  }
}

/** Keeps connections and notifications of the organization up to date while a page of it is open. */
export function use_events(org_id: string): void {
  useEffect(() => watch(org_id), [org_id])
}

/** Receives events of the organization until the returned function is called. */
function watch(org_id: string): () => void {
  if (!channel) return () => {}
  watched += 1
  const tell = () => {
    post({ kind: 'watched' })
    return () => setTimeout(() => post({ kind: 'watched' }))
  }
  const forget = hold(`${WATCHING}${org_id} ${tab} ${watched}`, tell)
  const resign = hold(NAME, () => {
    leading = new Leader()
    return () => {
      leading?.end()
      leading = undefined
    }
  })
  return () => {
    resign()
    forget()
  }
}

channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => receive(data))

function post(message: Message): void {
  channel?.postMessage(message)
  receive(message)
}

function receive(message: Message): void {
  if (message.kind === 'event') apply_event(message.event)
  else if (message.kind === 'notifications') hear_of_notifications(message.of)
  else if (message.kind === 'live') set_live(message.is_live)
  else leading?.look()
}

/** Reads the stream in one tab. */
class Leader {
  #source: EventSource | undefined
  #org_ids = ''
  #looking: ReturnType<typeof setTimeout> | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #retry_ms = RETRY_MS
  #is_over = false

  constructor() {
    this.look()
  }

  look(): void {
    clearTimeout(this.#looking)
    this.#looking = setTimeout(() => void this.#look(), LOOK_WAIT_MS)
  }

  /** Opens another stream when the tabs show other organizations. Otherwise the tabs get what is known again. */
  async #look(): Promise<void> {
    const { held = [] } = await navigator.locks.query()
    if (this.#is_over) return
    const org_ids = held.flatMap(({ name = '' }) =>
      name.startsWith(WATCHING) ? [name.slice(WATCHING.length).split(' ')[0]!] : [],
    )
    const wanted = [...new Set(org_ids)].sort().slice(0, ORGS_MAX).join(',')
    if (wanted !== this.#org_ids) return this.#open(wanted)
    for (const event of live_states()) channel?.postMessage({ kind: 'event', event } satisfies Message)
    channel?.postMessage({ kind: 'live', is_live: this.#source?.readyState === EventSource.OPEN } satisfies Message)
  }

  #open(org_ids: string): void {
    this.#close()
    this.#org_ids = org_ids
    if (org_ids === '') return
    const source = new EventSource(
      `/api/v1/events?${org_ids
        .split(',')
        .map((org_id) => `org=${org_id}`)
        .join('&')}`,
    )
    this.#source = source
    source.addEventListener('open', () => {
      this.#retry_ms = RETRY_MS
      post({ kind: 'live', is_live: true })
    })
    for (const name of ['snapshot', 'connection', 'removed'] as const)
      source.addEventListener(name, ({ data }) =>
        post({ kind: 'event', event: { event: name, data: JSON.parse(data) } as LiveEvent }),
      )
    source.addEventListener('notifications', ({ data }) => post({ kind: 'notifications', of: JSON.parse(data) }))
    source.addEventListener('error', () => this.#lost(source))
  }

  /** The browser opens an interrupted stream again. After a refusal it does not: the session or a membership may have ended. */
  #lost(source: EventSource): void {
    post({ kind: 'live', is_live: false })
    if (source.readyState !== EventSource.CLOSED || this.#source !== source) return
    void forget_me()
    this.#retry = setTimeout(() => this.#open(this.#org_ids), this.#retry_ms)
    this.#retry_ms = Math.min(this.#retry_ms * 2, RETRY_MAX_MS)
  }

  #close(): void {
    clearTimeout(this.#retry)
    this.#source?.close()
    this.#source = undefined
  }

  end(): void {
    this.#is_over = true
    clearTimeout(this.#looking)
    this.#close()
    post({ kind: 'live', is_live: false })
  }
}
