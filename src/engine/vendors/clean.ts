// Words of a vendor, made fit for an error.
import { redact } from '#lib/redact.ts'
import { cut_text, storable_text } from '#lib/text.ts'

const REASON_CHARS_MAX = 300
/** A longer message is truncated before its secrets are searched, which could take long. */
const REASON_READ_CHARS_MAX = 20_000

/** Shortens a vendor's message and removes all secrets of the connection, also inside of headers and addresses. */
export function clean(reason: string, hidden: ReadonlySet<string>): string {
  let text = reason.slice(0, REASON_READ_CHARS_MAX).replace(/\s+/g, ' ')
  for (const secret of hidden) text = text.replaceAll(secret, '…')
  return cut_text(storable_text(redact(text)), REASON_CHARS_MAX)
}
