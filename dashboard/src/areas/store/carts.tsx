// Carts of the last 30 days that did not become orders, newest first, and what they add up to.
import { useMemo } from 'react'
import type { OrgTools } from '../../api/call.ts'
import { use_answer } from '../../api/queries.ts'
import { AnswerList } from '../../components/answer_list.tsx'
import type { Column } from '../../components/data_table.tsx'
import type { FigureKind } from '../../components/figure.ts'
import { Tile, Tiles } from '../../components/tile.tsx'
import { TilesAbove } from '../../components/tiles_skeleton.tsx'
import { TwoLines } from '../../components/two_lines.tsx'
import { t, use_language } from '../../lib/language.ts'
import { moment_text } from '../../lib/moments.ts'
import { days_text } from '../../lib/period_words.ts'
import { trust_of } from '../../lib/trust.ts'
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
        {(data) => <CartTiles answer={data} />}
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

function CartTiles({ answer }: { answer: Answer }) {
  const { totals, window, currency } = answer
  const tiles: [keyof Answer['totals'], string, FigureKind][] = [
    ['carts', t('Number of carts'), 'count'],
    ['value', t('Their value'), 'money'],
    ['average_value', t('Average value'), 'money'],
    ['reachable', t('With an address'), 'count'],
    ['recoverable', t('With a recovery link'), 'count'],
  ]
  return (
    <div>
      <p className={classes.quiet}>{days_text(window)}</p>
      <Tiles>
        {tiles.map(([name, title, kind]) => (
          <Tile
            key={name}
            name={title}
            value={totals[name]}
            kind={kind}
            currency={kind === 'money' ? currency : undefined}
            trust={trust_of(totals[name], answer)}
          />
        ))}
      </Tiles>
    </div>
  )
}

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
