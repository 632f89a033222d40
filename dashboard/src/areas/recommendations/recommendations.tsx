// What rules recommend: new ones, those that were put off, and those that ended.
import { Page } from '../../components/page.tsx'
import { PageTabs } from '../../components/page_tabs.tsx'
import { t } from '../../lib/language.ts'
import { GroupList } from './group_list.tsx'

export default function Recommendations() {
  return (
    <Page title={t('Recommendations')} about={t('What is certain enough to act on. Nothing changes without you.')}>
      <PageTabs
        label={t('Recommendations')}
        tabs={[
          { id: 'new', title: t('New'), content: <GroupList group="new" /> },
          { id: 'snoozed', title: t('Put off'), content: <GroupList group="snoozed" /> },
          { id: 'ended', title: t('No longer open'), content: <GroupList group="ended" /> },
        ]}
      />
    </Page>
  )
}
