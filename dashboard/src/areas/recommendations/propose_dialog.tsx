// Proposes the change of a recommendation. A person approves the proposal afterwards.
import { Anchor, Button, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { Form } from '../../accounts/form.tsx'
import { use_change } from '../../api/queries.ts'
import { Dialog } from '../../components/dialog.tsx'
import { t } from '../../lib/language.ts'
import classes from './recommendations.module.css'
import { BROWSE, type Recommendation } from './rows.ts'

const REASON_CHARS_MAX = 1_000

interface ProposeDialogProps {
  of: Recommendation
  close: () => void
}

export function ProposeDialog({ of, close }: ProposeDialogProps) {
  const [link, set_link] = useState<string>()
  return (
    <Dialog close={close} title={link ? t('The change was proposed') : t('Propose the change')}>
      {link ? <Proposed link={link} close={close} /> : <Reason of={of} done={set_link} />}
    </Dialog>
  )
}

/** The text of the recommendation is the reason that comes first to mind. */
function Reason({ of: { title, text, next }, done }: { of: Recommendation; done: (link: string) => void }) {
  const [reason, set_reason] = useState(`${title}. ${text}`.slice(0, REASON_CHARS_MAX))
  const pause = use_change('propose_pause_campaign', [BROWSE])
  const budget = use_change('propose_update_budget', [BROWSE])
  const submit = async () => {
    const change = next?.tool === 'propose_pause_campaign' ? pause : budget
    const input = { ...next?.input, reason: reason.trim() }
    done((await change.mutateAsync(input as never)).link)
  }
  return (
    <Form verb={t('Propose the change')} submit={submit}>
      <p>{title}</p>
      <Textarea
        label={t('Reason')}
        description={t('Who approves reads it.')}
        autosize
        minRows={3}
        required
        maxLength={REASON_CHARS_MAX}
        value={reason}
        onChange={({ currentTarget }) => set_reason(currentTarget.value)}
      />
    </Form>
  )
}

function Proposed({ link, close }: { link: string; close: () => void }) {
  return (
    <div className={classes.stack}>
      <p>{t('Nothing has changed yet. A person approves exactly this change, or rejects it.')}</p>
      <Group justify="flex-end" gap={8}>
        <Anchor href={link}>{t('Look at the proposal')}</Anchor>
        <Button variant="default" onClick={close}>
          {t('Done')}
        </Button>
      </Group>
    </div>
  )
}
