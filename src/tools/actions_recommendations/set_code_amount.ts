import { micros } from '#domain/money.ts'
import { tool } from '#engine/tool.ts'
import { change_settings, settings_fields } from './approval_settings.ts'
import { amount } from './guardrail_fields.ts'

export const set_code_amount = tool({
  about: 'Demand a one-time code with the approval of changes above an amount.',
  scopes: ['admin:*'],
  effect: 'write',
  internal: true,
  idempotent: true,
  input: { code_amount: amount('Largest change of what is spent in a day that needs no code. 0: each change of it.') },
  result: settings_fields,
  example: { code_amount: '500' },
  run: ({ code_amount }, context) =>
    change_settings(context, () =>
      context.db
        .updateTable('orgs')
        .set({
          code_amount_micros: code_amount === null ? null : micros(code_amount),
          code_currency: code_amount === null ? null : context.org.currency,
        })
        .execute(),
    ),
})
