// The agency ends its own access to a client. What is connected and stored there stays with the client.
import { forget_me, use_change } from '../../api/queries.ts'
import { ConfirmDialog } from '../../components/confirm_dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { t } from '../../lib/language.ts'
import type { Client } from './rows.ts'

export function GiveUpDialog({
  client: { client_org_id, name, admins, ended_at },
  close,
}: {
  client: Client
  close: () => void
}) {
  const { mutateAsync } = use_change('end_agency_access', ['list_clients'])
  const is_lost = admins === 0 && ended_at === null
  const confirm = async () => {
    await mutateAsync({ client_org_id })
    await forget_me()
  }
  return (
    <ConfirmDialog
      title={t('End the access to {name}?', { name })}
      verb={t('End the access')}
      is_destructive
      close={close}
      confirm={confirm}
      can_confirm={!is_lost}
    >
      <p>
        {t('Nobody of your agency can open {name} within a second. Its data and connections stay there.', { name })}
      </p>
      {is_lost && (
        <Notice kind="warning" title={t('The client has no admin of its own')}>
          <p>{t('Nobody could open it then. Invite an admin of the client first.')}</p>
        </Notice>
      )}
    </ConfirmDialog>
  )
}
