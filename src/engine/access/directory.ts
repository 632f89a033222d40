// Keys, tokens of apps, sessions of people, organizations, modules, agency clients and the catalog of metrics, cached in memory. Every change
// in the database empties the caches. A process uses them only while a recent heartbeat has shown that it receives changes.
import { hash } from 'node:crypto'
import type { Pool } from '#db/pool.ts'
import { Cache } from '#engine/access/cache.ts'
import { Changes } from '#engine/access/changes.ts'
import { Credentials, is_current } from '#engine/access/credentials.ts'
import { type Org, read_org } from '#engine/access/directory_rows.ts'
import { NamedOrgs } from '#engine/access/named_orgs.ts'
import { type Person, read_session, type Session } from '#engine/access/people.ts'

export type { Org } from '#engine/access/directory_rows.ts'

export class Directory {
  readonly #pool: Pool
  readonly #changes: Changes
  readonly #credentials: Credentials
  /** By the hash of the token. */
  readonly #sessions: Cache<Session>
  readonly #orgs: Cache<Org>
  readonly #named_orgs: NamedOrgs
  /** What concerns no organization, by name. */
  readonly #shared: Cache<unknown>

  /** The public address is what tokens are for. */
  constructor(pool: Pool, base_url: () => string) {
    this.#pool = pool
    this.#changes = new Changes(pool)
    this.#credentials = new Credentials(pool, this.#changes, base_url)
    this.#sessions = new Cache(this.#changes)
    this.#orgs = new Cache(this.#changes)
    this.#shared = new Cache(this.#changes)
    this.#named_orgs = new NamedOrgs(pool)
    this.#changes.on_change(() => this.#named_orgs.forget())
  }

  listen(): Promise<void> {
    return this.#changes.listen()
  }

  async close(): Promise<void> {
    this.#changes.close()
    await this.#credentials.close()
  }

  caller(...credential: Parameters<Credentials['caller']>): ReturnType<Credentials['caller']> {
    return this.#credentials.caller(...credential)
  }

  /** The person of a session. Undefined for a session that ended. The caller has verified the signature of the token. */
  async person(token: string): Promise<Person | undefined> {
    const session = await this.#sessions.of(hash('sha256', token, 'base64'), async () => {
      const found = await read_session(this.#pool, token)
      return found && is_current(found) ? found : undefined
    })
    return session && is_current(session) ? session.person : undefined
  }

  org(org_id: string): Promise<Org | undefined> {
    return this.#orgs.of(org_id, () => read_org(this.#pool, org_id))
  }

  /** Whether an organization exists that a caller named without a right to it. */
  is_org(org_id: string): Promise<boolean> {
    return this.#named_orgs.exists(org_id)
  }

  /** What concerns no organization, such as the catalog of metrics. It is read again after a change. */
  shared<T>(name: string, read: () => Promise<T>): Promise<T> {
    return this.#shared.of(name, read) as Promise<T>
  }
}
