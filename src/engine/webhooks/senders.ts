// Whose announcements Tablero accepts. Looked up once in a while, so that a flood of deliveries, of known or unknown senders, costs few
// queries.
import { sql } from 'kysely'
import { in_org, in_system } from '#db/org.ts'
import type { App } from '#engine/connector/sign_in.ts'
import type { Webhooks } from '#engine/connector/webhook.ts'
import type { Secrets, Settings } from '#engine/connector.ts'
import { type ConnectionPlace, load_secrets } from '#engine/vendors/secrets.ts'
import type { WebhookParts } from '#engine/webhooks/parts.ts'
import { set_newest } from '#lib/newest.ts'

/** A change of a connection counts after this time. */
const KEPT_MS = 30_000
const KEPT_MAX = 10_000

export interface Sender extends ConnectionPlace {
  platform: string
  is_active: boolean
  settings: Settings
  /** The app of the connection: its own, or the operator's. */
  client_id?: string
  /** What the platform can sign with. None: the app of the connection is not known. */
  secrets: string[]
}

/** Connections by their owner, as the platform names it. */
type Owners = ReadonlyMap<string, readonly ConnectionPlace[]>

export class Senders {
  readonly #parts: WebhookParts
  readonly #senders: Kept<Sender[]>
  readonly #owners: Kept<Owners>

  constructor(parts: WebhookParts) {
    this.#parts = parts
    this.#senders = new Kept(parts)
    this.#owners = new Kept(parts)
  }

  /** The connection of an address. */
  async of_place(place: ConnectionPlace): Promise<Sender | undefined> {
    const [found] = await this.#senders.get(`${place.org_id}/${place.connection_id}`, () => load(this.#parts, [place]))
    return found
  }

  /**
   * All connections that are the owner's, disconnected ones too. All owners of a platform are looked up together, so that any number of
   * unknown ones costs one query and keeps nobody else out of memory.
   */
  async of_owner(platform: string, { owner: by, signature }: Webhooks, owner: string): Promise<Sender[]> {
    const look = () => owners_of(this.#parts, platform, by)
    let places = (await this.#owners.get(platform, look)).get(owner)
    // What is signed is no flood, and its connection may be new.
    if (!places && signature) places = (await this.#owners.renew(platform, look)).get(owner)
    return places ? this.#senders.get(JSON.stringify([platform, owner]), () => load(this.#parts, places)) : []
  }
}

/** What was looked up, for a while. Callers at the same time share a look. */
class Kept<T> {
  readonly #clock: WebhookParts['clock']
  readonly #kept = new Map<string, { until: number; found: Promise<T> }>()

  constructor({ clock }: Pick<WebhookParts, 'clock'>) {
    this.#clock = clock
  }

  get(key: string, look: () => Promise<T>): Promise<T> {
    const now = this.#clock.now().getTime()
    const kept = this.#kept.get(key)
    return kept && kept.until > now && kept.until <= now + KEPT_MS ? kept.found : this.renew(key, look)
  }

  renew(key: string, look: () => Promise<T>): Promise<T> {
    const found = look()
    set_newest(this.#kept, key, { until: this.#clock.now().getTime() + KEPT_MS, found }, KEPT_MAX)
    found.catch(() => this.#kept.delete(key))
    return found
  }
}

const present = (secrets: readonly (string | undefined)[]) => [...new Set(secrets.filter((one) => one !== undefined))]

/**
 * What the operator's app signs with. Shopify signs with the previous secret until it is revoked
 * (shopify.dev, rotate or revoke client credentials, read 2026-11).
 */
export const secrets_of_app = ({ client_secret, previous_secret }: App): string[] =>
  present([client_secret, previous_secret])

/**
 * The app of a connection. One that keeps its secret can have that of another time: a new secret of the operator's app counts, too. A token
 * without a secret, where connections keep one, is of an app that nobody named.
 */
export function app_of(
  { apps, connectors }: Pick<WebhookParts, 'apps' | 'connectors'>,
  platform: string,
  { client_id, client_secret }: Secrets,
): Pick<Sender, 'client_id' | 'secrets'> {
  const operator = apps[platform] ?? {}
  const keeps_secret = 'client_secret' in (connectors[platform]?.auth.secrets.shape ?? {})
  if (!keeps_secret) return { client_id: operator.client_id, secrets: secrets_of_app(operator) }
  const of_operator = client_id !== undefined && client_id === operator.client_id ? secrets_of_app(operator) : []
  return { client_id, secrets: present([client_secret, ...of_operator]) }
}

async function load(parts: WebhookParts, places: readonly ConnectionPlace[]): Promise<Sender[]> {
  const found: Sender[] = []
  for (const place of places) {
    const sender = await in_org(parts.pool.worker, place, async (db) => {
      const row = await db
        .selectFrom('connections')
        .select(['platform', 'status', 'settings'])
        .where('connection_id', '=', place.connection_id)
        .executeTakeFirst()
      if (!row) return undefined
      const app = app_of(parts, row.platform, await load_secrets(db, parts, place))
      const { platform, status, settings } = row
      return { ...place, platform, is_active: status === 'active', settings: settings as Settings, ...app }
    })
    if (sender) found.push(sender)
  }
  return found
}

async function owners_of({ pool }: WebhookParts, platform: string, by: Webhooks['owner']): Promise<Owners> {
  const rows = await in_system(pool, (db) => {
    const connections = db
      .selectFrom('connections as c')
      .select(['c.org_id', 'c.connection_id'])
      .where('c.platform', '=', platform)
    if (by !== 'account') return connections.select(sql<string>`c.settings->>${by.setting}`.as('owner')).execute()
    return connections
      .innerJoin('connection_accounts as a', (join) =>
        join.onRef('a.org_id', '=', 'c.org_id').onRef('a.connection_id', '=', 'c.connection_id'),
      )
      .select('a.account_id as owner')
      .where('a.state', '=', 'read')
      .execute()
  })
  return Map.groupBy(rows, ({ owner }) => owner)
}
