// What a forger sends: an announcement that looks like one of the vendor. Where the forger chooses the body, it names a record that nobody
// has, so that a read of it would show.
import { hmac, type Outgoing } from './announcer.ts'
import { client } from './tokens.ts'

/** The record that forged announcements name. */
export const forged_id = '777000777'
/** An app, a shop and a seller that no connection has. */
const other = { app: 'other-client', shop: 'other-shop.myshopify.com', id: 777_000_778 }

export type Forgery =
  /** The signature is damaged. */
  | 'signature'
  /** Another key signed it. */
  | 'key'
  /** The body is not the signed one. */
  | 'body'
  /** Nothing is signed. */
  | 'header'
  /** It is at the address of another connection. */
  | 'address'
  /** It is of another shop or another seller. */
  | 'owner'
  /** It is of another app. */
  | 'app'

const of_signed: readonly Forgery[] = ['signature', 'key', 'body', 'header']

/** How the announcements of each vendor can be forged. Shops with the same app have the same key, so their addresses do not differ by it. */
export const forgeries: Record<string, readonly Forgery[]> = {
  sx: [...of_signed, 'owner'],
  tnx: [...of_signed, 'owner'],
  store_c: [...of_signed, 'address'],
  mpa: ['owner', 'app'],
}

export interface Delivery extends Outgoing {
  url: string
}

const SIGNATURE = /hmac|signature/i
const HEX = /^[0-9a-f]{64}$/
const signature_of = ({ headers }: Outgoing) => Object.keys(headers).find((name) => SIGNATURE.test(name)) ?? ''

/** `elsewhere`: an address of another connection. Without one, another key signs. */
export function forged(kind: Forgery, genuine: Delivery, elsewhere: string | undefined): Delivery {
  const header = signature_of(genuine)
  const { [header]: signature = '', ...unsigned } = genuine.headers
  const body = with_forged_id(genuine.body)
  const signed_by = (secret: string, text: string) => ({
    ...unsigned,
    [header]: hmac(secret, text, HEX.test(signature) ? 'hex' : 'base64'),
  })
  if (kind === 'signature')
    return { ...genuine, headers: { ...unsigned, [header]: signature.toLowerCase().replace(/[a-f0]/g, '1') } }
  if (kind === 'body') return { ...genuine, body }
  if (kind === 'header') return { ...genuine, headers: unsigned, body }
  if (kind === 'owner' || kind === 'app') return of_others(kind, { ...genuine, body }, signed_by)
  if (kind === 'address' && elsewhere !== undefined) return { ...genuine, url: elsewhere }
  return { ...genuine, headers: signed_by('forged-key', body), body }
}

/** In the name of others, and signed with the key of the app where the vendor signs. */
function of_others(
  kind: 'owner' | 'app',
  sent: Delivery,
  signed_by: (secret: string, text: string) => Record<string, string>,
) {
  if ('x-shopify-shop-domain' in sent.headers)
    return { ...sent, headers: { ...signed_by(client.secret, sent.body), 'x-shopify-shop-domain': other.shop } }
  const body = sent.body
    .replace(/("(?:store_id|user_id)":)\d+/, kind === 'owner' ? `$1${other.id}` : '$&')
    .replace(/("application_id":)"[^"]*"/, kind === 'app' ? `$1"${other.app}"` : '$&')
  return { ...sent, body, headers: signature_of(sent) ? signed_by(client.secret, body) : sent.headers }
}

const with_forged_id = (body: string) =>
  body.replace(/("id":)\d+/, `$1${forged_id}`).replace(/("resource":"\/orders\/)\d+/, `$1${forged_id}`)
