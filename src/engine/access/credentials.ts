// Who calls with a key or a token. Look-ups of unknown credentials are limited, so that a flood of wrong ones takes nothing from other callers.
import { hash, timingSafeEqual } from 'node:crypto'
import type { Pool } from '#db/pool.ts'
import { Cache, KEPT_MAX } from '#engine/access/cache.ts'
import type { KeyCaller, OAuthCaller } from '#engine/access/caller.ts'
import type { Changes } from '#engine/access/changes.ts'
import { type Key, read_key } from '#engine/access/directory_rows.ts'
import { FailedSignIns } from '#engine/access/failed_sign_ins.ts'
import { LookUps } from '#engine/access/look_ups.ts'
import { ACCESS_TOKEN_PREFIX, is_token, read_token, type Token, token_hash } from '#engine/access/token_rows.ts'
import { system_clock } from '#lib/clock.ts'
import { set_newest } from '#lib/newest.ts'

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

/** Compared with a key that does not exist. */
const NOBODY = { secret_hash: Buffer.alloc(32) }

export const key_hash = (key: string) => hash('sha256', key, 'buffer')

export const is_current = ({ expires_at }: Pick<Key, 'expires_at'>): boolean =>
  expires_at > system_clock.now().getTime()
const opens = (key: Pick<Key, 'secret_hash' | 'expires_at'>, hash: Buffer): boolean =>
  timingSafeEqual(key.secret_hash, hash) && is_current(key)

export class Credentials {
  readonly #pool: Pool
  readonly #key_pool: Pool
  readonly #base_url: () => string
  readonly #changes: Changes
  /** Keys by prefix, and tokens by hash. */
  readonly #keys: Cache<Key | Token>
  /** Hashes of keys that were valid before, like the keys. They only decide how a key is looked up, so changes do not empty them. */
  readonly #was_valid = new Map<string, Buffer>()
  readonly #failed = new FailedSignIns<RefusedKey>()
  readonly #first_look_ups = new LookUps()
  /** Look-ups that are running, by the hash of the key. */
  readonly #look_ups = new Map<string, Promise<LookedUp>>()

  /** The public address is what tokens are for. */
  constructor(pool: Pool, changes: Changes, base_url: () => string) {
    this.#pool = pool
    this.#changes = changes
    this.#base_url = base_url
    this.#keys = new Cache(changes)
    this.#key_pool = pool.open_more({ system_max: KEY_CONNECTIONS_MAX, name: 'tablero sign-ins' })
    changes.on_change(() => this.#failed.forget())
  }

  close(): Promise<void> {
    return this.#key_pool.end()
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
    const cached = this.#keys.find(secret.id)
    if (cached && opens(cached, secret.hash)) return cached
    const failed = this.#changes.are_received ? this.#failed.find(secret.hash) : undefined
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
    const { version } = this.#changes
    const found = await this.#look_up(secret, address)
    if (!this.#changes.is_still(version)) return found
    if (found.key) this.#keys.keep(secret.id, found.key)
    else this.#failed.remember(secret.hash, found.refused)
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
      set_newest(this.#was_valid, id, hash, KEPT_MAX)
      return { key: found }
    }
    // Apps of many people can call from one address, and each of their tokens expires within the hour. A token that was issued is no guess.
    if (!is_key || found?.via === 'key') this.#failed.count(address)
    const owner = found && { org_id: found.org_id, actor: found.actor }
    return { refused: { prefix, owner, is_key } }
  }
}
