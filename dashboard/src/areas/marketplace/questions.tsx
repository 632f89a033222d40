// What buyers ask about listings, newest first. First the questions that nobody has answered. Their texts are from outside of Tablero.
import { Select } from '@mantine/core'
import { useMemo } from 'react'
import type { OrgTools } from '../../api/call.ts'
import { use_answer } from '../../api/queries.ts'
import { AnswerList } from '../../components/answer_list.tsx'
import type { Column } from '../../components/data_table.tsx'
import { TwoLines } from '../../components/two_lines.tsx'
import { use_address_filter } from '../../lib/address_filter.ts'
import { t, use_language } from '../../lib/language.ts'
import { moment_text } from '../../lib/moments.ts'
import { use_org } from '../../shell/org.ts'
import classes from './marketplace.module.css'

type Question = OrgTools['list_mpa_questions']['result']['questions'][number]

const ROWS_MAX = 1_000
const UNANSWERED = 'unanswered'

/** Questions of one state are asked for, so that a short row's state is known. */
const state_names = () => ({
  [UNANSWERED]: t('Not answered'),
  answered: t('Answered'),
  closed_unanswered: t('Closed without an answer'),
  under_review: t('Under review'),
  banned: t('Banned'),
  deleted: t('Deleted'),
  disabled: t('Disabled'),
})
type State = keyof ReturnType<typeof state_names>

export default function Questions() {
  const [filter, change] = use_address_filter(['status'])
  const states = state_names()
  const status = is_state(filter.status) ? filter.status : UNANSWERED
  const answer = use_answer('list_mpa_questions', { status, limit: ROWS_MAX }, { keeps: true })
  const columns = use_columns(status)
  return (
    <div className={classes.stack}>
      <p className={classes.quiet}>{t('The texts are those of buyers, from outside of Tablero.')}</p>
      <AnswerList
        id="questions"
        title={t('Questions')}
        answer={answer}
        rows_of={({ questions }) => questions}
        columns={columns}
        id_of={({ question_id, account }) => `${account ?? ''} ${question_id}`}
        texts_of={({ question, listing, listing_id, answer: given }) => [question, listing, listing_id, given]}
        has_freshness
        empty={{ title: t('No questions'), text: t('No question has this state.') }}
      >
        <Select
          label={t('Status')}
          data={Object.entries(states).map(([value, label]) => ({ value, label }))}
          value={status}
          allowDeselect={false}
          onChange={(to) => change({ status: to === null || to === UNANSWERED ? undefined : to })}
        />
      </AnswerList>
    </div>
  )
}

const is_state = (text: string | undefined): text is State => text !== undefined && Object.hasOwn(state_names(), text)

function use_columns(status: State): Column<Question>[] {
  const language = use_language()
  const { time_zone } = use_org()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the titles are in the language
  return useMemo(() => {
    const answer: Column<Question> = {
      id: 'answer',
      title: t('Answer'),
      value: ({ answer: given }) => given ?? null,
      cell: ({ answer: given }) => given && <q>{given}</q>,
      field: 'answer',
      width: '22%',
    }
    return [
      {
        id: 'question',
        title: t('Question'),
        value: ({ question }) => question,
        cell: ({ question, listing, listing_id }) => (
          <TwoLines
            main={question === '' ? t('The platform withholds the text.') : <q>{question}</q>}
            quiet={listing ?? listing_id}
          />
        ),
        is_main: true,
        width: '38%',
      },
      ...(status === 'answered' ? [answer] : []),
      {
        id: 'asked',
        title: t('Asked'),
        value: ({ asked_at }) => asked_at,
        cell: ({ asked_at }) => moment_text(asked_at, time_zone),
        width: '20%',
      },
      {
        id: 'age',
        title: t('Hours since'),
        value: ({ age_hours }) => age_hours,
        figure: { kind: 'count' },
        is_main: true,
      },
      {
        id: 'can_be_answered',
        title: t('Can be answered'),
        value: ({ can_be_answered }) => (can_be_answered === null ? null : can_be_answered ? t('Yes') : t('No')),
      },
      { id: 'account', title: t('Account'), value: ({ account }) => account ?? null, is_optional: true },
    ]
  }, [language, time_zone, status])
}
