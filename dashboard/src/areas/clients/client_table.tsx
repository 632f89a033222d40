// The clients, and what an admin of the agency does with one of them.
import { ActionIcon, Anchor, Badge, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { type Column, DataTable } from '../../components/data_table.tsx'
import { Icon } from '../../components/icons.tsx'
import { role_name } from '../../components/roles.ts'
import { TwoLines } from '../../components/two_lines.tsx'
import { t, use_language } from '../../lib/language.ts'
import { use_day_text } from '../../shell/org.ts'
import { ColleaguesDialog } from './colleagues_dialog.tsx'
import { GiveUpDialog } from './give_up_dialog.tsx'
import type { Client } from './rows.ts'

type Doing = 'colleagues' | 'give_up'

export function ClientTable({ clients }: { clients: Client[] }) {
  const [doing, set_doing] = useState<{ what: Doing; client_org_id: string }>()
  const columns = use_columns((what, { client_org_id }) => set_doing({ what, client_org_id }))
  // The dialog shows the client as it is after each change.
  const client = clients.find(({ client_org_id }) => client_org_id === doing?.client_org_id)
  const close = () => set_doing(undefined)
  return (
    <>
      <DataTable label={t('Clients')} rows={clients} columns={columns} id_of={({ client_org_id }) => client_org_id} />
      {client && doing?.what === 'colleagues' && <ColleaguesDialog client={client} close={close} />}
      {client && doing?.what === 'give_up' && <GiveUpDialog client={client} close={close} />}
    </>
  )
}

function use_columns(act: (what: Doing, client: Client) => void): Column<Client>[] {
  const language = use_language()
  const day_text = use_day_text()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns change with the language alone
  return useMemo(
    () => [
      {
        id: 'client',
        title: t('Client'),
        value: ({ name }) => name,
        cell: (client) => <TwoLines main={<Name client={client} />} quiet={client.currency} />,
        is_main: true,
      },
      {
        id: 'colleagues',
        title: t('Who acts on it'),
        value: ({ colleagues }) => colleagues.length,
        cell: ({ colleagues }) => <Colleagues colleagues={colleagues} />,
        is_main: true,
        width: '32%',
      },
      {
        id: 'admins',
        title: t('Own admins'),
        value: ({ admins }) => admins,
        cell: ({ admins }) => (admins === 0 ? <Badge color="yellow.9">{t('None yet')}</Badge> : admins),
        width: '14%',
      },
      {
        id: 'since',
        title: t('Since'),
        value: ({ since }) => since,
        cell: ({ since }) => day_text(since),
        width: '14%',
      },
      {
        id: 'actions',
        title: t('Actions'),
        cell: (client) => <Actions client={client} act={act} />,
        is_main: true,
        width: '64px',
      },
    ],
    [language],
  )
}

function Name({ client: { client_org_id, name, ended_at } }: { client: Client }) {
  if (ended_at !== null)
    return (
      <>
        {name} <Badge color="gray">{t('Ended')}</Badge>
      </>
    )
  return (
    <Anchor component={Link} to={`/o/${client_org_id}`}>
      {name}
    </Anchor>
  )
}

function Colleagues({ colleagues }: Pick<Client, 'colleagues'>) {
  if (colleagues.length === 0) return <TwoLines main={t('Admins of the agency')} />
  const names = colleagues.map(({ name, role }) => `${name} (${role_name(role).toLowerCase()})`).join(', ')
  return <TwoLines main={names} quiet={t('and admins of the agency')} />
}

function Actions({ client, act }: { client: Client; act: (what: Doing, client: Client) => void }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('Actions for {name}', { name: client.name })}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => act('colleagues', client)}>{t('Choose who acts on it')}</Menu.Item>
        <Menu.Item onClick={() => act('give_up', client)}>{t('End the access')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
