// What is on offer on Mercado Libre, what was ordered there, and what buyers ask.
import { lazy } from 'react'
import { Connected } from '../../components/connected.tsx'
import { Page } from '../../components/page.tsx'
import { PageTabs } from '../../components/page_tabs.tsx'
import { use_address_filter } from '../../lib/address_filter.ts'
import { t } from '../../lib/language.ts'
import { days_text } from '../../lib/period_words.ts'
import { use_period } from '../../lib/use_period.ts'
import { Listings } from './listings.tsx'

const Orders = lazy(() => import('./orders.tsx'))
const Questions = lazy(() => import('./questions.tsx'))

/** What the address has of one tab alone. */
const OF_A_TAB = ['find', 'status', 'listing']

export default function Marketplace() {
  const period = use_period()
  const [{ tab }] = use_address_filter(['tab'])
  return (
    <Page title={t('Marketplace')} {...(tab === 'orders' && { about: days_text(period.current) })}>
      <Connected
        module="module_mpa"
        is_source={(platform) => platform === 'mpa'}
        icon="market"
        connect={{
          title: t('Connect Mercado Libre'),
          text: t(
            'This page will show what is on offer and how it sells, what each order leaves, and what buyers ask.',
          ),
        }}
      >
        <PageTabs
          label={t('Marketplace')}
          forgets={OF_A_TAB}
          tabs={[
            { id: 'listings', title: t('Listings'), content: <Listings /> },
            { id: 'orders', title: t('Orders'), content: <Orders period={period} /> },
            { id: 'questions', title: t('Questions'), content: <Questions /> },
          ]}
        />
      </Connected>
    </Page>
  )
}
