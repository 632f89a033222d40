// Ends the organization. Its name is typed, because everything of it ends.
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { forget_me, use_change } from '../../api/queries.ts'
import { ConfirmDialog } from '../../components/confirm_dialog.tsx'
import { t } from '../../lib/language.ts'
import { use_org } from '../../shell/org.ts'

export function EndOrganization() {
  const [is_ending, set_ending] = useState(false)
  return (
    <>
      <p>{t('Syncs stop, and keys, apps and people are refused. After 30 days, all of its data is deleted.')}</p>
      <div>
        <Button variant="default" onClick={() => set_ending(true)}>
          {t('End the organization')}
        </Button>
      </div>
      {is_ending && <EndDialog close={() => set_ending(false)} />}
    </>
  )
}

function EndDialog({ close }: { close: () => void }) {
  const { name } = use_org()
  const [typed, set_typed] = useState('')
  const { mutateAsync } = use_change('end_org')
  const confirm = async () => {
    await mutateAsync({ name: typed })
    await forget_me()
  }
  return (
    <ConfirmDialog
      title={t('End {name}?', { name })}
      verb={t('End the organization')}
      is_destructive
      close={close}
      confirm={confirm}
      can_confirm={typed === name}
    >
      <ul>
        <li>{t('Its keys, apps, members and agencies are refused within a second.')}</li>
        <li>{t('Its syncs and jobs stop. For 30 days, an admin can take everything back.')}</li>
        <li>{t('Then its data is deleted, and its access to platforms ends. Only the record of its calls stays.')}</li>
      </ul>
      <TextInput
        label={t('Type {name} to confirm', { name })}
        autoComplete="off"
        data-autofocus
        value={typed}
        onChange={({ currentTarget }) => set_typed(currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
