// The look of a tool: a short external request before the transaction of its call, such as a request to a vendor.
import { in_org } from '#db/org.ts'
import { today_in } from '#domain/windows.ts'
import type { Org } from '#engine/access/directory.ts'
import { changes_of } from '#engine/actions/changes.ts'
import type { AdmittedCall } from '#engine/calls/effect.ts'
import type { RunParts } from '#engine/calls/runs/parts.ts'
import { Refusal } from '#engine/outcomes.ts'
import type { LookContext } from '#engine/tool.ts'

const LOOK_MS = 10_000
const LOOK_RETRY_S = 5

/** What looks and work outside a transaction share. */
export function look_context(
  parts: RunParts,
  org: Org,
  { now, signal }: { now: Date; signal: AbortSignal },
): LookContext {
  const { connectors, base_url, outbound, measuring, pool } = parts
  const { org_id } = org
  return {
    org,
    now,
    today: today_in(org.time_zone, now),
    connectors,
    base_url,
    outbound,
    measuring,
    signal,
    reading: (work) => in_org(pool, { org_id, read_only: true, signal }, work),
    // Signing a request to a platform needs secrets, which calls cannot read.
    changes: changes_of({ ...parts, pool: pool.worker }, { org_id, signal }),
  }
}

/** The caller's connection is free meanwhile. Refuses when the other side does not answer in time. */
export async function look_before(parts: RunParts, call: AdmittedCall): Promise<unknown> {
  const { tool, input, request, caller, org } = call
  request.signal?.throwIfAborted()
  const timeout = new Refusal(
    'overloaded',
    `The service that ${tool.name} needs did not answer within ${LOOK_MS / 1000} s. Try again in a few seconds.`,
    LOOK_RETRY_S,
  )
  const timer_signal = new AbortController()
  const timer = setTimeout(() => timer_signal.abort(timeout), LOOK_MS)
  const signal = request.signal ? AbortSignal.any([timer_signal.signal, request.signal]) : timer_signal.signal
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const on_abort = () => reject(signal.reason)
  signal.addEventListener('abort', on_abort, { once: true })
  const looking = tool.look!(input, {
    ...look_context(parts, org, { now: parts.clock.now(), signal }),
    has_read_public_text: () => parts.public_text_reads.has_read(caller),
  })
  try {
    return await Promise.race([looking, aborted])
  } catch (error) {
    throw timer_signal.signal.aborted ? timeout : error
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', on_abort)
  }
}
