// What waits for a decision, earliest deadline first. A line opens the whole change, where a person decides.
import { Badge } from '@mantine/core'
import { useMemo } from 'react'
import { use_answer } from '../../api/queries.ts'
import { AnswerList } from '../../components/answer_list.tsx'
import type { Column } from '../../components/data_table.tsx'
import { TwoLines } from '../../components/two_lines.tsx'
import { t, use_language } from '../../lib/language.ts'
import { distance_text, moment_text } from '../../lib/moments.ts'
import { use_org } from '../../shell/org.ts'
import classes from './approvals.module.css'
import { as_list } from './as_list.ts'
import { MainChange } from './changes.tsx'
import type { Waiting as Row } from './rows.ts'
import { target_column } from './target_column.tsx'
import { actor_name, risk_name } from './words.ts'

const ROWS_MAX = 200
/** Somebody else may propose or decide meanwhile. */
const ASK_EVERY_MS = 20_000

export function Waiting({ open }: { open: (action_id: string) => void }) {
  const answer = use_answer('list_pending_actions', { limit: ROWS_MAX }, { refetchInterval: () => ASK_EVERY_MS })
  const columns = use_columns()
  return (
    <AnswerList
      id="waiting"
      title={t('Waiting')}
      answer={as_list(answer)}
      rows_of={({ actions }) => actions}
      columns={columns}
      id_of={({ action_id }) => action_id}
      can_select={false}
      texts_of={({ target, account, reason, agent_slug }) => [target, account, reason, agent_slug]}
      open={({ action_id }) => open(action_id)}
      empty={{
        title: t('Nothing waits for a decision'),
        text: t('Proposals of people and AI agents appear here, with the change, the reason and the risk.'),
      }}
    />
  )
}

function use_columns(): Column<Row>[] {
  const language = use_language()
  const { time_zone } = use_org()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the titles are in the language
  return useMemo(
    () => [
      target_column(),
      {
        id: 'change',
        title: t('From → to'),
        cell: (row) => <MainChange {...row} />,
        is_main: true,
        width: '18%',
      },
      {
        id: 'reason',
        title: t('Why'),
        value: ({ reason }) => reason ?? null,
        cell: ({ reason }) => <span className={classes.short}>{reason}</span>,
        field: 'reason',
        width: '20%',
      },
      {
        id: 'risk',
        title: t('Risk'),
        value: ({ risk }) => ['low', 'medium', 'high'].indexOf(risk),
        cell: ({ risk, stale }) => (
          <TwoLines main={risk_name(risk)} quiet={stale && <Badge>{t('Out of date')}</Badge>} />
        ),
        text: ({ risk }) => risk,
        width: '12%',
      },
      {
        id: 'proposer',
        title: t('Proposed by'),
        value: ({ proposed_by }) => proposed_by ?? null,
        cell: ({ proposed_by }) => actor_name(proposed_by),
        field: 'proposed_by',
        width: '12%',
      },
      {
        id: 'expires',
        title: t('Expires'),
        value: ({ expires_at }) => expires_at,
        cell: ({ expires_at }) => (
          <TwoLines main={distance_text(expires_at)} quiet={moment_text(expires_at, time_zone)} />
        ),
        is_main: true,
        width: '16%',
      },
    ],
    [language, time_zone],
  )
}
