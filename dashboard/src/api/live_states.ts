// What the stream of events has brought, and which answers of tools are asked again because of it.
import { useSyncExternalStore } from 'react'
import { query_client, use_org_id } from './queries.ts'

/** A connection as an event has it. Its texts are in the answer of list_connections. */
export interface LiveConnection {
  org_id: string
  connection_id: string
  platform: string
  sync_state: 'idle' | 'queued' | 'running'
  progress: number | null
  stream: string | null
  rows: number | null
  /** In a first sync: the first day that is stored of the stream. */
  stored_from: string | null
  health: string
  version: string
}

export type LiveEvent =
  | { event: 'snapshot'; data: { org_id: string; connections: LiveConnection[] } }
  | { event: 'connection'; data: LiveConnection }
  | { event: 'removed'; data: { org_id: string; connection_id: string } }

type States = ReadonlyMap<string, LiveConnection>

/** Several syncs often end in the same seconds. */
const FIGURES_WAIT_MS = 2_000
/** Answers that no sync changes. */
const NO_FIGURES = new Set([
  'list_calls',
  'list_members',
  'list_invitations',
  'list_api_keys',
  'get_org_settings',
  'list_platforms',
  ...[
    'propose_connect_platform',
    'list_own_notifications',
    'list_webhooks',
    'list_webhook_deliveries',
    'get_org_channels',
  ],
])

const nothing: States = new Map()
const by_org = new Map<string, States>()
let is_live = false
const listeners = new Set<() => void>()
const waiting = new Map<string, ReturnType<typeof setTimeout>>()

const notify = () => {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function set_live(now: boolean): void {
  is_live = now
  notify()
}

/** Everything that is known, as events. */
export const live_states = (): LiveEvent[] =>
  [...by_org].map(([org_id, states]) => ({ event: 'snapshot', data: { org_id, connections: [...states.values()] } }))

export function apply_event({ event, data }: LiveEvent): void {
  const before = by_org.get(data.org_id)
  const now = new Map(event === 'snapshot' ? [] : before)
  if (event === 'snapshot') for (const one of data.connections) now.set(one.connection_id, one)
  else if (event === 'connection') now.set(data.connection_id, data)
  else now.delete(data.connection_id)
  by_org.set(data.org_id, now)
  notify()
  ask_again(data.org_id, before ?? asked_before(data.org_id), now)
}

type Known = ReadonlyMap<string, Pick<LiveConnection, 'sync_state' | 'health'> & { version?: string }>

/** The answer of list_connections, with which the first snapshot is compared. */
function asked_before(org_id: string): Known | undefined {
  const answer = query_client.getQueryData<{ connections: (LiveConnection & { status: string })[] }>([
    org_id,
    'list_connections',
    {},
  ])
  return answer && new Map(answer.connections.map((one) => [one.connection_id, one]))
}

const differs = (before: Known, now: States): boolean =>
  before.size !== now.size ||
  [...now].some(([id, one]) => {
    const known = before.get(id)
    if (!known || known.sync_state !== one.sync_state || known.health !== one.health) return true
    return known.version !== undefined && known.version !== one.version
  })

function ask_again(org_id: string, before: Known | undefined, now: States): void {
  if (!before || !differs(before, now)) return
  for (const tool of ['list_connections', 'list_connections_detail', 'get_connection'])
    void query_client.invalidateQueries({ queryKey: [org_id, tool] })
  const has_ended = [...before].some(([id, one]) => one.sync_state !== 'idle' && now.get(id)?.sync_state === 'idle')
  if (has_ended) ask_for_figures(org_id)
}

function ask_for_figures(org_id: string): void {
  if (waiting.has(org_id)) return
  const ask = () => {
    waiting.delete(org_id)
    void query_client.invalidateQueries({
      queryKey: [org_id],
      predicate: ({ queryKey }) => !NO_FIGURES.has(String(queryKey[1])),
    })
  }
  waiting.set(org_id, setTimeout(ask, FIGURES_WAIT_MS))
}

/** The connections of the organization as the newest event has them, by id. */
export function use_live_connections(): States {
  const org_id = use_org_id()
  return useSyncExternalStore(subscribe, () => by_org.get(org_id) ?? nothing)
}

/** False: no events come, so a page that shows progress asks by itself. */
export const use_is_live = (): boolean => useSyncExternalStore(subscribe, () => is_live)
