import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { in_progress } from '#engine/actions/table.ts'
import { approve } from '#engine/approvals/decide.ts'
import { read_action } from '#engine/approvals/table.ts'
import { own_id } from '#engine/fields.ts'
import { own_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import { status } from '#tools/proposals.ts'
import { long_text } from './actions.ts'

/** How long the call's work follows the change. Most end in seconds. */
const FOLLOWED_MS = 50_000
const POLL_MS = 1_000

interface Begun {
  action_id: string
  execution_id: string
}

export const approve_action = tool({
  about: 'Approve a proposed change at a platform, exactly as it was proposed, and carry it out. AI agents cannot.',
  keywords: {
    es: 'aprobar',
    en: 'approve',
    pt: 'aprovar',
  },
  scopes: ['actions:approve'],
  effect: 'write',
  destructive: true,
  idempotent: true,
  open_world: true,
  input: {
    action_id: own_id('action_id', 'an action').describe('list_pending_actions shows those that wait.'),
  },
  result: {
    action_id: z.uuid(),
    status,
    phase: own_text().nullable().describe('While approved: queued, sending, checking or unknown.'),
    cause: own_text().nullable().describe('Why it failed.'),
    cause_text: long_text().nullable().describe('Why, or while approved what it waits for.'),
  },
  example: { action_id: '01980000-0000-7000-8000-000000000000' },
  async begin({ action_id }, context): Promise<Begun> {
    const { execution_id } = await approve(context, action_id)
    return { action_id, execution_id: execution_id! }
  },
  when_cancelled:
    'Nobody follows the change any more, but it was approved and is still carried out. Call approve_action again to follow it.',
  meanwhile: ({ action_id }) => ({ action_id, status: 'approved' as const }),
  async work(_, context) {
    const { action_id, execution_id } = context.begin_result
    const until = performance.now() + FOLLOWED_MS
    let execution = await context.changes.execute(execution_id)
    while (execution && in_progress(execution) && performance.now() < until) {
      await sleep(POLL_MS, undefined, { signal: context.signal })
      execution = await context.changes.execute(execution_id)
    }
    const action = await context.reading((db) => read_action(db, { action_id }))
    const { status, cause, cause_text } = action!
    const running = status === 'approved' ? execution : undefined
    return {
      action_id,
      status,
      phase: running?.state ?? null,
      cause,
      cause_text: cause_text ?? running?.reason ?? null,
    }
  },
})
