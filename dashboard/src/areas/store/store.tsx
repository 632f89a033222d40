// What the stores and marketplaces sell: the review of the period, then orders, products and abandoned carts.
import { Skeleton } from '@mantine/core'
import { lazy } from 'react'
import { use_answer } from '../../api/queries.ts'
import { Answered } from '../../components/answered.tsx'
import { NotConnected } from '../../components/nothing.tsx'
import { Page } from '../../components/page.tsx'
import { PageTabs } from '../../components/page_tabs.tsx'
import { use_address_filter } from '../../lib/address_filter.ts'
import { t } from '../../lib/language.ts'
import { windows_text } from '../../lib/period_words.ts'
import { kind_of } from '../../lib/platforms.ts'
import { use_period } from '../../lib/use_period.ts'
import { StoreOverview } from './overview.tsx'

const Carts = lazy(() => import('./carts.tsx'))
const Orders = lazy(() => import('./orders.tsx'))
const Products = lazy(() => import('./products.tsx'))

const PAGE_PX = 640
/** What the address has of one tab alone. */
const OF_A_TAB = ['find']
/** Tabs whose tool has no choice of days. */
const WITHOUT_DAYS = new Set<string | undefined>(['products', 'carts'])

export default function Store() {
  const period = use_period()
  const [{ tab }] = use_address_filter(['tab'])
  const connections = use_answer('list_connections', {})
  return (
    <Page title={t('Store')} {...(!WITHOUT_DAYS.has(tab) && { about: windows_text(period) })}>
      <Answered of={connections} skeleton={<Skeleton height={PAGE_PX} />}>
        {({ connections: list }) =>
          list.some(({ platform, status }) => status === 'active' && sells(platform)) ? (
            <PageTabs
              label={t('Store')}
              forgets={OF_A_TAB}
              tabs={[
                { id: 'overview', title: t('Overview'), content: <StoreOverview period={period} /> },
                { id: 'orders', title: t('Orders'), content: <Orders period={period} /> },
                { id: 'products', title: t('Products'), content: <Products /> },
                { id: 'carts', title: t('Abandoned carts'), content: <Carts /> },
              ]}
            />
          ) : (
            <NotConnected icon="store" title={t('Connect a store')}>
              {t(
                'This page will show what the stores sell, which products, from where buyers came, and what they left in their carts.',
              )}
            </NotConnected>
          )
        }
      </Answered>
    </Page>
  )
}

function sells(platform: string): boolean {
  const kind = kind_of(platform)
  return kind === 'store' || kind === 'marketplace'
}
