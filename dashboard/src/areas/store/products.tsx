// Products of the stores with price and stock. The filter is the tool's own, so it also finds what a list of all does not reach.
import { useMemo } from 'react'
import type { OrgTools } from '../../api/call.ts'
import { use_answer } from '../../api/queries.ts'
import { AnswerList } from '../../components/answer_list.tsx'
import type { Column } from '../../components/data_table.tsx'
import { Figure } from '../../components/figure.tsx'
import { TwoLines } from '../../components/two_lines.tsx'
import { use_address_filter } from '../../lib/address_filter.ts'
import { t, use_language } from '../../lib/language.ts'

type Product = OrgTools['query_products']['result']['products'][number]

const ROWS_MAX = 1_000

export default function Products() {
  const [{ find }] = use_address_filter(['find'])
  const answer = use_answer('query_products', { limit: ROWS_MAX, ...(find && { search: find }) }, { keeps: true })
  const columns = use_columns()
  return (
    <AnswerList
      id="products"
      title={t('Products')}
      answer={answer}
      rows_of={({ products }) => products}
      columns={columns}
      has_freshness
      id_of={({ product_id, store }) => `${store ?? ''} ${product_id}`}
      empty={{ title: t('No products'), text: t('No connected store has products.') }}
    />
  )
}

function use_columns(): Column<Product>[] {
  const language = use_language()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the titles are in the language
  return useMemo(
    () => [
      {
        id: 'product',
        title: t('Product'),
        value: ({ title }) => title,
        cell: ({ title, store }) => <TwoLines main={title} quiet={store} />,
        is_main: true,
        width: '46%',
      },
      { id: 'status', title: t('Status'), value: ({ status }) => status ?? null, field: 'status' },
      price('price_from', t('Price from')),
      price('price_to', t('Price to')),
      {
        id: 'stock',
        title: t('Stock'),
        value: ({ stock }) => stock,
        cell: ({ stock }) => (
          <Figure value={stock} kind="count" reason={stock === null ? t('The store does not count it.') : undefined} />
        ),
        is_figure: true,
        is_main: true,
      },
    ],
    [language],
  )
}

const price = (name: 'price_from' | 'price_to', title: string): Column<Product> => ({
  id: name,
  title,
  value: (row) => row[name],
  figure: { kind: 'money', currency: ({ currency }) => currency ?? undefined },
  is_main: name === 'price_from',
})
