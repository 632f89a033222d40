// Proposes the change of a recommendation. A person approves the proposal afterwards.
import { Anchor, Button, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { Form } from '../../accounts/form.tsx'
import type { OrgTools } from '../../api/call.ts'
import { use_change } from '../../api/queries.ts'
import { Dialog } from '../../components/dialog.tsx'
import { t } from '../../lib/language.ts'
import { Changes } from '../approvals/changes.tsx'
import classes from './recommendations.module.css'
import { BROWSE, type Recommendation } from './rows.ts'
import type { Proposing } from './words.ts'

const REASON_CHARS_MAX = 1_000

type Proposal = OrgTools[Proposing]['result']

interface ProposeDialogProps {
  of: Recommendation
  close: () => void
}

export function ProposeDialog({ of, close }: ProposeDialogProps) {
  const [proposal, set_proposal] = useState<Proposal>()
  return (
    <Dialog close={close} title={proposal ? t('The change was proposed') : t('Propose the change')}>
      {proposal ? <Proposed proposal={proposal} close={close} /> : <Reason of={of} done={set_proposal} />}
    </Dialog>
  )
}

/** The text of the recommendation is the reason that comes first to mind. */
function Reason({ of: { title, text, next }, done }: { of: Recommendation; done: (proposal: Proposal) => void }) {
  const [reason, set_reason] = useState(`${title}. ${text}`.slice(0, REASON_CHARS_MAX))
  const pause = use_change('propose_pause_campaign', [BROWSE])
  const budget = use_change('propose_update_budget', [BROWSE])
  const submit = async () => {
    const change = next?.tool === 'propose_pause_campaign' ? pause : budget
    const input = { ...next?.input, reason: reason.trim() }
    done(await change.mutateAsync(input as never))
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

/** What the platform has now and would have, and who decides. A rule of the organization may have decided already. */
function Proposed({ proposal, close }: { proposal: Proposal; close: () => void }) {
  const { target, account, status, link } = proposal
  return (
    <div className={classes.stack}>
      <p>
        {target} · {account}
      </p>
      <Changes {...proposal} />
      <p>
        {status === 'pending'
          ? t('Nothing has changed yet. A person approves exactly this change, or rejects it.')
          : t('A rule of this organization approved it. It is being carried out.')}
      </p>
      <Group justify="flex-end" gap={8} className={classes.actions!}>
        <Anchor href={link} className={classes.link!}>
          {t('Look at the proposal')}
        </Anchor>
        <Button variant="default" onClick={close}>
          {t('Done')}
        </Button>
      </Group>
    </div>
  )
}
