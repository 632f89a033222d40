// What shows a review of a part of the business. These tools answer for whole days that end yesterday.
import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../lib/language.ts'
import { DEFAULT_PERIOD } from '../lib/period.ts'
import type { PagePeriod } from '../lib/use_period.ts'
import { Answered, type QueryState } from './answered.tsx'
import { Notice } from './notice.tsx'

const HEIGHT_PX = 320

export interface ReviewOf<R> {
  review: QueryState<R>
  /** False: the tool cannot answer for the period. */
  is_asked: boolean
  period: PagePeriod
}

interface ReviewedProps<R> {
  of: ReviewOf<R>
  /** Instead of a gray box of the usual height. */
  skeleton?: ReactNode
  children: (review: R) => ReactNode
}

export function Reviewed<R>({ of: { review, is_asked, period }, skeleton, children }: ReviewedProps<R>) {
  if (!is_asked) return <WholeDaysOnly period={period} />
  return (
    <Answered of={review} skeleton={skeleton ?? <Skeleton height={HEIGHT_PX} />}>
      {children}
    </Answered>
  )
}

/** Instead of a list whose tool cannot answer for the period. */
export const WholeDaysOnly = ({ period }: { period: PagePeriod }) => (
  <Notice
    title={t('This list is known for days that end yesterday')}
    action={
      <Button variant="default" size="xs" onClick={() => period.change({ period: DEFAULT_PERIOD.period })}>
        {t('Last 30 days')}
      </Button>
    }
  />
)
