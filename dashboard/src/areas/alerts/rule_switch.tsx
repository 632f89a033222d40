// Switches a rule on and off. An error is shown below, and the switch stays as it was.
import { Switch } from '@mantine/core'
import { use_change } from '../../api/queries.ts'
import { Fault } from '../../components/fault.tsx'
import { t } from '../../lib/language.ts'
import type { Rule } from './rows.ts'

export function RuleSwitch({ of: { rule_id, enabled } }: { of: Rule }) {
  const { mutate, isPending, error } = use_change('update_alert_rule', ['list_alert_rules'])
  return (
    <>
      <Switch
        label={t('The rule is on')}
        checked={enabled}
        disabled={isPending}
        onChange={({ currentTarget }) => mutate({ rule_id, enabled: currentTarget.checked })}
      />
      {error && <Fault error={error} />}
    </>
  )
}
