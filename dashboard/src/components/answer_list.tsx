// The rows of a list of an answer: their filter, the totals that the answer has, and what the list does not show.
import { Group, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { use_address_filter } from '../lib/address_filter.ts'
import { t } from '../lib/language.ts'
import { type Provenance, type Reason, trust_of } from '../lib/trust.ts'
import classes from './answer_list.module.css'
import { AnswerNotes } from './answer_notes.tsx'
import { Answered, type QueryState } from './answered.tsx'
import { WHOLE_ROWS_MAX } from './columns.ts'
import { type Column, DataTable } from './data_table.tsx'
import { Freshness } from './freshness.tsx'
import { NothingMatches } from './nothing.tsx'
import { type Length, Shown } from './shown.tsx'
import { contains, TextFilter } from './text_filter.tsx'

const TABLE_PX = 480

/** What every list of the tools has. */
interface Counted extends Provenance, Length {
  short_rows?: string
}

interface AnswerListProps<A extends Counted, R> {
  /** Names the table in the address and its file. */
  id: string
  title: string
  answer: QueryState<A>
  rows_of: (answer: A) => readonly R[]
  columns: readonly Column<R>[]
  id_of: (row: R) => string
  /** What the filter searches. Undefined: the tool itself filters, by the name `find` in the address. */
  texts_of?: (row: R) => readonly (string | null | undefined)[]
  totals?: (answer: A) => Record<string, ReactNode>
  /** Shows details of a row, usually in a drawer. */
  open?: (row: R) => void
  /** Choices before the filter. */
  children?: ReactNode
  /** Default: rows can be selected, and their figures are summed. */
  can_select?: boolean
  /** Beside the filter: until when the data reaches. A list below a period has it there. */
  has_freshness?: boolean
  /** Shown when the answer has no rows. Default: nothing in the days of the page. */
  empty?: { title: string; text: string }
}

export function AnswerList<A extends Counted, R>(props: AnswerListProps<A, R>) {
  const { id, title, answer, rows_of, columns, id_of, texts_of, totals, open, children, empty } = props
  const [{ find }, change] = use_address_filter(['find'])
  return (
    <div className={classes.list}>
      <div className={classes.top}>
        <Group gap={8} align="flex-end">
          {children}
          <TextFilter find={find} change={(text) => change({ find: text })} />
        </Group>
        {props.has_freshness && <Freshness of={[answer.data]} />}
      </div>
      <Answered of={answer} skeleton={<Skeleton height={TABLE_PX} />}>
        {(data) => {
          const all = rows_of(data)
          const rows = texts_of ? all.filter((row) => contains(texts_of(row), find)) : all
          const known = columns.filter(
            ({ field }) => field === undefined || all.some((row) => row[field] !== undefined),
          )
          const lacking = columns.filter((column) => !known.includes(column))
          if (rows.length === 0)
            return <NothingMatches find={find} empty={empty} clear={() => change({ find: undefined })} />
          return (
            <div className={classes.list}>
              <AnswerNotes notes={data.notes} />
              <div>
                <DataTable
                  label={title}
                  rows={rows}
                  id_of={id_of}
                  columns={known.map((column) => with_reason(column, data))}
                  can_select={props.can_select ?? true}
                  {...(open && { open })}
                  file={id}
                  address={id}
                  {...(totals && find === undefined && { totals: totals(data) })}
                />
                <Shown of={data} count={all.length} />
                {lacking.length > 0 && (
                  <p className={classes.below}>
                    {t('{columns}: only in lists of at most {count} rows. Narrow the list to see more of each row.', {
                      columns: lacking.map((column) => column.title).join(', '),
                      count: WHOLE_ROWS_MAX,
                    })}
                  </p>
                )}
              </div>
            </div>
          )
        }}
      </Answered>
    </div>
  )
}

/** A cell without a figure says why: a source that the answer names, or else its platform. Notes are about the whole answer. */
function with_reason<R>(column: Column<R>, answer: Provenance): Column<R> {
  const { figure, value } = column
  if (!figure || figure.trust || !value) return column
  const trust = trust_of(null, answer, { is_ratio: figure.is_ratio, is_of_row: true })
  const why = trust.is === 'none' ? { ...trust, reason: reason_of_row(trust.reason) } : trust
  return { ...column, figure: { ...figure, trust: (row) => (value(row) === null ? why : undefined) } }
}

/** A list does not say which part of a ratio its platforms have not given. */
function reason_of_row(reason: Reason): Reason {
  if (reason.is === 'no_division') return { is: 'no_division', unless: [] }
  return reason.is === 'notes' ? { is: 'notes', notes: [t('The platform has not given this figure.')] } : reason
}
