// Makes the organization of a client. Its own people are invited into it afterwards.
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Form } from '../../accounts/form.tsx'
import { forget_me, use_change } from '../../api/queries.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { CurrencyField, TimeZoneField } from '../../components/place_fields.tsx'
import { t } from '../../lib/language.ts'
import { use_org } from '../../shell/org.ts'

const NAME_CHARS_MAX = 100

export function CreateClientDialog({ close }: { close: () => void }) {
  const agency = use_org()
  const [name, set_name] = useState('')
  const [currency, set_currency] = useState(agency.currency)
  const [time_zone, set_time_zone] = useState(agency.time_zone)
  const [made, set_made] = useState<string>()
  const { mutateAsync } = use_change('create_client', ['list_clients'])
  const submit = async () => {
    const { org_id } = await mutateAsync({ name, currency, time_zone })
    await forget_me()
    set_made(org_id)
  }
  return (
    <Dialog close={close} title={t('Create a client')}>
      {made === undefined ? (
        <Form verb={t('Create the client')} submit={submit}>
          <TextInput
            label={t('Name')}
            required
            withAsterisk={false}
            data-autofocus
            maxLength={NAME_CHARS_MAX}
            value={name}
            onChange={({ currentTarget }) => set_name(currentTarget.value)}
          />
          <CurrencyField value={currency} onChange={set_currency} />
          <TimeZoneField value={time_zone} onChange={set_time_zone} />
        </Form>
      ) : (
        <Stack gap={16}>
          <Notice kind="good" title={t('{name} is ready', { name })}>
            <p>{t('Invite an admin of the client, so that the organization is theirs too.')}</p>
          </Notice>
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={close}>
              {t('Done')}
            </Button>
            <Button component={Link} to={`/o/${made}/settings/members`}>
              {t('Invite people of the client')}
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  )
}
