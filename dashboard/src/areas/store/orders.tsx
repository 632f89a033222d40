// Orders that count as sold, newest first. The totals are those of all orders of the period.
import { useMemo } from 'react'
import type { OrgTools } from '../../api/call.ts'
import { use_answer } from '../../api/queries.ts'
import { AnswerList } from '../../components/answer_list.tsx'
import { type AnswerTile, AnswerTiles } from '../../components/answer_tiles.tsx'
import type { Column } from '../../components/data_table.tsx'
import { Figure } from '../../components/figure.tsx'
import { Freshness } from '../../components/freshness.tsx'
import { PeriodBar } from '../../components/period_bar.tsx'
import { TilesAbove } from '../../components/tiles_skeleton.tsx'
import { TwoLines } from '../../components/two_lines.tsx'
import { t, use_language } from '../../lib/language.ts'
import { moment_text } from '../../lib/moments.ts'
import { dates_of } from '../../lib/period.ts'
import { trust_of } from '../../lib/trust.ts'
import type { PagePeriod } from '../../lib/use_period.ts'
import { use_org } from '../../shell/org.ts'
import classes from './store.module.css'

type Answer = OrgTools['query_orders']['result']
type Order = Answer['orders'][number]

/** The visits of more rows do not fit the answer. */
const ROWS_MAX = 150

export default function Orders({ period }: { period: PagePeriod }) {
  const answer = use_answer('query_orders', { ...dates_of(period.current), limit: ROWS_MAX }, { keeps: true })
  const columns = use_columns()
  return (
    <div className={classes.stack}>
      <PeriodBar period={period} compares={false}>
        <Freshness of={[answer.data]} />
      </PeriodBar>
      <TilesAbove of={answer} count={4}>
        {(data) => <AnswerTiles answer={data} tiles={tiles_of(data)} />}
      </TilesAbove>
      <AnswerList
        id="orders"
        title={t('Orders')}
        answer={answer}
        rows_of={({ orders }) => orders}
        columns={columns}
        id_of={({ order_id, store }) => `${store ?? ''} ${order_id}`}
        texts_of={(order) => [order.order_number, order.store, visit_of(order, 'source'), visit_of(order, 'campaign')]}
        totals={totals_of}
      />
    </div>
  )
}

/** Refunds are those of the days, also of earlier orders, so they are no column of the orders. */
const tiles_of = ({ orders_in_period, total_revenue, refunds, net_revenue }: Answer): AnswerTile[] => [
  { name: t('Number of orders'), value: orders_in_period, kind: 'count' },
  { name: t('Revenue'), value: total_revenue, kind: 'money' },
  { name: t('Refunds'), value: refunds, kind: 'money', has_refunds: true },
  { name: t('Net revenue'), value: net_revenue, kind: 'money', has_refunds: true },
]

const totals_of = (answer: Answer) => ({
  order: t('Total of all orders'),
  total: (
    <Figure
      value={answer.total_revenue}
      kind="money"
      currency={answer.currency}
      trust={trust_of(answer.total_revenue, answer)}
    />
  ),
})

function use_columns(): Column<Order>[] {
  const language = use_language()
  const { time_zone } = use_org()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the titles are in the language
  return useMemo(
    () => [
      {
        id: 'order',
        title: t('Order'),
        value: ({ order_number }) => order_number,
        cell: ({ order_number, store }) => <TwoLines main={order_number} quiet={store} />,
        is_main: true,
        width: '22%',
      },
      {
        id: 'when',
        title: t('When'),
        value: ({ ordered_at }) => ordered_at,
        cell: ({ ordered_at }) => moment_text(ordered_at, time_zone),
        is_main: true,
      },
      { id: 'source', title: t('Source'), value: (order) => visit_of(order, 'source') },
      { id: 'campaign', title: t('Campaign'), value: (order) => visit_of(order, 'campaign') },
      {
        id: 'total',
        title: t('Total'),
        value: ({ total }) => total,
        figure: { kind: 'money', currency: ({ currency }) => currency, adds_up: true },
        is_main: true,
      },
    ],
    [language, time_zone],
  )
}

/** Whole rows have it themselves. Short ones have the last visit, as the store sends it. */
function visit_of(order: Order, name: 'source' | 'campaign'): string | null {
  const own = order[`utm_${name}`]
  if (own) return own
  const visit = order.journey.at(-1)?.[name]
  return typeof visit === 'string' && visit !== '' ? visit : null
}
