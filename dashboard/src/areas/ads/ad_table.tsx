// The rows of a list of ads, with the totals of the answer.
import { useMemo } from 'react'
import { type Column, DataTable } from '../../components/data_table.tsx'
import { figure_text } from '../../components/figure.ts'
import { Figure } from '../../components/figure.tsx'
import { TwoLines } from '../../components/two_lines.tsx'
import { t, use_language } from '../../lib/language.ts'
import classes from './ads.module.css'
import { type AdFigure, type AdList, type AdRow, ad_figures, ad_trust } from './rows.ts'

interface AdTableProps {
  id: string
  title: string
  list: AdList
  /** Those of the list that match the filter. */
  rows: readonly AdRow[]
  open: (row: AdRow) => void
}

export function AdTable({ id, title, list, rows, open }: AdTableProps) {
  const columns = use_columns(list)
  const { window, currency, totals, total, truncated, hint } = list
  const count = (value: number) => figure_text(value, { kind: 'count' })
  return (
    <div>
      <DataTable
        label={title}
        rows={rows}
        columns={columns}
        id_of={(row) => row.id}
        open={open}
        can_select
        file={`${id}_${window?.from}_${window?.to}`}
        address={id}
        totals={{
          name: total === null ? t('Total') : t('Total of all {total}', { total: count(total) }),
          ...Object.fromEntries(
            ad_figures().map(({ name, kind, is_ratio }) => [
              name,
              <Figure
                key={name}
                value={totals[name]}
                kind={kind}
                currency={kind === 'money' ? currency : undefined}
                trust={ad_trust(totals[name], list, { kind, is_ratio }, false)}
              />,
            ]),
          ),
        }}
      />
      {truncated && total !== null && (
        <p className={classes.below}>
          {t('{shown} of {total} rows are shown, highest spend first. The total has all of them.', {
            shown: count(list.rows.length),
            total: count(total),
          })}{' '}
          {hint}
        </p>
      )}
    </div>
  )
}

const MAIN = new Set(['spend', 'roas'])

function use_columns(list: AdList): Column<AdRow>[] {
  const language = use_language()
  const { rows } = list
  const has_status = rows.some(({ status }) => status !== undefined)
  const has_fatigue = rows.some(({ fatigue_score }) => fatigue_score !== undefined)
  // Short rows lack some figures.
  const figures = ad_figures().filter(({ name }) => rows.some((row) => row[name] !== undefined))
  const names = figures.map(({ name }) => name).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the titles are in the language, and the figures have names
  return useMemo(
    () => [
      {
        id: 'name',
        title: t('Name'),
        value: ({ name }) => name,
        cell: ({ name, about }) => <TwoLines main={name} quiet={about} />,
        is_main: true,
        width: '28%',
      },
      ...(has_status ? [status_column()] : []),
      ...figures.map((figure) => figure_column(figure, list)),
      ...(has_fatigue ? [fatigue_column()] : []),
    ],
    [language, has_status, has_fatigue, names, list.as_of, list.window?.from, list.window?.to, list.currency],
  )
}

const status_column = (): Column<AdRow> => ({
  id: 'status',
  title: t('Status'),
  value: ({ status }) => status ?? null,
  cell: ({ status }) => <span className={classes.status}>{status ?? '—'}</span>,
})

const figure_column = ({ name, title, kind, is_ratio = false }: AdFigure, list: AdList): Column<AdRow> => ({
  id: name,
  title,
  value: (row) => row[name] ?? null,
  figure: {
    kind,
    currency: () => (kind === 'money' ? list.currency : undefined),
    // The totals carry the mark of the whole answer. A row says why it lacks a figure.
    trust: (row) => (row[name] == null ? ad_trust(null, list, { kind, is_ratio }) : undefined),
    is_ratio,
    adds_up: !is_ratio,
  },
  is_main: MAIN.has(name),
})

const fatigue_reason = (): string => t('Fewer than 1,000 impressions in its first or last 7 days, or not known.')

const fatigue_column = (): Column<AdRow> => ({
  id: 'fatigue',
  title: t('Fatigue'),
  value: ({ fatigue_score }) => fatigue_score ?? null,
  cell: ({ fatigue_score = null }) => <FatigueScore score={fatigue_score} />,
  is_figure: true,
})

/** 0 fresh to 100 tired. */
export const FatigueScore = ({ score }: { score: number | null }) => (
  <Figure value={score} kind="count" reason={score === null ? fatigue_reason() : undefined} />
)
