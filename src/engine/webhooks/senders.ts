// Whose announcements Tablero accepts. Looked up once in a while, so that a flood of deliveries, of known or unknown senders, costs few
// queries.
import { sql } from 'kysely'
import { in_org, in_system } from '#db/org.ts'
import type { Settings } from '#engine/connector.ts'
import { load_secrets, type Place } from '#engine/vendors/secrets.ts'
import type { Webhooks } from '#engine/webhook.ts'
import type { WebhookParts } from '#engine/webhooks/parts.ts'

/** A change of a connection counts after this time. */
const KEPT_MS = 30_000
const KEPT_MAX = 10_000

export interface Sender extends Place {
  platform: string
  is_active: boolean
  settings: Settings
  /** The app of the connection: its own, or the operator's. */
  app: { client_id?: string; client_secret?: string }
}

export class Senders {
  readonly #parts: WebhookParts
  readonly #kept = new Map<string, { until: number; found: Promise<Sender[]> }>()

  constructor(parts: WebhookParts) {
    this.#parts = parts
  }

  /** The connection of an address. */
  async of_place(place: Place): Promise<Sender | undefined> {
    const [found] = await this.#once(`${place.org_id}/${place.connection_id}`, () => load(this.#parts, [place]))
    return found
  }

  /** All connections that are the owner's, disconnected ones too. */
  of_owner(platform: string, by: Webhooks['owner'], owner: string): Promise<Sender[]> {
    return this.#once(JSON.stringify([platform, owner]), async () =>
      load(this.#parts, await places_of(this.#parts, platform, by, owner)),
    )
  }

  #once(key: string, look: () => Promise<Sender[]>): Promise<Sender[]> {
    const now = this.#parts.clock.now().getTime()
    const kept = this.#kept.get(key)
    if (kept && kept.until > now && kept.until <= now + KEPT_MS) return kept.found
    const oldest = this.#kept.keys().next().value
    if (this.#kept.size >= KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest)
    const found = look()
    this.#kept.set(key, { until: now + KEPT_MS, found })
    found.catch(() => this.#kept.delete(key))
    return found
  }
}

async function load(parts: WebhookParts, places: readonly Place[]): Promise<Sender[]> {
  const found: Sender[] = []
  for (const place of places) {
    const sender = await in_org(parts.pool.worker, place, async (db) => {
      const row = await db
        .selectFrom('connections')
        .select(['platform', 'status', 'settings'])
        .where('connection_id', '=', place.connection_id)
        .executeTakeFirst()
      if (!row) return undefined
      const { client_id, client_secret } = await load_secrets(db, parts, place)
      const operator = parts.apps[row.platform] ?? {}
      const app = client_secret ? { client_id, client_secret } : operator
      const { platform, status, settings } = row
      return { ...place, platform, is_active: status === 'active', settings: settings as Settings, app }
    })
    if (sender) found.push(sender)
  }
  return found
}

function places_of({ pool }: WebhookParts, platform: string, by: Webhooks['owner'], owner: string): Promise<Place[]> {
  return in_system(pool, (db) => {
    const connections = db
      .selectFrom('connections as c')
      .select(['c.org_id', 'c.connection_id'])
      .where('c.platform', '=', platform)
    if (by !== 'account') return connections.where(sql`c.settings->>${by.setting}`, '=', owner).execute()
    return connections
      .innerJoin('connection_accounts as a', (join) =>
        join.onRef('a.org_id', '=', 'c.org_id').onRef('a.connection_id', '=', 'c.connection_id'),
      )
      .where('a.account_id', '=', owner)
      .where('a.state', '=', 'read')
      .execute()
  })
}
