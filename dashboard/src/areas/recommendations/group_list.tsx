// The recommendations of one group, the most important first, and what the rules could not evaluate.
import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { use_answer } from '../../api/queries.ts'
import { AnswerNotes } from '../../components/answer_notes.tsx'
import { Answered } from '../../components/answered.tsx'
import { Empty } from '../../components/empty.tsx'
import { Shown } from '../../components/shown.tsx'
import { t } from '../../lib/language.ts'
import { DismissDialog } from './dismiss_dialog.tsx'
import { Item } from './item.tsx'
import { ProposeDialog } from './propose_dialog.tsx'
import classes from './recommendations.module.css'
import { BROWSE, type Group, type Recommendation } from './rows.ts'

const ROWS_MAX = 200
const LIST_PX = 480

interface Doing {
  what: 'propose' | 'dismiss'
  of: Recommendation
}

export function GroupList({ group }: { group: Group }) {
  const answer = use_answer(BROWSE, { group, limit: ROWS_MAX })
  const [doing, set_doing] = useState<Doing>()
  const close = () => set_doing(undefined)
  return (
    <>
      <Answered of={answer} skeleton={<Skeleton height={LIST_PX} />}>
        {({ recommendations, total, notes }) => (
          <div className={classes.group}>
            <AnswerNotes notes={notes} />
            {recommendations.length === 0 ? (
              <Nothing group={group} />
            ) : (
              <ul className={classes.list} aria-label={t('Recommendations')}>
                {recommendations.map((row) => (
                  <Item key={row.recommendation_id} of={row} act={(what) => set_doing({ what, of: row })} />
                ))}
              </ul>
            )}
            <Shown of={{ total, truncated: total > recommendations.length }} count={recommendations.length} />
          </div>
        )}
      </Answered>
      {doing?.what === 'propose' && <ProposeDialog of={doing.of} close={close} />}
      {doing?.what === 'dismiss' && <DismissDialog of={doing.of} close={close} />}
    </>
  )
}

function Nothing({ group }: { group: Group }) {
  const title = {
    new: t('Nothing to recommend now'),
    snoozed: t('Nothing is put off'),
    ended: t('Nothing has ended yet'),
  }[group]
  const text = {
    new: t('Rules run after each sync and each morning. They say nothing about figures that cannot be trusted.'),
    snoozed: t('What you put off waits here until its time.'),
    ended: t('What was done, dismissed, or is no longer so stays here.'),
  }[group]
  return (
    <Empty icon="idea" title={title}>
      {text}
    </Empty>
  )
}
