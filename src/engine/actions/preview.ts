// Shows what an action would change now. Nothing is written at the platform.
import { randomBytes } from 'node:crypto'
import { type ActionPlan, type ActionRefused, is_refused, type Spend, steps_of } from '#engine/action.ts'
import { type ActionParts, type ActionPlace, is_open, open_place } from '#engine/actions/place.ts'
import { faults_of, plain_words } from '#engine/input_faults.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { message } from '#messages/message.ts'

export interface Preview extends ActionPlan<unknown> {
  /** Only this change uses it. Give it to begin_execution. */
  mark: string
  /** The checked input, with every default. */
  input: Record<string, unknown>
  /** Names of the requests that will be sent. */
  steps: string[]
  /** The action and the input that restore what is now. null: the change cannot be undone. */
  inverse: { action: string; input: Record<string, unknown> } | null
  /** What is spent in a day more than before, where no difference is a daily budget. null: not known. Undefined: nothing. */
  spend: Spend | null | undefined
  /** Seconds until the platform shows the change at the latest. */
  visible_within_s: number
}

/** The reading failed, and a later one can succeed. */
export interface PreviewLater extends ActionRefused {
  retry_after_s?: number
  is_later: true
}

const MARK_BYTES = 5
const new_mark = () => `tb-${randomBytes(MARK_BYTES).toString('hex')}`

/** `mark`: the one of a stored execution. */
export async function preview(
  parts: ActionParts,
  place: ActionPlace & { input: unknown; mark?: string },
): Promise<Preview | ActionRefused | PreviewLater> {
  const open = await open_place(parts, place)
  if (!is_open(open)) return { refused: open.missing }
  const { action, account, settings, api } = open
  const takes = action.input.strict()
  const parsed = takes.safeParse(place.input, { error: plain_words })
  if (!parsed.success) return { refused: faults_of(takes, parsed.error.issues, { whole: 'input' }) }
  const mark = place.mark ?? new_mark()
  const source = { api, account, settings, input: parsed.data, mark }
  try {
    const plan = await action.preflight(source)
    if (is_refused(plan)) return plan
    const inverse = action.inverse?.({ input: parsed.data, seen: plan.seen })
    const warning = message(plan.target.id === null ? 'action.cannot_undo' : 'action.is_final')
    return {
      ...plan,
      warnings: [...(plan.warnings ?? []), ...(inverse ? [] : [warning])],
      mark,
      input: parsed.data,
      steps: steps_of(action, plan.seen, parsed.data).map(({ name }) => name),
      inverse: inverse ?? null,
      spend: action.spend?.({ account, seen: plan.seen }),
      visible_within_s: action.visible_within.s,
    }
  } catch (error) {
    if (!(error instanceof VendorRefusal)) throw error
    const is_later = error.kind === 'throttled' || error.kind === 'unavailable'
    return { refused: error.message, ...(is_later && { is_later, retry_after_s: error.retry_after_s }) }
  }
}

export const is_later = (refused: ActionRefused): refused is PreviewLater => 'is_later' in refused
