// A value that its stream cannot read, such as an amount of '1,234.50' or a date that is none. The vendor sent it, so the stream says so.
import type { Run } from '#engine/sync/reading.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'

/** What amounts, whole numbers, dates and JSON in texts throw. */
const OF_VALUES = [RangeError, SyntaxError]
/** What Node throws as a RangeError for a fault of a program. */
const OF_PROGRAM = /call stack|^Invalid (?:array|string) length/

/** The error as a refusal of the stream, so that its state and the sync name the value. Any other error stays as it is. */
export function as_refusal({ parts, connector, options, clean }: Run, stream: string, error: unknown): unknown {
  if (!(error instanceof Error) || !OF_VALUES.some((kind) => error instanceof kind)) return error
  if (OF_PROGRAM.test(error.message)) return error
  const { connection_id } = options
  // The value can be any text, also a secret that the platform repeats.
  const reason = clean(error.message)
  const frames = error.stack?.match(/^ +at .*$/gm)
  parts.log.warn({ reason, frames, connection_id, stream }, 'a value of a vendor could not be read')
  return new VendorRefusal('refused', `${connector.title} answered something unexpected: ${reason}.`)
}
