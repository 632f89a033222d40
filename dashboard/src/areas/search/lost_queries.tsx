// The queries that lost most clicks against the days before.
import { useMemo } from 'react'
import { AnswerNotes } from '../../components/answer_notes.tsx'
import { Change, percent_of } from '../../components/change.tsx'
import { type Column, DataTable } from '../../components/data_table.tsx'
import { Reviewed, type ReviewOf } from '../../components/reviewed.tsx'
import { t, use_language } from '../../lib/language.ts'
import { days_text } from '../../lib/period_words.ts'
import classes from './search.module.css'
import type { Review } from './search_tiles.tsx'

type Lost = NonNullable<Review['lost_queries']>[number]

export const LostQueries = (props: ReviewOf<Review>) => (
  <Reviewed of={props}>
    {({ lost_queries: rows, previous_window, window, notes }) => {
      if (rows === null)
        return (
          <>
            <p className={classes.quiet}>{t('It is not known which queries lost clicks.')}</p>
            <AnswerNotes notes={notes} />
          </>
        )
      if (rows.length === 0) return <p className={classes.quiet}>{t('No query lost clicks.')}</p>
      return (
        <LostTable rows={rows} against={days_text(previous_window)} file={`lost_queries_${window.from}_${window.to}`} />
      )
    }}
  </Reviewed>
)

function LostTable({ rows, against, file }: { rows: readonly Lost[]; against: string; file: string }) {
  const columns = use_columns(against)
  return (
    <div>
      <DataTable
        label={t('Lost queries')}
        rows={rows}
        columns={columns}
        id_of={({ query }) => query}
        file={file}
        address="lost"
      />
      <p className={classes.below}>
        {t('Most lost clicks first, against {days}.', { days: against })}{' '}
        {rows.some(({ clicks }) => clicks === null) &&
          t('A dash: Google shows no row now. The query is rare, or nobody searched for it.')}
      </p>
    </div>
  )
}

function use_columns(against: string): Column<Lost>[] {
  const language = use_language()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the titles are in the language
  return useMemo(() => {
    const percent = ({ clicks, previous_clicks }: Lost) => percent_of(clicks, previous_clicks)
    return [
      { id: 'query', title: t('Query'), value: ({ query }) => query, is_main: true, width: '44%' },
      { id: 'clicks', title: t('Clicks'), value: ({ clicks }) => clicks, figure: { kind: 'count' }, is_main: true },
      {
        id: 'before',
        title: t('Clicks before'),
        value: ({ previous_clicks }) => previous_clicks,
        figure: { kind: 'count' },
      },
      { id: 'lost', title: t('Lost'), value: ({ change }) => change, figure: { kind: 'count' }, is_main: true },
      {
        id: 'change',
        title: t('Change'),
        value: percent,
        cell: (row) => <Change percent={percent(row)} good_when="up" against={against} />,
        is_figure: true,
      },
    ]
  }, [language, against])
}
