// What a yes covers: the digest of everything that a person saw and of everything that will be sent.
import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'

/** Fields of an action that a decision covers. */
export const COVERED = [
  'action_id',
  'action_type',
  'platform',
  'connection_id',
  'account_id',
  'input',
  'mark',
  'target',
  'differences',
  'steps',
  'inverse',
  'reason',
  'declaration',
  'proposed_by',
  'created_at',
  'expires_at',
] as const

export type Covered = Record<(typeof COVERED)[number], unknown>

/** SHA-256 of the canonical form of RFC 8785. Equal values have equal digests, however the database orders their fields. */
export const digest_of = (action: Covered): Buffer =>
  sha256(Object.fromEntries(COVERED.map((name) => [name, action[name] ?? null])))

/** Of what is changed and how, without its author. */
export const content_hash = (content: Record<string, unknown>): Buffer => sha256(content)

function sha256(value: Record<string, unknown>): Buffer {
  // Through JSON first: what the database keeps has no undefined fields.
  const text = canonicalize(JSON.parse(JSON.stringify(value)))
  return hash('sha256', text!, 'buffer')
}
