// Writes a rule about changes. An empty field is no limit. The version before stays in the history.
import { Group, Radio, Select, Stack, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Form } from '../../accounts/form.tsx'
import { use_change } from '../../api/queries.ts'
import { type_name } from '../../components/change_words.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { t } from '../../lib/language.ts'
import { use_org } from '../../shell/org.ts'
import { AMOUNT, amount_or_null, WHOLE, whole_or_null } from './amounts.ts'
import classes from './approvals.module.css'
import type { Guardrail } from './rows.ts'

const SLUG_CHARS_MAX = 100
const amounts = ['automatic_amount', 'day_amount', 'budget_max'] as const
const wholes = ['automatic_percent', 'cooldown_hours', 'day_count', 'raise_max_percent', 'cut_max_percent'] as const
type Limit = (typeof amounts)[number] | (typeof wholes)[number]

interface GuardrailDialogProps {
  /** Undefined: a new rule. */
  rule?: Guardrail
  types: readonly string[]
  close: () => void
}

export function GuardrailDialog({ rule, types, close }: GuardrailDialogProps) {
  const [agent_slug, set_agent] = useState(rule?.agent_slug ?? '')
  const [action_type, set_type] = useState(rule?.action_type ?? '')
  const [needs_approval, set_needs] = useState(rule?.needs_approval ?? true)
  const [limits, set_limits] = useState(() => limits_of(rule))
  const { currency } = use_org()
  const { mutateAsync } = use_change('set_guardrail', ['list_guardrails'])
  const submit = async () => {
    await mutateAsync({
      agent_slug: agent_slug.trim() || null,
      action_type: action_type || null,
      needs_approval,
      ...Object.fromEntries(amounts.map((name) => [name, amount_or_null(limits[name])])),
      ...Object.fromEntries(wholes.map((name) => [name, whole_or_null(limits[name])])),
    })
    close()
  }
  const fields = (names: readonly Limit[]) => (
    <Fields>
      {names.map((name) => (
        <LimitField
          key={name}
          name={name}
          value={limits[name]}
          change={(to) => set_limits({ ...limits, [name]: to })}
        />
      ))}
    </Fields>
  )
  return (
    <Dialog title={rule ? t('Change the rule') : t('Add a rule')} size="lg" close={close} closes_outside={false}>
      <Form verb={t('Save the rule')} submit={submit}>
        {rule && rule.currency !== currency && (
          <Notice kind="warning" title={t('The amounts are in another currency')}>
            <p>
              {t('They were written in {currency}. Write each one again before you save.', { currency: rule.currency })}
            </p>
          </Notice>
        )}
        <Fields>
          <Select
            label={t('Kind of change')}
            data={[
              { value: '', label: t('Every kind of change') },
              ...types.map((value) => ({ value, label: type_name(value) })),
            ]}
            value={action_type}
            disabled={rule !== undefined}
            onChange={(to) => set_type(to ?? '')}
          />
          <TextInput
            label={t('AI agent')}
            description={t('Empty: proposals of everybody.')}
            maxLength={SLUG_CHARS_MAX}
            value={agent_slug}
            disabled={rule !== undefined}
            onChange={({ currentTarget }) => set_agent(currentTarget.value)}
          />
        </Fields>
        <Radio.Group
          label={t('Who decides')}
          value={needs_approval ? 'person' : 'rule'}
          onChange={(to) => set_needs(to === 'person')}
        >
          <Stack gap={10} mt={8}>
            <Radio value="person" label={t('A person decides about every such change')} />
            <Radio
              value="rule"
              label={t('Approved automatically within limits')}
              description={t(
                'Never automatic: new things, what cannot be undone, connections with errors, amounts without an exchange rate.',
              )}
            />
          </Stack>
        </Radio.Group>
        {!needs_approval && (
          <>
            <p className={classes.quiet}>{t('What spends money needs a limit of one change, and one of a day.')}</p>
            {fields(['automatic_amount', 'automatic_percent', 'cooldown_hours', 'day_amount', 'day_count'])}
          </>
        )}
        <h3 className={classes.title}>{t('Limits that bind people too')}</h3>
        {fields(['budget_max', 'raise_max_percent', 'cut_max_percent'])}
      </Form>
    </Dialog>
  )
}

const limits_of = (rule: Guardrail | undefined) =>
  Object.fromEntries([...amounts, ...wholes].map((name) => [name, String(rule?.[name] ?? '')])) as Record<Limit, string>

const Fields = ({ children }: { children: ReactNode }) => (
  <Group gap={12} grow preventGrowOverflow={false} align="flex-end">
    {children}
  </Group>
)

const labels: Record<Limit, (currency: string) => string> = {
  automatic_amount: (currency) => t('Largest change of a day’s spend, in {currency}', { currency }),
  automatic_percent: () => t('Largest change of a budget, in percent'),
  cooldown_hours: () => t('Hours of rest after a change of the same target'),
  day_amount: (currency) => t('All automatic changes of a day, in {currency}', { currency }),
  day_count: () => t('Number of automatic changes of a day'),
  budget_max: (currency) => t('Largest daily budget, in {currency}', { currency }),
  raise_max_percent: () => t('Largest raise, in percent'),
  cut_max_percent: () => t('Largest cut, in percent'),
}

function LimitField({ name, value, change }: { name: Limit; value: string; change: (to: string) => void }) {
  const { currency } = use_org()
  const kind = (amounts as readonly string[]).includes(name) ? AMOUNT : WHOLE
  return (
    <TextInput
      label={labels[name](currency)}
      {...kind}
      placeholder={t('No limit')}
      miw={180}
      value={value}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}
