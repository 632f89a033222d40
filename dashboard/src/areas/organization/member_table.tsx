// The members, and what an admin does with one of them.
import { ActionIcon, Menu } from '@mantine/core'
import { useMemo, useState } from 'react'
import { use_change } from '../../api/queries.ts'
import { type Column, DataTable } from '../../components/data_table.tsx'
import { Icon } from '../../components/icons.tsx'
import { role_name } from '../../components/roles.ts'
import { show_failure, show_toast } from '../../components/toast.ts'
import { TwoLines } from '../../components/two_lines.tsx'
import { t, use_language } from '../../lib/language.ts'
import { distance_text } from '../../lib/moments.ts'
import { use_day_text } from '../../shell/org.ts'
import { RemoveDialog } from './remove_dialog.tsx'
import { RoleDialog } from './role_dialog.tsx'
import type { Member } from './rows.ts'

type Doing = 'role' | 'remove'

/** A long list has short rows, which lack some fields. */
const NOT_GIVEN = '—'

export function MemberTable({ members }: { members: Member[] }) {
  const [doing, set_doing] = useState<{ what: Doing; member: Member }>()
  const columns = use_columns((what, member) => set_doing({ what, member }))
  const close = () => set_doing(undefined)
  return (
    <>
      <DataTable label={t('Members')} rows={members} columns={columns} id_of={({ user_id }) => user_id} />
      {doing?.what === 'role' && <RoleDialog member={doing.member} close={close} />}
      {doing?.what === 'remove' && <RemoveDialog member={doing.member} close={close} />}
    </>
  )
}

function use_columns(act: (what: Doing, member: Member) => void): Column<Member>[] {
  const language = use_language()
  const day_text = use_day_text()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns change with the language alone
  return useMemo(
    () => [
      {
        id: 'person',
        title: t('Person'),
        value: ({ name }) => name,
        cell: ({ name, email }) => <TwoLines main={name} quiet={email} />,
        is_main: true,
      },
      {
        id: 'role',
        title: t('Role'),
        value: ({ role }) => role_name(role),
        cell: ({ role, is_approver }) => (
          <TwoLines main={role_name(role)} quiet={role === 'member' && is_approver && t('May approve changes')} />
        ),
        is_main: true,
        width: '18%',
      },
      {
        id: 'second_factor',
        title: t('Second factor'),
        value: ({ two_factor }) => Number(two_factor ?? 0),
        cell: ({ two_factor }) => (two_factor === undefined ? NOT_GIVEN : two_factor ? t('Yes') : t('No')),
        width: '14%',
      },
      {
        id: 'joined',
        title: t('Joined'),
        value: ({ joined_at }) => joined_at ?? null,
        cell: ({ joined_at }) => (joined_at === undefined ? NOT_GIVEN : day_text(joined_at)),
        width: '14%',
      },
      {
        id: 'seen',
        title: t('Last seen'),
        value: ({ last_seen_at }) => last_seen_at,
        cell: ({ last_seen_at }) => (last_seen_at === null ? t('Never') : distance_text(last_seen_at)),
        width: '14%',
      },
      {
        id: 'actions',
        title: t('Actions'),
        cell: (member) => <Actions member={member} act={act} />,
        is_main: true,
        width: '64px',
      },
    ],
    [language],
  )
}

function Actions({ member, act }: { member: Member; act: (what: Doing, member: Member) => void }) {
  const { mutateAsync } = use_change('set_member_approver', ['list_members'])
  const { user_id, name, role, is_approver } = member
  const set_approver = async (may: boolean) => {
    await mutateAsync({ user_id, is_approver: may })
    show_toast(t('Saved'))
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('Actions for {name}', { name })}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => act('role', member)}>{t('Change the role')}</Menu.Item>
        {role === 'member' && is_approver !== true && (
          <Menu.Item onClick={() => void set_approver(true).catch(show_failure)}>{t('Let approve changes')}</Menu.Item>
        )}
        {role === 'member' && is_approver !== false && (
          <Menu.Item onClick={() => void set_approver(false).catch(show_failure)}>
            {t('Stop approving changes')}
          </Menu.Item>
        )}
        <Menu.Item onClick={() => act('remove', member)}>{t('Remove')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
