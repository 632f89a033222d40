// The end of a call: the answer as it is shown, or the error. An internal error is logged with its details and answered without them.
import type { Caller } from '#engine/access/caller.ts'
import type { PublicTextReads } from '#engine/access/public_text_reads.ts'
import { database_refusal } from '#engine/calls/database_refusals.ts'
import { fault_sentence, Refusal } from '#engine/outcomes.ts'
import { type ShownResult, texts_of } from '#engine/texts.ts'
import type { NamedTool } from '#engine/tool.ts'
import { texts_in, without_texts } from '#lib/given_texts.ts'
import type { Log } from '#lib/log.ts'

interface EndedCall {
  tool: string
  input: unknown
  org_id?: string
  idempotency_key?: string
  request_id: string
  signal?: AbortSignal
}

interface Answered {
  tool: Pick<NamedTool, 'shown'>
  /** Undefined for a personal tool. */
  caller?: Caller
  run_id?: string
}

interface Reads {
  public_text_reads: PublicTextReads
}

/** The answer as texts are shown. That a program reads public text is stored before it gets the answer. */
export async function success_of(parts: Reads, { tool, caller, run_id }: Answered, result: Record<string, unknown>) {
  const shown = tool.shown(result)
  await note_public_text(parts, caller, shown)
  return { ok: true as const, outcome: 'ok' as const, ...shown, run_id }
}

export async function note_public_text(
  { public_text_reads }: Reads,
  caller: Caller | undefined,
  { has_public_text }: Pick<ShownResult, 'has_public_text'>,
): Promise<void> {
  if (caller && has_public_text) await public_text_reads.note(caller)
}

type FailedTool = Pick<NamedTool, 'name' | 'result_schema'> & Partial<Pick<NamedTool, 'effect'>>
type Failed = Partial<{ tool: FailedTool; caller: Caller }>

/**
 * The answer of a call that failed. The sentence of a refusal can quote a row, as PostgreSQL does with a value that it cannot convert. So
 * it counts as public text where the tool shows such text.
 */
export async function failure_of(
  parts: Reads & { log: Log },
  call: EndedCall,
  { tool, caller }: Failed,
  thrown: unknown,
) {
  const ended = ending_of(parts, call, tool, thrown)
  if (ended.outcome !== 'error' || !tool) return ended
  const has_public_text = texts_of(tool.result_schema).some(({ writer }) => writer === 'public')
  return note_public_text(parts, caller, { has_public_text }).then(
    () => ended,
    (error) => ending_of(parts, call, tool, error),
  )
}

function ending_of({ log }: { log: Log }, call: EndedCall, tool: Failed['tool'], thrown: unknown) {
  const { request_id, signal } = call
  if (thrown instanceof Refusal) return refused(thrown)
  // A statement that was cancelled with its call has the same SQLSTATE as one that exceeded its time limit.
  if (signal?.aborted)
    return { ok: false as const, outcome: 'cancelled' as const, error: 'The caller cancelled the call.' }
  // Until the tool is found, its name is text of the caller.
  const about = { request_id, tool: tool?.name ?? 'unknown', err: without_texts(thrown, texts_of_call(call)) }
  const refusal = database_refusal(thrown, tool?.effect)
  if (refusal) {
    log.warn(about, 'a call could not be answered')
    return refused(refusal)
  }
  log.error(about, 'a call failed')
  return {
    ok: false as const,
    outcome: 'fault' as const,
    error: fault_sentence(request_id),
  }
}

const texts_of_call = ({ tool, input, org_id = '', idempotency_key = '' }: EndedCall) => [
  tool,
  org_id,
  idempotency_key,
  ...texts_in(input),
]

const refused = ({ outcome, message: error, retry_after_s, wanted_scopes }: Refusal) => ({
  ok: false as const,
  outcome,
  error,
  retry_after_s,
  wanted_scopes,
})
