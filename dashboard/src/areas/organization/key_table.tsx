// The keys, and what can be done with one of them.
import { ActionIcon, Badge, Menu } from '@mantine/core'
import { useMemo, useState } from 'react'
import { type Column, DataTable } from '../../components/data_table.tsx'
import { Icon } from '../../components/icons.tsx'
import { scopes_in_words } from '../../components/scopes.ts'
import { TwoLines } from '../../components/two_lines.tsx'
import { t, use_language } from '../../lib/language.ts'
import { distance_text } from '../../lib/moments.ts'
import { may, use_day_text, use_org } from '../../shell/org.ts'
import { HandOnDialog, RenameDialog, RevokeDialog } from './key_dialogs.tsx'
import type { Key } from './rows.ts'

const dialogs = { rename: RenameDialog, hand_on: HandOnDialog, revoke: RevokeDialog }
type Doing = keyof typeof dialogs

export function KeyTable({ keys }: { keys: Key[] }) {
  const [doing, set_doing] = useState<{ what: Doing; of: Key }>()
  const columns = use_columns((what, of) => set_doing({ what, of }))
  const Dialog = doing && dialogs[doing.what]
  return (
    <>
      <DataTable label={t('Keys')} rows={keys} columns={columns} id_of={({ key_id }) => key_id} />
      {Dialog && <Dialog of={doing.of} close={() => set_doing(undefined)} />}
    </>
  )
}

function use_columns(act: (what: Doing, of: Key) => void): Column<Key>[] {
  const language = use_language()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns change with the language alone
  return useMemo(
    () => [
      {
        id: 'name',
        title: t('Key'),
        value: ({ name }) => name,
        cell: ({ name, prefix }) => <TwoLines main={name} quiet={`${prefix}…`} />,
        is_main: true,
        width: '22%',
      },
      {
        id: 'scopes',
        title: t('May do'),
        cell: ({ scopes }) => <TwoLines main="" quiet={scopes_in_words(scopes)} />,
      },
      {
        id: 'owner',
        title: t('Owner'),
        value: ({ owner }) => owner?.name ?? null,
        cell: ({ owner }) => owner?.name ?? t('Operator'),
        width: '14%',
      },
      {
        id: 'used',
        title: t('Last used'),
        value: ({ last_used_at }) => last_used_at,
        cell: ({ last_used_at }) => (last_used_at === null ? t('Never') : distance_text(last_used_at)),
        width: '12%',
      },
      {
        id: 'expires',
        title: t('Expires'),
        value: ({ expires_at }) => expires_at,
        cell: (key) => <End of={key} />,
        is_main: true,
        width: '14%',
      },
      {
        id: 'actions',
        title: t('Actions'),
        cell: (key) => <Actions of={key} act={act} />,
        is_main: true,
        width: '64px',
      },
    ],
    [language],
  )
}

function End({ of: { status, expires_at } }: { of: Key }) {
  const day_text = use_day_text()
  if (status === 'revoked') return <Badge>{t('Revoked')}</Badge>
  if (status === 'expired') return <Badge>{t('Expired')}</Badge>
  return expires_at === null ? t('Never') : day_text(expires_at)
}

function Actions({ of, act }: { of: Key; act: (what: Doing, of: Key) => void }) {
  const is_admin = may(use_org(), 'admin:*')
  if (of.status === 'revoked') return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('Actions for {name}', { name: of.name })}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => act('rename', of)}>{t('Rename')}</Menu.Item>
        {is_admin && <Menu.Item onClick={() => act('hand_on', of)}>{t('Hand on to somebody else')}</Menu.Item>}
        <Menu.Item onClick={() => act('revoke', of)}>{t('Revoke')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
