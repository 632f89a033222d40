// Accounts on social networks: the days of one account, posts and stories, and all accounts with their followers.
import { lazy } from 'react'
import { Connected } from '../../components/connected.tsx'
import { Page } from '../../components/page.tsx'
import { PageTabs } from '../../components/page_tabs.tsx'
import { use_address_filter } from '../../lib/address_filter.ts'
import { t } from '../../lib/language.ts'
import { days_text } from '../../lib/period_words.ts'
import { kind_of } from '../../lib/platforms.ts'
import { use_period } from '../../lib/use_period.ts'
import { AccountDays } from './account_days.tsx'

const Accounts = lazy(() => import('./accounts.tsx'))
const Posts = lazy(() => import('./posts.tsx'))

/** What the address has of one tab alone. The account stays. */
const OF_A_TAB = ['find']

export default function Social() {
  const period = use_period()
  const [{ tab }] = use_address_filter(['tab'])
  return (
    <Page title={t('Social')} {...(tab !== 'accounts' && { about: days_text(period.current) })}>
      <Connected
        module="module_organic_social"
        is_source={(platform) => kind_of(platform) === 'social'}
        icon="social"
        connect={{
          title: t('Connect a social network'),
          text: t(
            'This page will show who follows the accounts, whom they reach each day, and which posts people like.',
          ),
        }}
      >
        <PageTabs
          label={t('Social')}
          forgets={OF_A_TAB}
          tabs={[
            { id: 'days', title: t('By day'), content: <AccountDays period={period} /> },
            { id: 'posts', title: t('Posts'), content: <Posts period={period} /> },
            { id: 'accounts', title: t('Accounts'), content: <Accounts /> },
          ]}
        />
      </Connected>
    </Page>
  )
}
