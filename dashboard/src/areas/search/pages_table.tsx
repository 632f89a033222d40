// The pages of the site with most clicks, against the days before.
import { useMemo } from 'react'
import { Change, percent_of } from '../../components/change.tsx'
import { type Column, DataTable } from '../../components/data_table.tsx'
import { Reviewed, type ReviewOf } from '../../components/reviewed.tsx'
import { t, use_language } from '../../lib/language.ts'
import { days_text } from '../../lib/period_words.ts'
import { trust_of } from '../../lib/trust.ts'
import classes from './search.module.css'
import { type Review, type SearchFigure, search_figures } from './search_tiles.tsx'

type Row = Review['top_pages'][number]

export const Pages = (props: ReviewOf<Review>) => (
  <Reviewed of={props}>{(review) => <PagesTable review={review} />}</Reviewed>
)

function PagesTable({ review }: { review: Review }) {
  const columns = use_columns(review)
  const { top_pages, window } = review
  if (top_pages.length === 0) return <p className={classes.quiet}>{t('No page has clicks in these days.')}</p>
  return (
    <div>
      <DataTable
        label={t('Pages')}
        rows={top_pages}
        columns={columns}
        id_of={({ page }) => page}
        file={`pages_${window.from}_${window.to}`}
        address="pages"
      />
      <p className={classes.below}>
        {t('The pages with most clicks. Changes are against {days}.', { days: days_text(review.previous_window) })}
      </p>
    </div>
  )
}

function use_columns(review: Review): Column<Row>[] {
  const language = use_language()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the titles are in the language
  return useMemo(() => {
    const [clicks, ...others] = search_figures().map((figure) => figure_column(figure, review))
    return [
      { id: 'page', title: t('Page'), value: ({ page }) => page, is_main: true, width: '44%' },
      clicks!,
      change_column(days_text(review.previous_window)),
      ...others,
    ]
  }, [language, review])
}

const figure_column = ({ name, title, kind, is_ratio = false }: SearchFigure, review: Review): Column<Row> => ({
  id: name,
  title,
  value: (row) => row[name],
  figure: {
    kind,
    is_ratio,
    trust: (row) => (row[name] === null ? trust_of(null, review, { is_ratio, is_of_row: true }) : undefined),
  },
  is_main: name === 'clicks',
})

const change_column = (against: string): Column<Row> => {
  const percent = ({ clicks, previous_clicks }: Row) => percent_of(clicks, previous_clicks)
  return {
    id: 'change',
    title: t('Change'),
    value: percent,
    cell: (row) => <Change percent={percent(row)} good_when="up" against={against} />,
    is_figure: true,
    is_main: true,
  }
}
