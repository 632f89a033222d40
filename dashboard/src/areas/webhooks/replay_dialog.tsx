// Sends the events again that were not delivered since some time.
import { Select } from '@mantine/core'
import { useState } from 'react'
import { use_change } from '../../api/queries.ts'
import { ConfirmDialog } from '../../components/confirm_dialog.tsx'
import { show_toast } from '../../components/toast.ts'
import { t } from '../../lib/language.ts'
import type { Webhook } from './rows.ts'
import { name_of } from './words.ts'

const HOUR_MS = 3_600_000
const DAY = '24'
/** An hour less than events are kept, so that the tool does not refuse the oldest one. */
const MONTH = String(30 * 24 - 1)

export function ReplayDialog({ of, close }: { of: Webhook; close: () => void }) {
  const [hours, set_hours] = useState(DAY)
  const { mutateAsync } = use_change('replay_webhook', ['list_webhooks', 'list_webhook_attempts'])
  const confirm = async () => {
    const since = new Date(Date.now() - Number(hours) * HOUR_MS).toISOString()
    const { events } = await mutateAsync({ webhook_id: of.webhook_id, since })
    show_toast(
      t(
        '{count, plural, =0 {Every event was delivered.} one {# event is sent again.} other {# events are sent again.}}',
        { count: events },
      ),
    )
  }
  return (
    <ConfirmDialog
      title={t('Replay events of {name}', { name: name_of(of) })}
      verb={t('Replay')}
      close={close}
      confirm={confirm}
    >
      <p>{t('Events that were not delivered are sent, oldest first, with the same ids.')}</p>
      <Select
        label={t('Since')}
        data={[
          { value: '1', label: t('The last hour') },
          { value: DAY, label: t('The last 24 hours') },
          { value: String(7 * 24), label: t('The last 7 days') },
          { value: MONTH, label: t('The last 30 days') },
        ]}
        value={hours}
        onChange={(value) => value && set_hours(value)}
      />
    </ConfirmDialog>
  )
}
