// Checks what a vendor signed: HMAC-SHA256 of the body as it came, before anything of it is parsed.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Signature } from '#engine/connector/webhook.ts'

/** The texts are compared, because different texts can stand for the same bytes. Compares in constant time. */
export function is_signed(raw: Buffer, given: string | undefined, secret: string, encoding: Signature['encoding']) {
  const own = Buffer.from(createHmac('sha256', secret).update(raw).digest(encoding))
  const sent = Buffer.from(given ?? '')
  return own.length === sent.length && timingSafeEqual(own, sent)
}
