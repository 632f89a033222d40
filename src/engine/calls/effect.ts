// The effect of a call that passed every check: what its tool writes (immediate.ts), or a run (runs/begin.ts). The effect, its cost, its stored
// answer, its jobs and the record of the call are one transaction.
import type { Transaction } from '#db/org.ts'
import type { CallRecord } from '#engine/audit/chain.ts'
import type { Identified } from '#engine/calls/admission.ts'
import type { RunParts, RunRequest } from '#engine/calls/runs/parts.ts'
import type { Run } from '#engine/calls/runs/table.ts'
import type { Context, NamedTool } from '#engine/tool.ts'

export type Result = Record<string, unknown>

/** A call that passed every check. */
export interface AdmittedCall<T extends NamedTool = NamedTool> extends Identified {
  tool: T
  /** As the input schema of the tool returned it. */
  input: never
  input_hash: Buffer
  request: RunRequest
  /** What the tool may use in the transaction. */
  context_in: (within: Transaction) => Context
  /** Other organizations that the tool changes. It names them while it runs. */
  concerned: ReadonlySet<string>
  /** The record of the call, if it ends now without an error. */
  record: () => CallRecord
}

/** What a call brought: the result of its tool, or the run whose end has it. */
export type Done =
  | { result: Result; run_id?: string; is_recorded?: boolean }
  | { result?: undefined; run_id: string; is_recorded: boolean; ended?: Run }

export interface Effect<T extends NamedTool> {
  /** What the same call brought before. Undefined: this one is the first. */
  before: (within: Transaction, call: AdmittedCall<T>) => Promise<Done | undefined>
  /** Brings about the effect, unless the same call did, and commits. */
  carry_out: (parts: RunParts, within: Transaction, call: AdmittedCall<T>, look_result?: unknown) => Promise<Done>
}
