// Addresses of others that receive events of the organization.
import { t } from '../../lib/language.ts'
import type { OrgPage } from '../../shell/page.ts'

export const webhooks_pages: OrgPage[] = [
  {
    path: 'webhooks',
    title: () => t('Webhooks'),
    group: 'connect',
    icon: 'hook',
    needs: 'notifications:read',
    key: 'd',
    load: () => import('./webhooks.tsx'),
  },
]
