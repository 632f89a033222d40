// Free questions: a metric by dimensions, or a statement in SQL. The question is in the address, so a link shows a colleague the same.
import { Skeleton, Tabs } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { catalog_in } from '../../api/metric_catalog.ts'
import { use_answer } from '../../api/queries.ts'
import { Answered } from '../../components/answered.tsx'
import { Page } from '../../components/page.tsx'
import { use_address_filter } from '../../lib/address_filter.ts'
import { t } from '../../lib/language.ts'
import classes from './explore.module.css'
import { QuestionTab } from './question_tab.tsx'

/** Loaded when it is opened: most people ask without SQL. */
const SqlTab = lazy(() => import('./sql_tab.tsx'))

export default function Explore() {
  const catalog = use_answer('get_data_catalog', {})
  const [{ tab }, set_address] = use_address_filter(['tab'])
  return (
    <Page
      title={t('Explore')}
      about={t('Every metric by what you choose, or your own SQL over the rows behind all figures.')}
    >
      <Tabs
        keepMounted={false}
        value={tab === 'sql' ? 'sql' : 'question'}
        onChange={(to) => set_address({ tab: to === 'sql' ? 'sql' : undefined })}
      >
        <Tabs.List>
          <Tabs.Tab value="question">{t('Question')}</Tabs.Tab>
          <Tabs.Tab value="sql">SQL</Tabs.Tab>
        </Tabs.List>
        <Answered of={catalog} skeleton={<Skeleton height={520} mt={16} />}>
          {(answer) => (
            <>
              <Tabs.Panel value="question" className={classes.panel!}>
                <QuestionTab catalog={catalog_in(answer)} />
              </Tabs.Panel>
              <Tabs.Panel value="sql" className={classes.panel!}>
                <Suspense fallback={<Skeleton height={520} />}>
                  <SqlTab tables={catalog_in(answer).sql_tables} />
                </Suspense>
              </Tabs.Panel>
            </>
          )}
        </Answered>
      </Tabs>
    </Page>
  )
}
