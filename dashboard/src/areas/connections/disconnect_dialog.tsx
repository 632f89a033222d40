// Disconnects a platform. The dialog names what ends and what stays.
import { use_change } from '../../api/queries.ts'
import { ConfirmDialog } from '../../components/confirm_dialog.tsx'
import { t } from '../../lib/language.ts'
import type { Connection, Platform } from './rows.ts'

interface DisconnectDialogProps {
  connection: Connection
  platform: Platform | undefined
  close: () => void
}

export function DisconnectDialog({ connection: { connection_id, name }, platform, close }: DisconnectDialogProps) {
  const { mutateAsync } = use_change('disconnect_platform', ['list_connections', 'list_connections_detail'])
  return (
    <ConfirmDialog
      title={t('Disconnect {name}?', { name })}
      verb={t('Disconnect')}
      is_destructive
      close={close}
      confirm={() => mutateAsync({ connection_id })}
    >
      <p>{t('Its syncs end, the scheduled ones too. Figures of later days stay empty.')}</p>
      <p>
        {t('Tablero ends its access at {vendor} where that is possible, and deletes its tokens within a day.', {
          vendor: platform?.vendor ?? name,
        })}
      </p>
      <p>{t('What was read stays. When you connect it again, it continues with its history.')}</p>
    </ConfirmDialog>
  )
}
