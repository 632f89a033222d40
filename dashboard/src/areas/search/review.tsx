// A part of the review of search, which answers for whole days that end yesterday.
import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Answered, type Asked } from '../../components/answered.tsx'
import { Notice } from '../../components/notice.tsx'
import { t } from '../../lib/language.ts'
import { DEFAULT_PERIOD } from '../../lib/period.ts'
import type { PagePeriod } from '../../lib/use_period.ts'
import type { Review } from './search_tiles.tsx'

const TABLE_PX = 320

export interface ReviewProps {
  review: Asked<Review>
  /** False: the tool cannot answer for the period. */
  is_asked: boolean
  period: PagePeriod
}

export function Reviewed({
  of: { review, is_asked, period },
  children,
}: {
  of: ReviewProps
  children: (review: Review) => ReactNode
}) {
  if (!is_asked)
    return (
      <Notice
        title={t('This list is known for days that end yesterday')}
        action={
          <Button variant="default" size="xs" onClick={() => period.change({ period: DEFAULT_PERIOD.period })}>
            {t('Last 30 days')}
          </Button>
        }
      />
    )
  return (
    <Answered of={review} skeleton={<Skeleton height={TABLE_PX} />}>
      {children}
    </Answered>
  )
}
