// The hours in which messages wait, in the time zone of the organization. Admins decide whether critical ones wait too.
import { Group, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { use_change } from '../../api/queries.ts'
import { Fault } from '../../components/fault.tsx'
import { show_toast } from '../../components/toast.ts'
import { t } from '../../lib/language.ts'
import { may, use_org } from '../../shell/org.ts'
import { PartForm } from './part_form.tsx'
import type { ChannelProps } from './rows.ts'

const USUAL = { from: '22:00', to: '08:00' }

export function QuietHours({ channels, may_change }: ChannelProps) {
  const { notification_quiet_hours_start: start, notification_quiet_hours_end: end, time_zone } = channels
  const [hours, set_hours] = useState(start === null || end === null ? null : { from: start, to: end })
  const { mutateAsync } = use_change('update_org_channels', ['get_org_channels', 'get_org_settings'])
  const submit = async () => {
    await mutateAsync({
      notification_quiet_hours_start: hours?.from ?? '',
      notification_quiet_hours_end: hours?.to ?? '',
    })
    show_toast(t('Saved'))
  }
  return (
    <>
      <PartForm is_admin={may_change} submit={submit}>
        <Switch
          label={t('Messages wait')}
          description={t('In the time zone {time_zone}.', { time_zone })}
          checked={hours !== null}
          disabled={!may_change}
          onChange={({ currentTarget }) => set_hours(currentTarget.checked ? USUAL : null)}
        />
        {hours && (
          <Group gap={12} grow>
            {(['from', 'to'] as const).map((side) => (
              <TextInput
                key={side}
                type="time"
                label={side === 'from' ? t('From') : t('To')}
                required
                withAsterisk={false}
                disabled={!may_change}
                value={hours[side]}
                onChange={({ currentTarget }) => set_hours({ ...hours, [side]: currentTarget.value })}
              />
            ))}
          </Group>
        )}
      </PartForm>
      {start !== null && <CriticalOnes hold={channels.quiet_holds_critical} />}
    </>
  )
}

function CriticalOnes({ hold }: { hold: boolean }) {
  const is_admin = may(use_org(), 'admin:*')
  const { mutate, isPending, error } = use_change('hold_critical_notifications', ['get_org_channels'])
  return (
    <>
      {error && <Fault error={error} />}
      <Switch
        label={t('Critical ones wait too')}
        checked={hold}
        disabled={!is_admin || isPending}
        onChange={({ currentTarget }) => mutate({ quiet_holds_critical: currentTarget.checked })}
      />
    </>
  )
}
