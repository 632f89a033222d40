// Keys, tokens of apps, sessions of people, organizations, modules, agency clients and the catalog of metrics, cached in memory. Every change in the database empties the cache.
// A process uses its cache only while a recent heartbeat has shown that it receives changes. Otherwise it reads the database.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { type Database, type Pool, send } from '#db/pool.ts'
import type { KeyCaller, OAuthCaller } from '#engine/access/caller.ts'
import { type Key, type Org, read_key, read_org } from '#engine/access/directory_rows.ts'
import { FailedSignIns } from '#engine/access/failed_sign_ins.ts'
import { LookUps } from '#engine/access/look_ups.ts'
import { NamedOrgs } from '#engine/access/named_orgs.ts'
import { type Person, read_session, type Session } from '#engine/access/people.ts'
import { ACCESS_TOKEN_PREFIX, is_token, read_token, type Token, token_hash } from '#engine/access/token_rows.ts'
import { system_clock } from '#lib/clock.ts'

export type { Org } from '#engine/access/directory_rows.ts'

/** A key or token that was not accepted, for the record. */
export interface RefusedKey {
  /** The public part, by which keys are found. */
  prefix: string
  /** The key with this prefix, or the grant of the token. */
  owner?: Pick<KeyCaller, 'org_id' | 'actor'>
  /** True: the secret is right, and the key expired or was revoked. */
  is_key: boolean
}

type LookedUp = { key: Key | Token; refused?: undefined } | { key?: undefined; refused: RefusedKey }

/** How a credential is looked up. */
interface Secret {
  /** In the cache. */
  id: string
  prefix: string
  hash: Buffer
  read: (pool: Pool) => Promise<Key | Token | undefined>
}

const KEY = /^(svc_[0-9A-Za-z]{10})_[0-9A-Za-z]{43}$/
/** Connections that look up keys that the process does not know. */
export const KEY_CONNECTIONS_MAX = 2
/** Most entries in the cache. The oldest are removed first. */
const KEPT_MAX = 50_000
const LISTEN_RETRY_MS = 500
/** A change must take effect within a second, even when the connection for notifications is silent but not closed. */
const CACHE_VALID_MS = 900
const HEARTBEAT_EVERY_MS = 250
/** After this time without a heartbeat, the process replaces the connection. */
const HEARTBEAT_TIMEOUT_MS = 5_000

export const key_hash = (key: string) => hash('sha256', key, 'buffer')

/** No version of the cache: what is read while the process may miss changes is not cached. */
const OUTDATED = -1
/** Compared with a key that does not exist. */
const NOBODY = { secret_hash: Buffer.alloc(32) }

const is_current = ({ expires_at }: Pick<Key, 'expires_at'>): boolean => expires_at > system_clock.now().getTime()
const opens = (key: Pick<Key, 'secret_hash' | 'expires_at'>, hash: Buffer): boolean =>
  timingSafeEqual(key.secret_hash, hash) && is_current(key)

/** Tells every process to read again what it keeps, for tables whose rows cannot announce their changes on a distributed engine. */
export const announce_change = (db: Database) => sql`select pg_notify('tablero_directory', '')`.execute(db)

/** Removes the oldest entry of a full map. */
function put<T>(map: Map<string, T>, id: string, entry: T): void {
  if (map.size >= KEPT_MAX) map.delete(map.keys().next().value as string)
  map.set(id, entry)
}

export class Directory {
  readonly #pool: Pool
  readonly #key_pool: Pool
  readonly #base_url: () => string
  /** Keys by prefix, and tokens by hash. */
  readonly #keys = new Map<string, Key | Token>()
  /** Hashes of keys that were valid before, like the keys. They only decide how a key is looked up, so changes do not empty them. */
  readonly #was_valid = new Map<string, Buffer>()
  readonly #failed = new FailedSignIns<RefusedKey>()
  readonly #first_look_ups = new LookUps()
  /** Look-ups that are running, by the hash of the key. */
  readonly #look_ups = new Map<string, Promise<LookedUp>>()
  /** By the hash of the token. */
  readonly #sessions = new Map<string, Session>()
  readonly #orgs = new Map<string, Org>()
  readonly #named_orgs: NamedOrgs
  /** What concerns no organization, by name. */
  readonly #shared = new Map<string, unknown>()
  #listener: pg.PoolClient | undefined
  #next: NodeJS.Timeout | undefined
  #closed = false
  /** Grows with every change, so that a row that was read before a change is not cached after it. */
  #version = 0
  /** On the clock of performance.now(). */
  #valid_until = 0
  /** The channel on which this process sends heartbeats to itself. */
  readonly #echo = `tablero_echo_${randomBytes(8).toString('hex')}`

