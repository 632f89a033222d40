// Errors of the database that load, a timeout or an unreachable database causes, as sentences that the caller can act on.
// Every other error is an internal error.

import { exhaustion_of } from '#db/exhausted.ts'
import { STATEMENT_TIMEOUT_MS } from '#db/org.ts'
import { is_unreachable } from '#db/unreachable.ts'
import { Refusal } from '#engine/outcomes.ts'
import type { Tool } from '#engine/tool.ts'

const BUSY_RETRY_S = 2
const DOWN_RETRY_S = 5
const NO_SPACE_RETRY_S = 60

/** SQLSTATE of a statement that exceeded its time limit. */
const CANCELLED = '57014'

/** `effect` of the tool: what a write asks for is small, so that its time passed while it waited for others. */
export function database_refusal(thrown: unknown, effect: Tool['effect'] = 'read'): Refusal | undefined {
  const { code, message = '' } = (thrown ?? {}) as { code?: string; message?: string }
  if (code === CANCELLED && effect !== 'read') return busy()
  if (code === CANCELLED)
    return new Refusal(
      'error',
      `The answer would take longer than ${STATEMENT_TIMEOUT_MS / 1000} s. Ask for fewer days or rows.`,
    )
  if (message === 'timeout exceeded when trying to connect') return busy()
  const lacking = exhaustion_of(thrown)
  if (lacking) return new Refusal('overloaded', lacking, NO_SPACE_RETRY_S)
  if (is_unreachable(thrown))
    return new Refusal(
      'overloaded',
      'Tablero cannot reach its data at the moment. Try again in a few seconds.',
      DOWN_RETRY_S,
    )
  return undefined
}

export const busy = () => new Refusal('overloaded', 'Tablero is busy. Try again in a few seconds.', BUSY_RETRY_S)
