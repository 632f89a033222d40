// The pages of the settings of an organization.
import { t } from '../../lib/language.ts'
import type { OrgPage } from '../../shell/page.ts'

export const organization_pages: OrgPage[] = [
  {
    path: 'settings/organization',
    title: () => t('Organization'),
    group: 'settings',
    icon: 'organization',
    key: 's',
    load: () => import('./settings.tsx'),
  },
  {
    path: 'settings/members',
    title: () => t('Members'),
    group: 'settings',
    icon: 'people',
    needs: 'admin:*',
    key: 'm',
    load: () => import('./members.tsx'),
  },
  {
    path: 'settings/keys',
    title: () => t('Keys'),
    group: 'settings',
    icon: 'key',
    key: 'k',
    load: () => import('./keys.tsx'),
  },
  {
    path: 'settings/modules',
    title: () => t('Modules'),
    group: 'settings',
    icon: 'modules',
    load: () => import('./modules.tsx'),
  },
  {
    path: 'settings/audit',
    title: () => t('Audit'),
    group: 'settings',
    icon: 'audit',
    needs: 'admin:*',
    key: 'u',
    load: () => import('./audit.tsx'),
  },
]
