// Anchors: where a chain ended at a moment, signed with a key that is not in the database. Someone who can change the whole database
// cannot make an anchor for a changed chain, so anchors in another place show that a chain was shortened, emptied or written again.
import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto'
import { z } from 'zod'
import type { Keyring } from '#engine/vendors/secrets.ts'

export interface Head {
  org_id: string
  /** The number of the last call. */
  seq: bigint
  hash: Buffer
}

export interface Anchor {
  org_id: string
  seq: bigint
  /** Hexadecimal. */
  hash: string
  /** When the chain ended with this call. */
  at: string
}

const KEY_BYTES = 32
/** The head of an Ed25519 private key in PKCS #8 (RFC 8410, section 7), which the 32 bytes of the seed follow. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

interface SigningKey {
  private_key: KeyObject
  public_key: KeyObject
  /** The public key, base64url. It tells which master key signed an anchor. */
  id: string
}

function signing_key(master_key: Buffer): SigningKey {
  const seed = Buffer.from(hkdfSync('sha256', master_key, '', 'tablero audit anchors', KEY_BYTES))
  const private_key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' })
  const public_key = createPublicKey(private_key)
  return { private_key, public_key, id: String(public_key.export({ format: 'jwk' }).x) }
}

const signed_text = (org_id: string, seq: string, hash: string, at: string) =>
  Buffer.from(`tablero anchor 1\n${org_id}\n${seq}\n${hash}\n${at}`)

/** One line of JSON for each chain. */
export function anchor_lines({ master_key }: Keyring, heads: readonly Head[], now: Date): string[] {
  const { private_key, id } = signing_key(master_key)
  const at = now.toISOString()
  return heads.map(({ org_id, ...head }) => {
    const [seq, hash] = [String(head.seq), head.hash.toString('hex')]
    const signature = sign(null, signed_text(org_id, seq, hash, at), private_key).toString('base64url')
    return JSON.stringify({ anchor: 1, org_id, seq, hash, at, key: id, signature })
  })
}

const LINE = z.object({
  anchor: z.literal(1),
  org_id: z.uuid(),
  seq: z.string().regex(/^\d{1,18}$/),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.string(),
  key: z.string(),
  signature: z.string(),
})

/** A log server writes its own text before the line, and a broken write can leave the rest of another line there. */
const START = '{"anchor":'

export interface Anchors {
  by_org: Map<string, Anchor[]>
  /** Lines whose signature is wrong: someone changed or invented them. */
  forged: number
  /** Anchors of a master key that is not configured, and damaged lines. They confirm nothing. */
  unreadable: number
}

/** Reads the anchors in texts of any log. Lines without an anchor are skipped. */
export function read_anchors({ master_key, old_master_keys = [] }: Keyring, texts: Iterable<string>): Anchors {
  const keys = new Map([master_key, ...old_master_keys].map(signing_key).map((key) => [key.id, key.public_key]))
  const found: Anchor[] = []
  let [forged, unreadable] = [0, 0]
  for (const text of texts) {
    for (const line of text.split('\n')) {
      const start = line.lastIndexOf(START)
      if (start < 0) continue
      const anchor = line_of(line.slice(start))
      const key = keys.get(anchor?.key ?? '')
      if (!anchor || !key) unreadable += 1
      else if (is_signed(anchor, key)) found.push({ ...anchor, seq: BigInt(anchor.seq) })
      else forged += 1
    }
  }
  return { by_org: Map.groupBy(found, ({ org_id }) => org_id), forged, unreadable }
}

function line_of(text: string): z.output<typeof LINE> | undefined {
  try {
    return LINE.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

const is_signed = ({ org_id, seq, hash, at, signature }: z.output<typeof LINE>, key: KeyObject): boolean =>
  verify(null, signed_text(org_id, seq, hash, at), key, Buffer.from(signature, 'base64url'))
