// Streams of events to the pages that are open. One statement a second reads all organizations that a page of this process shows, and
// none when no page is open. A stream gets nothing before its session and its membership were checked again.

import type { Directory } from '#engine/access/directory.ts'
import type { Person } from '#engine/access/people.ts'
import type { RefusedAccess } from '#engine/audit/refused.ts'
import { authenticate, type Claim, resolve_org } from '#engine/calls/admission.ts'
import { type ConnectionEvent, read_states, type StateParts } from '#engine/events/states.ts'
import { SuspectConnections } from '#engine/events/suspect_connections.ts'
import { key_of, read_unread, type UnreadEvent } from '#engine/events/unread.ts'
import { Refusal } from '#engine/outcomes.ts'
import type { Log } from '#lib/log.ts'

/** Streams of one process, of one person and of one session. A browser shares one stream among its tabs. */
export const STREAMS_MAX = 1_000
export const STREAMS_OF_PERSON_MAX = 12
export const STREAMS_OF_SESSION_MAX = 4
/** Organizations of one stream. A person belongs to at most as many. */
export const ORGS_OF_STREAM_MAX = 100
const RETRY_S = 10
const READ_EVERY_MS = 1_000
/** How often sessions and memberships are checked. The directory answers from memory. */
export const CHECK_EVERY_MS = 250

export type StreamEvent =
  /** All connections of an organization, when the stream begins. */
  | { event: 'snapshot'; data: { org_id: string; connections: ConnectionEvent[] } }
  | { event: 'connection'; data: ConnectionEvent }
  /** The connection was disconnected. */
  | { event: 'removed'; data: { org_id: string; connection_id: string } }
  /** Of the person whose page it is: when the stream begins, and after each change. */
  | { event: 'notifications'; data: UnreadEvent }

export interface Receiver {
  send(event: StreamEvent): void
  end(): void
}

interface Stream extends Receiver {
  session: string
  user_id: string
  org_ids: readonly string[]
  /** What was sent last, by organization and connection. */
  sent: Map<string, Map<string, string>>
  /** What was sent last about notifications, by organization. */
  sent_unread: Map<string, string>
}

interface StreamParts extends StateParts {
  directory: Directory
  refused: RefusedAccess
  log: Log
  /** Aborted when the process stops. Then all streams end, and pages open new ones at another process. */
  stopping: () => AbortSignal
  /** Streams of this process. */
  streams_max?: number
}

/** Attempts of streams that were open are not recorded: the person was a member when the stream began. */
const unrecorded = { organization: () => {}, key: () => {} }

export class EventStreams {
  readonly #parts: StreamParts
  readonly #streams = new Set<Stream>()
  readonly #suspect: SuspectConnections
  #timer: NodeJS.Timeout | undefined
  /** On the clock of performance.now(). */
  #read_at = Number.NEGATIVE_INFINITY
  #is_watching_stop = false

  constructor(parts: StreamParts) {
    this.#parts = parts
    this.#suspect = new SuspectConnections(parts)
  }

  get size(): number {
    return this.#streams.size
  }

