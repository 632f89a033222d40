// Apps that act for people in the organization. Admins see all of them, others their own.
import { Code, Skeleton } from '@mantine/core'
import { use_answer } from '../../api/queries.ts'
import { Answered } from '../../components/answered.tsx'
import { Empty } from '../../components/empty.tsx'
import { Page } from '../../components/page.tsx'
import { t } from '../../lib/language.ts'
import { AppTable } from './app_table.tsx'

export default function Apps() {
  const apps = use_answer('list_connected_apps', {})
  return (
    <Page
      title={t('Apps')}
      about={t('Apps such as Claude act for a person who allowed it, and never do more than that person may.')}
    >
      <Answered of={apps} skeleton={<Skeleton height={300} />}>
        {({ apps: list, truncated, hint }) =>
          list.length === 0 ? (
            <Empty icon="apps" title={t('No apps yet')} action={<Code>{`${location.origin}/mcp`}</Code>}>
              {t('Add this address as a connector in Claude or another agent. It leads you here to allow it.')}
            </Empty>
          ) : (
            <>
              <AppTable apps={list} />
              {truncated && <p>{hint}</p>}
            </>
          )
        }
      </Answered>
    </Page>
  )
}
