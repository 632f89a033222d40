// One listing in a drawer: its figures, and what the marketplace lets a seller change now.
import { Skeleton } from '@mantine/core'
import { use_answer } from '../../api/queries.ts'
import { Answered } from '../../components/answered.tsx'
import { WHOLE_ROWS_MAX } from '../../components/columns.ts'
import { CopyText } from '../../components/copy_text.tsx'
import { Drawer } from '../../components/drawer.tsx'
import { Figure } from '../../components/figure.tsx'
import { Pair, Pairs } from '../../components/pairs.tsx'
import { t } from '../../lib/language.ts'
import { trust_of } from '../../lib/trust.ts'
import classes from './marketplace.module.css'
import type { Listing, ListingAnswer } from './rows.ts'

const DETAIL_PX = 420

const change_names: Record<NonNullable<Listing['can_change']>[number], () => string> = {
  title: () => t('Title'),
  description: () => t('Description'),
  price: () => t('Price'),
  stock: () => t('Stock'),
}

export default function ListingDetail({ id, close }: { id: string; close: () => void }) {
  const answer = use_answer('list_mpa_listings', { search: id, limit: WHOLE_ROWS_MAX })
  const title = answer.data && (listing_of(answer.data, id)?.title ?? t('Not in this list'))
  return (
    <Drawer title={title ?? id} close={close}>
      <Answered of={answer} skeleton={<Skeleton height={DETAIL_PX} />}>
        {(data) => {
          const listing = listing_of(data, id)
          if (!listing) return <p>{t('No connected account has this listing.')}</p>
          return <Facts listing={listing} answer={data} />
        }}
      </Answered>
    </Drawer>
  )
}

const listing_of = ({ listings }: ListingAnswer, id: string) => listings.find(({ listing_id }) => listing_id === id)

function Facts({ listing, answer }: { listing: Listing; answer: ListingAnswer }) {
  const { status, account, sku, listing_id, price, currency, stock, sold, visits } = listing
  return (
    <div className={classes.stack}>
      <Pairs>
        <Pair name={t('Price')}>
          <Figure value={price} kind="money" currency={currency} trust={trust_of(price, answer)} />
        </Pair>
        <Pair name={t('Stock')}>
          <Figure value={stock} kind="count" trust={trust_of(stock, answer)} />
        </Pair>
        <Pair name={t('Units sold')}>
          <Figure value={sold} kind="count" trust={trust_of(sold, answer)} />
        </Pair>
        <Pair name={t('Visits in 30 days')}>
          <Figure value={visits} kind="count" trust={trust_of(visits, answer)} />
        </Pair>
      </Pairs>
      <Changes {...listing} />
      <Pairs>
        {status && <Pair name={t('Status')}>{status}</Pair>}
        {account && <Pair name={t('Account')}>{account}</Pair>}
        {sku && <Pair name={t('SKU')}>{sku}</Pair>}
        <Pair name={t('Id')}>
          <CopyText text={listing_id} label={t('Copy the id')} />
        </Pair>
      </Pairs>
    </div>
  )
}

/** The reason is the engine's sentence. */
function Changes({ can_change = [], cannot_change }: Listing) {
  const names = can_change.map((name) => change_names[name]())
  return (
    <div>
      <h3 className={classes.title}>{t('What can be changed')}</h3>
      <p>{names.length > 0 ? names.join(', ') : t('Nothing')}</p>
      {cannot_change && <p className={classes.quiet}>{cannot_change}</p>}
    </div>
  )
}
