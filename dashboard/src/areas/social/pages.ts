// What people see of the organization on social networks, without ads.
import { t } from '../../lib/language.ts'
import type { OrgPage } from '../../shell/page.ts'

export const social_pages: OrgPage[] = [
  {
    path: 'social',
    title: () => t('Social'),
    group: 'analyse',
    icon: 'social',
    needs: 'analytics:read',
    key: 'n',
    load: () => import('./social.tsx'),
  },
]
