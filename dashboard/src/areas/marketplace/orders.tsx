// Orders of the marketplace, newest first. A pack is one order. Only the sold ones are in the totals, so the tiles have them, not the table.
import { Select } from '@mantine/core'
import { useMemo } from 'react'
import type { OrgTools } from '../../api/call.ts'
import { use_answer } from '../../api/queries.ts'
import { AnswerList } from '../../components/answer_list.tsx'
import { type AnswerTile, AnswerTiles } from '../../components/answer_tiles.tsx'
import type { Column } from '../../components/data_table.tsx'
import { Freshness } from '../../components/freshness.tsx'
import { PeriodBar } from '../../components/period_bar.tsx'
import { TilesAbove } from '../../components/tiles_skeleton.tsx'
import { TwoLines } from '../../components/two_lines.tsx'
import { use_address_filter } from '../../lib/address_filter.ts'
import { t, use_language } from '../../lib/language.ts'
import { moment_text } from '../../lib/moments.ts'
import { dates_of } from '../../lib/period.ts'
import type { PagePeriod } from '../../lib/use_period.ts'
import { use_org } from '../../shell/org.ts'
import classes from './marketplace.module.css'

type Answer = OrgTools['list_mpa_orders']['result']
type Order = Answer['orders'][number]

const ROWS_MAX = 1_000

const state_names = (): Record<Order['status'], string> => ({
  sold: t('Sold'),
  pending: t('Pending'),
  voided: t('Voided'),
  test: t('Test'),
})

export default function Orders({ period }: { period: PagePeriod }) {
  const [{ status }, change] = use_address_filter(['status'])
  const answer = use_answer(
    'list_mpa_orders',
    { ...dates_of(period.current), limit: ROWS_MAX, ...(status && { status }) },
    { keeps: true },
  )
  const columns = use_columns()
  return (
    <div className={classes.stack}>
      <PeriodBar period={period} compares={false}>
        <Freshness of={[answer.data]} />
      </PeriodBar>
      <TilesAbove of={answer} count={5}>
        {(data) => <AnswerTiles answer={data} tiles={tiles_of(data)} />}
      </TilesAbove>
      <AnswerList
        id="orders"
        title={t('Orders')}
        answer={answer}
        rows_of={({ orders }) => orders}
        columns={columns}
        id_of={({ order_id, account }) => `${account ?? ''} ${order_id}`}
        texts_of={({ order_id, order_ids = [], account, statuses = [], lines = [] }) => [
          order_id,
          account,
          ...order_ids,
          ...statuses,
          ...lines.flatMap(({ title, sku }) => [title, sku]),
        ]}
      >
        <Select
          label={t('Status')}
          data={[
            { value: '', label: t('All') },
            ...Object.entries(state_names()).map(([value, label]) => ({ value, label })),
          ]}
          value={status ?? ''}
          onChange={(to) => change({ status: to ?? undefined })}
        />
      </AnswerList>
    </div>
  )
}

/** The payout is the revenue without the three between them. */
const tiles_of = ({ totals: { orders, revenue, refunds, fees, seller_shipping, payout } }: Answer): AnswerTile[] => [
  { name: t('Sold orders'), value: orders, kind: 'count' },
  { name: t('Revenue'), value: revenue, kind: 'money' },
  { name: t('Refunds'), value: refunds, kind: 'money', has_refunds: true },
  { name: t('Fees'), value: fees, kind: 'money' },
  { name: t('Seller’s shipping'), value: seller_shipping, kind: 'money' },
  { name: t('Payout'), value: payout, kind: 'money', has_refunds: true },
]

function use_columns(): Column<Order>[] {
  const language = use_language()
  const { time_zone } = use_org()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the titles are in the language
  return useMemo(() => {
    const states = state_names()
    const money = (
      name: 'total' | 'fees' | 'shipping' | 'seller_shipping' | 'refunded' | 'payout',
      title: string,
    ): Column<Order> => ({
      id: name,
      title,
      value: (row) => row[name] ?? null,
      figure: { kind: 'money', currency: ({ currency }) => currency, adds_up: true },
      field: name,
      is_main: name === 'total',
    })
    return [
      {
        id: 'order',
        title: t('Order'),
        value: ({ order_id }) => order_id,
        cell: ({ order_id, order_ids = [] }) => <TwoLines main={order_id} quiet={pack_text(order_ids.length)} />,
        is_main: true,
        width: '20%',
      },
      {
        id: 'when',
        title: t('When'),
        value: ({ ordered_at }) => ordered_at,
        cell: ({ ordered_at }) => moment_text(ordered_at, time_zone),
        width: '19%',
      },
      {
        id: 'status',
        title: t('Status'),
        value: ({ status }) => states[status],
        cell: ({ status, statuses = [] }) => <TwoLines main={states[status]} quiet={statuses.join(', ')} />,
        is_main: true,
      },
      { id: 'account', title: t('Account'), value: ({ account }) => account ?? null, is_optional: true },
      {
        id: 'products',
        title: t('Products'),
        value: ({ lines = [] }) =>
          lines.map(({ quantity, title }) => `${quantity} × ${title ?? '—'}`).join(', ') || null,
        field: 'lines',
        is_optional: true,
      },
      money('total', t('Total')),
      money('fees', t('Fees')),
      money('seller_shipping', t('Seller’s shipping')),
      money('refunded', t('Refunded')),
      money('payout', t('Payout')),
      { ...money('shipping', t('Buyer’s shipping')), is_optional: true },
    ]
  }, [language, time_zone])
}

/** Short rows do not have the orders of a pack. */
const pack_text = (orders: number) => orders > 1 && t('A pack of {count} orders', { count: orders })
