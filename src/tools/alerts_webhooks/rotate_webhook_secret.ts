import { z } from 'zod'
import { BOTH_SIGN_MS } from '#engine/outbound_webhooks/signature.ts'
import { own_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import { WEBHOOK_MODULE, webhook_id } from './webhook_fields.ts'
import { webhooks } from './webhooks.ts'

export const rotate_webhook_secret = tool({
  about: 'Gives a webhook a new secret. For 24 hours, both secrets sign.',
  scopes: ['notifications:write'],
  module: WEBHOOK_MODULE,
  effect: 'write',
  internal: true,
  rate: 10,
  shown_once: ['secret'],
  record: webhooks.family,
  input: { webhook_id },
  result: {
    webhook_id: z.uuid(),
    secret: own_text().nullable().describe('The new secret. It is shown only now.'),
    both_secrets_until: own_text(),
  },
  example: { webhook_id: '01980000-0000-7000-8000-000000000000' },
  async run({ webhook_id }, { db, now, signing_secret }) {
    await webhooks.must_exist(db, webhook_id)
    const { secret, sealed } = signing_secret(webhook_id)
    const both_secrets_until = new Date(now.getTime() + BOTH_SIGN_MS).toISOString()
    await db
      .updateTable('webhooks')
      .set((eb) => ({ old_secret: eb.ref('secret'), old_secret_until: both_secrets_until, secret: sealed }))
      .where('webhook_id', '=', webhook_id)
      .execute()
    return { webhook_id, secret, both_secrets_until }
  },
})
