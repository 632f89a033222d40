// Proposals about one target that wait side by side. Each shows the value of now, and an approval of one outdates the others.
import { z } from 'zod'
import type { StoredAction } from '#engine/approvals/table.ts'
import type { Context } from '#engine/tool.ts'

export const others_waiting = z
  .array(z.uuid())
  .describe(
    'Other proposals about the same target that wait too, the newest first. An approval of one can outdate the others.',
  )

/** For each action: the other proposals about its target that wait too. */
export async function others_of(
  { db, now }: Pick<Context, 'db' | 'now'>,
  actions: readonly StoredAction[],
): Promise<(action: StoredAction) => string[]> {
  if (actions.length === 0) return () => []
  const waiting = await db
    .selectFrom('actions')
    .select(['action_id', 'platform', 'target_key'])
    .where('status', '=', 'pending')
    .where('expires_at', '>', now.toISOString())
    .where(
      'target_key',
      'in',
      actions.map(({ target_key }) => target_key),
    )
    .orderBy('created_at', 'desc')
    .orderBy('action_id')
    .execute()
  return ({ action_id, platform, target_key }) =>
    waiting
      .filter((one) => one.platform === platform && one.target_key === target_key && one.action_id !== action_id)
      .map((one) => one.action_id)
}
