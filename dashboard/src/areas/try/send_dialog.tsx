// Asks before a call that changes something is sent: what is called, where, with which input.

import type { ToolToTry } from '../../api/tool_list.ts'
import { ConfirmDialog } from '../../components/confirm_dialog.tsx'
import { t } from '../../lib/language.ts'
import { use_org } from '../../shell/org.ts'
import classes from './try.module.css'

interface SendDialogProps {
  tool: ToolToTry
  input: object
  close: () => void
  send: () => void
}

export function SendDialog({ tool: { name, effect }, input, close, send }: SendDialogProps) {
  const org = use_org()
  return (
    <ConfirmDialog
      title={t('Send a change to {org}?', { org: org.name })}
      verb={t('Send the change')}
      close={close}
      confirm={async () => send()}
    >
      <p>
        {effect === 'propose'
          ? t('{name} proposes a change in the organization {org}. It is a real call, not a rehearsal.', {
              name,
              org: org.name,
            })
          : t('{name} is a write in the organization {org}. It is a real call, not a rehearsal.', {
              name,
              org: org.name,
            })}
      </p>
      <pre className={classes.input}>{JSON.stringify(input, null, 2)}</pre>
    </ConfirmDialog>
  )
}
