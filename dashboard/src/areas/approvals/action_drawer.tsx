// One change with everything that a person needs for a yes or no, whatever its status. Its id is in the address, so links lead here.
import { Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { use_answer, use_org_id } from '../../api/queries.ts'
import { Answered } from '../../components/answered.tsx'
import { Drawer } from '../../components/drawer.tsx'
import { t } from '../../lib/language.ts'
import { ActionFacts } from './action_facts.tsx'
import classes from './approvals.module.css'
import { Decision } from './decision.tsx'
import { ACTION_TOOLS, type Action } from './rows.ts'
import { Undo } from './undo.tsx'

const DETAIL_PX = 560
/** While it waits, somebody else may decide. */
const WAITING_MS = 10_000
const RUNNING_MS = 1_500
/** The platform cannot be read for hours. */
const UNKNOWN_MS = 60_000

function asked_after({ status, phase }: Action): number | false {
  if (status === 'pending') return WAITING_MS
  if (status !== 'approved') return false
  return phase === 'unknown' ? UNKNOWN_MS : RUNNING_MS
}

interface ActionDrawerProps {
  action_id: string
  open: (action_id: string | undefined) => void
}

export default function ActionDrawer({ action_id, open }: ActionDrawerProps) {
  const answer = use_answer('get_action', { action_id }, { refetchInterval: asked_after })
  use_lists_of(answer.data?.status)
  return (
    <Drawer title={answer.data?.target ?? t('Approvals')} close={() => open(undefined)}>
      <Answered of={answer} skeleton={<Skeleton height={DETAIL_PX} />}>
        {(action) => (
          <div className={classes.drawer}>
            <ActionFacts action={action} />
            {action.status === 'pending' ? <Decision action={action} /> : <Undo action={action} open={open} />}
          </div>
        )}
      </Answered>
    </Drawer>
  )
}

/** The lists behind the drawer follow each new status. */
function use_lists_of(status: Action['status'] | undefined): void {
  const org = use_org_id()
  const client = useQueryClient()
  const known = useRef(status)
  useEffect(() => {
    const before = known.current
    known.current = status
    if (before === undefined || before === status) return
    for (const tool of ACTION_TOOLS) if (tool !== 'get_action') void client.invalidateQueries({ queryKey: [org, tool] })
  }, [org, client, status])
}
