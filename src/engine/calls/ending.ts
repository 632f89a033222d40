// The answer of a call that failed. An internal error is logged with its details and answered without them.
import { database_refusal } from '#engine/calls/database_refusals.ts'
import { Refusal } from '#engine/outcomes.ts'
import type { Log } from '#lib/log.ts'

interface Asked {
  tool: string
  request_id: string
  signal?: AbortSignal
}

export function ending_of({ log }: { log: Log }, { tool, request_id, signal }: Asked, thrown: unknown) {
  const about = { request_id, tool }
  if (thrown instanceof Refusal) return refused(thrown)
  // A statement that was cancelled with its call has the same SQLSTATE as one that exceeded its time limit.
  if (signal?.aborted)
    return { ok: false as const, outcome: 'cancelled' as const, error: 'The caller cancelled the call.' }
  const refusal = database_refusal(thrown)
  if (refusal) {
    log.warn({ ...about, err: thrown }, 'a call could not be answered')
    return refused(refusal)
  }
  log.error({ ...about, err: thrown }, 'a call failed')
  return {
    ok: false as const,
    outcome: 'fault' as const,
    error: `Something went wrong on our side. It has been logged as request ${request_id}.`,
  }
}

const refused = ({ outcome, message: error, retry_after_s, wanted_scopes }: Refusal) => ({
  ok: false as const,
  outcome,
  error,
  retry_after_s,
  wanted_scopes,
})
