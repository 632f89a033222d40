// What follows an ended change: the proposal that took its place, or a proposal to restore what was before. The latter waits for a
// decision like every other.
import { Button } from '@mantine/core'
import { use_change } from '../../api/queries.ts'
import { Fault } from '../../components/fault.tsx'
import { t } from '../../lib/language.ts'
import { may, use_org } from '../../shell/org.ts'
import classes from './approvals.module.css'
import { ACTION_TOOLS, type Action } from './rows.ts'

interface UndoProps {
  action: Action
  open: (action_id: string | undefined) => void
}

export function Undo({ action: { action_id, status, cause, can_be_undone, ...others }, open }: UndoProps) {
  const { mutateAsync, isPending, error } = use_change('propose_undo', ACTION_TOOLS)
  const can_propose = may(use_org(), 'ads:write')
  const { undone_by, replaced_by } = others
  if (replaced_by !== null) return <OpenOther name={t('Open the newer proposal')} open={() => open(replaced_by)} />
  if (status !== 'executed' && cause !== 'read_back_differs') return null
  if (undone_by !== null) return <OpenOther name={t('Open the change that undoes it')} open={() => open(undone_by)} />
  if (!can_be_undone) return <p className={classes.quiet}>{t('This change cannot be undone.')}</p>
  if (!can_propose) return null
  const propose = () =>
    mutateAsync({ action_id }).then(
      (proposed) => open(proposed.action_id),
      () => undefined, // shown above the button
    )
  return (
    <div className={classes.foot}>
      {error && <Fault error={error} />}
      <Button variant="default" size="md" loading={isPending} onClick={() => void propose()}>
        {t('Propose to undo it')}
      </Button>
    </div>
  )
}

const OpenOther = ({ name, open }: { name: string; open: () => void }) => (
  <div className={classes.foot}>
    <Button variant="default" size="md" onClick={open}>
      {name}
    </Button>
  </div>
)