  /** Refuses who may not see one of the organizations. Returns what closes the stream. */
  async open(
    claim: Omit<Claim, 'org_id' | 'credential'> & { session: string },
    given: readonly string[],
    receiver: Receiver,
  ): Promise<() => void> {
    const { session, ...request } = claim
    if (this.#parts.stopping().aborted) throw new Refusal('overloaded', 'This process is stopping. Connect again.', 1)
    const found = await authenticate(this.#parts, { ...request, credential: { session } })
    if (found.via !== 'person') throw new TypeError('a session belongs to a person')
    const org_ids = checked(given)
    for (const org_id of org_ids) await resolve_org(this.#parts, found, { ...request, org_id })
    const stream = {
      ...receiver,
      session,
      user_id: found.person.user_id,
      org_ids,
      sent: new Map(),
      sent_unread: new Map(),
    }
    this.#make_room(stream)
    this.#streams.add(stream)
    this.#start()
    return () => void this.#streams.delete(stream)
  }

  #make_room({ session, user_id }: Stream): void {
    const own = [...this.#streams].filter((stream) => stream.user_id === user_id)
    const of_session = own.filter((stream) => stream.session === session)
    if (own.length >= STREAMS_OF_PERSON_MAX || of_session.length >= STREAMS_OF_SESSION_MAX)
      throw new Refusal('rate_limited', 'Too many pages of yours receive events. Close some of them.', RETRY_S)
    if (this.#streams.size >= (this.#parts.streams_max ?? STREAMS_MAX))
      throw new Refusal('overloaded', 'Too many pages receive events from this process. Try again later.', RETRY_S)
  }

  #start(): void {
    if (!this.#is_watching_stop) this.#parts.stopping().addEventListener('abort', () => this.#end_all(), { once: true })
    this.#is_watching_stop = true
    this.#timer ??= setTimeout(() => this.#run(), 0)
  }

  async #run(): Promise<void> {
    // Without a check nothing may be sent. A page opens a new stream, which begins with a snapshot.
    await this.#pass().catch((error) => {
      this.#parts.log.warn({ err: error }, 'events could not be read, so all streams ended')
      this.#end_all()
    })
    this.#timer = this.#streams.size > 0 ? setTimeout(() => this.#run(), CHECK_EVERY_MS) : undefined
  }

  async #pass(): Promise<void> {
    const is_due = performance.now() - this.#read_at >= READ_EVERY_MS && this.#streams.size > 0
    if (is_due) this.#read_at = performance.now()
    const org_ids = [...new Set([...this.#streams].flatMap((stream) => stream.org_ids))]
    const states = is_due ? await read_states(this.#parts, this.#suspect, org_ids) : undefined
    const places = [...this.#streams].flatMap(({ user_id, org_ids }) => org_ids.map((org_id) => ({ org_id, user_id })))
    const unread = is_due ? await read_unread(this.#parts.pool, places) : undefined
    const people = new Map<string, Promise<Person | undefined>>()
    for (const stream of this.#streams) {
      const { session } = stream
      if (!people.has(session)) people.set(session, this.#parts.directory.person(session))
      if (!(await this.#may_receive(stream, await people.get(session)))) this.#end(stream)
      else if (states) {
        send_changes(stream, states)
        send_unread(stream, unread!)
      }
    }
  }

  async #may_receive({ org_ids }: Stream, person: Person | undefined): Promise<boolean> {
    if (!person) return false
    const access = { directory: this.#parts.directory, refused: unrecorded }
    try {
      for (const org_id of org_ids) await resolve_org(access, { via: 'person', person }, { org_id })
      return true
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }

  #end(stream: Stream): void {
    this.#streams.delete(stream)
    stream.end()
  }

  #end_all(): void {
    for (const stream of this.#streams) this.#end(stream)
  }
}

function checked(given: readonly string[]): string[] {
  const org_ids = [...new Set(given.map((org_id) => org_id.trim().toLowerCase()).filter(Boolean))]
  if (org_ids.length === 0) throw new Refusal('error', 'Name the organization in the address: ?org={org_id}.')
  if (org_ids.length > ORGS_OF_STREAM_MAX)
    throw new Refusal('error', `A stream has at most ${ORGS_OF_STREAM_MAX} organizations. Name fewer.`)
  return org_ids
}

function send_unread({ org_ids, user_id, sent_unread, send }: Stream, unread: Map<string, UnreadEvent>): void {
  for (const org_id of org_ids) {
    const data = unread.get(key_of({ org_id, user_id }))
    const text = JSON.stringify(data)
    if (!data || sent_unread.get(org_id) === text) continue
    sent_unread.set(org_id, text)
    send({ event: 'notifications', data })
  }
}

/** Sends what differs from what was sent before. A stream that opened during the read waits for the next one. */
function send_changes({ org_ids, sent, send }: Stream, states: Map<string, ConnectionEvent[]>): void {
  for (const org_id of org_ids) {
    const connections = states.get(org_id)
    if (!connections) continue
    const now = new Map(connections.map((state) => [state.connection_id, JSON.stringify(state)]))
    const before = sent.get(org_id)
    sent.set(org_id, now)
    if (!before) {
      send({ event: 'snapshot', data: { org_id, connections } })
      continue
    }
    for (const state of connections)
      if (before.get(state.connection_id) !== now.get(state.connection_id)) send({ event: 'connection', data: state })
    for (const connection_id of before.keys())
      if (!now.has(connection_id)) send({ event: 'removed', data: { org_id, connection_id } })
  }
}
