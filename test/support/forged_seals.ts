// Values that name an organization without the right to: what an attacker who knows the signed value of another organization can send.
import type { TestContext } from 'node:test'
import { Seal } from '#db/seal.ts'

/** Time after which a signed value opens no transaction any more, and a second. */
const EXPIRED_MS = 601_000

/** `value`: the signed value of an organization. `org_id`: the organization that the attacker wants. */
export function forged_seals(value: string, org_id: string): Record<string, string> {
  const parts = value.split('.')
  const [own, , id] = parts as [string, string, string]
  return {
    'an id alone': org_id,
    'another id': [org_id, ...parts.slice(1)].join('.'),
    'another end': [own, '9999999999', ...parts.slice(2)].join('.'),
    'an unknown key': new Seal('00000000', Buffer.alloc(32, 1)).of(org_id),
    'a known key by name only': new Seal(id, Buffer.alloc(32, 1)).of(org_id),
    'no signature': parts.slice(0, 3).join('.'),
    'a longer value': `${value}.0`,
    'a quote': "''",
  }
}

/** What `sign` signs, too long ago. It must have signed nothing of the organization yet. */
export function expired_seal({ mock }: TestContext, sign: () => string): string {
  mock.timers.enable({ apis: ['Date'], now: Date.now() - EXPIRED_MS })
  try {
    return sign()
  } finally {
    mock.timers.reset()
  }
}
