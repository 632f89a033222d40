// Work that outlasts a call: as tasks of the tasks extension, or as progress for clients without it.
import {
  type CallToolResult,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Call } from '#engine/calls/call.ts'
import {
  cancel_run,
  describe_run,
  find_run,
  POLL_INTERVAL_MS,
  type RunProgress,
  wait_for_end,
} from '#engine/calls/runs/follow_up.ts'
import { RUN_KEPT_MS } from '#engine/calls/runs/table.ts'
import type { Engine } from '#engine/engine.ts'
import { Refusal } from '#engine/outcomes.ts'
import type { ShownResult } from '#engine/texts.ts'
import { is_followed } from '#engine/tool.ts'
import { declared, is_modern, TASKS_EXTENSION } from '#http/mcp/capabilities.ts'
import { failed, protocol_error_of, success } from '#http/mcp/results.ts'
import type { CallContext, Session } from '#http/mcp/session.ts'
import { shows } from '#http/mcp/view.ts'
import { visible_text } from '#lib/text.ts'

/** Longest wait for the end of work with progress; then the answer is what is known by then. */
export const WAIT_MAX_MS = 10 * 60_000

/** How long the call waits for work. A task needs no wait, and progress keeps the connection of a client open for longer. */
export function wait_ms_of(context: CallContext): number | undefined {
  if (declared(TASKS_EXTENSION, context)) return 0
  return context.mcpReq._meta?.progressToken === undefined ? undefined : WAIT_MAX_MS
}

interface Begun {
  tool: string
  run_id: string
  answer: ShownResult
}

/** What a client gets whose call has started work: a task, or progress and then the result, or the answer of the call. */
export async function followed(
  engine: Engine,
  session: Session,
  { tool: name, run_id, answer }: Begun,
  context: CallContext,
  progress: Call['progress'],
): Promise<CallToolResult> {
  const tool = engine.catalog.get(name)
  if (!is_followed(tool) && answer.result.state !== 'running') return success(answer)
  try {
    if (declared(TASKS_EXTENSION, context)) {
      const task = await describe_run(engine, session.org.org_id, run_id)
      if (task) return { resultType: 'task', ...base_of(task) } as unknown as CallToolResult
    }
    if (progress && is_followed(tool)) {
      const { signal } = context.mcpReq
      const waiting = { org_id: session.org.org_id, run_id, ms: WAIT_MAX_MS, signal, progress, answer: answer.result }
      return result_of(await wait_for_end(engine, session, tool, waiting))
    }
  } catch (error) {
    // The caller may no longer receive what the work finds.
    if (error instanceof Refusal) return result_of({ answer: error })
    // The call succeeded. An error while following its work must not look like an error of the call.
    if (context.mcpReq.signal.aborted) return success(answer) // nobody waits for it
    engine.log.warn({ err: error, request_id: session.request_id, tool: name }, 'a call could not be followed')
  }
  return success(answer)
}

function result_of({ answer, is_error }: Pick<RunProgress, 'answer' | 'is_error'>): CallToolResult {
  if (answer instanceof Refusal) return failed({ ...answer, error: answer.message })
  return { ...success(answer), ...(is_error && { isError: true }) }
}

/** A task without its result. */
const base_of = ({ run_id, state, message, created_at, updated_at }: RunProgress) => ({
  taskId: run_id,
  status: state === 'ended' ? 'completed' : state,
  statusMessage: message,
  createdAt: created_at,
  lastUpdatedAt: updated_at,
  ttlMs: RUN_KEPT_MS,
  pollIntervalMs: POLL_INTERVAL_MS,
})

type Params = { taskId: string }

export async function get_task(engine: Engine, session: Session, { taskId }: Params, context: ServerContext) {
  const task = await asked(engine, session, context, () => find_run(engine, request_of(session, taskId)))
  if (!task) throw unknown(taskId)
  // What the call itself would have answered, down to the mark that the protocol puts on results on their way out.
  const ended = task.state === 'ended' && { result: { resultType: 'complete', ...result_of(task) } }
  return { ...base_of(task), ...ended }
}

/** No task of ours asks its client for anything, so there is nothing to take. */
export async function update_task(engine: Engine, session: Session, params: Params, context: ServerContext) {
  await get_task(engine, session, params, context)
  return {}
}

export async function cancel_task(engine: Engine, session: Session, { taskId }: Params, context: ServerContext) {
  const is_known = await asked(engine, session, context, () => cancel_run(engine, request_of(session, taskId)))
  if (!is_known) throw unknown(taskId)
  return {}
}

const request_of = ({ view, ...session }: Session, run_id: string) => ({
  ...session,
  run_id,
  is_there: (tool: Parameters<typeof shows>[1], identified: Parameters<typeof shows>[2]) =>
    shows(view, tool, identified),
})

async function asked<T>(engine: Engine, session: Session, context: ServerContext, ask: () => Promise<T>): Promise<T> {
  if (!is_modern(context)) throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found')
  if (!declared(TASKS_EXTENSION, context))
    throw new MissingRequiredClientCapabilityError(
      { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } },
      `The request must declare ${TASKS_EXTENSION} in its client capabilities.`,
    )
  try {
    return await ask()
  } catch (error) {
    throw protocol_error_of(error, engine, session)
  }
}

const unknown = (task_id: string) =>
  new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no task '${visible_text(task_id.slice(0, 100))}' for this key; tasks are kept for ${RUN_KEPT_MS / 3_600_000} hours.`,
  )
