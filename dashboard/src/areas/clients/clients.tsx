// The clients of an agency: who of the agency acts on them, and requests that wait for an answer.
import { Button, Group, Skeleton, TextInput } from '@mantine/core'
import { useState } from 'react'
import { use_answer } from '../../api/queries.ts'
import { Answered } from '../../components/answered.tsx'
import { Empty } from '../../components/empty.tsx'
import { Icon } from '../../components/icons.tsx'
import { Page } from '../../components/page.tsx'
import { t } from '../../lib/language.ts'
import lists from '../organization/lists.module.css'
import { ClientTable } from './client_table.tsx'
import { CreateClientDialog } from './create_client_dialog.tsx'
import { RequestDialog } from './request_dialog.tsx'
import { Requests } from './requests.tsx'
import type { Client } from './rows.ts'

type Doing = 'create' | 'request'

/** A shorter list is seen as a whole. */
const SEARCHED_FROM = 10

export default function Clients() {
  const clients = use_answer('list_clients', {})
  const [doing, set_doing] = useState<Doing>()
  const close = () => set_doing(undefined)
  const actions = (
    <Group gap={8}>
      <Button variant="default" onClick={() => set_doing('request')}>
        {t('Ask for access')}
      </Button>
      <Button onClick={() => set_doing('create')}>{t('Create a client')}</Button>
    </Group>
  )
  return (
    <Page
      title={t('Clients')}
      about={t(
        'Organizations on which your agency acts. Admins of the agency act on all of them, others where you say so.',
      )}
      action={actions}
    >
      <Answered of={clients} skeleton={<Skeleton height={300} />}>
        {({ clients: list }) => (list.length === 0 ? <NoClients /> : <Found clients={list} />)}
      </Answered>
      <h2 className={lists.heading}>{t('Open requests')}</h2>
      <Answered of={clients} skeleton={<Skeleton height={110} />}>
        {({ requests }) => <Requests list={requests} />}
      </Answered>
      {doing === 'create' && <CreateClientDialog close={close} />}
      {doing === 'request' && <RequestDialog close={close} />}
    </Page>
  )
}

function Found({ clients }: { clients: Client[] }) {
  const [wanted, set_wanted] = useState('')
  const found = clients.filter(({ name }) => name.toLowerCase().includes(wanted.trim().toLowerCase()))
  return (
    <>
      {clients.length >= SEARCHED_FROM && (
        <TextInput
          leftSection={<Icon name="search" size={16} />}
          placeholder={t('Search clients')}
          aria-label={t('Search clients')}
          maw={320}
          value={wanted}
          onChange={({ currentTarget }) => set_wanted(currentTarget.value)}
        />
      )}
      {found.length === 0 ? (
        <p className={lists.quiet}>{t('Nothing has this name.')}</p>
      ) : (
        <ClientTable clients={found} />
      )}
    </>
  )
}

const NoClients = () => (
  <Empty icon="clients" title={t('No clients yet')}>
    {t('Create the organization of a client, or ask an admin of theirs for access.')}
  </Empty>
)
