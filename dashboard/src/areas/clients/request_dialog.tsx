// Asks an admin of a client for access. The answer is the same for every address, so it reveals no organization.
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Form } from '../../accounts/form.tsx'
import type { OrgTools } from '../../api/call.ts'
import { use_change } from '../../api/queries.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { t } from '../../lib/language.ts'
import { use_day_text } from '../../shell/org.ts'

type Requested = OrgTools['request_access']['result']

export function RequestDialog({ close }: { close: () => void }) {
  const [email, set_email] = useState('')
  const [requested, set_requested] = useState<Requested>()
  const { mutateAsync } = use_change('request_access', ['list_clients'])
  return (
    <Dialog close={close} title={t('Ask for access')}>
      {requested ? (
        <Done requested={requested} close={close} />
      ) : (
        <Form verb={t('Ask for access')} submit={async () => set_requested(await mutateAsync({ email }))}>
          <TextInput
            label={t('Email of an admin of the client')}
            description={t('They choose which organization your agency may act on.')}
            type="email"
            required
            withAsterisk={false}
            data-autofocus
            value={email}
            onChange={({ currentTarget }) => set_email(currentTarget.value)}
          />
        </Form>
      )}
    </Dialog>
  )
}

function Done({ requested: { email, expires_at, mail }, close }: { requested: Requested; close: () => void }) {
  const day_text = use_day_text()
  const is_sent = mail === 'queued'
  return (
    <Stack gap={16}>
      <Notice
        kind={is_sent ? 'good' : 'warning'}
        title={is_sent ? t('The request is on its way') : t('Tell the client yourself')}
      >
        <p>
          {t('{email} finds it under Settings, Members, in each organization that they administer, until {day}.', {
            email,
            day: day_text(expires_at),
          })}
        </p>
      </Notice>
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {t('Done')}
        </Button>
      </Group>
    </Stack>
  )
}
