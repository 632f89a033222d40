// What is on offer, most sold first. The filter is the tool's own. Short rows lack what can be changed, so an opened row is asked for alone.
import { lazy, Suspense, useMemo } from 'react'
import { use_answer } from '../../api/queries.ts'
import { AnswerList } from '../../components/answer_list.tsx'
import type { Column } from '../../components/data_table.tsx'
import { TwoLines } from '../../components/two_lines.tsx'
import { address_id, id_of, use_address_filter } from '../../lib/address_filter.ts'
import { t, use_language } from '../../lib/language.ts'
import classes from './marketplace.module.css'
import type { Listing } from './rows.ts'

const ListingDetail = lazy(() => import('./listing_detail.tsx'))

const ROWS_MAX = 1_000

export function Listings() {
  const [{ find, listing }, change] = use_address_filter(['find', 'listing'])
  const answer = use_answer('list_mpa_listings', { limit: ROWS_MAX, ...(find && { search: find }) }, { keeps: true })
  const columns = use_columns()
  const opened = id_of(listing)
  return (
    <div className={classes.stack}>
      <p className={classes.quiet}>{t('A listing opens to show what can be changed, and why the rest cannot.')}</p>
      <AnswerList
        id="listings"
        title={t('Listings')}
        answer={answer}
        rows_of={({ listings }) => listings}
        columns={columns}
        id_of={({ listing_id, account }) => `${account ?? ''} ${listing_id}`}
        has_freshness
        open={({ listing_id }) => change({ listing: address_id(listing_id) })}
        empty={{ title: t('No listings'), text: t('The connected accounts have no listings.') }}
      />
      {opened && (
        <Suspense>
          <ListingDetail id={opened} close={() => change({ listing: undefined })} />
        </Suspense>
      )}
    </div>
  )
}

function use_columns(): Column<Listing>[] {
  const language = use_language()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the titles are in the language
  return useMemo(() => {
    const count = (name: 'stock' | 'sold' | 'visits', title: string): Column<Listing> => ({
      id: name,
      title,
      value: (row) => row[name],
      figure: { kind: 'count', adds_up: true },
      is_main: name === 'stock',
    })
    return [
      {
        id: 'listing',
        title: t('Listing'),
        value: ({ title }) => title,
        cell: ({ title, sku, listing_id }) => <TwoLines main={title} quiet={sku ?? listing_id} />,
        is_main: true,
        width: '42%',
      },
      { id: 'status', title: t('Status'), value: ({ status }) => status ?? null, field: 'status' },
      { id: 'account', title: t('Account'), value: ({ account }) => account ?? null, is_optional: true },
      {
        id: 'price',
        title: t('Price'),
        value: ({ price }) => price,
        figure: { kind: 'money', currency: ({ currency }) => currency },
        is_main: true,
      },
      count('stock', t('Stock')),
      count('sold', t('Units sold')),
      count('visits', t('Visits in 30 days')),
    ]
  }, [language])
}
