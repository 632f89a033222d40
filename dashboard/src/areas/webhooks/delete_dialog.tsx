// Deletes a webhook with its deliveries. The dialog names what is not sent.
import { use_change } from '../../api/queries.ts'
import { ConfirmDialog } from '../../components/confirm_dialog.tsx'
import { t } from '../../lib/language.ts'
import type { Webhook } from './rows.ts'
import { name_of } from './words.ts'

interface DeleteDialogProps {
  of: Webhook
  close: () => void
  deleted: () => void
}

export function DeleteDialog({ of, close, deleted }: DeleteDialogProps) {
  const { mutateAsync } = use_change('delete_webhook', ['list_webhooks'])
  return (
    <ConfirmDialog
      title={t('Delete {name}?', { name: name_of(of) })}
      verb={t('Delete')}
      is_destructive
      close={close}
      confirm={() => mutateAsync({ webhook_id: of.webhook_id }).then(deleted)}
    >
      <p>{t('The webhook ends with its attempts. This cannot be undone.')}</p>
      {of.waiting > 0 && (
        <p>
          {t('{count, plural, one {# event waits and is not sent.} other {# events wait and are not sent.}}', {
            count: of.waiting,
          })}
        </p>
      )}
    </ConfirmDialog>
  )
}
