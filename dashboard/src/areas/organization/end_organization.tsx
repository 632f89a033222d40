// Ends the organization. Its name is typed, because everything of it ends.
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { forget_me, use_answer, use_change } from '../../api/queries.ts'
import { ConfirmDialog } from '../../components/confirm_dialog.tsx'
import { t } from '../../lib/language.ts'
import { own_admins_text, use_org } from '../../shell/org.ts'

export function EndOrganization() {
  const { name } = use_org()
  const [is_ending, set_ending] = useState(false)
  const has_own_admins = use_has_own_admins()
  return (
    <>
      <p>{t('Syncs stop, and keys, apps and people are refused. After 30 days, all of its data is deleted.')}</p>
      <div>
        <Button variant="default" disabled={has_own_admins !== false} onClick={() => set_ending(true)}>
          {t('End the organization')}
        </Button>
      </div>
      {has_own_admins && <p>{own_admins_text(name)}</p>}
      {is_ending && <EndDialog close={() => set_ending(false)} />}
    </>
  )
}

/** Of a client on which the person acts through an agency, which the server then refuses to end. Undefined: not known yet. */
function use_has_own_admins(): boolean | undefined {
  const { agency_org_id } = use_org()
  const is_client = agency_org_id !== null
  const { data, failureReason } = use_answer('list_members', {}, { enabled: is_client })
  if (!is_client || failureReason !== null) return false
  return data?.members.some(({ role }) => role === 'admin')
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
