// Orders that count as sold, newest first. The totals are those of all orders of the period.
import { useMemo } from 'react'
import type { OrgTools } from '../../api/call.ts'
import { use_answer } from '../../api/queries.ts'
import { AnswerList } from '../../components/answer_list.tsx'
import type { Column } from '../../components/data_table.tsx'
import { Figure } from '../../components/figure.tsx'
import { Freshness } from '../../components/freshness.tsx'
import { PeriodBar } from '../../components/period_bar.tsx'
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

const ROWS_MAX = 1_000

export default function Orders({ period }: { period: PagePeriod }) {
  const answer = use_answer('query_orders', { ...dates_of(period.current), limit: ROWS_MAX }, { keeps: true })
  const columns = use_columns()
  return (
    <div className={classes.stack}>
      <PeriodBar period={period} compares={false}>
        <Freshness of={[answer.data]} />
      </PeriodBar>
      <AnswerList
        id="orders"
        title={t('Orders')}
        answer={answer}
        rows_of={({ orders }) => orders}
        columns={columns}
        id_of={({ order_id, store }) => `${store ?? ''} ${order_id}`}
        texts_of={({ order_number, store, utm_source, utm_campaign }) => [
          order_number,
          store,
          utm_source,
          utm_campaign,
        ]}
        totals={totals_of}
      />
    </div>
  )
}

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
  refunded: (
    <Figure value={answer.refunds} kind="money" currency={answer.currency} trust={trust_of(answer.refunds, answer)} />
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
      { id: 'source', title: t('Source'), value: ({ utm_source }) => utm_source ?? null },
      { id: 'campaign', title: t('Campaign'), value: ({ utm_campaign }) => utm_campaign ?? null },
      amount('total', t('Total')),
      amount('refunded', t('Refunded')),
    ],
    [language, time_zone],
  )
}

const amount = (name: 'total' | 'refunded', title: string): Column<Order> => ({
  id: name,
  title,
  value: (row) => row[name] ?? null,
  figure: { kind: 'money', currency: ({ currency }) => currency, adds_up: true },
  is_main: name === 'total',
})
