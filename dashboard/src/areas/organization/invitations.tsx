// Invitations that nobody has accepted yet. Inviting the same address again makes a new link.
import { Badge, Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { OrgTools } from '../../api/call.ts'
import { use_change } from '../../api/queries.ts'
import { ConfirmDialog } from '../../components/confirm_dialog.tsx'
import { type Column, DataTable } from '../../components/data_table.tsx'
import { role_name } from '../../components/roles.ts'
import { TwoLines } from '../../components/two_lines.tsx'
import { t, use_language } from '../../lib/language.ts'
import { use_day_text } from '../../shell/org.ts'
import classes from './lists.module.css'

type Invitation = OrgTools['list_invitations']['result']['invitations'][number]

export function Invitations({ list }: { list: Invitation[] }) {
  const [revoking, set_revoking] = useState<Invitation>()
  const { mutateAsync } = use_change('revoke_invitation', ['list_invitations'])
  const columns = use_columns(set_revoking)
  if (list.length === 0) return <p className={classes.quiet}>{t('No open invitations.')}</p>
  return (
    <>
      <DataTable label={t('Invitations')} rows={list} columns={columns} id_of={({ invitation_id }) => invitation_id} />
      {revoking && (
        <ConfirmDialog
          title={t('Revoke this invitation?')}
          verb={t('Revoke')}
          is_destructive
          close={() => set_revoking(undefined)}
          confirm={() => mutateAsync({ invitation_id: revoking.invitation_id })}
        >
          <p>{t('The link that was sent to {email} stops working.', { email: revoking.email })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function use_columns(revoke: (invitation: Invitation) => void): Column<Invitation>[] {
  const language = use_language()
  const day_text = use_day_text()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns change with the language alone
  return useMemo(
    () => [
      {
        id: 'email',
        title: t('Email'),
        value: ({ email }) => email,
        cell: ({ email, invited_by }) => (
          <TwoLines main={email} quiet={invited_by && t('Invited by {name}', { name: invited_by })} />
        ),
        is_main: true,
      },
      {
        id: 'role',
        title: t('Role'),
        value: ({ role }) => role_name(role),
        cell: ({ role }) => role_name(role),
        width: '18%',
      },
      {
        id: 'expires',
        title: t('Expires'),
        value: ({ expires_at }) => expires_at,
        cell: ({ status, expires_at }) => (status === 'expired' ? <Badge>{t('Expired')}</Badge> : day_text(expires_at)),
        is_main: true,
        width: '28%',
      },
      {
        id: 'actions',
        title: t('Actions'),
        cell: (invitation) => (
          <Button
            size="xs"
            variant="default"
            onClick={() => revoke(invitation)}
            aria-label={t('Revoke the invitation of {email}', { email: invitation.email })}
          >
            {t('Revoke')}
          </Button>
        ),
        is_main: true,
        width: '110px',
      },
    ],
    [language],
  )
}
