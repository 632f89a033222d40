// Changes at platforms: what waits for a yes or no, how earlier ones ended, and the rules. An opened change is in the address, to which
// notifications lead.
import { lazy, Suspense } from 'react'
import { Page } from '../../components/page.tsx'
import { PageTabs } from '../../components/page_tabs.tsx'
import { use_address_filter } from '../../lib/address_filter.ts'
import { t } from '../../lib/language.ts'
import { Waiting } from './waiting.tsx'

const History = lazy(() => import('./history.tsx'))
const Rules = lazy(() => import('./rules.tsx'))
const ActionDrawer = lazy(() => import('./action_drawer.tsx'))

/** What the address has of one tab alone. */
const OF_A_TAB = ['find', 'status', 'action']

export default function Approvals() {
  const [{ action }, change] = use_address_filter(['action'])
  const open = (action_id: string | undefined) => change({ action: action_id })
  return (
    <Page
      title={t('Approvals')}
      about={t('Nothing changes at a platform without a yes to exactly that change, from a person or from your rules.')}
    >
      <PageTabs
        label={t('Approvals')}
        forgets={OF_A_TAB}
        tabs={[
          { id: 'waiting', title: t('Waiting'), content: <Waiting open={open} /> },
          { id: 'history', title: t('History'), content: <History open={open} /> },
          { id: 'rules', title: t('Rules'), content: <Rules /> },
        ]}
      />
      {action && (
        <Suspense>
          <ActionDrawer key={action} action_id={action} open={open} />
        </Suspense>
      )}
    </Page>
  )
}
