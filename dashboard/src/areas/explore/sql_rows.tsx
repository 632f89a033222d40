// The rows of a statement, as the database gives them: values are not rounded, and nothing is written as a dash.
import { useMemo } from 'react'
import type { OrgTools } from '../../api/call.ts'
import { type Column, DataTable } from '../../components/data_table.tsx'
import { Notice } from '../../components/notice.tsx'
import { t } from '../../lib/language.ts'
import classes from './explore.module.css'

type Result = OrgTools['run_readonly_sql']['result']
type Value = Result['rows'][number][string]

interface SqlRow {
  id: string
  values: Result['rows'][number]
}

/** Columns that a phone shows. */
const MAIN_MAX = 3

export function SqlRows({ result: { columns: names, rows, truncated, hint } }: { result: Result }) {
  const listed = useMemo(() => rows.map((values, index): SqlRow => ({ id: String(index), values })), [rows])
  const columns = useMemo(() => names.map((name, index) => column_of(name, rows, index < MAIN_MAX)), [names, rows])
  if (rows.length === 0)
    return (
      <Notice title={t('No rows')}>
        <p>{t('The statement ran and found nothing.')}</p>
      </Notice>
    )
  return (
    <>
      {truncated && (
        <Notice title={t('The list is longer than one answer')}>
          <p>{hint}</p>
        </Notice>
      )}
      <DataTable label={t('Answer')} rows={listed} columns={columns} id_of={({ id }) => id} file="sql" />
    </>
  )
}

function column_of(name: string, rows: Result['rows'], is_main: boolean): Column<SqlRow> {
  const is_figure = rows.some((row) => typeof row[name] === 'number')
  const value = ({ values }: SqlRow) => sorted_by(values[name])
  return {
    id: name,
    title: name,
    is_figure,
    is_main,
    value,
    cell: ({ values }) => <span className={classes.cell}>{text_of(values[name]) ?? '—'}</span>,
    text: ({ values }) => text_of(values[name]) ?? '',
  }
}

const sorted_by = (value: Value): string | number | null =>
  typeof value === 'number' ? value : (text_of(value) ?? null)

const text_of = (value: Value): string | undefined => {
  if (value === null || value === undefined) return undefined
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
