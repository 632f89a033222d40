// Yes or no, at the bottom where a thumb is. A yes takes two presses at different places, so that a stray tap approves nothing.
import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { use_change } from '../../api/queries.ts'
import { Fault } from '../../components/fault.tsx'
import { Notice } from '../../components/notice.tsx'
import { use_first_focus } from '../../components/use_first_focus.ts'
import { t } from '../../lib/language.ts'
import { may, use_org } from '../../shell/org.ts'
import classes from './approvals.module.css'
import { Approve } from './approve.tsx'
import { Buttons } from './buttons.tsx'
import { ACTION_TOOLS, type Action } from './rows.ts'

const REASON_CHARS_MAX = 1_000

type Doing = 'approve' | 'reject'

export function Decision({ action }: { action: Action }) {
  const [doing, set_doing] = useState<Doing>()
  const [is_back, set_back] = useState(false)
  const back = () => {
    set_back(true)
    set_doing(undefined)
  }
  if (!may(use_org(), 'actions:approve'))
    return (
      <div className={classes.foot}>
        <Notice title={t('You cannot decide about this change')}>
          <p>{t('Admins decide, and members whom an admin allows it on the page of members.')}</p>
        </Notice>
      </div>
    )
  return (
    <div className={classes.foot}>
      {doing === 'approve' && <Approve action={action} back={back} />}
      {doing === 'reject' && <Reject action={action} back={back} />}
      {doing === undefined && <Choice action={action} choose={set_doing} is_back={is_back} />}
    </div>
  )
}

interface ChoiceProps {
  action: Action
  choose: (doing: Doing) => void
  /** The person was a step further before. */
  is_back: boolean
}

function Choice({ action, choose, is_back }: ChoiceProps) {
  const first = use_first_focus<HTMLButtonElement>(is_back)
  return (
    <>
      {action.needs_second_person && (
        <p className={classes.quiet}>
          {t('You proposed this change, and this organization demands that a second person approves it.')}
        </p>
      )}
      <Buttons>
        <Button variant="default" size="md" ref={first} onClick={() => choose('reject')}>
          {t('Reject')}
        </Button>
        {!action.needs_second_person && (
          <Button size="md" onClick={() => choose('approve')}>
            {t('Approve')}
          </Button>
        )}
      </Buttons>
    </>
  )
}

function Reject({ action: { action_id }, back }: { action: Action; back: () => void }) {
  const [reason, set_reason] = useState('')
  const { mutate, isPending, error } = use_change('reject_action', ACTION_TOOLS)
  const field = use_first_focus<HTMLTextAreaElement>()
  const given = reason.trim()
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        mutate({ action_id, ...(given && { reason: given }) })
      }}
    >
      {error && <Fault error={error} />}
      <Textarea
        label={t('Why not')}
        description={t('Who proposed it can read this.')}
        maxLength={REASON_CHARS_MAX}
        autosize
        minRows={2}
        ref={field}
        value={reason}
        onChange={({ currentTarget }) => set_reason(currentTarget.value)}
      />
      <Buttons>
        <Button type="submit" size="md" color="red.9" loading={isPending}>
          {t('Reject the change')}
        </Button>
        <Button variant="default" size="md" onClick={back}>
          {t('Back')}
        </Button>
      </Buttons>
    </form>
  )
}
