// Who called what, with which outcome. The filter is in the address, so a link shows a colleague the same.
import { Button, Group, Select, Skeleton, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { Answered } from '../../components/answered.tsx'
import { save_csv } from '../../components/csv.ts'
import { type Column, DataTable } from '../../components/data_table.tsx'
import { Empty } from '../../components/empty.tsx'
import { figure_text } from '../../components/figure.ts'
import { Page } from '../../components/page.tsx'
import { TwoLines } from '../../components/two_lines.tsx'
import { use_address_filter } from '../../lib/address_filter.ts'
import { t, use_language } from '../../lib/language.ts'
import { moment_text } from '../../lib/moments.ts'
import { use_org } from '../../shell/org.ts'
import { type CallRecord, use_calls } from './calls.ts'
import classes from './lists.module.css'

/** Outcomes of the engine in words, most frequent first. */
const outcomes = (): [string, string][] => [
  ['ok', t('Done')],
  ['error', t('Invalid input')],
  ['denied_scope', t('Not allowed')],
  ['denied_org', t('No access')],
  ['rate_limited', t('Too many calls')],
  ['not_found', t('Not found')],
  ['fault', t('Internal error')],
]

const outcome_name = (outcome: string) => outcomes().find(([name]) => name === outcome)?.[1] ?? outcome

export default function Audit() {
  const [filter, set_filter] = use_address_filter(['tool', 'outcome'])
  const { answer, older } = use_calls(filter)
  const { time_zone } = use_org()
  const columns = use_columns(time_zone)
  const has_filter = Object.values(filter).some((value) => value !== undefined)
  const calls = answer.data?.calls ?? []
  const save = () => save_csv('calls.csv', columns, calls)
  return (
    <Page
      title={t('Audit')}
      about={t('Every call of people, keys and agents. Each record contains a hash of the one before.')}
      action={
        calls.length > 0 && (
          <Button variant="default" onClick={save}>
            {t('Save as CSV')}
          </Button>
        )
      }
    >
      <Group gap={8} align="flex-end">
        <TextInput
          label={t('Tool')}
          value={filter.tool ?? ''}
          onChange={({ currentTarget }) => set_filter({ tool: currentTarget.value })}
        />
        <Select
          label={t('Outcome')}
          data={[{ value: '', label: t('All') }, ...outcomes().map(([value, label]) => ({ value, label }))]}
          value={filter.outcome ?? ''}
          onChange={(outcome) => set_filter({ outcome: outcome ?? undefined })}
        />
      </Group>
      <Answered of={answer} skeleton={<Skeleton height={480} />}>
        {() => (
          <>
            <p className={classes.above}>
              {t('The operator of this Tablero can check that no record was changed or deleted.')}
            </p>
            {calls.length === 0 ? (
              <Empty
                icon="audit"
                title={has_filter ? t('No call matches') : t('No calls yet')}
                action={has_filter && <Unfilter clear={() => set_filter({ tool: undefined, outcome: undefined })} />}
              >
                {has_filter ? t('The filter leaves nothing.') : t('Calls of people, keys and agents appear here.')}
              </Empty>
            ) : (
              <DataTable label={t('Calls')} rows={calls} columns={columns} id_of={({ call }) => call} />
            )}
            {older && (
              <Button variant="default" mt={12} onClick={older}>
                {t('Older calls')}
              </Button>
            )}
          </>
        )}
      </Answered>
    </Page>
  )
}

const Unfilter = ({ clear }: { clear: () => void }) => (
  <Button variant="default" onClick={clear}>
    {t('Remove the filter')}
  </Button>
)

/** A caller of an organization that does not act on this one stays unknown. */
const who = ({ actor_name, actor }: CallRecord) => actor_name ?? actor ?? t('Another organization')
const caller_org = ({ caller_org }: CallRecord) => caller_org && (caller_org.name ?? caller_org.org_id)

function use_columns(time_zone: string): (Column<CallRecord> & { text: (row: CallRecord) => string })[] {
  const language = use_language()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the titles are in the language
  return useMemo(
    () => [
      {
        id: 'when',
        title: t('When'),
        value: ({ called_at }) => called_at,
        cell: ({ called_at }) => moment_text(called_at, time_zone),
        text: ({ called_at }) => called_at,
        width: '18%',
      },
      {
        id: 'who',
        title: t('Who'),
        value: who,
        cell: (row) => <TwoLines main={who(row)} quiet={caller_org(row)} />,
        text: ({ actor, caller_org }) =>
          [actor ?? t('Another organization'), caller_org?.org_id].filter(Boolean).join(' '),
        is_main: true,
      },
      {
        id: 'tool',
        title: t('Tool'),
        value: ({ tool }) => tool,
        cell: ({ tool, transport }) => <TwoLines main={tool} quiet={transport.toUpperCase()} />,
        text: ({ tool }) => tool,
        is_main: true,
        width: '24%',
      },
      {
        id: 'outcome',
        title: t('Outcome'),
        value: ({ outcome }) => outcome,
        cell: ({ outcome }) => <TwoLines main={outcome_name(outcome)} quiet={outcome !== 'ok' && outcome} />,
        text: ({ outcome }) => outcome,
        is_main: true,
        width: '14%',
      },
      {
        id: 'took',
        title: t('Took'),
        value: ({ duration_ms }) => duration_ms,
        cell: ({ duration_ms }) => `${figure_text(duration_ms, { kind: 'count' })} ms`,
        text: ({ duration_ms }) => String(duration_ms),
        is_figure: true,
        width: '10%',
      },
    ],
    [language, time_zone],
  )
}
