// The figures of a review, each with its change against the days that the page compares with.
import { t } from '../lib/language.ts'
import { type ComparedAnswer, side_of } from '../lib/period.ts'
import { against_words } from '../lib/period_words.ts'
import { type Provenance, trust_of } from '../lib/trust.ts'
import type { PagePeriod } from '../lib/use_period.ts'
import { AnswerNotes } from './answer_notes.tsx'
import type { GoodWhen } from './change.tsx'
import type { DeclaredFigure } from './figure.ts'
import classes from './review_tiles.module.css'
import { Tile, Tiles } from './tile.tsx'

interface ComparedFigure {
  current: number | null
  change_percent: number | null
  year_change_percent?: number | null
}

export interface ReviewFigure extends DeclaredFigure {
  title: string
  of: ComparedFigure
  good_when: GoodWhen
}

type Review = ComparedAnswer & Provenance & { summary: string; currency: string }

interface ReviewTilesProps {
  review: Review
  figures: readonly ReviewFigure[]
  period: PagePeriod
}

export function ReviewTiles({ review, figures, period }: ReviewTilesProps) {
  const side = side_of(review, period)
  const against = against_words(period.choice, period)
  const percent_of = ({ change_percent, year_change_percent = null }: ComparedFigure) =>
    side === 'previous' ? change_percent : year_change_percent
  return (
    <div className={classes.review}>
      <Tiles>
        {figures.map(({ title, of, kind, good_when, ...declared }) => (
          <Tile
            key={title}
            name={title}
            value={of.current}
            kind={kind}
            currency={kind === 'money' ? review.currency : undefined}
            good_when={good_when}
            trust={trust_of(of.current, review, { ...declared, is_count: kind === 'count' })}
            change={side && { percent: percent_of(of), against }}
          />
        ))}
      </Tiles>
      {side === undefined && period.before !== null && (
        <p className={classes.quiet}>{t('This review has no comparison with the chosen days.')}</p>
      )}
      <p className={classes.summary}>{review.summary}</p>
      <AnswerNotes notes={review.notes} />
    </div>
  )
}
