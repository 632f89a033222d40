// What happened in the organization, for people.
import { t } from '../../lib/language.ts'
import type { OrgPage } from '../../shell/page.ts'

export const notifications_pages: OrgPage[] = [
  {
    path: 'notifications',
    title: () => t('Notifications'),
    group: 'start',
    icon: 'bell',
    needs: 'notifications:read',
    key: 'b',
    load: () => import('./notifications.tsx'),
  },
]
