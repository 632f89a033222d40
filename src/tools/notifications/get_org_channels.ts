import { z } from 'zod'
import type { Database } from '#db/pool.ts'
import { tool } from '#engine/tool.ts'
import { channel_fields, show_channels } from '#tools/channels.ts'

const own_emails = z
  .strictObject({ wanted: z.boolean().nullable().describe('null: by role. Admins get them, others do not.') })
  .nullable()
  .describe('Whether the caller gets notifications by email. null: the caller is no member.')

export const get_org_channels = tool({
  about: 'Where notifications of the organization go, and when.',
  scopes: ['notifications:read'],
  effect: 'read',
  internal: true,
  input: {},
  result: { ...channel_fields, own_emails },
  example: {},
  async run(_input, { db, caller, messaging_phone }) {
    const user_id = 'user_id' in caller ? caller.user_id : undefined
    return {
      ...(await show_channels(db, messaging_phone)),
      own_emails: user_id === undefined ? null : await choice_of(db, user_id),
    }
  },
})

async function choice_of(db: Database, user_id: string) {
  const member = await db
    .selectFrom('members')
    .select('notified_by_email as wanted')
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return member ?? null
}
