// A tool that answers in the transaction of its call: a read or a write.
import type { Transaction } from '#db/org.ts'
import { append_calls } from '#engine/audit/chain.ts'
import type { Identified } from '#engine/calls/admission.ts'
import type { AdmittedCall, Done, Effect, Result } from '#engine/calls/effect.ts'
import { claim_key, keep_answer } from '#engine/calls/idempotency.ts'
import { make_delegated_run } from '#engine/calls/runs/begin.ts'
import type { RunParts } from '#engine/calls/runs/parts.ts'
import { spend_credits } from '#engine/calls/spend.ts'
import { type ImmediateTool, is_followed, type NamedTool } from '#engine/tool.ts'
import { in_language, type Reader } from '#messages/render.ts'

type ImmediateCall = AdmittedCall<ImmediateTool>

export async function read(within: Transaction, call: ImmediateCall): Promise<Done> {
  const result = await run(within, call)
  await within.commit()
  return { result }
}

export const write: Effect<ImmediateTool> = { before: answered_before, carry_out }

async function carry_out(
  parts: RunParts,
  within: Transaction,
  call: ImmediateCall,
  look_result?: unknown,
): Promise<Done> {
  const before = await answered_before(within, call)
  if (before) return before
  const { tool, request } = call
  const { idempotency_key: key } = request
  const { db } = within
  await spend_credits(db, tool.spends ?? 0) // 402
  const result = await run(within, call, look_result)
  const run_id = is_followed(tool) ? await make_delegated_run(within, call, result) : undefined
  if (key !== undefined) await keep_answer(db, key, { result: without_secrets(tool, result), run_id })
  await append_everywhere(parts, within, call)
  await within.commit()
  return { result, run_id, is_recorded: true }
}

async function answered_before({ db }: Transaction, call: ImmediateCall): Promise<Done | undefined> {
  const { tool, org, request, input_hash } = call
  const { idempotency_key: key } = request
  if (key === undefined) return undefined
  const before = await claim_key(db, { org_id: org.org_id, tool: tool.name, input_hash, key }) // 409
  return before?.result ? { result: before.result, run_id: before.run_id ?? undefined } : undefined
}

/** An answer that violates the published schema is an internal error, not the caller's fault. */
async function run(within: Transaction, call: ImmediateCall, look_result?: unknown): Promise<Result> {
  const { tool, input, context_in } = call
  const made = await within.until_aborted(tool.run(input, { ...context_in(within), look_result }))
  return tool.result_schema.parse(in_language(made, reader_of(call)))
}

/** A person who is signed in reads the language of the pages. Programs get the one of the organization. */
const reader_of = ({ caller, org }: Identified): Reader =>
  caller.via === 'session' && caller.language ? { ...org, language: caller.language } : org

/** Records a write in the chain of each organization that it concerns. One order of the chains prevents deadlocks. */
async function append_everywhere(parts: RunParts, within: Transaction, call: ImmediateCall): Promise<void> {
  const record = call.record()
  const { org_id: own } = record
  const by = record.caller_org_id ?? own
  for (const org_id of [own, ...call.concerned].sort()) {
    if (org_id === own) await append_calls(within.db, parts, [record])
    else {
      const copy = { ...record, org_id, caller_org_id: by === org_id ? undefined : by }
      await within.in_other_org(parts.pool, org_id, (db) => append_calls(db, parts, [copy]))
    }
  }
}

/** The answer as it may be stored. */
function without_secrets({ shown_once = [] }: NamedTool, result: Result): Result {
  return { ...result, ...Object.fromEntries(shown_once.map((name) => [name, null])) }
}
