// Rules that watch metrics.
import { t } from '../../lib/language.ts'
import type { OrgPage } from '../../shell/page.ts'

export const alerts_pages: OrgPage[] = [
  {
    path: 'alerts',
    title: () => t('Alerts'),
    group: 'act',
    icon: 'alert',
    needs: 'notifications:read',
    key: 'w',
    load: () => import('./alerts.tsx'),
  },
]
