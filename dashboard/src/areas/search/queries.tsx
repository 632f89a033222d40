// What people searched for. The filter is the tool's own, so it also finds queries that a list of all does not reach.
import { Button, Skeleton, TextInput } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import type { OrgTools } from '../../api/call.ts'
import { use_answer } from '../../api/queries.ts'
import { Answered } from '../../components/answered.tsx'
import { type Column, DataTable } from '../../components/data_table.tsx'
import { Empty } from '../../components/empty.tsx'
import { figure_text } from '../../components/figure.ts'
import { Figure } from '../../components/figure.tsx'
import { use_address_filter } from '../../lib/address_filter.ts'
import { t, use_language } from '../../lib/language.ts'
import { dates_of } from '../../lib/period.ts'
import { type Provenance, trust_of } from '../../lib/trust.ts'
import type { PagePeriod } from '../../lib/use_period.ts'
import classes from './search.module.css'
import { type SearchFigure, search_figures } from './search_tiles.tsx'

type Answer = OrgTools['query_seo_console']['result']
type Query = Answer['queries'][number]

const ROWS_MAX = 1_000
const TABLE_PX = 480
/** The pause after which what is typed is asked for. */
const TYPING_MS = 400

export function Queries({ period: { current } }: { period: PagePeriod }) {
  const [{ find }, change] = use_address_filter(['find'])
  const answer = use_answer(
    'query_seo_console',
    { ...dates_of(current), limit: ROWS_MAX, ...(find && { query_filter: find }) },
    { keeps: true },
  )
  return (
    <>
      <Filter find={find} change={(text) => change({ find: text })} />
      <Answered of={answer} skeleton={<Skeleton height={TABLE_PX} />}>
        {(data) =>
          data.queries.length === 0 ? (
            <Nothing find={find} clear={() => change({ find: undefined })} />
          ) : (
            <QueryTable answer={data} />
          )
        }
      </Answered>
    </>
  )
}

function Filter({ find = '', change }: { find: string | undefined; change: (text: string) => void }) {
  const [text, set_text] = useState(find)
  // The way back, and the button that removes the filter.
  useEffect(() => set_text(find), [find])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing is waited for
  useEffect(() => {
    if (text.trim() === find) return
    const timer = setTimeout(() => change(text.trim()), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <TextInput
      className={classes.filter!}
      label={t('Filter')}
      placeholder={t('Part of a query')}
      value={text}
      onChange={({ currentTarget }) => set_text(currentTarget.value)}
    />
  )
}

function Nothing({ find, clear }: { find: string | undefined; clear: () => void }) {
  return (
    <Empty
      icon="search"
      title={find === undefined ? t('Nothing in these days') : t('Nothing contains “{find}”', { find })}
      action={
        find !== undefined && (
          <Button variant="default" onClick={clear}>
            {t('Remove the filter')}
          </Button>
        )
      }
    >
      {find === undefined ? t('No row has figures in the period. Choose other days.') : t('The filter leaves nothing.')}
    </Empty>
  )
}

function QueryTable({ answer }: { answer: Answer }) {
  const columns = use_columns(answer)
  const { window, queries, totals, total, truncated, hint } = answer
  const count = (value: number) => figure_text(value, { kind: 'count' })
  return (
    <div>
      <DataTable
        label={t('Queries')}
        rows={queries}
        columns={columns}
        id_of={({ query }) => query}
        can_select
        file={`queries_${window.from}_${window.to}`}
        address="queries"
        totals={{
          query: t('Total of named queries'),
          ...Object.fromEntries(
            search_figures().map(({ name, kind, is_ratio }) => [
              name,
              <Figure
                key={name}
                value={totals[name]}
                kind={kind}
                trust={trust_of(totals[name], answer, { is_ratio })}
              />,
            ]),
          ),
        }}
      />
      {truncated && total !== null && (
        <p className={classes.below}>
          {t('{shown} of {total} rows are shown, most clicks first. The total has all of them.', {
            shown: count(queries.length),
            total: count(total),
          })}{' '}
          {hint}
        </p>
      )}
    </div>
  )
}

/** The tool's own names of rows that stand for what the list lacks. */
const own_names: Record<string, () => string> = {
  '(not reported at this level)': () => t('Queries that the platform does not name'),
  '(others)': () => t('Other queries'),
}

function use_columns(answer: Provenance): Column<Query>[] {
  const language = use_language()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the titles are in the language
  return useMemo(
    () => [
      {
        id: 'query',
        title: t('Query'),
        value: ({ query }) => own_names[query]?.() ?? query,
        is_main: true,
        width: '44%',
      },
      ...search_figures().map((figure) => figure_column(figure, answer)),
    ],
    [language, answer],
  )
}

const figure_column = ({ name, title, kind, is_ratio = false }: SearchFigure, answer: Provenance): Column<Query> => ({
  id: name,
  title,
  value: (row) => row[name],
  figure: {
    kind,
    is_ratio,
    // The totals carry the mark of the whole answer. A row says why it lacks a figure.
    trust: (row) => (row[name] === null ? trust_of(null, answer, { is_ratio, is_of_row: true }) : undefined),
    adds_up: kind === 'count',
  },
  is_main: name === 'clicks' || name === 'position',
})
