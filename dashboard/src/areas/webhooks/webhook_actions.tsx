// What a person can do with a webhook: test it, change it, replace its secret, replay events, delete it.
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { use_change } from '../../api/queries.ts'
import { Fault } from '../../components/fault.tsx'
import { show_toast } from '../../components/toast.ts'
import { t } from '../../lib/language.ts'
import { DeleteDialog } from './delete_dialog.tsx'
import { ReplayDialog } from './replay_dialog.tsx'
import { RotateDialog } from './rotate_dialog.tsx'
import type { Webhook } from './rows.ts'
import WebhookDialog from './webhook_dialog.tsx'

const dialogs = { change: WebhookDialog, rotate: RotateDialog, replay: ReplayDialog }
type Doing = keyof typeof dialogs | 'delete'

export function WebhookActions({ of, deleted }: { of: Webhook; deleted: () => void }) {
  const [doing, set_doing] = useState<Doing>()
  const test = use_change('test_webhook', ['list_webhooks', 'list_webhook_attempts'])
  const close = () => set_doing(undefined)
  const Dialog = doing && doing !== 'delete' ? dialogs[doing] : undefined
  const send = () =>
    test.mutate(
      { webhook_id: of.webhook_id },
      { onSuccess: () => show_toast(t('A test is sent. The attempt appears below.')) },
    )
  const entry = (what: Doing, name: string) => (
    <Button size="xs" variant="default" onClick={() => set_doing(what)}>
      {name}
    </Button>
  )
  return (
    <>
      {test.error && <Fault error={test.error} />}
      <Group gap={8}>
        {of.is_active && (
          <Button size="xs" variant="default" loading={test.isPending} onClick={send}>
            {t('Send a test')}
          </Button>
        )}
        {of.is_active && entry('replay', t('Replay events'))}
        {entry('change', t('Change'))}
        {entry('rotate', t('Replace the secret'))}
        {entry('delete', t('Delete'))}
      </Group>
      {Dialog && <Dialog of={of} close={close} />}
      {doing === 'delete' && <DeleteDialog of={of} close={close} deleted={deleted} />}
    </>
  )
}
