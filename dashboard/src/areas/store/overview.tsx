// The review of what was sold: figures with their changes, the best products, stock and carts.
import { useMemo } from 'react'
import type { OrgTools } from '../../api/call.ts'
import { type Column, DataTable } from '../../components/data_table.tsx'
import { figure_text } from '../../components/figure.ts'
import { ReviewPage } from '../../components/review_page.tsx'
import type { ReviewFigure } from '../../components/review_tiles.tsx'
import { t, use_language } from '../../lib/language.ts'
import { trust_of } from '../../lib/trust.ts'
import type { PagePeriod } from '../../lib/use_period.ts'
import classes from './store.module.css'

type Review = OrgTools['revisar_tienda']['result']
type Product = Review['top_products'][number]
type RanOut = Review['stock']['ran_out'][number]

const figures_of = ({ revenue, orders, average_order_value, refunds, net_revenue, carts }: Review): ReviewFigure[] => [
  { title: t('Revenue'), of: revenue, kind: 'money', good_when: 'up' },
  { title: t('Orders'), of: orders, kind: 'count', good_when: 'up' },
  { title: t('Average order value'), of: average_order_value, kind: 'money', is_ratio: true, good_when: 'up' },
  { title: t('Refunds'), of: refunds, kind: 'money', has_refunds: true, good_when: 'down' },
  { title: t('Net revenue'), of: net_revenue, kind: 'money', has_refunds: true, good_when: 'up' },
  { title: t('Abandoned carts'), of: carts.abandoned, kind: 'count', good_when: 'down' },
]

export const StoreOverview = ({ period }: { period: PagePeriod }) => (
  <ReviewPage tool="revisar_tienda" period={period} figures_of={figures_of}>
    {(review) => (
      <>
        <Products review={review} />
        <Stock review={review} />
      </>
    )}
  </ReviewPage>
)

function Products({ review }: { review: Review }) {
  const language = use_language()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the titles are in the language
  const columns = useMemo((): Column<Product>[] => {
    const money = (name: 'revenue' | 'gross_margin', title: string): Column<Product> => ({
      id: name,
      title,
      value: (row) => row[name],
      figure: {
        kind: 'money',
        currency: () => review.currency,
        trust: (row) => (row[name] === null ? trust_of(null, review) : undefined),
        adds_up: true,
      },
      is_main: name === 'revenue',
    })
    return [
      { id: 'product', title: t('Product'), value: ({ product }) => product, is_main: true, width: '46%' },
      {
        id: 'units',
        title: t('Units'),
        value: ({ units }) => units,
        figure: {
          kind: 'count',
          trust: ({ units }) => (units === null ? trust_of(null, review) : undefined),
          adds_up: true,
        },
        is_main: true,
      },
      money('revenue', t('Revenue')),
      money('gross_margin', t('Gross margin')),
    ]
  }, [language, review])
  if (review.top_products.length === 0) return null
  return (
    <section>
      <h2 className={classes.title}>{t('Best products')}</h2>
      <DataTable
        label={t('Best products')}
        rows={review.top_products}
        columns={columns}
        id_of={({ product }) => product}
        file={`products_${review.window.from}_${review.window.to}`}
        address="products"
      />
    </section>
  )
}

function Stock({ review: { stock } }: { review: Review }) {
  const language = use_language()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the titles are in the language
  const columns = useMemo(
    (): Column<RanOut>[] => [
      { id: 'product', title: t('Product'), value: ({ product }) => product, is_main: true, width: '46%' },
      { id: 'store', title: t('Store'), value: ({ store }) => store },
      {
        id: 'units',
        title: t('Units sold'),
        value: ({ units }) => units,
        figure: { kind: 'count', adds_up: true },
        is_main: true,
      },
    ],
    [language],
  )
  const { products, out_of_stock, ran_out } = stock
  if (products === null) return null
  const count = (value: number | null) => figure_text(value, { kind: 'count' })
  return (
    <section>
      <h2 className={classes.title}>{t('Stock')}</h2>
      <p className={classes.quiet}>
        {t('{out} of {all} products are out of stock.', { out: count(out_of_stock), all: count(products) })}
      </p>
      {ran_out.length > 0 && (
        <DataTable
          label={t('Sold in these days, and out of stock now')}
          rows={ran_out}
          columns={columns}
          id_of={({ product, store }) => `${store} ${product}`}
          file="out_of_stock"
          address="stock"
        />
      )}
    </section>
  )
}
