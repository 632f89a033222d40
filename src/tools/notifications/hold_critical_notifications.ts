import { z } from 'zod'
import { look_again } from '#engine/access/settings_changed.ts'
import { difference, write_change } from '#engine/records/history.ts'
import { tool } from '#engine/tool.ts'

export const hold_critical_notifications = tool({
  about: 'Choose whether critical notifications wait for the end of the quiet hours too.',
  scopes: ['admin:*'],
  effect: 'write',
  internal: true,
  idempotent: true,
  input: { quiet_holds_critical: z.boolean() },
  result: { quiet_holds_critical: z.boolean() },
  example: { quiet_holds_critical: false },
  async run(after, context) {
    const { db, org, now } = context
    const before = await db.selectFrom('orgs').select('quiet_holds_critical').executeTakeFirstOrThrow()
    await db.updateTable('orgs').set(after).execute()
    await look_again(db, { ...org, now })
    const change = difference(before, after, ['quiet_holds_critical'])
    if (change) await write_change(context, { record: 'organization', record_id: org.org_id, ...change })
    return after
  },
})
