// A dialog before something ends: it names what ends, and its button carries the verb. An error stays in the dialog.
import { Button, Group, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { t } from '../lib/language.ts'
import { Dialog } from './dialog.tsx'
import { Fault } from './fault.tsx'

interface ConfirmDialogProps {
  title: string
  verb: string
  /** Red: the effect cannot be undone. */
  is_destructive?: boolean
  close: () => void
  confirm: () => Promise<unknown>
  can_confirm?: boolean
  children: ReactNode
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, verb, is_destructive = false, close, confirm, can_confirm = true, children } = props
  const [is_running, set_running] = useState(false)
  const [error, set_error] = useState<unknown>()
  const run = async () => {
    set_running(true)
    set_error(undefined)
    await confirm().then(close, set_error)
    set_running(false)
  }
  return (
    <Dialog close={close} title={title}>
      <Stack gap={16}>
        {children}
        {error !== undefined && <Fault error={error} />}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button
            color={is_destructive ? 'red.9' : undefined}
            loading={is_running}
            disabled={!can_confirm}
            onClick={run}
          >
            {verb}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
