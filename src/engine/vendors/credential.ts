// The secrets of a connection while requests use them: loaded once, renewed before they end, and hidden in every text of the vendor.
import type { Connector, Secrets, Settings } from '#engine/connector.ts'
import { clean } from '#engine/vendors/clean.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { type Renewal, renew } from '#engine/vendors/renewal.ts'

/** Shorter values are not secrets, and would also match inside of words. */
const SECRET_CHARS_MIN = 6

/** Storage of the connection's secrets. */
export interface SecretStore {
  load(): Promise<Secrets>
  /**
   * Renews under a lock that all processes share. `renew` gets the stored secrets, and its result is stored before any use. So a
   * refresh token for one use is never used twice and never lost.
   */
  renew(renew: (stored: Secrets) => Promise<Secrets>): Promise<Secrets>
}

export interface CredentialParts extends Pick<Renewal, 'clock' | 'signal' | 'random'> {
  connector: Connector
  settings: Settings
  secrets: SecretStore
}

export class Credential {
  readonly #parts: CredentialParts
  readonly #send: Renewal['send']
  #secrets: Secrets | undefined
  /** Every secret of this connection, old and new, because a vendor's error can repeat an old one. */
  readonly hidden = new Set<string>()

  constructor(parts: CredentialParts, send: Renewal['send']) {
    this.#parts = parts
    this.#send = send
  }

  /** The vendor's words without secrets. */
  readonly clean = (reason: string): string => clean(reason, this.hidden)

  /** Secrets that have not ended. */
  async current(): Promise<Secrets> {
    const { connector, secrets, clock } = this.#parts
    const held = this.#secrets ?? this.#keep(await secrets.load())
    const ends = held.expires_at ? Date.parse(held.expires_at) : Number.POSITIVE_INFINITY
    const missing = connector.auth.refresh !== undefined && !held.access_token
    return missing || ends <= clock.now().getTime() ? this.renew(held) : held
  }

  /** Secrets that this process renewed, or that another process renewed during the wait for the lock. */
  async renew(old: Secrets): Promise<Secrets> {
    const { connector, settings, secrets, clock, signal, random } = this.#parts
    const { refresh } = connector.auth
    if (!refresh?.request(old, settings))
      throw new VendorRefusal('revoked', `${connector.title} no longer accepts the credential. Connect it again.`)
    const renewed = await secrets.renew(async (stored) => {
      if (stored.access_token && stored.access_token !== old.access_token) return stored
      const request = refresh.request(stored, settings)!
      const { clean } = this
      return renew({ connector, stored, request, send: this.#send, clean, clock, signal, random })
    })
    return this.#keep(renewed)
  }

  #keep(fresh: Secrets): Secrets {
    for (const secret of Object.values(fresh)) if (secret && secret.length >= SECRET_CHARS_MIN) this.hidden.add(secret)
    this.#secrets = fresh
    return fresh
  }
}
