// The groups of a question as a table: a column for each dimension and each metric. The totals are those of the answers.
import type { ReactNode } from 'react'
import { type Column, DataTable } from '../../components/data_table.tsx'
import { Figure } from '../../components/figure.tsx'
import { kind_of, plain_name } from '../../components/metric_words.ts'
import { Notice } from '../../components/notice.tsx'
import { t } from '../../lib/language.ts'
import type { Question } from './question.ts'
import { type Answer, type AnswerRow, is_rest, type Key } from './rows.ts'
import { value_text } from './words.ts'

/** Columns that a phone shows. */
const MAIN_MAX = 3

interface AnswerTableProps {
  question: Question
  answers: readonly Answer[]
  rows: readonly AnswerRow[]
}

export function AnswerTable({ question: { by }, answers, rows }: AnswerTableProps) {
  if (rows.length === 0)
    return (
      <Notice title={t('No rows')}>
        <p>{t('Nothing matches in these days. Choose other days, or remove a filter.')}</p>
      </Notice>
    )
  const groups = by.map((name, index): Column<AnswerRow> => group_column(name, index < MAIN_MAX - 1))
  const figures = answers.map((answer, index): Column<AnswerRow> => figure_column(answer, by.length + index < MAIN_MAX))
  const totals = answers.map((answer): [string, ReactNode] => [
    answer.metric,
    <Figure key={answer.metric} value={answer.total_value} {...format_of(answer)} reason={no_total(answer)} />,
  ])
  return (
    <DataTable
      label={t('Answer')}
      rows={rows}
      columns={[...groups, ...figures]}
      id_of={({ id }) => id}
      totals={{ [by[0]!]: t('Total'), ...Object.fromEntries(totals) }}
      file={answers.map(({ metric }) => metric).join('_')}
      address="table"
    />
  )
}

const text_of = (value: Key[string] | undefined): string => (value === null || value === undefined ? '' : String(value))

const group_column = (name: string, is_main: boolean): Column<AnswerRow> => ({
  id: name,
  title: plain_name(name),
  value: ({ key }) => text_of(key[name]),
  cell: ({ key }) => value_text(name, key[name]),
  text: ({ key }) => text_of(key[name]),
  is_main,
})

const figure_column = (answer: Answer, is_last_main: boolean): Column<AnswerRow> => ({
  id: answer.metric,
  title: plain_name(answer.metric),
  value: ({ values }) => values[answer.metric] ?? null,
  cell: (row) => (
    <Figure value={row.values[answer.metric] ?? null} {...format_of(answer)} reason={not_listed(answer, row)} />
  ),
  figure: { kind: kind_of(answer), currency: () => answer.currency ?? undefined },
  is_main: is_last_main,
})

const format_of = (answer: Answer) => ({ kind: kind_of(answer), currency: answer.currency ?? undefined })

/** A shortened list says nothing about groups that it does not have. */
const not_listed = ({ metric, truncated }: Answer, row: AnswerRow): string | undefined =>
  row.values[metric] === undefined && truncated && !is_rest(row)
    ? t('Not among the first rows of this metric.')
    : undefined

const no_total = ({ total_value }: Answer): string | undefined =>
  total_value === null ? t('Not known for all these days, or it does not add up.') : undefined
