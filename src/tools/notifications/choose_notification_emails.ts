import { z } from 'zod'
import { refuse } from '#engine/outcomes.ts'
import { tool } from '#engine/tool.ts'

export const choose_notification_emails = tool({
  about: 'Choose whether you get notifications of the organization by email.',
  scopes: ['notifications:read'],
  effect: 'write',
  internal: true,
  idempotent: true,
  input: {
    wanted: z.boolean().nullable().describe('Null: by role. Admins get them, others do not.'),
  },
  result: { wanted: z.boolean().nullable() },
  example: { wanted: true },
  async run({ wanted }, { db, caller }) {
    const user_id = 'user_id' in caller ? caller.user_id : undefined
    if (user_id === undefined) refuse('Only a member can choose. An operator gets no notifications.')
    const { numUpdatedRows } = await db
      .updateTable('members')
      .set({ notified_by_email: wanted })
      .where('user_id', '=', user_id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) refuse('Only members of the organization get its notifications by email.')
    return { wanted }
  },
})
