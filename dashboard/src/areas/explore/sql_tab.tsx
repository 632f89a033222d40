// A statement of one's own over the rows behind all figures. It reads only, and the engine limits it.
import { Box, Button, Group, Skeleton, Textarea } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { Failure } from '../../api/failure.ts'
import { use_answer } from '../../api/queries.ts'
import { Answered } from '../../components/answered.tsx'
import { CopyText } from '../../components/copy_text.tsx'
import { figure_text } from '../../components/figure.ts'
import { use_address_filter } from '../../lib/address_filter.ts'
import { t } from '../../lib/language.ts'
import { CopyCalls } from './copy_calls.tsx'
import classes from './explore.module.css'
import type { Catalog } from './question.ts'
import { SqlRows } from './sql_rows.tsx'
import { SqlTables } from './sql_tables.tsx'

/** What run_readonly_sql allows at most. */
const ROWS_MAX = 1_000
const SECONDS_MAX = 5
/** Longer addresses do not pass every program between browser and server. */
const LINK_CHARS_MAX = 6_000

/** Of the first rows. No row, or a refusal, takes as much, so that nothing moves. */
const ROWS_PX = 320

export default function SqlTab({ tables }: { tables: Catalog['sql_tables'] }) {
  const [{ sql: of_address }, set_address] = use_address_filter(['sql'])
  const [text, set_text] = useState(of_address ?? '')
  const [sql, ask] = useState(of_address)
  const answered = use_answer('run_readonly_sql', { sql: sql ?? '' }, { enabled: sql !== undefined })
  const { error, isFetching, refetch } = answered
  const sentence = error instanceof Failure && error.outcome === 'error' ? error : undefined
  const run = () => {
    const statement = text.trim()
    if (statement === '') return
    set_address({ sql: statement.length <= LINK_CHARS_MAX ? statement : undefined })
    if (statement === sql) void refetch()
    else ask(statement)
  }
  const on_key = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    run()
  }
  return (
    <div className={classes.sql}>
      <SqlTables tables={tables} insert={(table) => set_text(`select *\nfrom ${table}\nlimit 100`)} />
      <div className={classes.answer}>
        <Textarea
          label={t('Statement')}
          description={t('One SELECT in the dialect of PostgreSQL. At most {rows} rows and {seconds} seconds.', {
            rows: figure_text(ROWS_MAX, { kind: 'count' }),
            seconds: SECONDS_MAX,
          })}
          classNames={{ input: classes.code! }}
          rows={8}
          spellCheck={false}
          autoCapitalize="off"
          value={text}
          onChange={({ currentTarget }) => set_text(currentTarget.value)}
          onKeyDown={on_key}
          error={
            sentence && (
              <>
                {sentence.message}{' '}
                {sentence.request_id && <CopyText text={sentence.request_id} label={t('Copy the request id')} />}
              </>
            )
          }
        />
        <Group gap={12}>
          <Button onClick={run} loading={isFetching} disabled={text.trim() === ''}>
            {t('Run')}
          </Button>
          <span className={classes.quiet}>{t('Ctrl or ⌘ and Enter runs it too.')}</span>
        </Group>
        {sql !== undefined && (
          <Box mih={ROWS_PX}>
            {!sentence && (
              <Answered of={answered} skeleton={<Skeleton height={ROWS_PX} />}>
                {(result) => <SqlRows result={result} />}
              </Answered>
            )}
          </Box>
        )}
        {sql !== undefined && <CopyCalls tool="run_readonly_sql" inputs={[{ sql }]} link={link_to(sql)} />}
      </div>
    </div>
  )
}

function link_to(sql: string): string {
  const query = new URLSearchParams({ tab: 'sql', sql })
  return `${location.origin}${location.pathname}?${query}`
}
