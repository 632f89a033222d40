// What ads cost and what the platforms claim for them: all platforms, then campaigns, groups, ads and creatives.
import { Skeleton } from '@mantine/core'
import { lazy } from 'react'
import { use_answer } from '../../api/queries.ts'
import { Answered } from '../../components/answered.tsx'
import { NotConnected } from '../../components/nothing.tsx'
import { Page } from '../../components/page.tsx'
import { PageTabs } from '../../components/page_tabs.tsx'
import { t } from '../../lib/language.ts'
import { windows_text } from '../../lib/period_words.ts'
import { kind_of } from '../../lib/platforms.ts'
import { use_period } from '../../lib/use_period.ts'
import { AdsOverview } from './overview.tsx'

const AdGroups = lazy(() => import('./ad_groups.tsx'))
const Campaigns = lazy(() => import('./campaigns.tsx'))
const Creatives = lazy(() => import('./creatives.tsx'))
const SingleAds = lazy(() => import('./single_ads.tsx'))

const PAGE_PX = 640
/** What the address has of one tab alone. */
const OF_A_TAB = ['find', 'row', 'platform', 'campaign', 'ad_group']

export default function Ads() {
  const period = use_period()
  const connections = use_answer('list_connections', {})
  return (
    <Page title={t('Ads')} about={windows_text(period)}>
      <Answered of={connections} skeleton={<Skeleton height={PAGE_PX} />}>
        {(data) => {
          const platforms = ad_platforms(data.connections)
          if (platforms.length === 0) return <NoPlatform />
          const tab = { period, platforms }
          return (
            <PageTabs
              label={t('Ads')}
              forgets={OF_A_TAB}
              tabs={[
                { id: 'overview', title: t('Overview'), content: <AdsOverview {...tab} /> },
                { id: 'campaigns', title: t('Campaigns'), content: <Campaigns {...tab} /> },
                { id: 'ad_groups', title: t('Ad groups'), content: <AdGroups {...tab} /> },
                { id: 'ads', title: t('Single ads'), content: <SingleAds {...tab} /> },
                { id: 'creatives', title: t('Creatives'), content: <Creatives {...tab} /> },
              ]}
            />
          )
        }}
      </Answered>
    </Page>
  )
}

/** Each once. */
const ad_platforms = (connections: readonly { platform: string; status: string }[]): string[] => [
  ...new Set(
    connections
      .filter(({ platform, status }) => kind_of(platform) === 'ads' && status === 'active')
      .map(({ platform }) => platform),
  ),
]

const NoPlatform = () => (
  <NotConnected title={t('Connect an ad platform')}>
    {t(
      'This page will show what ads cost, what each platform claims for them, and which campaigns and creatives do best.',
    )}
  </NotConnected>
)
