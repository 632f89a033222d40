// A delivery of a vendor, from its raw body to the stored announcement. The signature is compared before anything is parsed. What is not
// accepted costs no transaction.
import { hash } from 'node:crypto'
import { in_org } from '#db/org.ts'
import { type Announcement, gives_hints, type Webhooks, type What } from '#engine/connector/webhook.ts'
import type { Connector } from '#engine/connector.ts'
import { read_key, secret_of } from '#engine/webhooks/address.ts'
import { count, Inbox } from '#engine/webhooks/inbox.ts'
import type { WebhookParts } from '#engine/webhooks/parts.ts'
import { type Sender, Senders, secrets_of_app } from '#engine/webhooks/senders.ts'
import { is_signed } from '#engine/webhooks/signature.ts'
import { parse_json } from '#lib/lossless_json.ts'

/** An announcement that comes this long after its event counts as late. */
const LATE_MS = 5 * 60_000
/** Vendors' hints have some hundred bytes. Anybody can send one, so nothing longer is parsed. */
const HINT_BYTES_MAX = 16_384
/** Forged deliveries of a connection are counted in memory, and stored and logged once in this time. */
const FORGED_STORED_MS = 60_000
const FORGED_KEPT_MAX = 1_000

export interface Delivered {
  platform: string
  /** The last part of the address. Absent: the address of the app. */
  key?: string
  headers: Record<string, string | undefined>
  raw: Buffer
}

export type Reception = 'stored' | 'ignored' | 'unknown_address' | 'forged' | 'unreadable'
export type ReceptionObserver = (reception: { platform: string; reception: Reception }) => void

interface Address {
  webhooks: Webhooks
  /** Absent: the address of the app. */
  sender?: Sender
  /** Any of them can have signed. */
  secrets: readonly string[]
}

/** A digest of texts, as the key of an announcement. */
const digest = (...texts: (string | Buffer)[]) =>
  hash('sha256', Buffer.concat(texts.map((text) => Buffer.from(text))), 'hex')

export class Receiver {
  readonly #parts: WebhookParts
  readonly #senders: Senders
  readonly #inbox: Inbox
  readonly #observe: ReceptionObserver
  readonly #forged = new Map<string, { sender: Sender; number: number; stored_at: number }>()

  constructor(parts: WebhookParts, observe: ReceptionObserver) {
    this.#parts = parts
    this.#observe = observe
    this.#senders = new Senders(parts)
    this.#inbox = new Inbox(parts)
  }

  async receive(delivered: Delivered): Promise<Reception> {
    const reception = await this.#receive(delivered)
    const { platform } = delivered
    this.#observe({ platform: platform in this.#parts.connectors ? platform : 'unknown', reception })
    return reception
  }

