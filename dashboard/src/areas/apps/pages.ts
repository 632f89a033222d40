// The page of the apps that act for people in an organization.
import { t } from '../../lib/language.ts'
import type { OrgPage } from '../../shell/page.ts'

export const app_pages: OrgPage[] = [
  {
    path: 'settings/apps',
    title: () => t('Apps'),
    group: 'settings',
    icon: 'apps',
    key: 'p',
    load: () => import('./apps.tsx'),
  },
]
