// Ends what an app may do. It can ask again afterwards.
import { use_change } from '../../api/queries.ts'
import { ConfirmDialog } from '../../components/confirm_dialog.tsx'
import { t } from '../../lib/language.ts'
import { distance_text } from '../../lib/moments.ts'
import type { App } from './rows.ts'

export function DisconnectDialog({
  of: { grant_id, name, person, last_used_at },
  close,
}: {
  of: App
  close: () => void
}) {
  const { mutateAsync } = use_change('disconnect_app', ['list_connected_apps'])
  return (
    <ConfirmDialog
      title={t('Disconnect {name}?', { name })}
      verb={t('Disconnect')}
      is_destructive
      close={close}
      confirm={() => mutateAsync({ grant_id })}
    >
      <p>{t('It can no longer act for {person} here, within a second. It can ask again.', { person: person.name })}</p>
      <p>
        {last_used_at === null
          ? t('It has never been used.')
          : t('Last used: {distance}.', { distance: distance_text(last_used_at) })}
      </p>
    </ConfirmDialog>
  )
}
