// Carts of the last 30 days that did not become orders, newest first, and what they add up to.
import { useMemo } from 'react'
import type { OrgTools } from '../../api/call.ts'
import { use_answer } from '../../api/queries.ts'
import { AnswerList } from '../../components/answer_list.tsx'
import { type AnswerTile, AnswerTiles } from '../../components/answer_tiles.tsx'
import type { Column } from '../../components/data_table.tsx'
import { TilesAbove } from '../../components/tiles_skeleton.tsx'
import { TwoLines } from '../../components/two_lines.tsx'
import { t, use_language } from '../../lib/language.ts'
import { moment_text } from '../../lib/moments.ts'
import { days_text } from '../../lib/period_words.ts'
import { use_org } from '../../shell/org.ts'
import classes from './store.module.css'

type Answer = OrgTools['query_carts']['result']
type Cart = Answer['carts'][number]

const ROWS_MAX = 1_000

export default function Carts() {
  const answer = use_answer('query_carts', { limit: ROWS_MAX })
  const columns = use_columns()
  return (
    <div className={classes.stack}>
      <TilesAbove of={answer} count={5}>
        {(data) => (
          <div>
            <p className={classes.quiet}>{days_text(data.window)}</p>
            <AnswerTiles answer={data} tiles={tiles_of(data)} />
          </div>
        )}
      </TilesAbove>
      <AnswerList
        id="carts"
        title={t('Abandoned carts')}
        answer={answer}
        rows_of={({ carts }) => carts}
        columns={columns}
        has_freshness
        id_of={({ cart_id }) => cart_id}
        texts_of={({ email, customer_name }) => [email, customer_name]}
        empty={{ title: t('No abandoned carts'), text: t('No cart of the last 30 days was left.') }}
      />
    </div>
  )
}

const tiles_of = ({ totals: { carts, value, average_value, reachable, recoverable } }: Answer): AnswerTile[] => [
  { name: t('Number of carts'), value: carts, kind: 'count' },
  { name: t('Their value'), value, kind: 'money' },
  { name: t('Average value'), value: average_value, kind: 'money', is_ratio: true },
  { name: t('With an address'), value: reachable, kind: 'count' },
  { name: t('With a recovery link'), value: recoverable, kind: 'count' },
]

function use_columns(): Column<Cart>[] {
  const language = use_language()
  const { time_zone } = use_org()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the titles are in the language
  return useMemo(
    () => [
      {
        id: 'buyer',
        title: t('Buyer'),
        value: ({ customer_name, email }) => customer_name ?? email,
        cell: ({ customer_name, email }) =>
          customer_name ? <TwoLines main={customer_name} quiet={email} /> : (email ?? t('Nobody known')),
        is_main: true,
        width: '40%',
      },
      {
        id: 'when',
        title: t('When'),
        value: ({ started_at }) => started_at,
        cell: ({ started_at }) => moment_text(started_at, time_zone),
        is_main: true,
      },
      {
        id: 'total',
        title: t('Value'),
        value: ({ total }) => total,
        figure: { kind: 'money', currency: ({ currency }) => currency, adds_up: true },
        is_main: true,
      },
    ],
    [language, time_zone],
  )
}
