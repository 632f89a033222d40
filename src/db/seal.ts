// Names the organization of a transaction so that nobody else can: the value is signed with a key of this process, and current_org()
// verifies it in the database. SQL that a caller wrote can set the value, but cannot sign one.
import { createHmac } from 'node:crypto'
import { system_clock } from '#lib/clock.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const BLOCK_BYTES = 64
/** A transaction must begin within this time after its value was signed, on every node and by its clock. */
const VALID_S = 600
/** A value is signed again after this time. */
const REUSED_MS = 60_000
/** Most organizations whose values are kept. */
const KEPT_MAX = 10_000

export class Seal {
  /** Which key verifies the value, for a time with two master keys. */
  readonly id: string
  /** The two blocks of HMAC-SHA256 (RFC 2104) into which the key is mixed: PostgreSQL has sha256, but no HMAC. */
  readonly inner_key: Buffer
  readonly outer_key: Buffer
  readonly #key: Buffer
  readonly #kept = new Map<string, { value: string; until: number }>()

  constructor(id: string, key: Buffer) {
    this.id = id
    this.#key = key
    const block = Buffer.concat([key, Buffer.alloc(BLOCK_BYTES - key.length)])
    this.inner_key = Buffer.from(block.map((byte) => byte ^ 0x36))
    this.outer_key = Buffer.from(block.map((byte) => byte ^ 0x5c))
  }

  /** The signed value of an organization. It consists of hex digits, hyphens and points only, so it can stand in SQL. */
  of(org_id: string): string {
    const now = performance.now()
    const kept = this.#kept.get(org_id)
    if (kept && kept.until > now) return kept.value
    if (!UUID.test(org_id)) throw new TypeError('org_id is not a UUID')
    const signed = `${org_id}.${Math.floor(system_clock.now().getTime() / 1000) + VALID_S}.${this.id}`
    const value = `${signed}.${createHmac('sha256', this.#key).update(signed).digest('hex')}`
    if (this.#kept.size >= KEPT_MAX) this.#kept.clear()
    this.#kept.set(org_id, { value, until: now + REUSED_MS })
    return value
  }
}
