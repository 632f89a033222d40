// What rules recommend.
import { t } from '../../lib/language.ts'
import type { OrgPage } from '../../shell/page.ts'

export const recommendations_pages: OrgPage[] = [
  {
    path: 'recommendations',
    title: () => t('Recommendations'),
    group: 'act',
    icon: 'idea',
    needs: 'notifications:read',
    key: 'q',
    load: () => import('./recommendations.tsx'),
  },
]
