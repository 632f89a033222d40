// Asks the platform for announced records, in the list of changes and by id.

import { gives_hints, type ReadById } from '#engine/connector/webhook.ts'
import type { Account, Api, ChangeStream, Connector, Stream, WarehouseTable } from '#engine/connector.ts'
import { api_of } from '#engine/sync/connected.ts'
import type { Run } from '#engine/sync/reading.ts'
import { is_passing, VendorRefusal } from '#engine/vendors/refusal.ts'
import type { ConnectionPlace } from '#engine/vendors/secrets.ts'
import type { WebhookParts } from '#engine/webhooks/parts.ts'

/** Records of one request. Each is as large as in a page of the stream. */
const READ_RECORDS = 50
/** From this number of records on, a list needs fewer requests. */
const LISTED_FROM = 3
/** A list also has records that nobody announced, so it may be long. */
const LIST_PAGES_MAX = 5

export interface Connected {
  place: ConnectionPlace
  platform: string
  settings: Run['settings']
  connector: Connector
  /** How many requests for hints are sent like those for signed announcements. */
  proven: number
  signal: AbortSignal
}

/** Announced records of a stream and an account. */
interface AnnouncedRecords {
  name: string
  account: Account
  ids: readonly string[]
}

/** What one request asks for. `since`: the list of changes after this instant is asked, instead of records by id. */
interface Question extends AnnouncedRecords {
  since?: string
}

type Item = { id: string }

export interface Read {
  name: string
  stream: Stream
  account: Account
  items: never[]
  /** Records that the platform, asked for their id, does not have. */
  missing: string[]
}

/** What the platform did not give for now, after it gave other records. */
export interface Left {
  refusal: VendorRefusal
  has: (stream: string, id: string) => boolean
}

/** Throws when the platform refuses the first question. `left`: it refused a later one. */
export async function ask_for(
  parts: WebhookParts,
  of: Connected,
  { asked, since }: { asked: readonly AnnouncedRecords[]; since: string },
): Promise<{ read: Read[]; left?: Left }> {
  const read: Read[] = []
  const waiting = asked.flatMap((one) =>
    is_listed(of.connector, one) ? [{ ...one, since }] : by_id(of.connector, one),
  )
  const is_signed = !gives_hints(of.connector)
  let spent = 0
  for (let first = true, one = waiting.shift(); one; first = false, one = waiting.shift())
    try {
      spent += one.since ? 1 : one.ids.length
      const priority = is_signed || spent <= of.proven ? 'webhook' : 'hint'
      const { place, signal } = of
      const api = api_of(parts, { ...place, signal }, of).asking({ priority, account_id: one.account.account_id })
      const found = await (one.since ? read_list(of, api, one) : read_by_id(of, api, one))
      if (found) add_to(read, found)
      if (one.since) waiting.push(...by_id(of.connector, { ...one, ids: lacking(one, found) }))
    } catch (error) {
      if (first || !(error instanceof VendorRefusal) || !is_passing(error)) throw error
      const rest = new Set([one, ...waiting].flatMap(({ name, ids }) => ids.map((id) => `${name} ${id}`)))
      return { read, left: { refusal: error, has: (stream, id) => rest.has(`${stream} ${id}`) } }
    }
  return { read }
}

const is_listed = ({ webhooks }: Connector, { name, ids }: AnnouncedRecords): boolean =>
  ids.length >= LISTED_FROM && webhooks?.listed?.includes(name) === true

function by_id(connector: Connector, { name, account, ids }: AnnouncedRecords): Question[] {
  const is_alone = gives_hints(connector) && !reader_of(connector, name)?.is_together
  const size = is_alone ? 1 : READ_RECORDS
  const starts = Array.from({ length: Math.ceil(ids.length / size) }, (_, n) => n * size)
  return starts.map((start) => ({ name, account, ids: ids.slice(start, start + size) }))
}

const change_stream_of = ({ streams }: Connector, name: string) =>
  (streams[name] ?? {}) as Partial<ChangeStream<never, WarehouseTable>>

/** How records of a stream are read by id. Undefined: the platform has no such request, so sweeps bring the changes. */
const reader_of = (connector: Connector, name: string): ReadById<never> | undefined =>
  connector.webhooks?.reads?.[name] ?? change_stream_of(connector, name).recheck?.read

async function read_by_id(
  { connector, settings }: Connected,
  api: Api,
  { name, account, ids }: Question,
): Promise<Read | undefined> {
  const stream = connector.streams[name]
  const read = reader_of(connector, name)
  if (!stream || !read) return undefined
  const items = await read({ api, account, settings, ids: [...ids] })
  // A shorter answer does not say which records it lacks.
  if (items.length !== ids.length) return undefined
  const missing = ids.filter((_, n) => items[n] === null)
  return { name, stream, account, missing, items: items.filter((item) => item !== null && item !== undefined) }
}

/**
 * The announced records of the first pages. What a list lacks may exist nevertheless, so nothing is missing. A refusal in the middle of the list
 * meets the requests by id too.
 */
async function read_list(
  { connector, settings }: Connected,
  api: Api,
  { name, account, ids, since }: Question,
): Promise<Read | undefined> {
  const stream = connector.streams[name]
  const { read } = change_stream_of(connector, name)
  if (!stream || !read) return undefined
  const left = new Set(ids)
  const items: Item[] = []
  let pages = 0
  try {
    for await (const page of read({ api, account, settings, since: since ?? null }) as AsyncIterable<Item[]>) {
      items.push(...page.filter(({ id }) => left.delete(id)))
      if (left.size === 0 || ++pages === LIST_PAGES_MAX) break
    }
  } catch (error) {
    if (items.length === 0 || !(error instanceof VendorRefusal && is_passing(error))) throw error
  }
  return { name, stream, account, missing: [], items: items as never[] }
}

function lacking({ ids }: Question, found: Read | undefined): string[] {
  const has = new Set((found?.items as Item[] | undefined)?.map(({ id }) => id))
  return ids.filter((id) => !has.has(id))
}

/** Records of one stream and account are merged together. */
function add_to(read: Read[], fresh: Read): void {
  const known = read.find(({ name, account }) => name === fresh.name && account === fresh.account)
  if (!known) return void read.push(fresh)
  known.items.push(...fresh.items)
  known.missing.push(...fresh.missing)
}
