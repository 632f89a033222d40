import { z } from 'zod'
import { rules_for, used_on } from '#engine/approvals/guardrails.ts'
import { list_tool } from '#engine/list_tool.ts'
import { own_text } from '#engine/texts.ts'
import { action_types_of, refuse_unknown_kind } from './approval_settings.ts'
import { guardrail_fields, guardrail_filters, shown_guardrail } from './guardrail_fields.ts'

export const list_guardrails = list_tool({
  about:
    'The rules about changes at platforms: what needs a person, what is approved automatically up to which amount, and what nobody may do.',
  keywords: { es: 'reglas de aprobación', en: 'guardrails', pt: 'regras de aprovação' },
  scopes: ['actions:read'],
  input: guardrail_filters,
  example: {},
  list: 'guardrails',
  row: guardrail_fields,
  hint: 'Name an agent_slug or an action_type.',
  order: 'In force, oldest first. The strictest of those that match counts.',
  also: {
    currency: own_text().describe('The reporting currency. Each rule keeps its own.'),
    default: z.literal('needs_approval').describe('What holds without a rule: every change needs a person.'),
    second_person: z.boolean().describe('Who proposed a change cannot approve it.'),
  },
  async read(wanted, { db, org, today, connectors }) {
    const rules = await rules_for(db, wanted)
    if (!rules.some(({ action_type }) => action_type === wanted.action_type))
      refuse_unknown_kind(connectors, wanted.action_type)
    const used = await used_on(db, today)
    const { demands_second_approver: second_person } = await db
      .selectFrom('orgs')
      .select('demands_second_approver')
      .executeTakeFirstOrThrow()
    const kinds = action_types_of(connectors)
    const rows = rules.map((rule) => shown_guardrail(rule, used.get(rule.guardrail_id), kinds))
    return { rows, currency: org.currency, default: 'needs_approval' as const, second_person }
  },
})
