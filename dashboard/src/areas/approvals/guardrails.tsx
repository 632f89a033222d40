// The rules in force, in sentences, with what automatic changes have used of today.
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { use_change } from '../../api/queries.ts'
import { ConfirmDialog } from '../../components/confirm_dialog.tsx'
import { amount_text, figure_text } from '../../components/figure.ts'
import { Notice } from '../../components/notice.tsx'
import { t } from '../../lib/language.ts'
import { day_text } from '../../lib/moments.ts'
import { may, use_org } from '../../shell/org.ts'
import classes from './approvals.module.css'
import { GuardrailDialog } from './guardrail_dialog.tsx'
import { limits_of, rule_name } from './guardrail_words.ts'
import type { Guardrail } from './rows.ts'
import { actor_name } from './words.ts'

interface GuardrailsProps {
  rules: readonly Guardrail[]
  types: readonly string[]
}

export function Guardrails({ rules, types }: GuardrailsProps) {
  const [doing, set_doing] = useState<{ what: 'change' | 'end'; rule: Guardrail }>()
  const close = () => set_doing(undefined)
  const is_admin = may(use_org(), 'admin:*')
  if (rules.length === 0) return <p>{t('There is no rule, so every change needs a person.')}</p>
  return (
    <>
      <ul className={classes.rules}>
        {rules.map((rule) => (
          <li key={rule.guardrail_id} className={classes.rule}>
            <Rule rule={rule} />
            {is_admin && (
              <Group gap={8}>
                <Button variant="default" onClick={() => set_doing({ what: 'change', rule })}>
                  {t('Change')}
                </Button>
                <Button variant="default" onClick={() => set_doing({ what: 'end', rule })}>
                  {t('End')}
                </Button>
              </Group>
            )}
          </li>
        ))}
      </ul>
      {doing?.what === 'change' && <GuardrailDialog rule={doing.rule} types={types} close={close} />}
      {doing?.what === 'end' && <EndDialog rule={doing.rule} close={close} />}
    </>
  )
}

function Rule({ rule }: { rule: Guardrail }) {
  const { time_zone, currency: reporting } = use_org()
  const { currency, needs_approval, without_effect, used_today, created_by, created_at, version } = rule
  return (
    <>
      <h3 className={classes.title}>{rule_name(rule)}</h3>
      {currency !== reporting && (
        <Notice kind="warning" title={t('The amounts are in another currency')}>
          <p>
            {t(
              'Until the rule is saved again, nothing is approved automatically, and limits of budgets refuse changes.',
            )}
          </p>
        </Notice>
      )}
      {without_effect !== null && (
        <Notice kind="warning" title={t('The rule decides less than it seems')}>
          <p>{without_effect}</p>
        </Notice>
      )}
      <p>
        {needs_approval
          ? t('A person decides about every such change.')
          : t('Approved automatically within these limits.')}
      </p>
      <ul className={classes.list}>
        {limits_of(rule, reporting).map((limit) => (
          <li key={limit}>{limit}</li>
        ))}
      </ul>
      {!needs_approval && (
        <p>
          {t('Used today: {amount} in {count, plural, one {# change} other {# changes}}.', {
            amount: amount_text(used_today.amount, currency, currency !== reporting),
            count: used_today.count,
          })}
        </p>
      )}
      <p className={classes.quiet}>
        {t('Version {version}, {who}, {day}', {
          version: figure_text(version, { kind: 'count' }),
          who: actor_name(created_by),
          day: day_text(created_at, time_zone),
        })}
      </p>
    </>
  )
}

function EndDialog({ rule, close }: { rule: Guardrail; close: () => void }) {
  const { mutateAsync } = use_change('end_guardrail', ['list_guardrails'])
  return (
    <ConfirmDialog
      title={t('End the rule “{name}”?', { name: rule_name(rule) })}
      verb={t('End the rule')}
      is_destructive
      close={close}
      confirm={() => mutateAsync({ guardrail_id: rule.guardrail_id })}
    >
      <p>{t('What it allowed automatically needs a person again, and what it forbade is possible.')}</p>
    </ConfirmDialog>
  )
}
