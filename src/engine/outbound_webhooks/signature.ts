// Signs deliveries in two forms with the same secret: the headers of Standard Webhooks, which its libraries verify, and x-svc-signature.
import { createHmac, randomBytes } from 'node:crypto'
import { type Keyring, open_wrapped, seal } from '#engine/vendors/secrets.ts'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** After a rotation, both secrets sign for this time, so that receivers can change theirs without a gap. */
export const BOTH_SIGN_MS = 24 * 3_600_000

export const new_secret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

/** What is signed with are the decoded bytes. */
const bytes_of = (secret: string) => Buffer.from(secret.slice(PREFIX.length), 'base64')

interface Signed {
  id: string
  body: string
  at: Date
}

export function signature_headers({ id, body, at }: Signed, secrets: readonly string[]): Record<string, string> {
  const stamp = Math.floor(at.getTime() / 1000)
  const signatures = (text: string, encoding: 'hex' | 'base64') =>
    secrets.map((secret) => createHmac('sha256', bytes_of(secret)).update(text).digest(encoding))
  const standard = signatures(`${id}.${stamp}.${body}`, 'base64')
  const own = signatures(`${stamp}.${body}`, 'hex')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(stamp),
    'webhook-signature': standard.map((signature) => `v1,${signature}`).join(' '),
    'x-svc-signature': [`t=${stamp}`, ...own.map((signature) => `v1=${signature}`)].join(','),
  }
}

export interface SecretPlace {
  org_id: string
  webhook_id: string
}

const place_of = ({ org_id, webhook_id }: SecretPlace) => `webhook ${org_id}/${webhook_id}`

export const seal_secret = ({ master_key }: Keyring, place: SecretPlace, secret: string): Buffer =>
  seal(master_key, place_of(place), Buffer.from(secret))

export const open_secret = (ring: Keyring, place: SecretPlace, sealed: Buffer): string =>
  open_wrapped(ring, place_of(place), sealed).toString('utf8')
