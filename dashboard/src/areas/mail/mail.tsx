// What emails bring: the review of the period, then campaigns and contacts.
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
import { MailOverview } from './overview.tsx'

const Campaigns = lazy(() => import('./campaigns.tsx'))
const Contacts = lazy(() => import('./contacts.tsx'))

const PAGE_PX = 640
/** What the address has of one tab alone. */
const OF_A_TAB = ['find']
/** Tabs whose tool has no choice of days. */
const WITHOUT_DAYS = new Set<string | undefined>(['campaigns', 'contacts'])

export default function Mail() {
  const period = use_period()
  const [{ tab }] = use_address_filter(['tab'])
  const connections = use_answer('list_connections', {})
  return (
    <Page title={t('Email')} {...(!WITHOUT_DAYS.has(tab) && { about: windows_text(period) })}>
      <Answered of={connections} skeleton={<Skeleton height={PAGE_PX} />}>
        {({ connections: list }) =>
          list.some(({ platform, status }) => status === 'active' && kind_of(platform) === 'email') ? (
            <PageTabs
              label={t('Email')}
              forgets={OF_A_TAB}
              tabs={[
                { id: 'overview', title: t('Overview'), content: <MailOverview period={period} /> },
                { id: 'campaigns', title: t('Campaigns'), content: <Campaigns /> },
                { id: 'contacts', title: t('Contacts'), content: <Contacts /> },
              ]}
            />
          ) : (
            <NotConnected icon="mail" title={t('Connect an email platform')}>
              {t('This page will show which emails people open and click, what they bring, and who gets them.')}
            </NotConnected>
          )
        }
      </Answered>
    </Page>
  )
}
