// Invites a person. The link is shown this once, for the case that no email reaches them.
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Role } from '../../../../src/domain/roles.ts'
import { Form } from '../../accounts/form.tsx'
import type { OrgTools } from '../../api/call.ts'
import { use_change } from '../../api/queries.ts'
import { CopyIcon } from '../../components/copy_text.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { t } from '../../lib/language.ts'
import { use_day_text } from '../../shell/org.ts'
import { RoleField } from './role_dialog.tsx'

type Invited = OrgTools['invite_user']['result']

export function InviteDialog({ close }: { close: () => void }) {
  return (
    <Dialog close={close} title={t('Invite a person')}>
      <Content close={close} />
    </Dialog>
  )
}

function Content({ close }: { close: () => void }) {
  const [email, set_email] = useState('')
  const [role, set_role] = useState<Role>('member')
  const [invited, set_invited] = useState<Invited>()
  const { mutateAsync } = use_change('invite_user', ['list_invitations'])
  if (invited) return <Done invited={invited} close={close} />
  return (
    <Form verb={t('Invite')} submit={async () => set_invited(await mutateAsync({ email, role }))}>
      <TextInput
        label={t('Email')}
        description={t('Only the owner of this address can accept.')}
        type="email"
        required
        withAsterisk={false}
        data-autofocus
        value={email}
        onChange={({ currentTarget }) => set_email(currentTarget.value)}
      />
      <RoleField role={role} choose={set_role} />
    </Form>
  )
}

function Done({
  invited: { email, expires_at, accept_url, mail, renewed },
  close,
}: {
  invited: Invited
  close: () => void
}) {
  const day_text = use_day_text()
  const is_sent = mail === 'queued'
  return (
    <Stack gap={16}>
      <Notice
        kind={is_sent ? 'good' : 'warning'}
        title={is_sent ? t('The invitation is on its way') : t('Pass the link on yourself')}
      >
        <p>
          {is_sent
            ? t('{email} can accept until {day}.', { email, day: day_text(expires_at) })
            : t('This Tablero sends no email. {email} can accept until {day}.', { email, day: day_text(expires_at) })}
        </p>
        {renewed && <p>{t('The link before does not work any more.')}</p>}
      </Notice>
      {accept_url && (
        <Group gap={8} wrap="nowrap" align="flex-end">
          <TextInput label={t('Link of the invitation')} readOnly value={accept_url} flex={1} />
          <CopyIcon text={accept_url} label={t('Copy')} />
        </Group>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {t('Done')}
        </Button>
      </Group>
    </Stack>
  )
}
