// Deletes a rule with its alerts. The dialog names the way that keeps them.
import { use_change } from '../../api/queries.ts'
import { ConfirmDialog } from '../../components/confirm_dialog.tsx'
import { t } from '../../lib/language.ts'
import type { Rule } from './rows.ts'

export function DeleteDialog({ of: { rule_id, name }, close }: { of: Rule; close: () => void }) {
  const { mutateAsync } = use_change('delete_alert_rule', ['list_alert_rules'])
  return (
    <ConfirmDialog
      title={t('Delete {name}?', { name })}
      verb={t('Delete')}
      is_destructive
      close={close}
      confirm={() => mutateAsync({ rule_id })}
    >
      <p>{t('The rule ends with its alerts. This cannot be undone.')}</p>
      <p>{t('A rule that is switched off keeps them.')}</p>
    </ConfirmDialog>
  )
}
