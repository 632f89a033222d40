// What was decided, newest first: by whom, how it ended, and what the platform showed. A line opens the whole change, where it can be undone.
import { Button, Select } from '@mantine/core'
import { useMemo } from 'react'
import { use_pages } from '../../api/paged.ts'
import { AnswerList } from '../../components/answer_list.tsx'
import type { Column } from '../../components/data_table.tsx'
import { TwoLines } from '../../components/two_lines.tsx'
import { use_address_filter } from '../../lib/address_filter.ts'
import { t, use_language } from '../../lib/language.ts'
import { moment_text } from '../../lib/moments.ts'
import { use_org } from '../../shell/org.ts'
import { as_list } from './as_list.ts'
import { MainChange } from './changes.tsx'
import type { Decided } from './rows.ts'
import { target_column } from './target_column.tsx'
import { actor_name, cause_text, status_name } from './words.ts'

const ROWS_OF_PAGE = 50
const statuses = ['executed', 'approved', 'failed', 'rejected', 'expired'] as const
type Status = (typeof statuses)[number]
/** While a change is being carried out, its end is near. */
const ASK_EVERY_MS = 3_000

export default function History({ open }: { open: (action_id: string) => void }) {
  const [filter, change] = use_address_filter(['status'])
  const status = statuses.find((one) => one === filter.status)
  const { pages, asked, older } = use_pages('browse_action_history', status ? { status } : {}, ROWS_OF_PAGE, {
    again_after: (shown) => (shown.some(({ actions }) => actions.some(is_running)) ? ASK_EVERY_MS : false),
  })
  const columns = use_columns()
  const data = pages && {
    actions: pages.flatMap(({ actions }) => actions),
    total: null,
    truncated: older !== undefined,
  }
  return (
    <>
      <AnswerList
        id="history"
        title={t('History')}
        answer={as_list({ data, ...asked })}
        rows_of={({ actions }) => actions}
        columns={columns}
        id_of={({ action_id }) => action_id}
        can_select={false}
        texts_of={({ target, account, reason, agent_slug }) => [target, account, reason, agent_slug]}
        open={({ action_id }) => open(action_id)}
        empty={{ title: t('No decisions yet'), text: t('Decided changes appear here, with how each ended.') }}
      >
        <Select
          label={t('Status')}
          data={[{ value: '', label: t('All') }, ...statuses.map((value) => ({ value, label: status_name(value) }))]}
          value={status ?? ''}
          onChange={(to) => change({ status: to || undefined })}
        />
      </AnswerList>
      {older && (
        <div>
          <Button variant="default" mt={12} onClick={older}>
            {t('Older decisions')}
          </Button>
        </div>
      )}
    </>
  )
}

const is_running = ({ status, phase }: Decided) => status === 'approved' && phase !== 'unknown'

function use_columns(): Column<Decided>[] {
  const language = use_language()
  const { time_zone } = use_org()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the titles are in the language
  return useMemo(
    () => [
      target_column(),
      { id: 'change', title: t('From → to'), cell: (row) => <MainChange {...row} />, is_main: true, width: '20%' },
      {
        id: 'status',
        title: t('Status'),
        value: ({ status }) => status,
        cell: ({ status, cause }) => (
          <TwoLines main={status_name(status as Status)} quiet={cause && cause_text(cause)} />
        ),
        is_main: true,
        width: '20%',
      },
      {
        id: 'decided_by',
        title: t('Decided by'),
        value: ({ decided_by }) => decided_by ?? null,
        cell: ({ decided_by }) => actor_name(decided_by),
        field: 'decided_by',
        width: '14%',
      },
      {
        id: 'decided',
        title: t('Decided'),
        value: ({ decided_at }) => decided_at,
        cell: ({ decided_at }) => (decided_at === null ? '—' : moment_text(decided_at, time_zone)),
        width: '18%',
      },
    ],
    [language, time_zone],
  )
}
