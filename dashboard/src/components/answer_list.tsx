// The rows of a list of an answer: their filter, the totals that the answer has, and what the list does not show.
import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { use_address_filter } from '../lib/address_filter.ts'
import { t } from '../lib/language.ts'
import type { Provenance } from '../lib/trust.ts'
import classes from './answer_list.module.css'
import { AnswerNotes } from './answer_notes.tsx'
import { Answered, type Asked } from './answered.tsx'
import { type Column, DataTable } from './data_table.tsx'
import { figure_text } from './figure.ts'
import { Freshness } from './freshness.tsx'
import { NothingMatches } from './nothing.tsx'
import { contains, TextFilter } from './text_filter.tsx'

const TABLE_PX = 480

/** What every list of the tools has. */
interface Counted extends Provenance {
  total: number | null
  truncated: boolean
  hint?: string
  short_rows?: string
}

interface AnswerListProps<A extends Counted, R> {
  /** Names the table in the address and its file. */
  id: string
  title: string
  answer: Asked<A>
  rows_of: (answer: A) => readonly R[]
  columns: readonly Column<R>[]
  id_of: (row: R) => string
  /** What the filter searches. Undefined: the tool itself filters, by the name `find` in the address. */
  texts_of?: (row: R) => readonly (string | null | undefined)[]
  totals?: (answer: A) => Record<string, ReactNode>
  /** Beside the filter: until when the data reaches. A list below a period has it there. */
  has_freshness?: boolean
  /** Shown when the answer has no rows. Default: nothing in the days of the page. */
  empty?: { title: string; text: string }
}

export function AnswerList<A extends Counted, R>(props: AnswerListProps<A, R>) {
  const { id, title, answer, rows_of, columns, id_of, texts_of, totals, has_freshness = false, empty } = props
  const [{ find }, change] = use_address_filter(['find'])
  return (
    <div className={classes.list}>
      <div className={classes.top}>
        <TextFilter find={find} change={(text) => change({ find: text })} />
        {has_freshness && <Freshness of={[answer.data]} />}
      </div>
      <Answered of={answer} skeleton={<Skeleton height={TABLE_PX} />}>
        {(data) => {
          const all = rows_of(data)
          const rows = texts_of ? all.filter((row) => contains(texts_of(row), find)) : all
          if (rows.length === 0)
            return <NothingMatches {...{ find, empty }} clear={() => change({ find: undefined })} />
          return (
            <div className={classes.list}>
              <AnswerNotes notes={data.notes} />
              <div>
                <DataTable
                  {...{ label: title, rows, columns, id_of }}
                  can_select
                  file={id}
                  address={id}
                  {...(totals && find === undefined && { totals: totals(data) })}
                />
                <Shown of={data} count={all.length} />
              </div>
            </div>
          )
        }}
      </Answered>
    </div>
  )
}

function Shown({ of: { total, truncated, hint }, count }: { of: Counted; count: number }) {
  if (!truncated) return null
  const number = (value: number) => figure_text(value, { kind: 'count' })
  return (
    <p className={classes.below}>
      {total === null
        ? t('{shown} rows are shown, and there are more.', { shown: number(count) })
        : t('{shown} of {total} rows are shown.', { shown: number(count), total: number(total) })}{' '}
      {hint}
    </p>
  )
}
