// A value that its stream cannot read, such as an amount of '1,234.50' or a date that is none. The vendor sent it, so the stream says so.
import type { Run } from '#engine/sync/reading.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'

/** What amounts, whole numbers, dates and JSON in texts throw. */
const OF_VALUES = [RangeError, SyntaxError]

/** The error as a refusal of the stream, so that its state and the sync name the value. Any other error stays as it is. */
export function as_refusal({ parts, connector, options }: Run, stream: string, error: unknown): unknown {
  if (!OF_VALUES.some((kind) => error instanceof kind)) return error
  const { connection_id } = options
  parts.log.warn({ err: error, connection_id, stream }, 'a value of a vendor could not be read')
  return new VendorRefusal('refused', `${connector.title} answered something unexpected: ${(error as Error).message}.`)
}
