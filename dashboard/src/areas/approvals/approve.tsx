// The second step of a yes: what exactly, and the one-time code where the organization demands it.
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { use_change } from '../../api/queries.ts'
import { Fault } from '../../components/fault.tsx'
import { Notice } from '../../components/notice.tsx'
import { use_first_focus } from '../../components/use_first_focus.ts'
import { t } from '../../lib/language.ts'
import { use_person } from '../../shell/signed.tsx'
import classes from './approvals.module.css'
import { Buttons } from './buttons.tsx'
import { MainChange } from './changes.tsx'
import { CodeField, digits_of } from './code_field.tsx'
import { ACTION_TOOLS, type Action } from './rows.ts'

/** The second press of a double press changes nothing. */
const REST_MS = 600

interface ApproveProps {
  action: Action
  back: () => void
}

export function Approve({ action, back }: ApproveProps) {
  const { two_factor } = use_person()
  const has_rested = use_rest()
  const form = use_first_focus<HTMLFormElement>(action.needs_code === null)
  const field = use_first_focus<HTMLInputElement>()
  const [code, set_code] = useState('')
  const plain = use_change('approve_action', ACTION_TOOLS)
  const with_code = use_change('approve_action_with_code', ACTION_TOOLS)
  const { action_id, needs_code, target } = action
  const { isPending, error } = needs_code === null ? plain : with_code
  const submit = () =>
    needs_code === null ? plain.mutate({ action_id }) : with_code.mutate({ action_id, code: digits_of(code) })
  if (needs_code !== null && !two_factor) return <NoApp why={needs_code} back={back} />
  return (
    <form
      ref={form}
      tabIndex={-1}
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (has_rested) submit()
      }}
    >
      {error && <Fault error={error} />}
      <p>
        {target}: <MainChange {...action} />
      </p>
      {needs_code !== null && <CodeField ref={field} value={code} change={set_code} />}
      <Buttons>
        <Button type="submit" size="md" loading={isPending} disabled={!has_rested}>
          {t('Yes, carry it out')}
        </Button>
        <Button variant="default" size="md" onClick={back}>
          {t('Back')}
        </Button>
      </Buttons>
    </form>
  )
}

function use_rest(): boolean {
  const [has_rested, set_rested] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => set_rested(true), REST_MS)
    return () => clearTimeout(timer)
  }, [])
  return has_rested
}

function NoApp({ why, back }: { why: string; back: () => void }) {
  const part = use_first_focus<HTMLDivElement>()
  return (
    <div ref={part} tabIndex={-1} className={classes.form}>
      <Notice kind="warning" title={t('This needs a one-time code')}>
        <p>{why}</p>
        <p>
          <Link to="/account">{t('Set up an authenticator app in your account')}</Link>
        </p>
      </Notice>
      <Buttons>
        <Button variant="default" size="md" onClick={back}>
          {t('Back')}
        </Button>
      </Buttons>
    </div>
  )
}
