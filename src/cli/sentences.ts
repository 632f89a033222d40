// What a program says when it ends with an error.
import { ConfigFault } from '#config'
import { exhaustion_of } from '#db/exhausted.ts'
import { is_unreachable } from '#db/unreachable.ts'
import { Refusal } from '#engine/outcomes.ts'
import { Mistake, mistake_of } from '#lib/mistakes.ts'

/** The sentence for an error that the operator can fix. Undefined for every other error, whose stack says more. */
export function sentence_of(error: unknown): string | undefined {
  if (error instanceof Refusal || error instanceof ConfigFault || error instanceof Mistake) return error.message
  const lacking = exhaustion_of(error)
  if (lacking) return lacking
  if (is_unreachable(error)) return `The database cannot be reached: ${(error as Error).message}. Check DATABASE_URL.`
  return mistake_of(error)
}
