// Requests for access that nobody has answered. Asking again renews one.
import { Badge, Button } from '@mantine/core'
import { useMemo } from 'react'
import { use_change } from '../../api/queries.ts'
import { type Column, DataTable } from '../../components/data_table.tsx'
import { show_failure } from '../../components/toast.ts'
import { t, use_language } from '../../lib/language.ts'
import { use_day_text } from '../../shell/org.ts'
import lists from '../organization/lists.module.css'
import type { Request } from './rows.ts'

export function Requests({ list }: { list: Request[] }) {
  const { mutate } = use_change('withdraw_access_request', ['list_clients'])
  const columns = use_columns(({ request_id }) => mutate({ request_id }, { onError: show_failure }))
  if (list.length === 0) return <p className={lists.quiet}>{t('No open requests.')}</p>
  return <DataTable label={t('Open requests')} rows={list} columns={columns} id_of={({ request_id }) => request_id} />
}

function use_columns(withdraw: (request: Request) => void): Column<Request>[] {
  const language = use_language()
  const day_text = use_day_text()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns change with the language alone
  return useMemo(
    () => [
      { id: 'email', title: t('Email'), value: ({ email }) => email, cell: ({ email }) => email, is_main: true },
      {
        id: 'asked',
        title: t('Asked'),
        value: ({ created_at }) => created_at,
        cell: ({ created_at }) => day_text(created_at),
        width: '20%',
      },
      {
        id: 'expires',
        title: t('Expires'),
        value: ({ expires_at }) => expires_at,
        cell: ({ status, expires_at }) => (status === 'expired' ? <Badge>{t('Expired')}</Badge> : day_text(expires_at)),
        is_main: true,
        width: '24%',
      },
      {
        id: 'actions',
        title: t('Actions'),
        cell: (request) => (
          <Button
            size="xs"
            variant="default"
            onClick={() => withdraw(request)}
            aria-label={t('Withdraw the request to {email}', { email: request.email })}
          >
            {t('Withdraw')}
          </Button>
        ),
        is_main: true,
        width: '130px',
      },
    ],
    [language],
  )
}
