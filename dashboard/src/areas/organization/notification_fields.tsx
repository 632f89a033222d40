// When and how notifications are sent.
import { Group, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../lib/language.ts'
import { PartForm, type PartProps } from './part_form.tsx'

const USUAL = { from: '22:00', to: '08:00' }

export function Notifications({ settings, is_admin, save }: PartProps) {
  const [email, set_email] = useState(settings.channels.email)
  const [quiet_hours, set_quiet_hours] = useState(settings.quiet_hours)
  const submit = () => save({ channels: { email }, quiet_hours })
  return (
    <PartForm is_admin={is_admin} submit={submit}>
      <Switch
        label={t('By email')}
        checked={email}
        disabled={!is_admin}
        onChange={({ currentTarget }) => set_email(currentTarget.checked)}
      />
      <Switch
        label={t('Quiet hours')}
        description={t('No notification is sent in these hours.')}
        checked={quiet_hours !== null}
        disabled={!is_admin}
        onChange={({ currentTarget }) => set_quiet_hours(currentTarget.checked ? USUAL : null)}
      />
      {quiet_hours && (
        <Group gap={12} grow>
          {(['from', 'to'] as const).map((end) => (
            <TextInput
              key={end}
              type="time"
              label={end === 'from' ? t('From') : t('To')}
              required
              withAsterisk={false}
              disabled={!is_admin}
              value={quiet_hours[end]}
              onChange={({ currentTarget }) => set_quiet_hours({ ...quiet_hours, [end]: currentTarget.value })}
            />
          ))}
        </Group>
      )}
    </PartForm>
  )
}
