// A page that the role of the person does not open: what is missing, and who can give it.
import { Empty } from '../components/empty.tsx'
import { Page } from '../components/page.tsx'
import { role_name } from '../components/roles.ts'
import { t } from '../lib/language.ts'
import { use_org } from './org.ts'
import type { OrgPage } from './page.ts'

export function AdminsOnly({ page: { title, icon } }: { page: OrgPage }) {
  const { name, role } = use_org()
  return (
    <Page title={title()}>
      <Empty icon={icon} title={t('Admins open this page.')}>
        {t('Your role in {name} is {role}. An admin can change it.', { name, role: role_name(role).toLowerCase() })}
      </Empty>
    </Page>
  )
}
