// Reports that are read in parts.
import { is_too_much, VendorRefusal } from '#engine/vendors/refusal.ts'
import { batches } from './records.ts'

/**
 * Reads a report of some objects at a time, `most` in a request, and half of them when the platform calls that too much. An object whose
 * own report is too much is an error.
 */
export async function* in_parts<Line>(
  ids: readonly string[],
  most: number,
  read: (ids: string[]) => AsyncIterable<Line[]>,
): AsyncIterable<Line[]> {
  for (const some of batches(ids, most)) {
    try {
      yield* read(some)
    } catch (error) {
      if (!is_too_much(error)) throw error
      if (some.length === 1) throw new VendorRefusal('refused', (error as Error).message)
      yield* in_parts(some, Math.ceil(some.length / 2), read)
    }
  }
}