  async #receive({ platform, key, headers, raw }: Delivered): Promise<Reception> {
    const address = await this.#address(platform, key)
    if (!address) return 'unknown_address'
    const { webhooks, sender, secrets } = address
    const { signature } = webhooks
    if (signature && headers[signature.header] === undefined && webhooks.ping?.(raw.toString('utf8'))) return 'ignored'
    const signed = signature && headers[signature.header]
    if (signature && !secrets.some((secret) => is_signed(raw, signed, secret, signature.encoding)))
      return this.#forgery(sender)
    if (!signature && raw.length > HINT_BYTES_MAX) return 'unreadable'
    const announced = announcement_of(webhooks, headers, raw)
    if (!announced) return 'unreadable'
    if (sender && announced.owner !== undefined && !is_owner(webhooks, sender, announced.owner))
      return this.#forgery(sender)
    const senders = sender ? [sender] : await this.#senders_of(platform, webhooks, announced)
    const { what } = announced
    if (senders.length === 0 || (!what && !sender)) return 'ignored'
    await Promise.all(senders.map((one) => this.#store(webhooks, one, announced, raw)))
    return what ? 'stored' : 'ignored'
  }

  /** Undefined: nothing is received at this address. */
  async #address(platform: string, key: string | undefined): Promise<Address | undefined> {
    const { webhooks }: Partial<Connector> = this.#parts.connectors[platform] ?? {}
    if (!webhooks?.addresses.includes(key === undefined ? 'app' : 'connection')) return undefined
    if (key === undefined) {
      const secrets = secrets_of_app(this.#parts.apps[platform] ?? {})
      return webhooks.signature && secrets.length === 0 ? undefined : { webhooks, secrets }
    }
    const place = read_key(this.#parts, key)
    const sender = place && (await this.#senders.of_place(place))
    if (!sender?.is_active || sender.platform !== platform) return undefined
    const is_own = webhooks.signature?.secret === 'connection'
    return { webhooks, sender, secrets: is_own ? [secret_of(place!.signed_by, sender)] : sender.secrets }
  }

  /** The connections that an announcement at the address of the app is about. Unsigned: only those of the app that it names. */
  async #senders_of(platform: string, webhooks: Webhooks, { owner, app_id, what }: Announcement) {
    const { signature } = webhooks
    if (owner === undefined || (!signature && app_id === undefined)) return []
    const found = await this.#senders.of_owner(platform, webhooks, owner)
    const is_private =
      what?.kind === 'redact_person' || what?.kind === 'redact_account' || what?.kind === 'data_request'
    return found.filter(({ is_active, client_id }) => (is_active || is_private) && (signature || client_id === app_id))
  }

  async #store(webhooks: Webhooks, { org_id, connection_id }: Sender, announced: Announcement, raw: Buffer) {
    const { event_id, happened_at, what } = announced
    const now = this.#parts.clock.now()
    const is_hint = gives_hints({ webhooks })
    await this.#inbox.store({
      org_id,
      connection_id,
      event_key:
        is_hint && what ? digest(JSON.stringify(what)) : event_id ? digest('id ', event_id) : digest('body ', raw),
      what: is_hint ? only_change(what) : what,
      is_hint,
      may_come_again: (is_hint || webhooks.is_thin === true) && what?.kind === 'changed',
      is_late: happened_at !== undefined && now.getTime() - Date.parse(happened_at) > LATE_MS,
      received_at: now.toISOString(),
    })
  }

  /** Counts a forged delivery. It writes and logs at most once a minute for each connection. */
  #forgery(sender: Sender | undefined): Reception {
    if (!sender) return 'forged'
    const { org_id, connection_id } = sender
    const now = this.#parts.clock.now().getTime()
    const counted = this.#forged.get(connection_id) ?? { sender, number: 0, stored_at: Number.NEGATIVE_INFINITY }
    if (!this.#forged.has(connection_id) && this.#forged.size >= FORGED_KEPT_MAX) return 'forged'
    this.#forged.set(connection_id, { ...counted, number: counted.number + 1 })
    if (now - counted.stored_at >= FORGED_STORED_MS) {
      this.#parts.log.warn({ org_id, connection_id, forged: counted.number + 1 }, 'webhooks had a wrong signature')
      void this.#store_forged(connection_id)
    }
    return 'forged'
  }

  async #store_forged(connection_id: string): Promise<void> {
    const counted = this.#forged.get(connection_id)
    if (!counted || counted.number === 0) return
    this.#forged.set(connection_id, { ...counted, number: 0, stored_at: this.#parts.clock.now().getTime() })
    await in_org(this.#parts.pool.worker, counted.sender, (db) =>
      count(db, connection_id, { forged: counted.number }),
    ).catch((error) => this.#parts.log.warn({ err: error, connection_id }, 'forged webhooks could not be counted'))
  }

  /** Stores what is counted in memory. */
  async end(): Promise<void> {
    for (const connection_id of this.#forged.keys()) await this.#store_forged(connection_id)
  }
}

/** A hint may only cause a read. */
const only_change = (what: What | undefined) => (what?.kind === 'changed' ? what : undefined)

const is_owner = ({ owner: by }: Webhooks, { settings }: Sender, owner: string) =>
  by === 'account' || settings[by.setting] === owner

/** Undefined: the body has not the vendor's form. */
function announcement_of(webhooks: Webhooks, headers: Delivered['headers'], raw: Buffer): Announcement | undefined {
  try {
    return webhooks.read({ headers, body: parse_json(raw.toString('utf8')) })
  } catch {
    return undefined
  }
}
