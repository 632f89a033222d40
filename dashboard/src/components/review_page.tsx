// A review of a part of the business for the period of the page: its figures with their changes, and what follows them.
import type { ReactNode } from 'react'
import type { OrgTools } from '../api/call.ts'
import { use_answer } from '../api/queries.ts'
import { days_back_of } from '../lib/period.ts'
import type { PagePeriod } from '../lib/use_period.ts'
import { Freshness } from './freshness.tsx'
import { PeriodBar } from './period_bar.tsx'
import classes from './review_page.module.css'
import { type ReviewFigure, ReviewTiles } from './review_tiles.tsx'
import { Reviewed } from './reviewed.tsx'
import { TilesSkeleton } from './tiles_skeleton.tsx'

const TILES = 6

type ReviewTool = 'revisar_email' | 'revisar_tienda'

interface ReviewPageProps<T extends ReviewTool> {
  tool: T
  period: PagePeriod
  figures_of: (review: OrgTools[T]['result']) => ReviewFigure[]
  children: (review: OrgTools[T]['result']) => ReactNode
}

export function ReviewPage<T extends ReviewTool>({ tool, period, figures_of, children }: ReviewPageProps<T>) {
  const days_back = days_back_of(period.current, period.today)
  const review = use_answer(tool, { days_back: days_back ?? 1 }, { enabled: days_back !== undefined, keeps: true })
  return (
    <div className={classes.stack}>
      <PeriodBar period={period}>
        <Freshness of={[review.data]} />
      </PeriodBar>
      <Reviewed of={{ review, is_asked: days_back !== undefined, period }} skeleton={<TilesSkeleton count={TILES} />}>
        {(data) => (
          <div className={classes.stack}>
            <ReviewTiles review={data} figures={figures_of(data)} period={period} />
            {children(data)}
          </div>
        )}
      </Reviewed>
    </div>
  )
}
