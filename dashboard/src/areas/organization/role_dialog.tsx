// Changes the role of a member. The dialog says what they gain or lose.
import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { type Role, roles, scopes_of_role } from '../../../../src/domain/roles.ts'
import { forget_me, use_change } from '../../api/queries.ts'
import { ConfirmDialog } from '../../components/confirm_dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { role_about, role_name } from '../../components/roles.ts'
import { t } from '../../lib/language.ts'
import type { Member } from './rows.ts'

export function RoleDialog({ member, close }: { member: Member; close: () => void }) {
  const [role, set_role] = useState<Role>(member.role)
  const { mutateAsync } = use_change('update_member_role', ['list_members', 'list_api_keys'])
  const confirm = async () => {
    await mutateAsync({ user_id: member.user_id, role })
    await forget_me()
  }
  const is_less = scopes_of_role[role].length < scopes_of_role[member.role].length
  return (
    <ConfirmDialog
      title={t('Role of {name}', { name: member.name })}
      verb={t('Change the role')}
      close={close}
      confirm={confirm}
      can_confirm={role !== member.role}
    >
      <RoleField role={role} choose={set_role} />
      {is_less && (
        <Notice kind="warning" title={t('Keys and apps of this person lose it too')}>
          <p>{t('It takes effect within a second.')}</p>
        </Notice>
      )}
    </ConfirmDialog>
  )
}

export function RoleField({ role, choose }: { role: Role; choose: (role: Role) => void }) {
  return (
    <Radio.Group label={t('Role')} value={role} onChange={(value) => choose(value as Role)}>
      <Stack gap={10} mt={8}>
        {roles.toReversed().map((one) => (
          <Radio key={one} value={one} label={role_name(one)} description={role_about(one)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
