// Silences a rule about one subject permanently, with a reason for colleagues.
import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { use_change } from '../../api/queries.ts'
import { ConfirmDialog } from '../../components/confirm_dialog.tsx'
import { t } from '../../lib/language.ts'
import { BROWSE, type Recommendation } from './rows.ts'

const REASON_CHARS_MAX = 1_000

interface DismissDialogProps {
  of: Recommendation
  close: () => void
}

export function DismissDialog({ of: { recommendation_id, title }, close }: DismissDialogProps) {
  const [reason, set_reason] = useState('')
  const { mutateAsync } = use_change('dismiss_recommendation', [BROWSE])
  return (
    <ConfirmDialog
      title={t('Dismiss this recommendation?')}
      verb={t('Dismiss')}
      is_destructive
      close={close}
      confirm={() => mutateAsync({ recommendation_id, ...(reason.trim() && { reason: reason.trim() }) })}
    >
      <p>{title}</p>
      <p>{t('Its rule never speaks about this subject again. This cannot be undone.')}</p>
      <Textarea
        label={t('Why it does not fit')}
        description={t('For your colleagues. It may stay empty.')}
        maxLength={REASON_CHARS_MAX}
        value={reason}
        onChange={({ currentTarget }) => set_reason(currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