  /** The public address is what tokens are for. */
  constructor(pool: Pool, base_url: () => string) {
    this.#pool = pool
    this.#named_orgs = new NamedOrgs(pool)
    this.#base_url = base_url
    this.#key_pool = pool.open_more({ system_max: KEY_CONNECTIONS_MAX, name: 'tablero sign-ins' })
  }

  /** Starts to receive changes. Calls are also answered without these notifications, only more slowly. */
  async listen(): Promise<void> {
    const client = await this.#pool.org.connect().catch(() => undefined)
    if (!client || this.#closed) {
      client?.release()
      return this.#after(LISTEN_RETRY_MS, () => this.listen())
    }
    this.#listener = client
    client.on('notification', ({ channel, payload }) => {
      if (channel === this.#echo) this.#valid_until = Number(payload) + CACHE_VALID_MS
      else this.#forget()
    })
    const lost = () => this.#lose(client)
    client.on('error', lost)
    client.on('end', lost)
    try {
      // The pool may have kept a connection whose server is lost.
      await send(client, { text: `listen tablero_directory; listen ${this.#echo}` }, HEARTBEAT_TIMEOUT_MS)
      this.#forget()
      await this.#prove(client)
    } catch {
      lost()
    }
  }

  /**
   * PostgreSQL delivers notifications to a session in order. A process that receives its own heartbeat has therefore received every
   * change before it. No heartbeat arrives over a broken connection, or through a pooler that shares sessions.
   */
  async #prove(client: pg.PoolClient): Promise<void> {
    const waiting = setTimeout(() => this.#lose(client), HEARTBEAT_TIMEOUT_MS).unref()
    try {
      await client.query(`notify ${this.#echo}, '${performance.now()}'`)
    } finally {
      clearTimeout(waiting)
    }
    if (this.#listener === client)
      this.#after(HEARTBEAT_EVERY_MS, () => this.#prove(client).catch(() => this.#lose(client)))
  }

  #lose(client: pg.PoolClient): void {
    if (this.#listener !== client) return
    this.#listener = undefined
    this.#valid_until = 0
    client.release(true)
    this.#after(LISTEN_RETRY_MS, () => this.listen())
  }

  #after(ms: number, work: () => Promise<void>): void {
    clearTimeout(this.#next)
    if (!this.#closed) this.#next = setTimeout(work, ms).unref()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#next)
    const client = this.#listener
    this.#listener = undefined
    client?.release(true)
    await this.#key_pool.end()
  }

  /**
   * The caller of a key or token. Undefined for an unknown, wrong, expired or revoked one, without a difference: a known prefix is no help,
   * because every key that fails is looked up and compared with the same work. Only `on_refused` learns more.
   */
  async caller(
    credential: string,
    address?: string,
    on_refused: (key: RefusedKey) => void = () => {},
  ): Promise<KeyCaller | OAuthCaller | undefined> {
    const secret = this.#secret_of(credential)
    if (!secret) return undefined
    const cached = this.#is_valid() ? this.#keys.get(secret.id) : undefined
    if (cached && opens(cached, secret.hash)) return cached
    const failed = this.#is_valid() ? this.#failed.find(secret.hash) : undefined
    const { key, refused } = failed
      ? { refused: failed }
      : await this.#together(secret.hash, () => this.#look_up_and_keep(secret, address))
    if (refused) on_refused(refused)
    return key
  }

  #secret_of(credential: string): Secret | undefined {
    if (is_token(credential)) {
      const hash = token_hash(credential)
      const read = (pool: Pool) => read_token(pool, hash, this.#base_url())
      return { id: ACCESS_TOKEN_PREFIX + hash.toString('base64'), prefix: ACCESS_TOKEN_PREFIX, hash, read }
    }
    const prefix = KEY.exec(credential)?.[1]
    if (!prefix) return undefined
    return { id: prefix, prefix, hash: key_hash(credential), read: (pool) => read_key(pool, prefix) }
  }

  /** Calls with the same key share one look-up, so that a burst of a valid key counts as one attempt. */
  #together(hash: Buffer, look_up: () => Promise<LookedUp>): Promise<LookedUp> {
    const id = hash.toString('base64')
    const running = this.#look_ups.get(id)
    if (running) return running
    const started = look_up().finally(() => this.#look_ups.delete(id))
    this.#look_ups.set(id, started)
    return started
  }

  async #look_up_and_keep(secret: Secret, address: string | undefined): Promise<LookedUp> {
    const version = this.#is_valid() ? this.#version : OUTDATED
    const found = await this.#look_up(secret, address)
    if (found.key) this.#keep(this.#keys, secret.id, found.key, version)
    else if (version === this.#version) this.#failed.remember(secret.hash, found.refused)
    return found
  }

  /**
   * Keys that were valid before are read like everything else. Other keys have limits and connections of their own: when too many wait,
   * further ones are refused, so that they cannot take all places of calls.
   */
  async #look_up({ id, prefix, hash, read }: Secret, address: string | undefined): Promise<LookedUp> {
    const was_valid = this.#was_valid.get(id)?.equals(hash) ?? false
    if (!was_valid) this.#failed.check(address)
    using _ = was_valid ? undefined : this.#first_look_ups.enter(address)
    const found = await read(was_valid ? this.#pool : this.#key_pool)
    // Without a key, the comparison takes the same time and is not equal.
    const is_key = timingSafeEqual((found ?? NOBODY).secret_hash, hash)
    if (found && is_key && is_current(found)) {
      put(this.#was_valid, id, hash)
      return { key: found }
    }
    // Apps of many people can call from one address, and each of their tokens expires within the hour. A token that was issued is no guess.
    if (!is_key || found?.via === 'key') this.#failed.count(address)
    const owner = found && { org_id: found.org_id, actor: found.actor }
    return { refused: { prefix, owner, is_key } }
  }

  /** The person of a session. Undefined for a session that ended. The caller has verified the signature of the token. */
  async person(token: string): Promise<Person | undefined> {
    const id = hash('sha256', token, 'base64')
    const cached = this.#is_valid() ? this.#sessions.get(id) : undefined
    if (cached) return is_current(cached) ? cached.person : undefined
    const version = this.#is_valid() ? this.#version : OUTDATED
    const found = await read_session(this.#pool, token)
    if (!found || !is_current(found)) return undefined
    this.#keep(this.#sessions, id, found, version)
    return found.person
  }

  async org(org_id: string): Promise<Org | undefined> {
    const cached = this.#is_valid() ? this.#orgs.get(org_id) : undefined
    if (cached) return cached
    const version = this.#is_valid() ? this.#version : OUTDATED
    const found = await read_org(this.#pool, org_id)
    if (found) this.#keep(this.#orgs, org_id, found, version)
    return found
  }

  /** Whether an organization exists that a caller named without a right to it. */
  is_org(org_id: string): Promise<boolean> {
    return this.#named_orgs.exists(org_id)
  }

  /** What concerns no organization, such as the catalog of metrics. It is read again after a change. */
  async shared<T>(name: string, read: () => Promise<T>): Promise<T> {
    const is_valid = this.#is_valid()
    if (is_valid && this.#shared.has(name)) return this.#shared.get(name) as T
    const version = is_valid ? this.#version : OUTDATED
    const found = await read()
    this.#keep(this.#shared, name, found, version)
    return found
  }

  #is_valid(): boolean {
    return performance.now() < this.#valid_until
  }

  #keep<T>(map: Map<string, T>, id: string, found: T, version: number): void {
    if (version === this.#version) put(map, id, found)
  }

  #forget(): void {
    this.#version++
    this.#keys.clear()
    this.#sessions.clear()
    this.#orgs.clear()
    this.#named_orgs.forget()
    this.#shared.clear()
    this.#failed.forget()
  }
}
