// A new organization: its name, and the currency and time zone of its figures, guessed from the browser and shown.
import { Anchor, Stack, TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Form } from '../../accounts/form.tsx'
import { use_personal_change } from '../../api/queries.ts'
import { CurrencyField, TimeZoneField } from '../../components/place_fields.tsx'
import { t } from '../../lib/language.ts'
import { guessed_currency, guessed_time_zone } from '../../lib/places.ts'
import { EntryFrame } from '../../shell/entry_frame.tsx'
import { use_person } from '../../shell/signed.tsx'

const NAME_CHARS_MAX = 100

export default function NewOrganization() {
  const { organizations } = use_person()
  const [name, set_name] = useState('')
  const [currency, set_currency] = useState(guessed_currency)
  const [time_zone, set_time_zone] = useState(guessed_time_zone)
  const { mutateAsync } = use_personal_change('create_org')
  const navigate = useNavigate()
  const submit = async () => {
    const { org_id } = await mutateAsync({ name, currency, time_zone })
    await navigate({ to: `/o/${org_id}` })
  }
  const is_first = organizations.length === 0
  return (
    <EntryFrame
      title={is_first ? t('Your organization') : t('New organization')}
      about={t('A shop, a brand or a company, with its own data, people and keys.')}
      corner={
        is_first ? undefined : (
          <Anchor component={Link} to="/">
            {t('Back')}
          </Anchor>
        )
      }
    >
      <Form verb={t('Create the organization')} submit={submit}>
        <Stack gap={16}>
          <TextInput
            label={t('Name')}
            required
            withAsterisk={false}
            autoFocus
            maxLength={NAME_CHARS_MAX}
            value={name}
            onChange={({ currentTarget }) => set_name(currentTarget.value)}
          />
          <CurrencyField value={currency} onChange={set_currency} />
          <TimeZoneField value={time_zone} onChange={set_time_zone} />
        </Stack>
      </Form>
    </EntryFrame>
  )
}
