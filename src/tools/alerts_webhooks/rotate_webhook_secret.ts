import { z } from 'zod'
import { BOTH_SIGN_MS } from '#engine/outbound_webhooks/signature.ts'
import { own_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import { WEBHOOK_MODULE, webhook_id } from './webhook_fields.ts'
import { webhooks } from './webhooks.ts'

export const rotate_webhook_secret = tool({
  about:
    'Gives a webhook a new secret. For 24 hours, the old secret signs too. A second rotation within this time replaces only the new secret.',
  scopes: ['notifications:write'],
  module: WEBHOOK_MODULE,
  effect: 'write',
  destructive: true,
  internal: true,
  rate: 10,
  shown_once: ['secret'],
  record: webhooks.family,
  input: { webhook_id },
  result: {
    webhook_id: z.uuid(),
    secret: own_text().nullable().describe('The new secret. It is shown only now.'),
    both_secrets_until: own_text().describe(
      'Until then, the old secret signs too. A second rotation does not change this time, and the secret of the first rotation ends.',
    ),
  },
  example: { webhook_id: '01980000-0000-7000-8000-000000000000' },
  async run({ webhook_id }, { db, now, signing_secret }) {
    await webhooks.must_exist(db, webhook_id)
    const { secret, sealed } = signing_secret(webhook_id)
    const { old_secret_until } = await db
      .selectFrom('webhooks')
      .select('old_secret_until')
      .where('webhook_id', '=', webhook_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    // Receivers were promised that the secret before a rotation signs until this time. A second rotation keeps the promise.
    const promised = old_secret_until && Date.parse(old_secret_until) > now.getTime() ? old_secret_until : undefined
    const both_secrets_until = new Date(promised ?? now.getTime() + BOTH_SIGN_MS).toISOString()
    await db
      .updateTable('webhooks')
      .set((eb) => ({
        secret: sealed,
        ...(!promised && { old_secret: eb.ref('secret'), old_secret_until: both_secrets_until }),
      }))
      .where('webhook_id', '=', webhook_id)
      .execute()
    return { webhook_id, secret, both_secrets_until }
  },
})
