import { micros } from '#domain/money.ts'
import { refuse } from '#engine/outcomes.ts'
import { tool } from '#engine/tool.ts'
import { change_settings, one_time_code, settings_fields } from './approval_settings.ts'
import { amount } from './guardrail_fields.ts'

export const set_code_amount = tool({
  about: 'Demand a one-time code with the approval of changes above an amount.',
  scopes: ['admin:*'],
  effect: 'write',
  destructive: true,
  internal: true,
  input: {
    code_amount: amount('Largest change of what is spent in a day that needs no code. 0: each change of it.'),
    code: one_time_code.optional().describe('Needed to change an amount that is set.'),
  },
  result: settings_fields,
  example: { code_amount: '500' },
  async run({ code_amount, code }, context) {
    const { db, org } = context
    const code_amount_micros = code_amount === null ? null : micros(code_amount)
    const code_currency = code_amount === null ? null : org.currency
    return change_settings(context, async (set) => {
      const is_same = set.code_amount === code_amount && set.code_currency === code_currency
      // Otherwise a program that controls the browser of an admin could lift the limit before it approves.
      if (set.code_amount !== null && !is_same) {
        if (code === undefined) refuse('Changing the amount needs a one-time code, because approvals above it do.')
        await context.check_code(code)
      }
      await db.updateTable('orgs').set({ code_amount_micros, code_currency }).execute()
    })
  },
})
